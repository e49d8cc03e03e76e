import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type At, type Command, eventOf, type Peer } from '../peer.ts';

const DEJA_VU = '@vshulcz/deja-vu-linux-amd64';

const program = ({ root }: Pick<At, 'root'>) => join(root, 'node_modules', DEJA_VU, 'bin', 'deja');

/** What `deja install claude-auto` registers: event, matched tools, command. */
const HOOKS: readonly (readonly [string, RegExp | null, string])[] = [
  ['SessionStart', null, 'hook-context'],
  ['UserPromptSubmit', null, 'hook-prompt'],
  ['PreToolUse', /^(?:Bash|Edit|Write|MultiEdit|NotebookEdit|Task|Agent)$/, 'hook-tool'],
  ['PostToolUse', /^Bash$/, 'hook-tool-after'],
];

export const dejaVu: Peer = {
  name: 'deja-vu',
  packages: [`${DEJA_VU}@^0.21.1`],
  note: "reads the host's transcripts and records nothing itself; its index is brought up to date before the next session starts",
  commands: [
    'deja install claude-auto',
    'deja hook-context',
    'deja hook-prompt',
    'deja hook-tool',
    'deja index',
  ],
  version: (at) =>
    /\d+\.\d+\.\d+/.exec(execFileSync(program(at), ['version'], { encoding: 'utf8' }))![0],
  prepare: index,
  hooks: (at, payload) =>
    HOOKS.filter(
      ([event, tools]) =>
        event === eventOf(payload) && (tools?.test(String(payload['tool_name'])) ?? true),
    ).map(([, , command]) => ({ program: program(at), args: [command] })),
  takeIn: index,
  settle: index,
  stores: ({ home }) => [join(home, '.cache', 'deja')],
};

function index(at: At): Command[] {
  return [{ program: program(at), args: ['index', '--quiet'] }];
}

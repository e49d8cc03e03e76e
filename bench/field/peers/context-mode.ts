import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type At, eventOf, type Peer } from '../peer.ts';

const folder = ({ root }: Pick<At, 'root'>) => join(root, 'node_modules', 'context-mode');

/** Of its `hooks/hooks.json`. */
const CAPTURED =
  /^(?:Bash|Read|Write|Edit|NotebookEdit|Glob|Grep|TodoWrite|TaskCreate|TaskUpdate|EnterPlanMode|ExitPlanMode|Skill|Agent|AskUserQuestion|EnterWorktree|mcp__.*)$/;
const ROUTED = /^(?:Bash|WebFetch|Read|Grep|Agent|mcp__.*)$/;
const SCRIPTS: Readonly<Record<string, string>> = {
  SessionStart: 'sessionstart',
  UserPromptSubmit: 'userpromptsubmit',
  PreToolUse: 'pretooluse',
  PostToolUse: 'posttooluse',
  Stop: 'stop',
};

export const contextMode: Peer = {
  name: 'context-mode',
  packages: ['context-mode@1.0.169'],
  nested: true,
  native: ['context-mode/node_modules/better-sqlite3'],
  note: 'keeps a store for each project; a new session is told how to use its tools, a resumed one what its own session did',
  commands: [
    'node hooks/sessionstart.mjs',
    'node hooks/posttooluse.mjs',
    '… of its hooks/hooks.json',
  ],
  version: (at) => JSON.parse(readFileSync(join(folder(at), 'package.json'), 'utf8')).version,
  env: (at) => ({ CLAUDE_PROJECT_DIR: at.repo, CLAUDE_PLUGIN_ROOT: folder(at) }),
  hooks(at, payload) {
    const event = eventOf(payload);
    const script = SCRIPTS[event];
    const tool = String(payload['tool_name']);
    const isMatched =
      event === 'PreToolUse' ? ROUTED.test(tool) : event !== 'PostToolUse' || CAPTURED.test(tool);
    if (script === undefined || !isMatched) return [];
    return [{ program: process.execPath, args: [join(folder(at), 'hooks', `${script}.mjs`)] }];
  },
  stores: ({ home }) => [join(home, '.claude', 'context-mode')],
};

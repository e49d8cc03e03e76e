import { describe, expect, it } from 'vitest';
import { recordedOf } from '../../../test/host-contract.ts';
import { NO_USE, recordedTable } from '../../../test/recorded-table.ts';
import type { ToolUse } from '../../domain/event.ts';
import { fingerprint } from '../../domain/text/fingerprint.ts';
import { codex } from './host.ts';

const SESSION = '019c2a41-7d3e-7b52-9e10-4f6a2c8d1b07';
const TURN = '019c2a41-7e55-7c11-8d24-6b0e9f3a5c18';
const common = { hostSessionId: SESSION, cwd: '/home/dev/proj', subagent: null };
const transcript = `/home/dev/.codex/sessions/2026/11/02/rollout-2026-11-02T09-14-31-${SESSION}.jsonl`;
const start = (source: string) => ({ kind: 'session-start', ...common, key: null, source, transcript });
const prompt = (text: string, turn: string) => {
  return {
    kind: 'prompt',
    ...common,
    text,
    key: `UserPromptSubmit:${turn}:${fingerprint(JSON.stringify([text]))}`,
  };
};
const intent = (call: string, name: string, fields: object) => ({
  ...{ kind: 'tool-intent', ...common, key: `PreToolUse:${call}:${TURN}` },
  intent: { name, paths: [], command: null, ...fields },
});
const used = (call: string, name: string, use: Partial<ToolUse>) => ({
  ...{ kind: 'tool-use', ...common, key: `PostToolUse:${call}:${TURN}` },
  use: { name, ...NO_USE, ...use },
});

const REPLY = 'a.txt says hello.';
const ISSUE = 'PRJ-12: the port is wrong';
const later = { ...common, hostSessionId: '019c2b60-1f08-7a44-b1d9-8c3e7f5a9d31' };

recordedTable(codex, [
  start('startup'),
  prompt('look at a.txt, please', TURN),
  intent('call_3', 'Bash', { command: 'cat a.txt' }),
  used('call_3', 'Bash', { command: 'cat a.txt', output: 'hello\n', outcomeUntold: true }),
  intent('call_6', 'mcp__tracker__get_issue', {}),
  used('call_6', 'mcp__tracker__get_issue', { output: ISSUE }),
  { kind: 'turn-end', ...common, key: `Stop:${TURN}:${fingerprint(REPLY)}`, reply: REPLY, transcript },
  { kind: 'session-end', ...common, key: null, reason: 'other' },
  start('resume'),
  prompt('and now the port', '019c2a44-0b91-7d02-a7c3-15e8d2f4b629'),
  { kind: 'compacting', ...later, key: null },
  null,
  {
    ...{ ...start('compact'), ...later },
    transcript: expect.stringContaining('rollout-2026-11-02T14-27-05'),
  },
  intent('call_21', 'apply_patch', {
    paths: ['src/port.ts', 'src/app.ts', 'src/old.ts', 'src/new.ts', 'src/gone.ts'],
  }),
  used('call_21', 'apply_patch', {
    changes: [
      {
        ...{ path: 'src/port.ts', kind: 'write', removed: null },
        added: 'export function port(): number {\n  return 8080;\n}\n',
      },
      { path: 'src/app.ts', kind: 'edit', added: 'const port = 8080;', removed: 'const port = 80;' },
      { path: 'src/old.ts', kind: 'delete', added: null, removed: null },
      { path: 'src/new.ts', kind: 'edit', added: 'b', removed: 'a' },
      { path: 'src/gone.ts', kind: 'delete', added: null, removed: null },
    ],
  }),
  used('call_22', 'update_plan', {
    todos: {
      whole: true,
      items: [
        { id: null, text: 'Read the port', status: 'completed' },
        { id: null, text: 'Test the port', status: 'in_progress' },
      ],
    },
  }),
  {
    ...{ kind: 'subagent-end', ...common, reply: 'Found it in src/app.ts.' },
    subagent: 'explorer/019c2a41-9a00-7f3b-8e5d-0c1b2a3d4e5f',
    key: `SubagentStop:019c2a41-9a00-7f3b-8e5d-0c1b2a3d4e5f:${TURN}:${fingerprint('Found it in src/app.ts.')}`,
  },
]);

const recorded = recordedOf('codex');
const shellUse = recorded.find((sent) => sent['hook_event_name'] === 'PostToolUse')!;

describe('tools', () => {
  const use = (fields: object) => {
    const event = codex.parse({ ...shellUse, ...fields });
    return event?.kind === 'tool-use' ? event.use : null;
  };

  it('a shell does not tell whether its command failed', () => {
    expect(use({ tool_response: 'FAIL a.test.ts' })).toMatchObject({ failed: false, outcomeUntold: true });
  });

  it('a patch that a shell was given counts as a patch', () => {
    const command = "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a.ts\n*** End Patch\nEOF";
    expect(use({ tool_input: { command } })?.changes).toEqual([
      { path: 'a.ts', kind: 'delete', added: null, removed: null },
    ]);
  });

  it('a patch that did not fit changed nothing', () => {
    const command = '*** Begin Patch\n*** Delete File: a.ts\n*** End Patch';
    const refused = { tool_name: 'apply_patch', tool_input: { command } };
    const tool_response = 'apply_patch verification failed: Failed to read file to update a.ts';
    expect(use({ ...refused, tool_response })).toMatchObject({ failed: true, changes: [] });
  });
});

it('two prompts of one turn are two prompts: words can be sent while a turn runs', () => {
  const said = recorded[1]!;
  expect(codex.parse({ ...said, prompt: 'also the README' })?.key).not.toBe(codex.parse(said)?.key);
});

it('answers with nothing beside hookSpecificOutput, or Codex drops it all', () => {
  for (const sent of recorded) {
    const event = codex.parse(sent);
    const said = event ? codex.render(event, { context: 'x' }) : '';
    if (said === '') continue;
    const answer = JSON.parse(said) as { hookSpecificOutput: object };
    expect(Object.keys(answer)).toEqual(['hookSpecificOutput']);
    expect(answer.hookSpecificOutput).toEqual({
      hookEventName: sent['hook_event_name'],
      additionalContext: 'x',
    });
  }
});

describe('install', () => {
  const runtime = { argv: ['/bin/node', '/opt/cortex.cjs'], folder: '/opt' };
  const [hooks, config] = codex.install.edits({ ...runtime, instructs: true }, 'user');

  it('is in the folder that CODEX_HOME names', () => {
    const base = { env: 'CODEX_HOME', otherwiseInHome: '.codex' };
    expect(hooks).toMatchObject({ place: { base, path: 'hooks.json' }, format: 'json' });
    expect(config).toMatchObject({
      place: { base, path: 'config.toml' },
      format: 'toml',
      additions: [
        { at: ['mcp_servers', 'cortex'], set: { command: '/bin/node', args: ['/opt/cortex.cjs', 'mcp'] } },
      ],
    });
  });

  it('gives the end of a session the 3 seconds that Codex allows, and matches without lookahead', () => {
    const additions = hooks?.kind === 'settings' ? hooks.additions : [];
    const entry = (event: string) =>
      (additions.find(({ at }) => at[1] === event) as { append: { matcher?: string; hooks: object[] } })
        .append;
    expect(entry('SessionEnd').hooks).toMatchObject([{ timeout: 3 }]);
    expect(entry('Stop').hooks).toMatchObject([{ timeout: 10 }]);
    expect(entry('PreToolUse').matcher).not.toContain('(?');
    const matcher = new RegExp(entry('PreToolUse').matcher!);
    expect(
      ['Bash', 'apply_patch', 'mcp__db__query', 'update_plan'].map((tool) => matcher.test(tool)),
    ).toEqual([true, true, true, false]);
  });

  it('sends people to /hooks: nothing runs before it is trusted', () => {
    expect(codex.install.afterwards.join(' ')).toContain('/hooks');
  });
});

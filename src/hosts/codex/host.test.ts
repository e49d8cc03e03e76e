import { describe, expect, it } from 'vitest';
import { recordedOf } from '../../../test/host-contract.ts';
import { codex } from './host.ts';

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

import { describe, expect, it } from 'vitest';
import { recordedOf } from '../../../test/recorded-payloads.ts';
import { codex } from './host.ts';

const recorded = recordedOf('codex');
const shellUse = recorded.find((sent) => sent['hook_event_name'] === 'PostToolUse')!;

describe('tools', () => {
  const use = (fields: object) => {
    const event = codex.parse({ ...shellUse, ...fields });
    return event?.kind === 'tool-use' ? event.use : null;
  };

  it('a shell does not tell whether its command failed', () => {
    expect(use({ tool_response: 'FAIL a.test.ts' })).toMatchObject({
      failed: false,
      outcomeUntold: true,
    });
  });

  it('a patch that a shell was given counts as a patch', () => {
    const command =
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a.ts\n*** End Patch\nEOF";
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

it('matches tools without lookahead, which its patterns do not have', () => {
  const runtime = { argv: ['/bin/node', '/opt/cortex.cjs'], folder: '/opt', instructs: true };
  const written = JSON.stringify(codex.install.edits(runtime, 'user'));
  const PreToolUse = /"PreToolUse"\],"append":\{"matcher":"([^"]+)"/.exec(written)![1]!;
  expect(PreToolUse).not.toContain('(?');
  const matcher = new RegExp(PreToolUse);
  expect(
    ['Bash', 'apply_patch', 'mcp__db__query', 'update_plan'].map((tool) => matcher.test(tool)),
  ).toEqual([true, true, true, false]);
});

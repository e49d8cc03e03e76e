import { describe, expect, it } from 'vitest';
import { recordedOf } from '../../../test/recorded-payloads.ts';
import { observe } from '../../domain/observe/observation.ts';
import { qwen } from './host.ts';

const recorded = recordedOf('qwen');

it('an empty prompt is neither kept nor answered: an answer there sends Qwen into a loop', () => {
  const empty = recorded.filter((sent) => sent['prompt'] === '');
  expect(empty.length).toBe(2);
  for (const sent of empty) expect(qwen.parse(sent)).toBeNull();
});

it('what hooks said comes back wrapped, and is not kept', () => {
  const sent =
    'and <b>now</b>\n<qwen:user-prompt-submit-context>\nours\n</qwen:user-prompt-submit-context>';
  expect(observe(qwen.parse({ ...recorded[1], prompt: sent })!)).toEqual([
    { kind: 'prompt', text: 'and <b>now</b>' },
  ]);
});

it('a number that Qwen gives again does not hide other words', () => {
  const said = recorded[1]!;
  expect(qwen.parse({ ...said, prompt: 'something else' })?.key).not.toBe(qwen.parse(said)?.key);
});

describe('install', () => {
  const runtime = { argv: ['/bin/node', '/opt/c.cjs'], folder: '/opt' };
  const [settings] = qwen.install.edits({ ...runtime, instructs: true }, 'user');
  const additions = settings?.kind === 'settings' ? settings.additions : [];

  const matcherOf = (event: string) =>
    new RegExp(
      (additions.find(({ at }) => at[1] === event) as { append: { matcher: string } }).append
        .matcher,
    );

  it('calls after tools that leave facts, and never before a compaction, of which a start tells', () => {
    const tools = 'run_shell_command todo_write unknown_tool read_file grep_search web_fetch'.split(
      ' ',
    );
    const after = matcherOf('PostToolUse');
    expect(tools.filter((tool) => after.test(tool))).toEqual(tools.slice(0, 3));
    expect(additions.map(({ at }) => at[1])).not.toContain('PreCompact');
  });

  it('calls before tools that act, and for no other', () => {
    const matcher = matcherOf('PreToolUse');
    const tools = [
      'run_shell_command',
      'edit',
      'mcp__db__query',
      'read_file',
      'glob',
      'todo_write',
    ];
    expect(tools.filter((tool) => matcher.test(tool))).toEqual([
      'run_shell_command',
      'edit',
      'mcp__db__query',
    ]);
  });
});

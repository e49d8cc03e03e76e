import { expect, it } from 'vitest';
import { kimi } from './host.ts';

it('asks after no tool that only looks, unless somebody wants to know', () => {
  const runtime = { argv: ['/bin/node', '/opt/c.cjs'], folder: '/opt' };
  const text = (watchesReads: boolean) =>
    JSON.stringify(kimi.install.edits({ ...runtime, watchesReads }, 'user')[0]);
  const matcher = /"matcher":"([^"]+)"/.exec(text(false))![1]!;
  expect(
    ['Read', 'Grep', 'WebSearch', 'Bash', 'mcp__a__Read'].filter((n) =>
      new RegExp(matcher).test(n),
    ),
  ).toEqual(['Bash', 'mcp__a__Read']);
  expect(text(true)).not.toContain('matcher');
});

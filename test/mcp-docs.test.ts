import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { INSTRUCTIONS } from '../src/surfaces/mcp/instructions.ts';
import { TOOLS } from '../src/surfaces/mcp/tools.ts';

it('docs/mcp.md lists every tool with its input, as it is declared', () => {
  const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'mcp.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| [^|]+ \|(.*)\|$/gm)].map(([, name, input]) => ({
    name,
    input: [...input!.matchAll(/`(\w+)`/g)].map(([, word]) => word),
  }));
  expect(rows).toEqual(TOOLS.map(({ name, input }) => ({ name, input: Object.keys(input.shape) })));
});

it('a tool and the instructions name only tools that there are', () => {
  const names = new Set(TOOLS.map(({ name }) => name));
  for (const text of [...TOOLS.map(({ description }) => description), INSTRUCTIONS]) {
    const named = text.match(/\b(?:cortex|session|working|memory)_\w+/g) ?? [];
    expect(named.filter((word) => !names.has(word))).toEqual([]);
  }
});

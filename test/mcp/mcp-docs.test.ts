import { expect, it } from 'vitest';
import { MODEL_OPERATIONS } from '../../src/program/rooms/for-models.ts';
import { INSTRUCTIONS } from '../../src/surfaces/mcp/server.ts';
import { TOOLS, toolsForOperations } from '../../src/surfaces/mcp/tools.ts';

it('a tool and the instructions name only tools that there are', () => {
  const names = new Set(toolsForOperations(MODEL_OPERATIONS).map(({ name }) => name));
  for (const text of [...TOOLS.map(({ description }) => description), INSTRUCTIONS]) {
    const named = text.match(/\b(?:cortex|session|working|memory)_\w+/g) ?? [];
    expect(named.filter((word) => !names.has(word))).toEqual([]);
  }
});

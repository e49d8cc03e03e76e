import { expect, it } from 'vitest';
import { audienceOf } from './audience.ts';
import type { SharedRecord } from './record.ts';

const memory = (id: string, categories: readonly string[] = []) =>
  ({ kind: 'memory', memory: { id, categories } }) as unknown as SharedRecord;

it.each([
  ['mem-01234567', [], 'team'],
  ['mem-01234567', ['rule'], 'me'],
  ['claude-code-memory-0123456789ab', ['feedback'], 'me'],
  ['codex-memory-0123456789ab', ['preference'], 'me'],
])('a memory %s of %j is for %s', (id, categories, audience) => {
  expect(audienceOf(memory(id, categories), new Set())).toBe(audience);
  expect(audienceOf(memory(id, categories), new Set([id]))).toBe('team');
});

import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { withoutHostNotices } from './words.ts';

describe('nobody said', () => {
  it.each(table<[string, string]>('persons-words-none'))('%s', (_, prompt) =>
    expect(withoutHostNotices(prompt)).toBeNull(),
  );
});

describe('a person said', () => {
  it.each(table<[string, string, string]>('persons-words-kept'))('%s', (_, prompt, said) =>
    expect(withoutHostNotices(prompt)).toBe(said),
  );
});

it('is found in linear time', () => {
  for (const hostile of [
    '<skill name="',
    '<command-args>',
    '<task-notification ',
    '<environment_context>',
  ]) {
    const text = `x ${hostile.repeat(100_000)}.`;
    expect(withoutHostNotices(text)?.length).toBe(text.length);
  }
});

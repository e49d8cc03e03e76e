import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { personsWords } from './words.ts';

describe('nobody said', () => {
  it.each(table<[string, string]>('persons-words-none'))('%s', (_, prompt) =>
    expect(personsWords(prompt)).toBeNull(),
  );
});

describe('a person said', () => {
  it.each(table<[string, string, string]>('persons-words-kept'))('%s', (_, prompt, said) =>
    expect(personsWords(prompt)).toBe(said),
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
    expect(personsWords(text)?.length).toBe(text.length);
  }
});

import { describe, expect, it } from 'vitest';
import type { SessionId } from '../base/ids.ts';
import { compareFiles } from './shared-files.ts';

const changed = (files: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(files).map(([id, own]) => [id as SessionId, new Set(own)]));

describe('two sessions share', () => {
  const few = {
    a: ['rank.ts', 'README.md'],
    b: ['rank.ts'],
    c: ['mail.ts', 'README.md'],
    d: ['README.md'],
    e: ['README.md'],
  };
  it.each([
    ['a rare file', 'a', 'b', 'rare'],
    ['a file that most of them changed', 'a', 'c', 'common'],
    ['nothing', 'b', 'c', 'none'],
    ['nothing with one that is not known', 'a', 'x', 'none'],
  ])('%s', (_what, one, other, expected) => {
    expect(compareFiles(changed(few))(one as SessionId, other as SessionId)).toBe(expected);
  });

  it('in a long past a rare file when an eighth of the sessions changed it', () => {
    const of = (count: number) =>
      changed(
        Object.fromEntries(
          Array.from({ length: 40 }, (_, i) => [`s${i}`, i < count ? ['rank.ts'] : []]),
        ),
      );
    const [one, other] = ['s0', 's1'] as SessionId[];
    expect(compareFiles(of(5))(one!, other!)).toBe('rare');
    expect(compareFiles(of(6))(one!, other!)).toBe('common');
  });

  it('what the other shares with it', () => {
    const same = compareFiles(changed(few));
    const ids = Object.keys(few) as SessionId[];
    for (const one of ids) for (const other of ids) expect(same(one, other)).toBe(same(other, one));
  });
});

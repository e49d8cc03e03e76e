import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { HOOK_ELEMENTS } from '../../domain/base/text/envelopes.ts';
import { stripOwn } from '../../domain/base/text/safe-text.ts';
import { sopNote } from './note.ts';

type Source = Parameters<typeof sopNote>[0] & Parameters<typeof sopNote>[1];

const SOURCE: Source = {
  name: 'sops/deploy.md',
  path: '/home/x/.cortex/sops/deploy.md',
  title: 'Before a push',
  text: 'Run the tests.',
  acknowledge: null,
};

const written = (source: Source, max: number) => sopNote(source, source, max);

describe('sopNote', () => {
  it('wraps the text with where it comes from', () => {
    expect(written(SOURCE, 4_000)).toBe(
      '<cortex-note kind="sop" from="sops/deploy.md" title="Before a push">\nRun the tests.\n</cortex-note>',
    );
  });

  it('names the word that acknowledges it', () => {
    expect(written({ ...SOURCE, acknowledge: 'READ-IT' }, 4_000)).toContain(
      'The word READ-IT in the reply',
    );
  });

  it('leaves commands as they are', () => {
    const text =
      'psql < dump.sql\ncat <<EOF\n  x\nEOF\ngit push <remote> <branch>\nssh <user>@<host>\n\n- a\n  - b';
    expect(written({ ...SOURCE, text }, 4_000)).toContain(text);
  });

  it.each(table<string>('sop-notes-hostile'))('takes the sting out of %j', (evil) => {
    const note = written(
      { ...SOURCE, text: `a ${evil} b`, title: `t"> ${evil}`, name: `n ${evil}` },
      4_000,
    );
    expect(note.match(/[<＜]\s*\/?\s*[a-z]+[a-z-]*/gi)).toEqual(['<cortex-note', '</cortex-note']);
  });

  it('is recognised as our own words whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string(),
        fc.integer({ min: 1_000, max: 4_000 }),
        (text, title, name, max) => {
          const note = written(
            { ...SOURCE, text: `${text}</cortex-note>${title}`, title, name },
            max,
          );
          expect(note.length).toBeLessThanOrEqual(max);
          expect(stripOwn(`before ${note} after`)).toBe('before  after');
        },
      ),
    );
  });

  it('opens no element that a host puts around the words of hooks', () => {
    for (const name of HOOK_ELEMENTS) {
      expect(stripOwn(`a <${name}>b</${name}>`)).toBe('a');
      expect(written({ ...SOURCE, text: `<${name}>obey` }, 1_000)).toContain(`&lt;${name}>obey`);
    }
  });

  it('is cut with a note that says where the rest is', () => {
    const text = Array.from({ length: 500 }, (_, i) => `line ${i}`).join('\n');
    const note = written({ ...SOURCE, text, acknowledge: 'READ-IT' }, 1_000);
    expect(note.length).toBeLessThanOrEqual(1_000);
    expect(note.length).toBeGreaterThan(900);
    expect(note).toMatch(
      /\nline \d+\n\[cut here; all of it is in \/home\/x\/\.cortex\/sops\/deploy\.md\]\n\nThe word READ-IT/,
    );
    expect(note.endsWith('\n</cortex-note>')).toBe(true);
  });

  it('stays within its limit whatever is long in it', () => {
    const long = {
      ...SOURCE,
      name: 'n'.repeat(500),
      title: '<'.repeat(500),
      path: `/${'p'.repeat(500)}`,
      text: 't '.repeat(9_000),
      acknowledge: 'x'.repeat(100),
    };
    for (const max of [1_000, 4_000]) expect(written(long, max).length).toBeLessThanOrEqual(max);
  });

  it('never cuts a character in half', () => {
    for (let max = 1_000; max < 1_004; max++)
      expect(written({ ...SOURCE, text: '😀'.repeat(900) }, max).isWellFormed()).toBe(true);
  });
});

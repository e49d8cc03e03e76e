import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { makePin, type Pin, pinIdentity } from './pin.ts';
import {
  entriesIn,
  entriesOfOthers,
  entryKey,
  type FileContent,
  mirrorInFile,
  pinInEntry,
  pinsInEntries,
} from './working-memory.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const RULES = { now: NOW, maxChars: 500, strict: false };
const pin = (content: string, label: string | null = null): Pin =>
  makePin({ content, label }, NOW)!;

const pinsInFile = (content: FileContent | null, rules: typeof RULES) =>
  pinsInEntries(entriesIn(content), rules);

/** The file after a change of our pins, as the next write finds it. */
function write(before: FileContent | null, written: readonly string[], pins: readonly Pin[]) {
  return mirrorInFile(before, written, pins, RULES) ?? { content: before!, written };
}

describe('the pins of a working_memory.json', () => {
  it.each<[string, unknown]>(table('pins-none'))('an entry with %s is none', (_, entry) => {
    expect(pinInEntry(entry, RULES)).toBeNull();
  });

  it('are cut, cleaned and redacted like every other pin, and never of the future', () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    const read = (entry: object) => pinInEntry({ content: 'x', ...entry }, RULES)!;
    expect([...read({ content: 'w '.repeat(400) }).content]).toHaveLength(500);
    expect(read({ content: `token is ${secret}` }).content).toBe('token is [REDACTED]');
    expect(
      read({ label: `t [inherited from ${secret} @ 2026-01-01]` }).origin?.sessionId ?? '',
    ).not.toContain(secret);
    expect(read({ pinnedAt: '2031-01-01T00:00:00Z' }).pinnedAt).toBe(NOW);
    expect(read({ pinnedAt: 'yesterday' }).pinnedAt).toBe(NOW);
  });

  it.each([[null], [{}], [{ items: 'none' }], [{ items: [] }]])('%j has none', (file) => {
    expect(pinsInFile(file as FileContent | null, RULES)).toEqual([]);
  });
});

describe('a mirror', () => {
  it('keeps foreign fields and entries, malformed ones too', () => {
    const theirs = {
      version: 3,
      items: [
        { content: 'theirs', pinnedAt: '2026-02-17T10:00:00Z', colour: 'red' },
        { content: 'old words', pinnedAt: '2026-02-17T10:00:00Z', label: 'radio', by: 'helios' },
        'just a line',
      ],
      index: { a: 1 },
    };
    const { content, written } = write(theirs, [], [pin('new words', 'radio')]);
    expect(content).toEqual({
      version: 3,
      items: [
        {
          by: 'helios',
          content: 'new words',
          pinnedAt: '2026-11-15T12:00:00.000Z',
          label: 'radio',
        },
        { content: 'theirs', pinnedAt: '2026-02-17T10:00:00Z', colour: 'red' },
        'just a line',
      ],
      index: { a: 1 },
    });
    expect(entriesOfOthers(content, written)).toEqual([theirs.items[0], 'just a line']);
  });

  it('tells its own entries from foreign ones after another program rewrote the file', () => {
    const { content, written } = write(null, [], [pin('ours', 'x')]);
    const items = (content['items'] as object[]).map((entry) => ({ ...entry, seen: true }));
    const added = { content: 'added', pinnedAt: '2026-11-15T12:01:00.000Z' };
    expect(entriesOfOthers({ items: [added, ...items] }, written)).toEqual([added]);
  });

  it('recognises its entries when a crash kept the file from being written', () => {
    const first = write(null, [], [pin('a', 'a')]);
    const { written } = write(first.content, first.written, [pin('b', 'b')]);
    expect(entriesOfOthers(first.content, written)).toEqual([]);
  });

  it('tells a pin that somebody pinned again from the one of ours that we let go', () => {
    const first = write(null, [], [pin('a', 'a')]);
    const empty = write(first.content, first.written, []);
    const again = { content: 'a', pinnedAt: '2026-11-15T13:00:00.000Z', label: 'a' };
    expect(entriesOfOthers({ items: [again] }, empty.written)).toEqual([again]);
  });

  it('after any changes holds exactly our pins and every entry of others', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const ours = fc.array(name, { maxLength: 4 }).map((names) => ({ ours: [...new Set(names)] }));
    const theirs = fc
      .string({ minLength: 1, maxLength: 5 })
      .map((text) => ({ theirs: `their ${text}` }));
    fc.assert(
      fc.property(fc.array(fc.oneof(ours, theirs), { maxLength: 12 }), (steps) => {
        let file: { content: FileContent | null; written: readonly string[] } = {
          content: null,
          written: [],
        };
        let held: readonly Pin[] = [];
        const foreign: string[] = [];
        steps.forEach((step, i) => {
          if ('ours' in step) {
            held = step.ours.map((one) => pin(`about ${one}`, one));
            file = write(file.content, file.written, held);
          } else {
            const entry = { content: step.theirs, pinnedAt: new Date(NOW + i).toISOString() };
            foreign.push(entryKey(entry));
            const items = (file.content?.['items'] as unknown[] | undefined) ?? [];
            file = { ...file, content: { ...file.content, items: [...items, entry] } };
          }
        });
        const { content, written } = write(file.content, file.written, held);
        const keys = (content?.['items'] as unknown[] | undefined)?.map(entryKey) ?? [];
        expect(keys.filter((key) => foreign.includes(key)).sort()).toEqual(foreign.sort());
        expect(keys.filter((key) => written.includes(key))).toHaveLength(held.length);
        expect(keys).toHaveLength(held.length + foreign.length);
        expect(pinsInFile(content, RULES).slice(0, held.length).map(pinIdentity)).toEqual(
          held.map(pinIdentity),
        );
      }),
    );
  });
});

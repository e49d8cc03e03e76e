import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import {
  archivePath,
  archiveText,
  isArchivePath,
  parseArchive,
  readRows,
  type WholeSession,
} from './archive.ts';

const WHOLE = table<WholeSession>('archived-session')[0]!;

describe('the file of a cold session', () => {
  it('has the content of the mirror, and restores every row', () => {
    const text = archiveText(WHOLE, null);
    expect(JSON.parse(text)).toMatchObject({ session_id: 's1', title: 'Wire it' });
    expect(parseArchive(text)).toEqual(WHOLE.rows);
    expect(archiveText(WHOLE, null)).toBe(text);
  });

  it('begins with the head of the metrics', () => {
    const text = archiveText(WHOLE, { seq: 7, hash: 'abc' });
    expect(text.slice(0, 60).replace(/\s/g, '')).toContain(
      '{"metrics_head":{"seq":7,"hash":"abc"}',
    );
    expect(parseArchive(text)).toEqual(WHOLE.rows);
  });

  it.each([
    ['cut short', archiveText(WHOLE, null).slice(0, -20)],
    ['a mirror', JSON.stringify(WHOLE.state)],
    [
      'of a later format',
      archiveText(WHOLE, null).replace('"cortex_archive": 1', '"cortex_archive": 2'),
    ],
    ['nothing', ''],
    ['null', 'null'],
  ])('is none when it is %s', (_, text) => {
    expect(parseArchive(text)).toBeNull();
  });
});

describe('rows out of a file', () => {
  const changed = (table: string, change: Record<string, unknown>) => ({
    ...WHOLE.rows,
    [table]: [{ ...(WHOLE.rows as Record<string, readonly object[]>)[table]![0], ...change }],
  });

  it.each<[string, unknown]>([
    ['no session at all', { ...WHOLE.rows, session_states: [] }],
    [
      'two of them',
      {
        ...WHOLE.rows,
        session_states: [...WHOLE.rows.session_states, ...WHOLE.rows.session_states],
      },
    ],
    ['a table that is no list', { ...WHOLE.rows, session_events: {} }],
    ['a row that is no object', { ...WHOLE.rows, session_events: ['x'] }],
    ['an id that is no text', changed('session_states', { id: 5 })],
    ['no beginning', changed('session_states', { start_time: null })],
    ['a fact of another session', changed('session_events', { session_id: 's2' })],
    ['a kind of fact that is none', changed('session_events', { kind: 'constructor' })],
    ['a fact of a thread', changed('session_events', { kind: 'thread' })],
    ['an entry of a ledger', changed('session_events', { kind: 'ledger' })],
    [
      'the name of a ledger',
      {
        ...WHOLE.rows,
        ...Object.fromEntries(
          [
            'session_events',
            'session_folds',
            'session_turns',
            'session_restores',
            'session_links',
          ].map((table) => [table, []]),
        ),
        session_states: [{ ...WHOLE.rows.session_states[0], id: 'ledger 1' }],
      },
    ],
    ['a fact without a body', changed('session_events', { body: 'text' })],
    ['a date that is no number', changed('session_events', { at: 'now' })],
    ['a digest that is none', changed('session_folds', { digest: 'x' })],
    ['a turn without a number', changed('session_turns', { number: null })],
    ['a turn whose work is none', changed('session_turns', { did: 'x' })],
    ['a turn of another session', changed('session_turns', { session_id: 's2' })],
    ['a restore of another session', changed('session_restores', { session_id: 's2' })],
    ['a link between others', changed('session_links', { to_id: 's2' })],
    ['nothing', null],
  ])('are refused with %s', (_, value) => {
    expect(readRows(value)).toBeNull();
  });
});

describe('where it lies', () => {
  it('is the folder of the month in which the session ended, in UTC', () => {
    expect(archivePath('s1', '2026-10-31T23:30:00.000-02:00')).toBe('archive/2026-11/s1.json');
  });

  it.each(table<[string, boolean]>('archive-paths'))('%j is followed: %s', (path, followed) => {
    expect(isArchivePath(path)).toBe(followed);
  });
});

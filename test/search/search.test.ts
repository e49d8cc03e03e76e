import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { hoursAgo, person } from '../person.ts';
import { makeRepository } from '../scratch.ts';

interface Result {
  readonly kind: string;
  readonly id: string;
  readonly title: string | null;
  readonly snippet?: string | null;
  readonly marks?: readonly [number, number][];
}

const { here, cortex, json, hook, session } = person();

function search(words: string, ...flags: string[]): readonly Result[] {
  return json<{ results: Result[] }>(['search', words, ...flags]).results;
}

const ids = (results: readonly Result[]) => results.map(({ id }) => id);

describe('cortex search', () => {
  it('finds the prompt, the reply and the files of a session, each with the place that shows why', () => {
    const serial = session('s1', 'the serial port loses bytes at 38400 baud');
    session('s2', 'write the changelog');
    for (const words of ['serial', 'ports', 'losing bytes']) {
      const [first] = search(words);
      expect(first?.id, words).toBe(serial);
    }
    const [found] = search('baud');
    expect(found!.marks!.map(([from, to]) => found!.snippet!.slice(from, to))).toEqual(['baud']);
    expect(search('ft991a.ts', '--kind', 'session')).toHaveLength(2);
    expect(search('done')[0]!.snippet).toBe('Done.');
    expect(search('zeppelin')).toEqual([]);
  });

  it('shows of each session its own words, and none of another project', () => {
    const shop = makeRepository(join(here.folder, 'b', 'shop'));
    session('s0', 'the serial number of the customer is 4711', { cwd: shop });
    const first = session('s1', 'the serial port loses bytes');
    const second = session('s2', 'name the serial port in the log');
    const shown = new Map(search('serial').map(({ id, snippet }) => [id, snippet]));
    expect(shown).toEqual(
      new Map([
        [first, 'the serial port loses bytes'],
        [second, 'name the serial port in the log'],
      ]),
    );
  });

  it('answers in sentences, also where it finds nothing', () => {
    expect(cortex(['search', 'anything']).stdout).toMatch(/^Nothing found in project:radio\./);
    session('s1', 'the serial port loses bytes');
    expect(cortex(['search', 'serial']).stdout).toContain('the serial port loses bytes');
    expect(cortex(['search', '--kind', 'nonsense', 'x']).status).toBe(2);
    expect(cortex(['search']).status).toBe(2);
  });

  it('answers a question for a day with the sessions of that day, in the time zone of whoever asks', () => {
    // A Wednesday; in Auckland it is Thursday by then, and the sessions were there a day later too.
    const now = { CORTEX_NOW: '2026-11-18T12:00:00Z', TZ: 'UTC' };
    const at = (time: string) => ({ env: { ...now, CORTEX_NOW: time } });
    const monday = session('s1', 'calibrate the antenna', at('2026-11-16T22:00:00Z'));
    const tuesday = session('s2', 'solder the plug', at('2026-11-17T11:30:00Z'));
    const ask = (question: string, zone: string) =>
      ids(json<{ results: Result[] }>(['search', question], { env: { ...now, TZ: zone } }).results);
    expect(ask('what was I working on yesterday?', 'UTC')).toEqual([tuesday]);
    expect(ask('what was I working on last Tuesday?', 'UTC')).toEqual([tuesday]);
    expect(ask('what was I working on last Tuesday?', 'Pacific/Auckland')).toEqual([monday]);
    expect(ask('what did I do yesterday', 'Pacific/Auckland')).toEqual([tuesday]);
  });

  it('keeps to the project, the branch, the host and the time that are asked for', () => {
    const here1 = session('s1', 'the hamlib backend');
    const old = session('s2', 'the hamlib frontend', { env: hoursAgo(24 * 20) });
    const notes = join(here.folder, 'notes');
    mkdirSync(notes);
    const outside = session('s3', 'the hamlib elsewhere', { cwd: notes });
    expect(ids(search('hamlib')).sort()).toEqual([here1, old].sort());
    expect(ids(search('hamlib', '--scope', 'notes'))).toEqual([outside]);
    expect(ids(search('hamlib', '--all')).sort()).toEqual([here1, old, outside].sort());
    expect(ids(search('hamlib', '--since', '7d'))).toEqual([here1]);
    expect(ids(search('hamlib', '--branch', 'main')).sort()).toEqual([here1, old].sort());
    expect(search('hamlib', '--host', 'gemini')).toEqual([]);
    expect(search('hamlib', '--limit', '1')).toHaveLength(1);
  });

  it('ranks a memory among sessions: before those that say less of the question, after those that say more', () => {
    const whole = session('s1', 'the squelch of the hamlib backend opens too late');
    const part = session('s2', 'rename the hamlib module');
    cortex(['memory', 'add', 'the hamlib backend needs a lock file']);
    const kinds = search('squelch hamlib backend', '--limit', '3').map(({ kind, id }) =>
      kind === 'memory' ? kind : id,
    );
    expect(kinds).toEqual([whole, 'memory', part]);
    expect(search('squelch hamlib backend', '--limit', '1').map(({ id }) => id)).toEqual([whole]);
  });

  it('finds the thread of work by its notes and its files', () => {
    session('s1', 'the serial port');
    cortex(['note', 'next', 'measure the zeppelin antenna']);
    const [found, ...others] = search('zeppelin');
    expect(found).toMatchObject({ kind: 'thread', snippet: 'measure the zeppelin antenna' });
    expect(others).toEqual([]);
    expect(search('ft991a', '--kind', 'thread')).toMatchObject([{ id: found!.id }]);
    cortex(['doctor', '--rebuild-index']);
    expect(ids(search('zeppelin'))).toEqual([found!.id]);
  });
});

describe('the search index', () => {
  it('is made anew by doctor --rebuild-index, with the same answers', () => {
    session('s1', 'the serial port loses bytes');
    session('s2', 'write the changelog');
    const before = search('serial changelog');
    const database = new DatabaseSync(join(here.home, 'brain.db'));
    database.exec("INSERT INTO search_index(search_index) VALUES ('delete-all')");
    database.exec('DELETE FROM search_document');
    database.close();
    expect(search('serial changelog')).toEqual([]);
    expect(cortex(['search', 'serial']).stdout).toContain('2 sessions are not in the index yet');
    expect(cortex(['doctor', '--rebuild-index']).stdout).toContain('made anew from 2 sessions');
    expect(search('serial changelog')).toEqual(before);
    const checked = new DatabaseSync(join(here.home, 'brain.db'));
    // Compares the index with the texts, and throws where they differ.
    checked.exec("INSERT INTO search_index(search_index, rank) VALUES ('integrity-check', 1)");
    checked.close();
  });

  it('still finds sessions in cold storage', () => {
    const old = session('s1', 'the zeppelin antenna', { env: hoursAgo(24 * 200) });
    expect(cortex(['maintain']).status).toBe(0);
    const [found] = search('zeppelin');
    expect(found).toMatchObject({ id: old, title: 'the zeppelin antenna' });
    cortex(['doctor', '--rebuild-index']);
    expect(ids(search('zeppelin'))).toEqual([old]);
  });

  it('comes along with an import, for sessions in cold storage too', () => {
    session('s1', 'the zeppelin antenna', { env: hoursAgo(24 * 200) });
    cortex(['maintain']);
    session('s2', 'solder the zeppelin');
    const file = join(here.folder, 'all.jsonl');
    expect(cortex(['export', file]).stderr).toBe('');
    const elsewhere = { env: { CORTEX_HOME: join(here.folder, 'other home') } };
    expect(cortex(['import', file], elsewhere).status).toBe(0);
    const there = json<{ results: Result[] }>(
      ['search', 'zeppelin', '--all', '--kind', 'session'],
      elsewhere,
    );
    expect(ids(there.results).sort()).toEqual(ids(search('zeppelin', '--kind', 'session')).sort());
    expect(there.results).toHaveLength(2);
  });
});

describe('from a hit to the words', () => {
  const talk = () => {
    const say = (event: string, more: object) =>
      hook({ session_id: 's1', hook_event_name: event, ...more });
    say('SessionStart', { source: 'startup' });
    for (const [asked, answered] of [
      ['tidy the tests', 'The tests are tidy.'],
      ['put the webhook behind a flag', 'It is behind STRIPE_SHADOW.\nBoth paths run.'],
      ['and the rounding?', 'Bankers, as the ledger does.'],
    ]) {
      say('UserPromptSubmit', { prompt: asked });
      say('Stop', { last_assistant_message: answered });
    }
    say('SessionEnd', { reason: 'other' });
    return search('webhook flag')[0]!;
  };

  it('a hit names its turn, and show --at reads it whole, by number and by words', () => {
    const hit = talk() as Result & { turn: number; by: string };
    expect(hit).toMatchObject({ turn: 2, by: 'user' });
    const read = (at: string) =>
      json<{ turns: { number: number; asked: string; answered: string }[] }>([
        'show',
        hit.id,
        '--at',
        at,
      ]);
    expect(read('2').turns.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(read('2').turns[1]!.answered).toBe('It is behind STRIPE_SHADOW.\nBoth paths run.');
    const shown = cortex(['show', hit.id.slice(0, 8), '--at', 'bankers rounding']).stdout;
    expect(shown).toMatch(
      /turn 3 of 3[\s\S]*user +and the rounding\?\nagent +Bankers, as the ledger does\./,
    );
    expect(cortex(['show', hit.id, '--at', '9']).stderr).toContain('has no turn 9');
    expect(cortex(['show', hit.id, '--at', 'zeppelin']).stderr).toContain('holds these words');
  });
});

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { RepairReport } from '../../src/engine/keeping/repair.ts';
import { checkpoint, countIn, databaseOf, schemaPages, zeroPage } from '../damaged-home.ts';
import { programStage } from '../program-stage.ts';

describe('a copy for every hour of work', () => {
  const { made, cortex: run, payload } = programStage({ CORTEX_REPAIR_AUTO: 'false' });

  /** Far from the clock of this machine, by which files are dated. */
  const at = (time: string) => Date.parse(`2031-11-01T${time}:00Z`);
  const cortex = (time: string, words: readonly string[], input = '', env = {}) =>
    run(words, input, { CORTEX_NOW: new Date(at(time)).toISOString(), ...env });
  const send = (time: string, event: string, more: object = {}, env = {}) => {
    const input = JSON.stringify(payload(event, more));
    expect(cortex(time, ['hook', 'claude-code'], input, env).status).toBe(0);
  };
  const prompt = (time: string, words: string, env = {}) =>
    send(time, 'UserPromptSubmit', { prompt: words, prompt_id: words }, env);
  const copy = () => join(made.home, 'backups', 'brain-20311101.db');
  const copies = () =>
    readdirSync(join(made.home, 'backups')).filter((name) => name.startsWith('brain-'));
  const askedAt = (time: string) =>
    countIn(made.home, 'maintenance', `job = 'copy' AND asked_at = ${at(time)}`);
  /** Made, noted, and nobody is at it any more. */
  const isCopied = () =>
    existsSync(copy()) &&
    countIn(made.home, 'maintenance', "(job = 'copy') = (report IS NOT NULL) AND owner IS NULL") ===
      2;
  const until = async (isSo: () => boolean) => {
    for (let tries = 0; tries < 1_800 && !isSo(); tries++) await pause(50);
    expect(isSo()).toBe(true);
  };

  /** An open session with a pin and a memory by hand. */
  const work = () => {
    send('10:00', 'SessionStart', { source: 'startup' });
    prompt('10:01', 'wire the ft991a');
    cortex('10:02', ['pin', 'the mast stays grounded']);
    cortex('10:03', ['memory', 'add', 'the rotator needs 24 volts']);
    send('10:05', 'Stop', { last_assistant_message: 'Wired.', prompt_id: '1' });
    expect(copies()).toEqual([]);
  };

  it('an open session and what was kept by hand come back when the schema cannot be read', async () => {
    work();
    prompt('11:30', 'now the rotator');
    await until(() => existsSync(copy()));
    const facts = countIn(made.home, 'session_events');
    checkpoint(made.home);
    for (const page of schemaPages(databaseOf(made.home))) zeroPage(databaseOf(made.home), page);
    const off = { CORTEX_MAINTENANCE_AUTO: 'false' };
    const done = cortex('11:40', ['repair', '--yes', '--json'], '', off);
    const { report } = JSON.parse(done.stdout) as { report: RepairReport };
    expect(report).toMatchObject({ backup: { path: copy() } });
    expect(countIn(made.home, 'session_events')).toBe(facts);
    expect(countIn(made.home, 'session_states', 'end_time IS NULL')).toBe(1);
    expect(cortex('11:41', ['pins'], '', off).stdout).toContain('the mast stays grounded');
    expect(cortex('11:41', ['memory', 'list'], '', off).stdout).toContain(
      'the rotator needs 24 volts',
    );
  }, 60_000);

  it('is made anew an hour later, and not before', async () => {
    work();
    prompt('11:30', 'now the rotator');
    await until(() => existsSync(copy()));
    await until(isCopied);
    const first = statSync(copy()).ino;
    prompt('12:20', 'and its brake');
    expect(askedAt('11:30')).toBe(1);
    prompt('12:31', 'and its cable');
    await until(() => statSync(copy()).ino !== first && isCopied());
    expect(copies()).toEqual(['brain-20311101.db']);
    // The drill of the day after knows the newest.
    expect(cortex('12:40', ['maintain', '--json']).stdout).toContain('"ok": true');
  }, 60_000);

  it.each([{ CORTEX_MAINTENANCE_AUTO: 'false' }, { CORTEX_RETENTION_BACKUPS: '0' }])(
    'not with %o',
    async (env) => {
      work();
      prompt('11:30', 'now the rotator', env);
      // Whoever asks after that is the first to ask.
      prompt('11:31', 'and its brake');
      await until(() => existsSync(copy()));
      expect(askedAt('11:31')).toBe(1);
    },
    60_000,
  );
});

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { countIn, databaseOf } from '../damaged-home.ts';
import { programStage } from '../program-stage.ts';

/** The build here is the older program, for as long as the database says that a newer one has migrated it. */
describe('an older program on the home of a newer one', () => {
  const { made, cortex, payload } = programStage({ CORTEX_MAINTENANCE_AUTO: 'false' });
  const send = (event: string, more: object = {}) => {
    const { status, stdout } = cortex(
      ['hook', 'claude-code'],
      JSON.stringify(payload(event, more)),
    );
    expect(status).toBe(0);
    return stdout;
  };
  const prompt = (words: string) =>
    payload('UserPromptSubmit', { prompt: words, prompt_id: words });
  const change = (sql: string) => {
    const raw = new DatabaseSync(databaseOf(made.home));
    raw.exec(sql);
    raw.close();
  };
  const migrate = () => change("INSERT INTO cortex_migrations VALUES (999, 'later', 'now')");
  const update = () => change('DELETE FROM cortex_migrations WHERE number = 999');
  const waiting = () => readdirSync(join(made.home, 'spool')).sort();
  const prompts = () => countIn(made.home, 'session_events', "kind = 'prompt'");
  const plain = (text: string) => text.replace(/\s+/g, ' ');

  it('its events wait without their secrets, it says so, and the newer one takes each in once', () => {
    send('SessionStart', { source: 'startup' });
    migrate();
    const token = `ghp_${'a1B2c3D4e5'.repeat(3)}f6G7h8`;
    for (let i = 0; i < 12; i++)
      send('UserPromptSubmit', prompt(`wire number ${i}, the token is ${token}`));
    send('Stop', { last_assistant_message: 'Wired.' });
    expect(waiting()).toHaveLength(13);
    for (const name of waiting())
      expect(readFileSync(join(made.home, 'spool', name), 'utf8')).not.toContain(token);
    expect(send('SessionStart', { source: 'startup', session_id: 't' })).toContain(
      'has schema 999',
    );

    const status = plain(cortex(['status']).stdout);
    expect(status).toContain('brain.db has schema 999, this Cortex knows');
    expect(status).toContain('14 events wait to be stored');
    const doctor = cortex(['doctor']);
    expect(doctor.status).toBe(1);
    expect(plain(doctor.stdout)).toContain('waiting: 14 events wait to be stored');
    // Commands refuse aloud.
    expect(cortex(['pin', 'the mast stays grounded'])).toMatchObject({ status: 1 });
    expect(waiting()).toHaveLength(14);

    update();
    const again = waiting().map(
      (name) => [name, readFileSync(join(made.home, 'spool', name))] as const,
    );
    expect(cortex(['history']).status).toBe(0);
    expect([waiting(), prompts()]).toEqual([[], 12]);
    const facts = countIn(made.home, 'session_events');
    // Killed before the files were gone, it would begin again.
    for (const [name, bytes] of again) writeFileSync(join(made.home, 'spool', name), bytes);
    cortex(['history']);
    expect([waiting(), countIn(made.home, 'session_events')]).toEqual([[], facts]);
    expect(plain(cortex(['doctor']).stdout)).not.toContain('waiting:');
  }, 60_000);

  it('leaves a waiting event alone that a newer one wrote', () => {
    send('SessionStart', { source: 'startup' });
    mkdirSync(join(made.home, 'spool'), { recursive: true });
    const name = '000001793000000-later.json';
    writeFileSync(join(made.home, 'spool', name), '{"version":2,"what":"nobody here knows"}');
    send('UserPromptSubmit', prompt('wire it'));
    cortex(['history']);
    expect(waiting()).toEqual([name]);
    expect(plain(cortex(['doctor']).stdout)).toContain('waiting: 1 event waits');
  }, 60_000);
});

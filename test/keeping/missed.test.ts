import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  countMissed,
  makeMissed,
  missedIn,
  readMissed,
  tellMissed,
} from '../../src/system/keeping/missed.ts';
import { person } from '../person.ts';
import { CORTEX } from '../program.ts';

const { here, environment, cortex, json, hook, session } = person();

describe.skipIf(process.platform === 'win32')('where nothing can be written', () => {
  /** Every write beyond the first KiB of a file fails, as all new blocks do on a full disk. */
  const starved = (event: Record<string, unknown>) =>
    spawnSync(
      'bash',
      ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, CORTEX, 'hook', 'claude-code'],
      {
        cwd: here.radio,
        env: environment({ CORTEX_REPAIR_AUTO: 'false' }),
        input: JSON.stringify({ cwd: here.radio, session_id: 'full', ...event }),
        encoding: 'utf8',
      },
    );
  const use = (id: string) => ({
    hook_event_name: 'PostToolUse',
    tool_name: 'Write',
    tool_input: { file_path: join(here.radio, 'a.ts'), content: 'x' },
    tool_response: {},
    tool_use_id: id,
  });

  it('what was missed is counted in place, shown, and told at the next start', () => {
    session('full', 'Wire the ft991a', { ends: false });
    const record = missedIn(here.home);
    const { size } = statSync(record);
    // The second place is not to be had either.
    writeFileSync(join(here.home, 'spool'), '');
    for (const id of ['one', 'two']) expect(starved(use(id)).status).toBe(0);
    expect(
      starved({ hook_event_name: 'UserPromptSubmit', prompt: 'go on', prompt_id: 'x' }).status,
    ).toBe(0);
    expect(readMissed(record)).toMatchObject({
      count: 3,
      told: 0,
      kinds: { 'tool-use': 2, prompt: 1 },
    });
    expect(statSync(record).size).toBe(size);
    expect(json<{ missed: { count: number }; free_bytes: number }>(['status'])).toMatchObject({
      missed: { count: 3 },
      free_bytes: expect.any(Number),
    });
    expect(cortex(['status']).stdout).toMatch(/disk +\d.* free\nmissed +3 events were missed from/);
    expect(cortex(['doctor']).stdout).toContain('2 tool-use, 1 prompt');
    const start = (id: string) =>
      hook({ session_id: id, hook_event_name: 'SessionStart', source: 'startup' }).stdout;
    expect(start('next')).toContain('cortex: 3 events were missed');
    expect(start('later')).not.toContain('missed');
  });
});

it('a host that sends nothing in time is counted, one that closes its pipe is not', () => {
  session('a', 'Wire it');
  const call = (input: string) =>
    spawnSync(
      'bash',
      ['-c', `${input} | "$0" "$@"`, process.execPath, CORTEX, 'hook', 'claude-code'],
      {
        cwd: here.radio,
        env: environment({ CORTEX_REPAIR_AUTO: 'false' }),
      },
    );
  expect(call('true').status).toBe(0);
  expect(readMissed(missedIn(here.home))).toBeNull();
  // Nobody waits for the sender: it sleeps on after the hook has left.
  expect(call('sleep 3').status).toBe(0);
  expect(readMissed(missedIn(here.home))).toMatchObject({
    count: 1,
    kinds: { unknown: 1 },
    why: 'the host sent nothing in time',
  });
});

describe('the record of what was missed', () => {
  it('keeps its length, whatever is written into it', () => {
    session('a', 'Wire it');
    const record = missedIn(here.home);
    for (let i = 0; i < 40; i++)
      countMissed(record, `kind-${i}-${'x'.repeat(i)}`, 'no space \u{1F4BE} left', i);
    expect(statSync(record).size).toBe(512);
    expect(readMissed(record)).toMatchObject({ count: 40, first: 0, last: 39 });
    expect(tellMissed(record)?.count).toBe(40);
    expect(tellMissed(record)).toBeNull();
    countMissed(record, 'prompt', 'again', 50);
    expect(tellMissed(record)?.count).toBe(1);
  });

  it('says what it is, and doctor that nothing was missed, where it only keeps the place', () => {
    session('a', 'Wire it');
    const record = missedIn(here.home);
    expect(readFileSync(record, 'utf8')).toMatch(/^\{"about":"counts events .*","count":0,/);
    expect(readMissed(record)).toBeNull();
    expect(cortex(['doctor']).stdout).toMatch(/^ok +missed: none/m);
    expect(cortex(['status']).stdout).not.toContain('missed');
  });

  it('is made once, and not where something was missed before', () => {
    session('a', 'Wire it');
    const record = missedIn(here.home);
    countMissed(record, 'prompt', 'why', 5);
    const before = readFileSync(record, 'utf8');
    makeMissed(record);
    expect(readFileSync(record, 'utf8')).toBe(before);
  });
});

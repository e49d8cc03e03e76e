import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { atOnce, bundled } from '../../../test/bundled.ts';
import { useScratch } from '../../../test/use-scratch.ts';
import { type LogOptions, openLog, readLog } from './log.ts';

const base = useScratch();
let folder: string;
beforeEach(() => {
  folder = join(base.path, 'log');
});

const NOON = Date.UTC(2026, 10, 15, 12);
const options: LogOptions = { debug: false, now: () => NOON, redact: (text) => text };
const current = () => join(folder, 'cortex.jsonl');
const previous = () => join(folder, 'cortex.1.jsonl');

describe('openLog', () => {
  it('writes one JSON line for each event, in a file that only we can read', () => {
    const log = openLog(folder, options);
    expect(existsSync(folder)).toBe(false);
    log.info('started', { scope: 'project:api', n: 3 });
    log.warn('odd');
    const lines = readFileSync(current(), 'utf8').split('\n');
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0]!)).toEqual({
      at: '2026-11-15T12:00:00.000Z',
      level: 'info',
      pid: process.pid,
      event: 'started',
      fields: { scope: 'project:api', n: 3 },
    });
    expect([statSync(folder).mode & 0o777, statSync(current()).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
  });

  it('keeps debug lines and stacks for those who ask', () => {
    const failed = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    openLog(folder, options).debug('hidden');
    openLog(folder, options).failure('mirror', failed);
    openLog(folder, { ...options, debug: true }).debug('shown');
    openLog(folder, { ...options, debug: true }).failure('mirror', failed);
    const lines = readFileSync(current(), 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(['mirror', 'shown', 'mirror']);
    expect(lines.map((line) => 'stack' in JSON.parse(line))).toEqual([false, false, true]);
  });

  it.each<[string, unknown, string | null, string]>([
    [
      'a system error',
      Object.assign(new Error('no space'), { code: 'ENOSPC' }),
      'ENOSPC',
      'no space',
    ],
    ['a plain one', new TypeError('x is not a function'), 'TypeError', 'x is not a function'],
    ['a text', 'boom', null, 'boom'],
    ['nothing', undefined, null, 'undefined'],
    ['an object without words', Object.create(null), null, 'unprintable'],
  ])('tells %s', (_what, error, code, message) => {
    openLog(folder, options).failure('restore', error, { session: 's1' });
    const entry = { level: 'failure', event: 'restore', code, message, fields: { session: 's1' } };
    expect(readLog(folder, { limit: 1 })).toMatchObject([entry]);
  });

  it('redacts every text before it is written, also deep ones, and withholds what it cannot', () => {
    const redact = (text: string) => text.replaceAll('hunter2', '[REDACTED]');
    const log = openLog(folder, { ...options, debug: true, redact });
    log.failure('login hunter2', new Error('bad password hunter2'), {
      deep: [{ url: 'x?p=hunter2' }],
    });
    const filler = 'x'.repeat(1_995);
    log.info('cut', { text: `${filler}hunter2${filler}` });
    const broken = openLog(folder, {
      ...options,
      redact: () => {
        throw new Error();
      },
    });
    broken.warn('hunter2', { text: 'hunter2' });
    const text = readFileSync(current(), 'utf8');
    expect(text).not.toMatch(/hunter2|hunte/);
    expect(text.match(/\[REDACTED\]/g)!.length).toBeGreaterThanOrEqual(3);
    expect(text.split('\n')).toHaveLength(4);
    expect(text).toContain('[withheld]');
  });

  it('keeps a line whole and short, whatever it is given', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const log = openLog(folder, options);
    log.info('long', { text: 'y'.repeat(1_000_000) });
    log.info('many', { list: Array.from({ length: 100_000 }, (_, i) => i) });
    log.info('loop', loop);
    log.info('odd', { big: 2n, half: '\ud800', newline: 'a\nb', un: undefined });
    log.failure('\0'.repeat(5_000), new Error('\0'.repeat(5_000)));
    const entries = readLog(folder, { limit: 10 });
    expect(entries.map((entry) => entry.event.slice(0, 4))).toEqual([
      '\0\0\0\0',
      'odd',
      'loop',
      'many',
      'long',
    ]);
    expect(entries[1]!.fields).toEqual({ big: '2', half: '\ufffd', newline: 'a\nb' });
    expect(entries[2]!.fields).toEqual({ omitted: 'unserialisable' });
    expect(entries[3]!.fields).toEqual({ omitted: 'too long' });
    expect((entries[4]!.fields.text as string).length).toBe(2_001);
    expect(statSync(current()).size).toBeLessThan(64 * 1024);
  });

  it('never throws: no folder, no clock, a link, a folder in its place', () => {
    const victim = join(base.path, 'victim');
    writeFileSync(victim, 'precious');
    openLog('/proc/none/log', options).info('x');
    openLog(victim, options).info('x');
    openLog(folder, { ...options, now: () => Number.NaN }).info('x');
    mkdirSync(folder, { recursive: true });
    symlinkSync(victim, current());
    openLog(folder, options).info('x');
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    rmSync(current());
    mkdirSync(current());
    openLog(folder, options).info('x');
    expect(readLog(folder, { limit: 5 })).toEqual([]);
  });

  it('closes a file that others could read', () => {
    openLog(folder, options).info('one');
    chmodSync(current(), 0o644);
    openLog(folder, options).info('two');
    expect(statSync(current()).mode & 0o777).toBe(0o600);
  });
});

describe('rotation', () => {
  const fill = (bytes: number) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(current(), `${'x'.repeat(bytes - 1)}\n`);
  };

  it('happens at 1 MiB and keeps one older file', () => {
    fill(1024 * 1024 - 1);
    openLog(folder, options).info('last');
    expect(existsSync(previous())).toBe(false);
    openLog(folder, options).info('first');
    expect(statSync(previous()).size).toBeGreaterThan(1024 * 1024);
    expect(readFileSync(current(), 'utf8').split('\n')).toHaveLength(2);
    expect(readLog(folder, { limit: 5 }).map((entry) => entry.event)).toEqual(['first', 'last']);
  });

  it('stops at 4 MiB where it cannot rotate', () => {
    fill(4 * 1024 * 1024);
    mkdirSync(previous());
    openLog(folder, options).info('too much');
    expect(statSync(current()).size).toBe(4 * 1024 * 1024);
  });

  it('loses no line of six processes that write at once', async () => {
    const code = `import { openLog } from ${JSON.stringify(bundled(new URL('./log.ts', import.meta.url)))};
      await together();
      const log = openLog(${JSON.stringify(folder)}, { debug: false, now: () => 0, redact: (t) => t });
      for (let i = 0; i < 400; i++) log.info('w', { who: process.pid, i, pad: 'p'.repeat(100) });`;
    await atOnce(6, code);
    const seen = new Set(
      readLog(folder, { limit: 10_000 }).map(({ fields }) => `${fields.who}/${fields.i}`),
    );
    expect(seen.size).toBe(2_400);
  });
});

describe('readLog', () => {
  it('gives the newest first, of the levels asked for, up to the limit', () => {
    const log = openLog(folder, options);
    for (let i = 0; i < 5; i++) {
      log.info(`info ${i}`);
      log.warn(`warn ${i}`);
      log.failure(`failure ${i}`, 'x');
    }
    const names = (entries: { event: string }[]) => entries.map((entry) => entry.event);
    expect(names(readLog(folder, { levels: ['failure'], limit: 2 }))).toEqual([
      'failure 4',
      'failure 3',
    ]);
    expect(names(readLog(folder, { levels: ['warn', 'failure'], limit: 3 }))).toEqual([
      'failure 4',
      'warn 4',
      'failure 3',
    ]);
    expect(readLog(folder, { limit: 100 })).toHaveLength(15);
    expect(readLog(folder, { limit: 0 })).toEqual([]);
    expect(readLog(join(base.path, 'none'), { limit: 5 })).toEqual([]);
  });

  it('passes over damaged lines', () => {
    const log = openLog(folder, options);
    log.info('one', { at: 'inside' });
    appendFileSync(
      current(),
      'rubbish\n\n{"at":1}\n[]\nnull\n"text"\n\0\0\0\n{"at":"2026-11-15T12:00:00Z"}\n',
    );
    log.info('two', { nested: { at: 'inside' } });
    appendFileSync(current(), '{"at":"2026');
    expect(readLog(folder, { limit: 10 }).map((entry) => entry.event)).toEqual(['two', 'one']);
  });
});

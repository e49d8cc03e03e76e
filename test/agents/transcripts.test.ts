import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ALL_TRANSCRIPTS } from '../../src/agents/all.ts';
import type {
  TranscriptDamage,
  TranscriptEvent,
  TranscriptFile,
} from '../../src/ports/base/transcripts.ts';
import { allHosts } from '../../src/program/rooms/hosts.ts';
import { openForeign } from '../../src/store/base/foreign.ts';
import { runs } from '../effort.ts';
import { scratchFolder } from '../scratch.ts';

const FOLDER = join(import.meta.dirname, '..', 'recorded', 'transcripts');

function file(text: string, path = 'x.jsonl'): TranscriptFile {
  const lines = text.replace(/\n$/, '').split('\n');
  return {
    path,
    size: text.length,
    modified: 0,
    text: () => text,
    lines: () => lines.map((line, i) => ({ number: i + 1, text: line, read: 0 })),
    beside: () => [],
    database: () => {
      throw new Error('no database');
    },
  };
}

/** An event in a few words. */
function brief(told: TranscriptEvent | TranscriptDamage): string {
  if ('why' in told) return `damaged: ${told.where}`;
  const { event } = told;
  switch (event.kind) {
    case 'prompt':
      return `> ${event.text}`;
    case 'turn-end':
      return `< ${event.reply}`;
    case 'tool-use': {
      const { name, command, changes, failed } = event.use;
      const what = command ?? changes.map(({ kind, path }) => `${kind} ${path}`).join(' ');
      return `${name}: ${what}${failed ? ' (failed)' : ''}`;
    }
    default:
      return event.kind;
  }
}

/** What the recorded transcript of each host tells. */
const TOLD: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(join(FOLDER, 'told.json'), 'utf8'),
);

const recorded = ALL_TRANSCRIPTS.flatMap((transcripts) => {
  const path = join(FOLDER, `${transcripts.host}.jsonl`);
  return existsSync(path)
    ? [{ transcripts, host: transcripts.host, text: readFileSync(path, 'utf8') }]
    : [];
});

describe.each(recorded)('a transcript of $host', ({ transcripts, host, text }) => {
  const told = [...transcripts.read(file(text))];

  it('tells what happened', () => {
    expect(told.map(brief)).toEqual(TOLD[host]);
  });

  it('says where and when', () => {
    for (const one of told) {
      if ('why' in one) continue;
      expect(one.event).toMatchObject({ cwd: '/home/dev/orders' });
      expect(one.event.hostSessionId).not.toBe('');
      expect(new Date(one.at!).toISOString()).toMatch(/^2026-11-15T/);
    }
  });

  it('tells the beginning of it before it is whole, so that what goes on can be taken up', () => {
    const lines = text.trimEnd().split('\n');
    // Up to before the second time that the person speaks.
    const second = told.findIndex(
      (one, i) => i > 0 && 'event' in one && one.event.kind === 'prompt',
    );
    for (let most = 1; most <= lines.length; most++) {
      const some = [...transcripts.read(file(lines.slice(0, most).join('\n')))].map(brief);
      if (second > 0 && some.length > second) {
        expect(some.slice(0, second)).toEqual(told.slice(0, second).map(brief));
        break;
      }
    }
  });

  it('never throws, whatever stands in its lines', () => {
    const lines = text.trimEnd().split('\n');
    const line = fc.oneof(fc.constantFrom(...lines), fc.string(), fc.json());
    const damaged = fc
      .tuple(fc.constantFrom(...lines), fc.nat(), fc.string({ maxLength: 3 }))
      .map(
        ([one, at, put]) => one.slice(0, at % one.length) + put + one.slice((at % one.length) + 1),
      );
    fc.assert(
      fc.property(fc.array(fc.oneof(line, damaged), { maxLength: 12 }), (some) => {
        for (const one of transcripts.read(file(some.join('\n')))) expect(one).toBeTypeOf('object');
      }),
      { numRuns: runs(30, 300) },
    );
  });
});

it('are recorded of every host that keeps files', () => {
  expect(recorded.map(({ host }) => host).sort()).toEqual(Object.keys(TOLD).sort());
  const others = ALL_TRANSCRIPTS.map(({ host }) => host).filter((host) => !(host in TOLD));
  expect(others).toEqual(['claude-code', 'opencode', 'kilo']);
});

describe.each(['opencode', 'kilo'])('the database of %s', (name) => {
  const scratch = scratchFolder();
  afterAll(() => scratch.dispose());

  it('tells its sessions one after the other, a subagent within its parent', () => {
    const path = join(scratch.path, 'opencode.db');
    const database = new DatabaseSync(path);
    database.exec(`CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT);
      CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
      CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT)`);
    let made = 0;
    const say = (session: string, role: string, ...parts: object[]) => {
      const id = `msg_${++made}`;
      const data = JSON.stringify({ role });
      database
        .prepare('INSERT INTO message VALUES (?, ?, ?, ?)')
        .run(id, session, 1794784706298 + made, data);
      for (const part of parts)
        database
          .prepare('INSERT INTO part VALUES (?, ?, ?, ?)')
          .run(`prt_${++made}`, id, session, JSON.stringify(part));
    };
    const add = database.prepare('INSERT INTO session VALUES (?, ?, ?)');
    add.run('ses_1', null, '/home/dev/orders');
    say(
      'ses_1',
      'user',
      { type: 'text', text: 'Say it.' },
      { type: 'text', text: 'ours', synthetic: true },
    );
    const state = {
      status: 'completed',
      input: { command: 'ls' },
      output: 'readme.md',
      metadata: { exit: 0 },
    };
    say('ses_1', 'assistant', { type: 'step-start' }, { type: 'tool', tool: 'bash', state });
    say('ses_1', 'assistant', { type: 'text', text: 'Said.' });
    say('ses_1', 'user', { type: 'compaction', auto: true });
    add.run('ses_2', 'ses_1', '/home/dev/orders');
    const broken = { status: 'error', input: { command: 'false' }, error: 'no' };
    say('ses_2', 'user', { type: 'text', text: 'from the parent' });
    say('ses_2', 'assistant', { type: 'tool', tool: 'bash', state: broken });
    database.prepare('INSERT INTO message VALUES (?, ?, ?, ?)').run('msg_x', 'ses_2', 1, '{');
    database.close();
    const transcripts = ALL_TRANSCRIPTS.find(({ host }) => host === name)!;
    const told = [...transcripts.read({ ...file('', path), database: () => openForeign(path) })];
    expect(told.map(brief)).toEqual([
      '> Say it.',
      'bash: ls',
      'compacting',
      '< Said.',
      'bash: false (failed)',
      'damaged: message msg_x',
    ]);
    const sessions = told.flatMap((one) => ('event' in one ? [one.event.hostSessionId] : []));
    expect(new Set(sessions)).toEqual(new Set(['ses_1']));
    expect(told[4]).toMatchObject({ event: { subagent: 'ses_2' } });
  });
});

it.each(['claude-code', 'codex', 'copilot', 'pi'])(
  'those of %s are looked for where the variable says that moves its settings',
  (name) => {
    const host = allHosts().find((one) => one.name === name)!;
    const edits = host.install.edits({ argv: ['/n', '/c'], folder: '/f' }, 'user');
    const moved = edits.flatMap((edit) =>
      edit.kind !== 'command' && typeof edit.place.base === 'object' ? [edit.place.base.env] : [],
    );
    const { folders } = ALL_TRANSCRIPTS.find((one) => one.host === name)!;
    expect(moved.length).toBeGreaterThan(0);
    expect(new Set(folders.map(({ env }) => env))).toEqual(new Set(moved));
  },
);

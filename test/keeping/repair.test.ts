import { spawn } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RepairReport } from '../../src/engine/keeping/repair.ts';
import {
  backUp,
  cellsOf,
  checkpoint,
  commandsOn,
  copyHome,
  countIn,
  cutTo,
  databaseOf,
  fillHome,
  makeFolder,
  overwrite,
  pagesOf,
  zeroPage,
} from '../damaged-home.ts';
import { some } from '../effort.ts';
import { runHere } from '../program.ts';
import { filesHolding, makeRepository, scratchFolder } from '../scratch.ts';
import { table } from '../table.ts';

const SESSIONS = 12;
/** Of them a backup knows the first. */
const BACKED_UP = 8;

/** The kind of every fact, in the order of their pages. */
function kindsIn(path: string): unknown[] {
  const raw = new DatabaseSync(path, { readOnly: true });
  const kinds = raw.prepare('SELECT kind FROM session_events ORDER BY seq').all();
  raw.close();
  return kinds.map((row) => row['kind']);
}

describe('damage to the database', () => {
  let folder: ReturnType<typeof scratchFolder>;
  let repo: string;
  /** With mirrors alone; with a backup of the first two thirds besides. */
  let whole: string;
  let backed: string;
  let home: string;
  let facts = 0;

  beforeAll(async () => {
    folder = scratchFolder();
    repo = makeRepository(join(folder.path, 'radio'));
    whole = join(folder.path, 'whole');
    backed = join(folder.path, 'backed');
    await fillHome(whole, repo, BACKED_UP, { turns: 3 });
    copyHome(whole, backed);
    await backUp(backed);
    await fillHome(whole, repo, SESSIONS - BACKED_UP, { from: BACKED_UP, turns: 3 });
    await fillHome(backed, repo, SESSIONS - BACKED_UP, { from: BACKED_UP, turns: 3 });
    for (const one of [whole, backed]) checkpoint(one);
    facts = countIn(whole, 'session_events');
  });
  beforeEach(() => {
    home = join(folder.path, 'home');
    copyHome(whole, home);
  });
  afterAll(() => folder.dispose());

  const cortex = commandsOn(() => ({ home, repo }));
  const repaired = (...words: string[]): RepairReport => {
    const done = cortex('repair', '--yes', '--json', ...words);
    expect(done.stderr).toBe('');
    const said = JSON.parse(done.stdout) as { kind: string; report: RepairReport };
    expect(said.kind).toBe('repaired');
    return said.report;
  };
  /** Sound, told until somebody accepts what was not read, and everything that was replaced is still there. */
  const isWell = (report: RepairReport) => {
    expect(cortex('repair').stdout).toContain('sound');
    const verdicts = () =>
      ['doctor', 'verify'].map((word) => {
        const { status, stdout } = cortex(word, '--json');
        return [status, (JSON.parse(stdout) as { ok: boolean }).ok];
      });
    const ok = [0, true];
    if (report.unread.length > 0) {
      expect(verdicts()).toEqual([
        [1, false],
        [1, false],
      ]);
      const [missing] = report.unread;
      for (const word of ['doctor', 'verify', 'status'])
        expect(cortex(word).stdout.replace(/\s+/g, ' ')).toContain(missing);
      expect(cortex('verify', '--accept', 'read what is there').stdout).toContain(
        'Accepted on record',
      );
      expect(cortex('status').stdout).not.toContain('could not read');
    }
    expect(verdicts()).toEqual([ok, ok]);
    expect(existsSync(join(report.quarantine, 'report.json'))).toBe(true);
    expect(readdirSync(home).filter((name) => /^repair\.(?:json|lock)$/.test(name))).toEqual([]);
  };

  it('a sound database is left alone', () => {
    const before = readFileSync(databaseOf(home));
    expect(cortex('repair', '--yes').stdout).toContain('sound');
    expect(readFileSync(databaseOf(home)).equals(before)).toBe(true);
    expect(existsSync(join(home, 'quarantine'))).toBe(false);
  });

  it('where there never was one, there is nothing to repair', () => {
    rmSync(home, { recursive: true });
    expect(cortex('repair', '--yes').stdout).toContain('no database yet');
    expect(existsSync(databaseOf(home))).toBe(false);
  });

  it('one bad page of facts costs the rows that are on it', () => {
    const { leaves } = pagesOf(databaseOf(home), 'session_events');
    expect(leaves.length).toBeGreaterThan(5);
    const cells = cellsOf(databaseOf(home), leaves[3]!);
    zeroPage(databaseOf(home), leaves[3]!);
    const report = repaired();
    const read = report.salvaged!.find(({ table }) => table === 'session_events')!;
    expect(read).toMatchObject({ whole: false, lost: cells });
    expect(report.unread).toEqual([`${cells} rows of session_events`]);
    expect(countIn(home, 'session_events')).toBe(facts - cells);
    expect(countIn(home, 'session_states')).toBe(SESSIONS);
    isWell(report);
  });

  it('a backup gives back what was on a bad page', () => {
    copyHome(backed, home);
    const { leaves } = pagesOf(databaseOf(home), 'session_events');
    zeroPage(databaseOf(home), leaves[2]!);
    const report = repaired();
    expect(report.backup!.rows['session_events']).toBeGreaterThan(0);
    expect(countIn(home, 'session_events')).toBe(countIn(backed, 'session_events'));
    isWell(report);
  });

  const DAMAGED = table<string>('repair-damaged');
  it.each(some(DAMAGED, 3))('bad pages in %s', (name) => {
    const { leaves } = pagesOf(databaseOf(home), name);
    for (const leaf of leaves.slice(0, 2)) zeroPage(databaseOf(home), leaf);
    const report = repaired();
    expect(countIn(home, 'session_states')).toBe(SESSIONS);
    expect(countIn(home, 'session_events')).toBe(facts);
    expect(cortex('search', 'ft991a number 7').stdout).toContain('ft991a');
    isWell(report);
  });

  it('an inner page of the facts costs none', () => {
    copyHome(backed, home);
    const before = countIn(home, 'session_events');
    const { inner } = pagesOf(databaseOf(home), 'session_events');
    zeroPage(databaseOf(home), inner[0]!);
    const report = repaired();
    expect(countIn(home, 'session_states')).toBe(SESSIONS);
    expect(countIn(home, 'session_events')).toBe(before);
    isWell(report);
  });

  it('a header of zeros: all rows are read', () => {
    overwrite(databaseOf(home), 0, Buffer.alloc(100));
    const report = repaired();
    expect(report.salvaged).not.toBeNull();
    // Nothing else was hit, so that nothing is told as unread.
    expect(report.unread).toEqual([]);
    expect(countIn(home, 'session_events')).toBe(facts);
    isWell(report);
  });

  it.each(
    some(
      Array.from({ length: 18 }, (_, i) => i),
      6,
    ),
  )(
    'random damage %i to pages, the schema among them: every fact on a page that is left comes back',
    (seed) => {
      for (const name of ['sessions', 'backups'])
        rmSync(join(home, name), { recursive: true, force: true });
      const path = databaseOf(home);
      const { leaves } = pagesOf(path, 'session_events');
      const all = Math.floor(statSync(path).size / 4096);
      // Half of it is cut off, or ten pages are zeros; the schema is on the first.
      const gone = new Set(
        seed % 6 === 0
          ? Array.from({ length: all >> 1 }, (_, i) => all - i)
          : Array.from({ length: 10 }, (_, i) =>
              i === 0 && seed % 3 > 0 ? 1 : 1 + ((seed * 7919 + i * 104_729) % all),
            ),
      );
      // Entries of a ledger go where the page of their conversation is lost.
      const kinds = kindsIn(path);
      const left = leaves
        .map((page) => ({ page, facts: kinds.splice(0, cellsOf(path, page)) }))
        .filter(({ page }) => !gone.has(page))
        .flatMap(({ facts }) => facts.filter((kind) => kind !== 'ledger')).length;
      if (seed % 6 === 0) truncateSync(path, (all - (all >> 1)) * 4096);
      else for (const page of gone) zeroPage(path, page);
      repaired();
      expect(countIn(home, 'session_events', "kind <> 'ledger'")).toBe(left);
      expect(cortex('history').status).toBe(0);
    },
  );

  it.each(some([0.5, 0.02, 0.9, 0.2], 2))('cut to %s of its length', (share) => {
    cutTo(databaseOf(home), share);
    const report = repaired();
    expect(countIn(home, 'session_states')).toBe(SESSIONS);
    isWell(report);
  });

  const REPLACED: readonly (readonly [string, () => void])[] = [
    ['deleted', () => rmSync(databaseOf(home))],
    [
      'a letter in its place',
      () => writeFileSync(databaseOf(home), 'a letter, not a database '.repeat(400)),
    ],
    ['emptied', () => writeFileSync(databaseOf(home), '')],
    ['a folder in its place', () => makeFolder(databaseOf(home))],
  ];
  it.each(some(REPLACED, 2))('%s: every session comes back from its mirror', (_, damage) => {
    damage();
    const report = repaired();
    expect(report.sessions_from.mirrors).toBe(SESSIONS);
    const states = JSON.parse(cortex('history', '--all', '--limit', '100', '--json').stdout) as {
      session_id: string;
    }[];
    expect(states).toHaveLength(SESSIONS);
    for (const state of states) {
      const mirror = JSON.parse(
        readFileSync(join(home, 'sessions', `${state.session_id}.json`), 'utf8'),
      );
      const { metrics_head: _, seal: __, ...rest } = mirror;
      expect(state).toMatchObject(rest);
    }
    isWell(report);
  });

  it('garbage in place of shared memory harms nobody', () => {
    writeFileSync(`${databaseOf(home)}-shm`, Buffer.alloc(32_768, 0xa7));
    expect(cortex('repair', '--yes').stdout).toContain('sound');
    expect(countIn(home, 'session_events')).toBe(facts);
  });

  it('an older copy in its place: reported, and brought back only by a person', async () => {
    copyHome(backed, home);
    const [backup] = readdirSync(join(home, 'backups'));
    writeFileSync(databaseOf(home), readFileSync(join(home, 'backups', backup!)));
    expect(cortex('repair').status).toBe(1);
    expect(cortex('repair').stderr).toContain('is not in the database');
    // It went on from there.
    await fillHome(home, repo, 2, { from: 90 });
    const report = repaired();
    expect(report.reason).toBe('behind');
    expect(countIn(home, 'session_states')).toBe(SESSIONS + 2);
    isWell(report);
  });

  it('is told once at the next start, and by --report', () => {
    zeroPage(databaseOf(home), pagesOf(databaseOf(home), 'session_events').leaves[1]!);
    repaired();
    const start = (id: string) =>
      runHere(['hook', 'claude-code'], {
        cwd: repo,
        env: {
          ...process.env,
          CORTEX_HOME: home,
          CORTEX_HOOK_DEADLINE_MS: '20000',
          CORTEX_MAINTENANCE_AUTO: 'false',
        },
        input: JSON.stringify({
          session_id: id,
          cwd: repo,
          hook_event_name: 'SessionStart',
          source: 'startup',
        }),
        host: process.pid,
      }).stdout;
    expect(start('x')).toContain('cortex: memory was damaged and rebuilt: cortex repair --report');
    expect(start('y')).not.toContain('rebuilt');
    expect(cortex('repair', '--report').stdout).toMatch(/session_events: \d+ rows? unreadable/);
  });

  it('needs a yes where nobody sits at a terminal', () => {
    zeroPage(databaseOf(home), pagesOf(databaseOf(home), 'session_events').leaves[1]!);
    const size = statSync(databaseOf(home)).size;
    const done = cortex('repair');
    expect(done.status).toBe(1);
    expect(done.stderr).toContain('--yes');
    expect(statSync(databaseOf(home)).size).toBe(size);
  });

  it('what is no damage is left alone: a lock', () => {
    const raw = new DatabaseSync(databaseOf(home));
    raw.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN IMMEDIATE; DELETE FROM set_aside');
    const done = cortex('repair', '--yes');
    raw.exec('ROLLBACK');
    raw.close();
    expect(done.status).toBe(1);
    expect(done.stderr).toContain('The database is not damaged, and nothing was changed.');
    expect(existsSync(join(home, 'quarantine'))).toBe(false);
  }, 30_000);

  it('one at a time: while another process repairs, nobody opens the database', () => {
    zeroPage(databaseOf(home), pagesOf(databaseOf(home), 'session_events').leaves[1]!);
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    try {
      writeFileSync(join(home, 'repair.lock'), String(other.pid));
      expect(cortex('repair', '--yes').stderr).toContain('Another process repairs');
      expect(cortex('history').stderr).toContain('being repaired');
      expect(existsSync(join(home, 'quarantine'))).toBe(false);
    } finally {
      other.kill('SIGKILL');
    }
  });

  it('what is forgotten later is gone from quarantine too', () => {
    zeroPage(databaseOf(home), pagesOf(databaseOf(home), 'session_events').leaves[1]!);
    repaired();
    expect(cortex('forget', '--words', 'about the radio', '--yes').status).toBe(0);
    expect(filesHolding(home, 'about the radio')).toEqual([]);
  });

  describe('put back by command', () => {
    it('a backup, by its name', () => {
      copyHome(backed, home);
      const [backup] = readdirSync(join(home, 'backups'));
      const report = repaired('--from', backup!);
      expect(countIn(home, 'session_states')).toBe(BACKED_UP);
      expect(report.gap_sealed).toContain('rolled back');
      expect(JSON.parse(cortex('verify', '--json').stdout)).toMatchObject({ ok: true });
      // It was meant so: no alarm for ever, and the mirrors beyond it are named.
      expect(JSON.parse(cortex('doctor', '--json').stdout)).toMatchObject({ ok: true });
      expect(cortex('repair').stdout).toContain(
        `${SESSIONS - BACKED_UP} mirrors are of sessions that the database does not know`,
      );
      // The replaced database is kept and can be put back the same way.
      repaired('--from', join(report.quarantine, 'brain.db'));
      expect(countIn(home, 'session_states')).toBe(SESSIONS);
    });

    it('the newest backup, and what is none is named', () => {
      copyHome(backed, home);
      repaired('--from', 'backup');
      expect(countIn(home, 'session_states')).toBe(BACKED_UP);
      expect(cortex('repair', '--yes', '--from', 'no-such.db').stderr).toContain('not a backup');
    });

    it('a backup from before an update, by the version from before it', () => {
      copyHome(backed, home);
      const [backup] = readdirSync(join(home, 'backups'));
      const raw = new DatabaseSync(databaseOf(home));
      raw.exec(
        "INSERT INTO cortex_migrations(number, name, applied_at) VALUES (999, 'later', '2027-01-01')",
      );
      // Another version may know other checksums.
      raw.exec("UPDATE session_states SET title = 'later'");
      raw.close();
      const newer = readFileSync(databaseOf(home));
      for (const words of [
        ['repair', '--yes'],
        ['repair', '--yes', '--from', 'mirrors'],
        ['status'],
      ])
        expect(Object.values(cortex(...words)).join()).toMatch(
          /has schema 999.*cortex repair --from <backup>/s,
        );
      expect(cortex('repair', '--auto').status).toBe(0);
      expect(readFileSync(databaseOf(home)).equals(newer)).toBe(true);
      const report = repaired('--from', backup!);
      expect(countIn(home, 'session_states')).toBe(BACKED_UP);
      expect(JSON.parse(cortex('doctor', '--json').stdout)).toMatchObject({ ok: true });
      // What the newer version wrote is kept for it.
      expect(readFileSync(join(report.quarantine, 'brain.db')).equals(newer)).toBe(true);
      expect(
        cortex('repair', '--yes', '--from', join(report.quarantine, 'brain.db')).stderr,
      ).toContain('of a newer Cortex');
    });

    it('the mirrors, beyond what the database knows', () => {
      copyHome(backed, home);
      const [backup] = readdirSync(join(home, 'backups'));
      repaired('--from', backup!);
      expect(repaired('--from', 'mirrors').sessions_from.mirrors).toBe(SESSIONS - BACKED_UP);
      expect(countIn(home, 'session_states')).toBe(SESSIONS);
    });
  });
});

import type { ScopeKey } from '../../../domain/ids.ts';
import type { ClaimKind, SignKind, Signs } from '../../../domain/projects/signs.ts';
import { storedLabel } from '../../../domain/scope.ts';
import type { Millis } from '../../../domain/time.ts';
import type { StoredRow } from '../../../domain/upkeep/packed.ts';
import type { Database } from '../database.ts';
import { inScope, joinedKey, keysOf, lastJoin, ownAt, projectOf } from '../projects.ts';

/** Tells whether the directory of an identity has left a place. */
export type IsGone = (place: string, inode: string) => boolean;

export interface SignsSeen {
  readonly place: string;
  readonly signs: Signs;
  /** How the configuration looked. */
  readonly stamp: string;
  readonly at: Millis;
}

/** Everything that a start has to know of its place, in one look. */
export interface PlaceNow {
  /** When the first session of the place's own project started; null before. */
  readonly first: string | null;
  /** Nothing changed since the signs were read. */
  readonly isSeen: boolean;
  /** Projects that are claimed, and that nobody has joined this one to or wants it apart from. */
  readonly claimed: readonly ClaimedProject[];
}

/** A project that has a claim in common with a folder. */
export interface ClaimedProject {
  readonly key: ScopeKey;
  readonly kind: ClaimKind;
  /** When its first session started; what was imported counts. */
  readonly first: string;
}

export type JoinReason = 'link' | 'trust' | 'import';

export interface RecordedSign {
  readonly kind: SignKind;
  readonly value: string;
  readonly at: Millis;
}

/** A project with everything by which it is known. */
export interface KnownProject {
  readonly key: ScopeKey;
  readonly label: string;
  readonly sessions: number;
  readonly last: string;
  /** Not all of its sessions were empty. */
  readonly isWorkedIn: boolean;
  /** The top of a working tree, as its last session saw it. */
  readonly root: string | null;
  /** Current ones, also of projects that were joined to it. */
  readonly signs: readonly RecordedSign[];
  readonly joined: readonly { readonly key: ScopeKey; readonly why: JoinReason }[];
}

/** Signs of projects, and which projects count as one. Signs and joins are appended; the present state is folded from them. */
export function projectUnits(database: Database) {
  return {
    /** Facts about the place where a session starts. */
    placeNow(place: string, stamp: string): PlaceNow {
      const seen = database.get('SELECT 1 FROM project_seen WHERE place = ? AND stamp = ?', place, stamp);
      const own = ownAt(database, place);
      const claimed = claimedBy(database, own);
      const first = claimed.length === 0 ? null : firstSession(database, own);
      return { isSeen: seen !== undefined, first, claimed };
    },

    /**
     * Puts the signs of a place on record. A directory that is known and has left its place is the same project here;
     * whatever stands at the old place later is another.
     */
    noteSigns: (seen: SignsSeen, isGone: IsGone): void => noteSignsIn(database, seen, isGone),

    /** The project of a place before it was joined to another. */
    ownKey(place: string): ScopeKey {
      return ownAt(database, place);
    },

    /** Why a project counts as another; null for one that stands for itself. */
    joinOf(key: ScopeKey): { readonly into: ScopeKey; readonly why: JoinReason } | null {
      const into = joinedKey(database, key);
      const row = into === key ? undefined : lastJoin(database, key);
      return row ? { into, why: row['why'] as JoinReason } : null;
    },

    joinProjects(key: ScopeKey, into: ScopeKey, why: JoinReason, at: Millis): void {
      database.write(() => {
        const project = joinedKey(database, into);
        if (project !== joinedKey(database, key)) appendJoin(database, key, project, why, at);
      });
    },

    /** Takes a join back, and keeps the project apart from those that it claims. */
    partProject(key: ScopeKey, at: Millis): void {
      database.write(() => {
        const row = lastJoin(database, key);
        if (!row || row['into_key'] !== null) appendJoin(database, key, null, 'person', at);
      });
    },

    /** Commits that sessions of a project had checked out, the latest first. */
    headsOf(key: ScopeKey, limit: number): readonly string[] {
      const { where, keys } = inScope(database, key);
      return database
        .all(
          `SELECT head, max(at) AS at FROM (
             SELECT head, start_time AS at FROM session_states WHERE ${where}
             UNION ALL SELECT stopped ->> '$.head', start_time FROM session_states WHERE ${where}
             UNION ALL SELECT sign, '' FROM project_signs WHERE ${where} AND kind = 'head')
           WHERE head IS NOT NULL GROUP BY head ORDER BY at DESC LIMIT ?`,
          ...keys,
          ...keys,
          ...keys,
          limit,
        )
        .map((row) => String(row['head']));
    },

    projects: (): readonly KnownProject[] => knownProjects(database),

    /** Whether a project was ever a directory of this identity. */
    hasInode(key: ScopeKey, inode: string): boolean {
      const sql = "SELECT 1 FROM project_signs WHERE kind = 'inode' AND sign = ? AND scope_key = ?";
      return database.get(sql, inode, key) !== undefined;
    },

    /** Adds the signs of another home that are new. Of a kind that is known here only a later one counts. */
    importSigns: (rows: readonly StoredRow[]): void => database.write(() => importSignsIn(database, rows)),
  };
}

function noteSignsIn(database: Database, seen: SignsSeen, isGone: IsGone): void {
  // Lost with the power, they are read again at the next start.
  database.writeSoon(() => {
    const key = movedFrom(database, seen, isGone) ?? ownAt(database, seen.place);
    for (const kind of ['inode', 'declared', 'remote'] as const) {
      const value = seen.signs[kind] ?? '';
      // One that is gone is on record as empty.
      if (value !== (currentSign(database, key, kind) ?? '')) append(database, key, kind, value, seen.at);
    }
    database.run(
      'INSERT INTO project_seen(place, stamp) VALUES (?, ?) ON CONFLICT DO UPDATE SET stamp = excluded.stamp',
      seen.place,
      seen.stamp,
    );
  });
}

const IMPORTED_KINDS: readonly unknown[] = ['place', 'inode', 'declared', 'remote', 'head'];

function importSignsIn(database: Database, rows: readonly StoredRow[]): void {
  for (const { scope_key: key, kind, sign, at } of rows) {
    if (!IMPORTED_KINDS.includes(kind) || typeof key !== 'string' || typeof sign !== 'string') continue;
    const isNamed = kind === 'head' || kind === 'place';
    const known = database.get(
      `SELECT 1 FROM project_signs WHERE scope_key = ? AND kind = ? AND ${isNamed ? 'sign = ?' : 'at >= ?'}`,
      key,
      kind as SignKind,
      isNamed ? sign : Number(at),
    );
    if (!known) append(database, key as ScopeKey, kind as SignKind, sign, Number(at));
  }
}

/** Other projects in which somebody worked and that claim the same; none where a person has decided. */
function claimedBy(database: Database, own: ScopeKey): ClaimedProject[] {
  const claims = database.all(
    `SELECT kind, sign AS value, max(seq) FROM project_signs
     WHERE scope_key = ? AND kind IN ('declared', 'remote') GROUP BY kind`,
    own,
  );
  if (claims.every((row) => row['value'] === '') || lastJoin(database, own)) return [];
  const found = new Map<string, ClaimedProject>();
  for (const { kind, value } of claims) {
    if (value === '') continue;
    const rows = database.all(
      `SELECT DISTINCT scope_key FROM project_signs AS one WHERE kind = ?1 AND sign = ?2 AND scope_key <> ?3
         AND seq = (SELECT max(seq) FROM project_signs WHERE scope_key = one.scope_key AND kind = ?1)`,
      kind!,
      value!,
      own,
    );
    for (const row of rows) {
      const key = joinedKey(database, row['scope_key'] as ScopeKey);
      const first = firstSession(database, key);
      if (key !== own && first !== null && !found.has(key))
        found.set(key, { key, kind: kind as ClaimKind, first });
    }
  }
  return [...found.values()];
}

/** The first session that holds something: an empty one did no work there. */
function firstSession(database: Database, key: ScopeKey): string | null {
  const { where, keys } = inScope(database, key);
  const row = database.get(
    `SELECT min(at) AS at FROM (SELECT min(start_time) AS at FROM session_states WHERE ${where} AND holds IS NOT 0
       UNION ALL SELECT min(start_time) FROM cold_sessions WHERE ${where})`,
    ...keys,
    ...keys,
  );
  return typeof row?.['at'] === 'string' ? row['at'] : null;
}

function knownProjects(database: Database): KnownProject[] {
  const sessions = ['session_states', 'cold_sessions'].map(
    (table) =>
      `SELECT ${projectOf(table)}, scope, project_path, start_time, ${table === 'cold_sessions' ? 1 : 'holds IS NOT 0'} AS held FROM ${table}`,
  );
  return database
    .all(
      // SQLite takes the columns beside a maximum from the row that has it.
      `SELECT scope_key, scope, project_path, count(*) AS sessions, max(held) AS held, max(start_time) AS last
       FROM (${sessions.join(' UNION ALL ')}) WHERE scope_key <> 'global' GROUP BY scope_key ORDER BY last DESC`,
    )
    .map((row) => {
      const key = String(row['scope_key']) as ScopeKey;
      const others = keysOf(database, key).filter((other) => other !== key) as ScopeKey[];
      return {
        key,
        label: storedLabel(row['scope']),
        sessions: Number(row['sessions']),
        last: String(row['last']),
        isWorkedIn: row['held'] === 1,
        root: row['project_path'] === null ? null : String(row['project_path']),
        signs: [key, ...others].flatMap((one) => signsOf(database, one)),
        joined: others.map((one) => ({ key: one, why: lastJoin(database, one)!['why'] as JoinReason })),
      };
    });
}

/** The project whose directory this is, where that has left its place; from now on it is known here. */
function movedFrom(database: Database, { place, signs, at }: SignsSeen, isGone: IsGone): ScopeKey | null {
  const own = ownAt(database, place);
  if (signs.inode === null || isKnown(database, own)) return null;
  const { inode } = signs;
  const project = database
    .all("SELECT scope_key FROM project_signs WHERE kind = 'inode' AND sign = ? ORDER BY seq", inode)
    .map((row) => String(row['scope_key']) as ScopeKey)
    .find((known) => placesOf(database, known).every((old) => isGone(old, inode)));
  if (project === undefined || project === own) return null;
  const places = placesOf(database, project);
  append(database, project, 'place', place, at);
  for (const old of places) {
    if (old !== place) append(database, `${old}#${at}` as ScopeKey, 'place', old, at);
  }
  changed(database, [own, project]);
  return project;
}

/** Somebody worked in it, or its signs were read. */
function isKnown(database: Database, key: ScopeKey): boolean {
  const row = database.get(
    `SELECT 1 FROM project_signs WHERE scope_key = ?1 AND kind <> 'place'
     UNION ALL SELECT 1 FROM session_states WHERE scope_key = ?1
     UNION ALL SELECT 1 FROM cold_sessions WHERE scope_key = ?1 LIMIT 1`,
    key,
  );
  return row !== undefined;
}

/** The places of a project: those that were written for it last, else its key. */
function placesOf(database: Database, key: ScopeKey): string[] {
  const written = database
    .all("SELECT DISTINCT sign FROM project_signs WHERE scope_key = ? AND kind = 'place'", key)
    .map((row) => String(row['sign']));
  return [...new Set([key, ...written])].filter((place) => ownAt(database, place) === key);
}

function append(database: Database, key: ScopeKey, kind: SignKind, value: string, at: Millis): void {
  database.record(
    'project_signs',
    'INSERT INTO project_signs(scope_key, kind, sign, at) VALUES (?, ?, ?, ?)',
    key,
    kind,
    value,
    at,
  );
}

function currentSign(database: Database, key: ScopeKey, kind: SignKind): string | null {
  const row = database.get(
    'SELECT sign FROM project_signs WHERE scope_key = ? AND kind = ? ORDER BY seq DESC LIMIT 1',
    key,
    kind,
  );
  return row ? String(row['sign']) : null;
}

function signsOf(database: Database, key: ScopeKey): RecordedSign[] {
  const places = placesOf(database, key).map((value) => ({ kind: 'place' as const, value, at: 0 }));
  const others = database
    .all(
      `SELECT kind, sign, max(seq), at FROM project_signs
       WHERE scope_key = ? AND kind IN ('inode', 'declared', 'remote') GROUP BY kind`,
      key,
    )
    .map((row) => ({ kind: row['kind'] as SignKind, value: String(row['sign']), at: Number(row['at']) }));
  return [...places, ...others.filter(({ value }) => value !== '')];
}

function appendJoin(database: Database, key: ScopeKey, into: ScopeKey | null, why: string, at: Millis): void {
  const before = joinedKey(database, key);
  database.record(
    'project_joins',
    'INSERT INTO project_joins(scope_key, into_key, why, at) VALUES (?, ?, ?, ?)',
    key,
    into,
    why,
    at,
  );
  foldJoins(database);
  changed(database, [key, before, joinedKey(database, key)]);
}

export function foldJoins(database: Database): void {
  database.run('DELETE FROM project_joined');
  for (const [key, end] of joinsNow(database))
    database.run('INSERT INTO project_joined(scope_key, project_key) VALUES (?, ?)', key, end);
}

/** Follows each join to its end; there are as many as a person has clones. */
export function joinsNow(database: Database): ReadonlyMap<string, string> {
  const last = new Map(
    database
      .all('SELECT scope_key, into_key, max(seq) FROM project_joins GROUP BY scope_key')
      .flatMap((row) =>
        row['into_key'] === null ? [] : [[String(row['scope_key']), String(row['into_key'])]],
      ),
  );
  const ends = new Map<string, string>();
  for (const key of last.keys()) {
    const passed = new Set<string>();
    let end: string = key;
    while (last.has(end) && !passed.has(end)) {
      passed.add(end);
      end = last.get(end)!;
    }
    if (end !== key) ends.set(key, end);
  }
  return ends;
}

/** Discards the standing there: the next session's text changes. */
function changed(database: Database, keys: readonly ScopeKey[]): void {
  for (const key of new Set(keys)) database.run('DELETE FROM scope_standings WHERE scope_key = ?', key);
}

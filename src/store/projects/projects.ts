import type { ScopeKey } from '../../domain/base/ids.ts';
import type { StoredRow } from '../../domain/base/packed.ts';
import { storedLabel } from '../../domain/base/scope.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { ClaimKind, Claims, SignKind, Signs } from '../../domain/projects/signs.ts';
import type { Database } from '../base/database.ts';
import {
  inScope,
  type JoinReason,
  joinedKey,
  keysOf,
  lastJoin,
  ownAt,
  projectColumn,
} from '../base/joined.ts';
import type { UnitsOf } from '../base/promised.ts';

/** Tells whether the directory of an identity has left a place. */
export type IsGone = (place: string, inode: string) => boolean;

export interface SignsSeen {
  readonly place: string;
  readonly signs: Signs;
  /** How the configuration looked. */
  readonly stamp: string;
  readonly at: Millis;
}

/** The project that another counts as, and why. */
export interface Join {
  readonly into: ScopeKey;
  readonly why: JoinReason;
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
  /** The places at which it is known, also of projects that were joined to it. */
  readonly places: readonly string[];
  /** When its first session started; what was imported counts. */
  readonly first: string;
}

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
export interface ProjectStore {
  /** Facts about the place where a session starts. `claims`: what it claims now, where that is not on record yet. */
  placeNow(place: string, stamp: string, claims?: Claims): Promise<PlaceNow>;

  /**
   * Puts the signs of a place on record. A directory that is known and has left its place is the same project here;
   * whatever stands at the old place later is another.
   */
  noteSigns(seen: SignsSeen, isGone: IsGone): Promise<void>;

  /** The project of a place by itself, and why it counts as another; null where it stands for itself. */
  projectAt(place: string): Promise<{ readonly own: ScopeKey; readonly join: Join | null }>;

  /** Joins a project to another. Null takes a join back, and keeps the project apart from those that it claims. */
  joinProject(key: ScopeKey, join: Join | null, at: Millis): Promise<void>;

  /** Commits that sessions of a project had checked out, the latest first. */
  headsOf(key: ScopeKey, limit: number): Promise<readonly string[]>;

  projects(): Promise<KnownProject[]>;

  /** Whether a project was ever a directory of this identity. */
  hasInode(key: ScopeKey, inode: string): Promise<boolean>;

  /** Adds the signs of another home that are new. Of a kind that is known here only a later one counts. */
  importSigns(rows: readonly StoredRow[]): Promise<void>;
}

export const projectUnits: UnitsOf<ProjectStore> = {
  placeNow(database, place, stamp, claims) {
    const own = ownAt(database, place);
    const claimed = claimedBy(database, own, claims);
    return {
      isSeen: database.has(
        'SELECT 1 FROM project_seen WHERE place = ? AND stamp = ?',
        place,
        stamp,
      ),
      first: claimed.length === 0 ? null : firstSession(database, own),
      claimed,
    };
  },

  noteSigns(database, { place, signs, stamp, at }, isGone) {
    database.write(() => {
      const own = ownAt(database, place);
      const key = movedFrom(database, own, { place, signs, stamp, at }, isGone) ?? own;
      for (const kind of ['inode', 'declared', 'remote'] as const) {
        // One that is gone is on record as empty.
        const value = signs[kind] ?? '';
        if (value !== (lastSign(database, key, kind) ?? '')) append(database, key, kind, value, at);
      }
      const sql =
        'INSERT INTO project_seen(place, stamp) VALUES (?, ?) ON CONFLICT DO UPDATE SET stamp = excluded.stamp';
      database.run(sql, place, stamp);
    });
  },

  projectAt(database, place) {
    const own = ownAt(database, place);
    const into = joinedKey(database, own);
    return { own, join: into === own ? null : { into, why: lastJoin(database, own)!.why } };
  },

  joinProject(database, key, join, at) {
    database.write(() => {
      if (join === null) {
        if (lastJoin(database, key)?.into !== null) appendJoin(database, key, null, 'person', at);
        return;
      }
      const project = joinedKey(database, join.into);
      if (project !== joinedKey(database, key)) appendJoin(database, key, project, join.why, at);
    });
  },

  headsOf(database, key, limit) {
    const { where, keys } = inScope(database, key);
    return database.column<string>(
      `SELECT head, max(at) AS at FROM (
         SELECT head, start_time AS at FROM session_states WHERE ${where}
         UNION ALL SELECT stopped ->> '$.head', start_time FROM session_states WHERE ${where}
         UNION ALL SELECT sign, '' FROM project_signs WHERE ${where} AND kind = 'head')
       WHERE head IS NOT NULL GROUP BY head ORDER BY at DESC LIMIT ?`,
      ...keys,
      ...keys,
      ...keys,
      limit,
    );
  },

  projects: knownProjects,

  hasInode(database, key, inode) {
    const sql = "SELECT 1 FROM project_signs WHERE kind = 'inode' AND sign = ? AND scope_key = ?";
    return database.has(sql, inode, key);
  },

  importSigns(database, rows) {
    database.write(() => {
      for (const { scope_key: key, kind, sign, at } of rows) {
        if (!IMPORTED_KINDS.includes(kind) || typeof key !== 'string' || typeof sign !== 'string')
          continue;
        const isNamed = kind === 'head' || kind === 'place';
        const known = `SELECT 1 FROM project_signs WHERE scope_key = ? AND kind = ? AND ${isNamed ? 'sign = ?' : 'at >= ?'}`;
        if (!database.has(known, key, kind as SignKind, isNamed ? sign : Number(at)))
          append(database, key as ScopeKey, kind as SignKind, sign, Number(at));
      }
    });
  },
};

const IMPORTED_KINDS: readonly unknown[] = ['place', 'inode', 'declared', 'remote', 'head'];

/** Other projects in which somebody worked and that claim the same; none where a person has decided. */
function claimedBy(database: Database, own: ScopeKey, now?: Claims): ClaimedProject[] {
  const claims = (['declared', 'remote'] as const)
    .map((kind) => ({ kind, value: now ? now[kind] : lastSign(database, own, kind) }))
    .filter(({ value }) => value);
  if (claims.length === 0 || lastJoin(database, own)) return [];
  const found = new Map<string, ClaimedProject>();
  for (const { kind, value } of claims) {
    const others = database.column<ScopeKey>(
      `SELECT DISTINCT scope_key FROM project_signs AS one WHERE kind = ?1 AND sign = ?2 AND scope_key <> ?3
         AND seq = (SELECT max(seq) FROM project_signs WHERE scope_key = one.scope_key AND kind = ?1)`,
      kind,
      value!,
      own,
    );
    for (const key of others.map((other) => joinedKey(database, other))) {
      const first = firstSession(database, key);
      if (key === own || first === null || found.has(key)) continue;
      const places = keysOf(database, key).flatMap((one) => placesOf(database, one as ScopeKey));
      found.set(key, { key, kind, places, first });
    }
  }
  return [...found.values()];
}

/** The first session that holds something: an empty one did no work there. */
function firstSession(database: Database, key: ScopeKey): string | null {
  const { where, keys } = inScope(database, key);
  return database.value<string>(
    `SELECT min(at) FROM (SELECT min(start_time) AS at FROM session_states WHERE ${where} AND holds IS NOT 0
       UNION ALL SELECT min(start_time) FROM cold_sessions WHERE ${where})`,
    ...keys,
    ...keys,
  );
}

function knownProjects(database: Database): KnownProject[] {
  const from = (table: string, held: string) =>
    `SELECT ${projectColumn(table)}, scope, project_path, start_time, ${held} AS held FROM ${table}`;
  return database
    .all<{
      key: ScopeKey;
      label: string;
      root: string | null;
      sessions: number;
      held: number;
      last: string;
    }>(
      // SQLite takes the columns beside a maximum from the row that has it.
      `SELECT scope_key AS key, scope AS label, project_path AS root, count(*) AS sessions, max(held) AS held,
         max(start_time) AS last
       FROM (${from('session_states', 'holds IS NOT 0')} UNION ALL ${from('cold_sessions', '1')})
       WHERE scope_key <> 'global' GROUP BY scope_key ORDER BY last DESC`,
    )
    .map(({ key, label, held, ...rest }) => {
      const others = keysOf(database, key).filter((other) => other !== key) as ScopeKey[];
      return {
        key,
        ...rest,
        label: storedLabel(label),
        isWorkedIn: held === 1,
        signs: [key, ...others].flatMap((one) => signsOf(database, one)),
        joined: others.map((one) => ({ key: one, why: lastJoin(database, one)!.why })),
      };
    });
}

/** The project whose directory this is, where that has left its place; from now on it is known here. */
function movedFrom(
  database: Database,
  own: ScopeKey,
  { place, signs: { inode }, at }: SignsSeen,
  isGone: IsGone,
): ScopeKey | null {
  if (inode === null || isKnown(database, own)) return null;
  const project = database
    .column<ScopeKey>(
      "SELECT scope_key FROM project_signs WHERE kind = 'inode' AND sign = ? ORDER BY seq",
      inode,
    )
    .find((known) => placesOf(database, known).every((old) => isGone(old, inode)));
  if (project === undefined || project === own) return null;
  const places = placesOf(database, project);
  append(database, project, 'place', place, at);
  for (const old of places) {
    if (old !== place) append(database, `${old}#${at}` as ScopeKey, 'place', old, at);
  }
  return project;
}

/** Somebody worked in it, or its signs were read. */
function isKnown(database: Database, key: ScopeKey): boolean {
  return database.has(
    `SELECT 1 FROM project_signs WHERE scope_key = ?1 AND kind <> 'place'
     UNION ALL SELECT 1 FROM session_states WHERE scope_key = ?1
     UNION ALL SELECT 1 FROM cold_sessions WHERE scope_key = ?1 LIMIT 1`,
    key,
  );
}

/** The places of a project: those that were written for it last, else its key. */
function placesOf(database: Database, key: ScopeKey): string[] {
  const sql = "SELECT DISTINCT sign FROM project_signs WHERE scope_key = ? AND kind = 'place'";
  const places = new Set([key, ...database.column<string>(sql, key)]);
  return [...places].filter((place) => ownAt(database, place) === key);
}

function append(
  database: Database,
  scope_key: ScopeKey,
  kind: SignKind,
  sign: string,
  at: Millis,
): void {
  database.put('project_signs', { scope_key, kind, sign, at });
}

function lastSign(database: Database, key: ScopeKey, kind: SignKind): string | null {
  const sql =
    'SELECT sign FROM project_signs WHERE scope_key = ? AND kind = ? ORDER BY seq DESC LIMIT 1';
  return database.value<string>(sql, key, kind);
}

function signsOf(database: Database, key: ScopeKey): RecordedSign[] {
  const places = placesOf(database, key).map((value) => ({ kind: 'place' as const, value, at: 0 }));
  const others = database.all<RecordedSign>(
    `SELECT kind, value, at FROM (SELECT kind, sign AS value, max(seq), at FROM project_signs
       WHERE scope_key = ? AND kind IN ('inode', 'declared', 'remote') GROUP BY kind) WHERE value <> ''`,
    key,
  );
  return [...places, ...others];
}

function appendJoin(
  database: Database,
  key: ScopeKey,
  into: ScopeKey | null,
  why: string,
  at: Millis,
): void {
  database.put('project_joins', { scope_key: key, into_key: into, why, at });
  foldJoins(database);
}

export function foldJoins(database: Database): void {
  database.run('DELETE FROM project_joined');
  for (const [key, end] of joinsNow(database))
    database.run('INSERT INTO project_joined(scope_key, project_key) VALUES (?, ?)', key, end);
}

/** Follows each join to its end; there are as many as a person has clones. */
export function joinsNow(database: Database): ReadonlyMap<string, string> {
  const joins = database.all<{ key: string; into: string | null }>(
    'SELECT scope_key AS key, into_key AS "into", max(seq) FROM project_joins GROUP BY scope_key',
  );
  const last = new Map(joins.flatMap(({ key, into }) => (into === null ? [] : [[key, into]])));
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

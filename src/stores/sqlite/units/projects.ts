import type { ScopeKey } from '../../../domain/ids.ts';
import type { ClaimKind } from '../../../domain/projects/signs.ts';
import type { Millis } from '../../../domain/time.ts';
import type { StoredRow } from '../../../domain/upkeep/packed.ts';
import type { ClaimedProject, IsGone, JoinReason, KnownProject, SignsSeen } from '../../../store/projects.ts';
import type { Store } from '../../../store.ts';
import type { Database } from '../database.ts';
import { inScope, joinedKey, lastJoin, ownAt } from '../projects.ts';
import type { Sync } from '../promised.ts';
import { importSigns, joinProjects, knownProjects, noteSigns, partProject } from './signing.ts';

/** Signs of projects, and which projects count as one. Signs and joins are appended; the present state is folded from them. */
export function projectUnits(database: Database) {
  return {
    placeNow(place, stamp) {
      const seen = database.get('SELECT 1 FROM project_seen WHERE place = ? AND stamp = ?', place, stamp);
      const own = ownAt(database, place);
      const claimed = claimedBy(database, own);
      const first = claimed.length === 0 ? null : firstSession(database, own);
      return { isSeen: seen !== undefined, first, claimed };
    },

    noteSigns: (seen: SignsSeen, isGone: IsGone): void => noteSigns(database, seen, isGone),

    ownKey(place) {
      return ownAt(database, place);
    },

    joinOf(key) {
      const into = joinedKey(database, key);
      const row = into === key ? undefined : lastJoin(database, key);
      return row ? { into, why: row['why'] as JoinReason } : null;
    },

    joinProjects: (key: ScopeKey, into: ScopeKey, why: JoinReason, at: Millis): void =>
      joinProjects(database, key, into, why, at),

    partProject: (key: ScopeKey, at: Millis): boolean => partProject(database, key, at),

    headsOf(key, limit) {
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

    projects: (): KnownProject[] => knownProjects(database),

    hasInode(key, inode) {
      const sql = "SELECT 1 FROM project_signs WHERE kind = 'inode' AND sign = ? AND scope_key = ?";
      return database.get(sql, inode, key) !== undefined;
    },

    importSigns: (rows: readonly StoredRow[], write: boolean): number => importSigns(database, rows, write),
  } satisfies Partial<Sync<Store>>;
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

import type { QuotedTurns } from '../../../domain/answer/last-time.ts';
import { withoutMuted } from '../../../domain/answer/muted.ts';
import { projectName, type Scope } from '../../../domain/base/scope.ts';
import { scopedPath } from '../../../domain/base/scoped-path.ts';
import { MINUTE } from '../../../domain/base/time.ts';
import type { SessionSnapshot, Snapshot } from '../../../domain/sessions/snapshot.ts';
import { type ForeignPlace, foreignTurns } from '../../../domain/turns/foreign.ts';
import type { Deps } from '../../base/deps.ts';
import { ignoredIn, isExcludedPath } from '../../presence/exclusion.ts';
import { sessionsNamed } from '../../sessions/named.ts';

type ForeignDeps = Pick<Deps, 'store' | 'now' | 'config' | 'scopeOfFile' | 'readText' | 'exists'>;

/** The work of other projects' sessions in this one, the earliest first: files, commits, and words that name them. */
export async function readForeignWork(
  deps: ForeignDeps,
  scope: Scope,
  { foreign }: Pick<Snapshot, 'foreign'>,
  muted: ReadonlySet<string>,
): Promise<readonly QuotedTurns[]> {
  const place = foreign.length > 0 ? placeOf(deps, scope) : null;
  if (place === null || deps.config['projects.foreign_work'] === 'off') return [];
  const sessions = (await sessionsNamed(deps, foreign)).filter((one) => !isBusy(deps, one));
  const told = await Promise.all(
    sessions.map(async (session): Promise<QuotedTurns[]> => {
      const turns = withoutMuted(await deps.store.turnsOf(session.id), muted);
      const there = foreignTurns(turns, await deps.store.factsOf(session.id), session.tree, place);
      return there.length > 0 ? [{ session, turns: there, role: 'foreign' }] : [];
    }),
  );
  return told.flat().reverse();
}

/** Whether an agent is at work there: a running order is nobody's past. */
function isBusy({ config, now }: ForeignDeps, { running, at }: SessionSnapshot): boolean {
  return running && now() - at < config['restore.quiet_minutes'] * MINUTE;
}

function placeOf(deps: ForeignDeps, { key, label, root }: Scope): ForeignPlace | null {
  const project = projectName(label);
  if (root === null || project === null) return null;
  const ignored = ignoredIn(deps, root);
  return {
    project,
    pathOf: (path) => {
      const found = deps.scopeOfFile(path);
      return found.key === key ? scopedPath(path, null, found.root) : null;
    },
    isExcluded: (path) =>
      ignored.all || ignored.isIgnored(path) || isExcludedPath(deps, `${root}/${path}`),
  };
}

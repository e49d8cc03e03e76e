import type { ScopeKey } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { DAY, iso, MINUTE } from '../../domain/base/time.ts';
import type { Store } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { keptWords, rulesHere } from '../memories/rules.ts';
import { isDead } from '../presence/recover.ts';
import { liveSessions } from '../presence/target.ts';
import type { MaintenanceReport } from './retention.ts';

/** Statistics of the database and of a scope. */
export async function storedStatus(deps: Deps, scope: Scope, hosts: readonly string[]) {
  const { store } = deps;
  const live = await liveSessions(deps, scope);
  const counts = await store.counts();
  const cutOff = (await store.openSessions()).filter((head) => isDead(deps, head)).length;
  return {
    scope,
    // Dead sessions without an end are counted separately.
    counts: { ...counts, open: counts.open - cutOff, cut_off: cutOff },
    live: live.map((head) => ({
      session_id: head.id,
      host: head.host,
      branch: head.branch,
      start_time: iso(head.startedAt),
      last_activity: iso(head.lastActivity),
    })),
    /** Number of earlier sessions that a start here would consider. */
    candidates: await candidatesHere(deps, scope.key),
    /** A rule that was made of the person's words and not mentioned yet. */
    kept_rule: keptWords(await rulesHere(deps, scope)),
    waiting_pins: (await store.waitingPins(scope.key)).length,
    /** How putting the last backup back went, in maintenance. */
    drill: (await lastMaintenance(deps)).report?.drill ?? null,
    heard: await lastEventOf(deps, hosts),
  };
}

/** Counts as a restore does: without busy sessions, with dead ones as ended. */
async function candidatesHere(deps: Deps, key: ScopeKey): Promise<number> {
  const { store, config, now } = deps;
  const lookback = config['session_persistence.lookback_days'] * DAY;
  const quiet = config['restore.quiet_minutes'] * MINUTE;
  const rows = await store.candidates(key, now() - lookback);
  const taken = new Set(
    rows.filter((row) => !row.running || now() - row.at >= quiet).map(({ id }) => id),
  );
  for (const head of await store.openSessions()) {
    const didSomething = head.lastActivity > head.startedAt;
    if (head.scope.key === key && didSomething && isDead(deps, head)) taken.add(head.id);
  }
  return taken.size;
}

/** When each host sent something last, without imports. */
export async function lastEventOf(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const heard = new Map<string, string>();
  for (const host of hosts) {
    const at = await store.lastEventOf(host);
    if (at !== null) heard.set(host, iso(Math.min(at, now())));
  }
  return heard;
}

/** When maintenance ran last, and its report. */
export async function lastMaintenance({ store }: Pick<Deps, 'store'>) {
  const { finishedAt, report } = await store.maintenance('daily');
  return { finishedAt, report: report as Partial<MaintenanceReport> | null };
}

/** Every session in cold storage, with its file. */
export function coldSessions({ store }: Pick<Deps, 'store'>): ReturnType<Store['coldSessions']> {
  return store.coldSessions();
}

/** Makes the search index anew. The number of sessions that were read. */
export function rebuildSearch(
  { store }: Pick<Deps, 'store'>,
  progress: (done: number, all: number) => void,
): Promise<number> {
  return store.rebuildSearch(progress);
}

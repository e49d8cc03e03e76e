import type { ScopeKey, SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { DAY, iso, MINUTE, type Millis } from '../../domain/base/time.ts';
import type { ColdEntry, Counts } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { keptRuleWords, rulesHere } from '../memories/rules.ts';
import { isDead } from '../presence/recover.ts';
import { liveSessions } from '../presence/target.ts';
import type { BackupDrill, MaintenanceReport } from './retention.ts';

/** Statistics of the database and of a scope, as they are printed. */
export interface StoredStatus {
  readonly scope: Scope;
  /** Dead sessions without an end are counted separately. */
  readonly counts: Counts & { readonly cut_off: number };
  readonly live: readonly LiveRecord[];
  /** Number of earlier sessions that a start here would consider. */
  readonly candidates: number;
  /** A rule that was made of the person's words and not mentioned yet. */
  readonly kept_rule: string | null;
  readonly waiting_pins: number;
  /** The last restore of a backup as a test, in maintenance. */
  readonly drill: BackupDrill | null;
  readonly heard: ReadonlyMap<string, string>;
}

export interface LiveRecord {
  readonly session_id: SessionId;
  readonly host: string;
  readonly branch: string | null;
  readonly start_time: string;
  readonly last_activity: string;
}

export async function storedStatus(
  deps: Deps,
  scope: Scope,
  hosts: readonly string[],
): Promise<StoredStatus> {
  const { store } = deps;
  const live = await liveSessions(deps, scope);
  const counts = await store.counts();
  const cutOff = (await store.openSessions()).filter((head) => isDead(deps, head)).length;
  return {
    scope,
    counts: { ...counts, open: counts.open - cutOff, cut_off: cutOff },
    live: live.map((head) => ({
      session_id: head.id,
      host: head.host,
      branch: head.branch,
      start_time: iso(head.startedAt),
      last_activity: iso(head.lastActivity),
    })),
    candidates: await candidatesHere(deps, scope.key),
    kept_rule: keptRuleWords(await rulesHere(deps, scope)),
    waiting_pins: (await store.waitingPins(scope.key)).length,
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

/** The last run of maintenance. A report of an older version may lack parts. */
export interface LastMaintenance {
  readonly finishedAt: Millis | null;
  readonly report: Partial<MaintenanceReport> | null;
}

export async function lastMaintenance({ store }: Pick<Deps, 'store'>): Promise<LastMaintenance> {
  const { finishedAt, report } = await store.maintenance('daily');
  return { finishedAt, report: report as Partial<MaintenanceReport> | null };
}

/** Every session in cold storage, with its file. */
export function coldSessions({ store }: Pick<Deps, 'store'>): Promise<readonly ColdEntry[]> {
  return store.coldSessions();
}

/** Makes the search index anew. The number of sessions that were read. */
export function rebuildSearch(
  { store }: Pick<Deps, 'store'>,
  progress: (done: number, all: number) => void,
): Promise<number> {
  return store.rebuildSearch(progress);
}

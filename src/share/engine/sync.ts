import type { Scope } from '../../domain/base/scope.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { loginOf, type Stamped, takenFromTeam, withdrawableIds } from '../domain/record.ts';
import {
  bodyText,
  FORMAT,
  type Last,
  type NumberedSegment,
  readBody,
  readStamp,
  type SegmentBody,
} from '../domain/segment.ts';
import {
  type ArrivedSegment,
  type Codec,
  isOfServer,
  type LogHeads,
  NotAMember,
  type Segment,
  type SegmentLog,
  type SharedLog,
} from '../log.ts';
import type { SharedProject } from '../sql/at-events.ts';
import { shareOf } from '../sql/share.ts';
import { type OpenedSegment, withdrawnId } from '../sql/take.ts';
import { unsealedToo } from './look.ts';

/** The tools that a sync needs. */
export interface Sharing {
  readonly log: SegmentLog;
  readonly codec: Codec;
  /** The same log where a server says who its members are; null where all of it is one person's. */
  readonly server: SharedLog | null;
  /** A name for a new stream of ours. */
  newOrigin(login: string): string;
  /** Between two transactions, so that a hook that waits for the database gets it. */
  breathe(): Promise<void>;
  /** Erases sessions and memories; false if that has to wait. */
  obey(ids: readonly string[]): Promise<boolean>;
}

export type SyncDeps = Pick<Deps, 'store' | 'config' | 'now' | 'ticks' | 'log'>;

export interface SyncReport {
  readonly project: string;
  readonly sent: {
    readonly records: number;
    readonly segments: number;
    readonly withdrawn: number;
  };
  readonly received: { readonly records: number; readonly segments: number };
  /** Streams that are not read to their end, and why. */
  readonly stopped: readonly {
    readonly author: string;
    readonly origin: string;
    readonly why: string;
  }[];
  /** The login may only read: nothing is sent. */
  readonly reads_only: boolean;
  /** A problem for a person to look at, although the sync succeeded. */
  readonly problem: string | null;
}

export interface Direction {
  readonly push: boolean;
  readonly pull: boolean;
}

export const BOTH: Direction = { push: true, pull: true };

/** Records that one transaction packs: it must be over before a hook gives up waiting. */
const AT_ONCE = 250;
const SEGMENTS = 50;

/**
 * Sends what is new here, then takes in what is new elsewhere. In this order: facts get their stamps before others are seen, so
 * that the work of a week without a network keeps its days. It may be killed at any moment and run again.
 */
export async function syncProject(
  deps: SyncDeps,
  sharing: Sharing,
  { project, scope }: { readonly project: SharedProject; readonly scope: Scope },
  { push, pull }: Direction = BOTH,
): Promise<SyncReport> {
  const sync: Sync = {
    deps,
    sharing,
    scope,
    stopped: [],
    sent: { records: 0, segments: 0, withdrawn: 0 },
    received: { records: 0, segments: 0 },
  };
  const { log } = sharing;
  // New work of this machine is sent before anything is fetched: a container may be gone in a moment.
  const first = push && log.known ? await log.known(project.name) : await log.heads(project.name);
  if (first.role === null) {
    const isDismissed = await dismissTeam(sync, project, first);
    throw new NotAMember(first.login, project.project, { isDismissed });
  }
  const now = await ownStream(sync, project, first);
  const readsOnly = first.role === 'reader';
  if (push && !readsOnly) await sendAll(sync, now, first);
  const heads = pull && push && log.known ? await log.heads(project.name) : first;
  if (pull)
    await receiveAll(sync, (await shareOf(deps).sharedProject(project.scopeKey)) ?? now, heads);
  const problem = heads.trouble ?? (sharing.server && (await unsealedToo(sharing.server, project)));
  await shareOf(deps).noteSync(project.scopeKey, problem, {
    ...(pull && { pulledAt: deps.now() }),
    ...(push && !readsOnly && { pushedAt: deps.now() }),
  });
  const { sent, received, stopped } = sync;
  return { project: project.project, sent, received, stopped, reads_only: readsOnly, problem };
}

interface Sync {
  readonly deps: SyncDeps;
  readonly sharing: Sharing;
  readonly scope: Scope;
  readonly stopped: { author: string; origin: string; why: string }[];
  readonly sent: { records: number; segments: number; withdrawn: number };
  readonly received: { records: number; segments: number };
}

/** A removed member keeps no word of the team. Another login says nothing about the one that shares here. */
async function dismissTeam(
  sync: Sync,
  project: SharedProject,
  { login }: LogHeads,
): Promise<boolean> {
  if (loginOf(project.origin) !== login) return false;
  const isGone = await shareOf(sync.deps).dismissTeam(project, sync.deps.now());
  if (isGone) await shareOf(sync.deps).settle(sync.scope);
  await obeyWithdrawals(sync, project);
  return isGone;
}

/** Takes what is withdrawn out of copies too; it waits where another process is at those. */
async function obeyWithdrawals(sync: Sync, project: SharedProject): Promise<void> {
  const { deps, sharing } = sync;
  const { scopeKey } = project;
  const withdrawn = await shareOf(deps).withdrawals(scopeKey, 'received');
  if (withdrawn.length === 0) return;
  const ids = withdrawn.map(withdrawnId);
  // Without a server nobody but this machine takes it out of what this machine sent.
  if (sharing.server === null) {
    await withdrawRecords(sync, project, ids);
    // Its copy of the log lets go of it too.
    await sharing.log.withdraw([]);
  }
  if (await sharing.obey(ids)) await shareOf(deps).withdrawalsDone(scopeKey, withdrawn);
}

/** The stream to write on; a new one where ours went on without us, since the home was copied, put back, or has another login. */
async function ownStream(
  sync: Sync,
  project: SharedProject,
  heads: LogHeads,
): Promise<SharedProject> {
  const server = heads.origins.find(({ origin }) => origin === project.origin)?.n ?? 0;
  const isOurs = loginOf(project.origin) === heads.login;
  // A server with fewer segments than it acknowledged was put back: new work then begins a stream without a gap.
  if (isOurs && server <= project.lastAny && server >= project.acknowledged) return project;
  return renewed(sync, project, heads.login);
}

function renewed(
  { deps, sharing }: Sync,
  { scopeKey }: SharedProject,
  login: string,
): Promise<SharedProject> {
  return shareOf(deps).renewStream(scopeKey, sharing.newOrigin(login));
}

async function sendAll(sync: Sync, project: SharedProject, heads: LogHeads): Promise<void> {
  const { deps, sharing, sent } = sync;
  const packing = {
    serverNow: heads.now,
    most: AT_ONCE,
    audience: deps.config['share.audience'] as 'me' | 'team',
  };
  let current = await sendOutbox(sync, project, heads.login);
  for (;;) {
    const packed = await shareOf(deps).packShared(project.scopeKey, packing);
    if (packed === 0) break;
    sent.records += packed;
    current = await sendOutbox(sync, current, heads.login);
    await sharing.breathe();
  }
  const withdrawn = await shareOf(deps).withdrawals(project.scopeKey, 'new', 'told');
  if (withdrawn.length > 0) await rewrite(sync, current, withdrawn);
}

/** Sends everything that is packed; if another home wrote in this stream, tries again under a new name. */
async function sendOutbox(
  sync: Sync,
  project: SharedProject,
  login: string,
): Promise<SharedProject> {
  const { deps, sharing, sent } = sync;
  let current = project;
  for (let tries = 0; ; ) {
    const waiting = await shareOf(deps).outbox(current.scopeKey, SEGMENTS);
    const last = waiting.at(-1);
    if (!last) return current;
    const segments = waiting.map((one) => toSegment(sharing.codec, current, one));
    try {
      await sharing.log.push(segments);
    } catch (error) {
      if (!isOfServer(error, 'STREAM_TAKEN') || ++tries > 2) throw error;
      if (!(await replaceIfSame(sync, current, segments, waiting)))
        current = await renewed(sync, current, login);
      continue;
    }
    await shareOf(deps).acknowledge(current.scopeKey, last.n);
    sent.segments += waiting.length;
  }
}

function toSegment(
  { pack }: Codec,
  { name, origin }: Pick<SharedProject, 'name' | 'origin'>,
  body: NumberedSegment,
): Segment {
  const seat = { project: name, origin, n: body.n, format: FORMAT };
  return { ...seat, audience: body.audience, body: pack(seat, bodyText(body)) };
}

/** Puts shorter segments in the place of those that are there: words were forgotten between a push whose answer was lost and its repetition. */
async function replaceIfSame(
  { sharing }: Sync,
  { name, origin }: SharedProject,
  segments: readonly Segment[],
  waiting: readonly NumberedSegment[],
): Promise<boolean> {
  const there = await sharing.log.pull(
    name,
    [{ origin, after: waiting[0]!.n - 1 }],
    waiting.length,
  );
  const isSame = (one: ArrivedSegment, i: number) => {
    const body = openBody(sharing.codec, one);
    const stamps = (list: readonly Stamped[] = []) => list.map(({ stamp }) => stamp).join();
    return body !== null && stamps(body.records) === stamps(waiting[i]?.records);
  };
  if (there.length === 0 || !there.every(isSame)) return false;
  await sharing.log.withdraw(segments.slice(0, there.length));
  return true;
}

/** Writes every segment of this login anew that held what is withdrawn, in whichever home it was made. */
async function rewrite(sync: Sync, project: SharedProject, ids: readonly string[]): Promise<void> {
  await withdrawRecords(sync, project, ids);
  await shareOf(sync.deps).withdrawalsDone(project.scopeKey, ids);
}

async function withdrawRecords(
  { sharing, sent }: Sync,
  { name }: SharedProject,
  ids: readonly string[],
): Promise<void> {
  const { login, origins } = await sharing.log.heads(name);
  const unwanted = {
    me: new Set(ids),
    team: new Set(ids.flatMap((id) => [id, takenFromTeam(id) ?? id])),
  };
  for (const { origin } of origins.filter(({ author }) => author === login))
    sent.withdrawn += await rewriteStream(
      sharing,
      { name, origin },
      ({ records }, { audience }) => {
        const kept = records.filter(
          (one) => !withdrawableIds(origin, one).some((id) => unwanted[audience].has(id)),
        );
        return kept.length === records.length ? null : kept;
      },
    );
}

/** Writes the segments of a stream anew for which `change` gives other records; how many. The numbers stay: nobody takes it for a gap. */
export async function rewriteStream(
  { log, codec }: Pick<Sharing, 'log' | 'codec'>,
  stream: Pick<SharedProject, 'name' | 'origin'>,
  change: (body: SegmentBody, segment: ArrivedSegment) => readonly Stamped[] | null,
): Promise<number> {
  let changed = 0;
  for (let after = 0; ; ) {
    const page = await log.pull(stream.name, [{ origin: stream.origin, after }], SEGMENTS);
    const last = page.at(-1);
    if (!last) return changed;
    after = last.n;
    const anew = page.flatMap((segment): Segment[] => {
      const { n, audience, isElsewhere } = segment;
      if (isElsewhere) return [];
      const body = openBody(codec, segment) ?? { previous: 0, records: [] };
      const records = change(body, segment);
      return records
        ? [toSegment(codec, stream, { n, audience, previous: body.previous, records })]
        : [];
    });
    if (anew.length > 0) await log.withdraw(anew);
    changed += anew.length;
  }
}

async function receiveAll(sync: Sync, project: SharedProject, heads: LogHeads): Promise<void> {
  const { deps, sharing, scope, received, stopped } = sync;
  const { scopeKey } = project;
  const known = new Map((await shareOf(deps).cursors(scopeKey)).map((one) => [one.origin, one]));
  /** Streams that have more, with how far they are read. */
  const open = new Map<string, Last & { readonly end: number }>();
  for (const { origin, author, n, trouble } of heads.origins) {
    const { lastAny = 0, lastTeam = 0 } = known.get(origin) ?? {};
    if (trouble !== undefined) stopped.push({ author, origin, why: trouble });
    if (origin !== project.origin && lastAny < n) open.set(origin, { lastAny, lastTeam, end: n });
  }
  while (open.size > 0) {
    const cursors = [...open].map(([origin, { lastAny }]) => ({ origin, after: lastAny }));
    const page = await sharing.log.pull(project.name, cursors, SEGMENTS);
    if (page.length === 0) break;
    const taken: OpenedSegment[] = [];
    for (const segment of page) {
      const { author, origin, n, audience, arrived } = segment;
      const reading = open.get(origin);
      // Behind a segment of this page at which the stream stopped.
      if (!reading) continue;
      const body = bodyOrReason(sharing.codec, segment, reading);
      if (typeof body === 'string') {
        stopped.push({ author, origin, why: body });
        open.delete(origin);
        continue;
      }
      const records = redactStrings(body.records, { strict: deps.config['redaction.strict'] }).map(
        ({ stamp, record }) => ({
          stamp: arrived === null ? stamp : readStamp(stamp, arrived),
          record,
        }),
      );
      const isOwn = author === heads.login;
      taken.push({ author, origin, n, audience, previous: body.previous, records, isOwn });
      if (n < reading.end)
        open.set(origin, { ...reading, lastAny: n, ...(audience === 'team' && { lastTeam: n }) });
      else open.delete(origin);
    }
    await takeAll(sync, taken);
  }
  for (const { why, ...stream } of stopped) await shareOf(deps).stopStream(scopeKey, stream, why);
  for (const { origin, author, n, trouble } of heads.origins) {
    const before = known.get(origin);
    // Mended, without anything new in it.
    if (trouble === undefined && before && before.stopped !== null && before.lastAny >= n)
      await shareOf(deps).stopStream(scopeKey, { origin, author }, null);
  }
  if (received.segments > 0) await shareOf(deps).settle(scope);
  await obeyWithdrawals(sync, project);
}

/** A transaction that takes in may last this long: a hook that comes meanwhile waits for three such. */
const TAKE_MS = 30;
const FEW = 20;

/** In short transactions, as many records in each as the last one says that there is time for. */
async function takeAll(
  { deps, sharing, scope, received }: Sync,
  taken: readonly OpenedSegment[],
): Promise<void> {
  let most = 2 * FEW;
  for (let from = 0; from < taken.length; ) {
    let end = from;
    let records = 0;
    for (; end < taken.length && records < most; end++) records += taken[end]!.records.length;
    const began = deps.ticks();
    received.records += await shareOf(deps).takeIn(scope, taken.slice(from, end), deps.now());
    received.segments += end - from;
    from = end;
    const fit = (records * TAKE_MS) / Math.max(1, deps.ticks() - began);
    most = Math.min(AT_ONCE, Math.max(FEW, Math.floor(fit)));
    await sharing.breathe();
  }
}

/** A stream is read up to the first segment that is missing, changed or of a later version: then a sentence says why. */
function bodyOrReason(codec: Codec, segment: ArrivedSegment, last: Last): SegmentBody | string {
  const { format, n, audience } = segment;
  if (format > FORMAT) return `segment ${n} was written by a newer Cortex: update cortex-sessions`;
  const body = openBody(codec, segment);
  if (!body) return `segment ${n} cannot be opened: another key sealed it, or it was changed`;
  const before = audience === 'team' ? last.lastTeam : last.lastAny;
  // The beginning of a stream may have been cleared away by an administrator.
  const isNext = before === 0 || body.previous === before;
  return isNext ? body : `segments between ${before} and ${n} are missing on the server`;
}

export function openBody({ unpack }: Codec, segment: ArrivedSegment): SegmentBody | null {
  const text = unpack(segment, segment.body);
  return text === null ? null : readBody(text);
}

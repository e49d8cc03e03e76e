import { redactStrings } from '../../domain/redact/facts.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Deps } from '../../engine/deps.ts';
import { fromTeam, idsOf, loginOf, type Stamped } from '../domain/record.ts';
import {
  bodyText,
  FORMAT,
  type NumberedSegment,
  readBody,
  readStamp,
  type SegmentBody,
  withoutRecords,
} from '../domain/segment.ts';
import {
  type ArrivedSegment,
  type Codec,
  isOfServer,
  type LogHeads,
  NotAMember,
  type Segment,
  type SharedLog,
} from '../log.ts';
import type { SharedProject } from '../sql/at-events.ts';
import { type StreamCursor, shareOf } from '../sql/share.ts';
import { type Taken, withdrawnId } from '../sql/take.ts';
import { unsealedToo } from './look.ts';

/** The tools that a sync needs. */
export interface Sharing {
  readonly log: SharedLog;
  readonly codec: Codec;
  /** A name for the stream of this home under a login. */
  newOrigin(login: string): string;
  /** Between two transactions, so that a hook that waits for the database gets it. */
  breathe(): Promise<void>;
  /** Lets go of sessions and memories for good; false where that has to wait. */
  obey(ids: readonly string[]): Promise<boolean>;
}

export type SyncDeps = Pick<Deps, 'store' | 'config' | 'now' | 'log'>;

export interface SyncReport {
  readonly project: string;
  readonly sent: { readonly records: number; readonly segments: number; readonly withdrawn: number };
  readonly received: { readonly records: number; readonly segments: number };
  /** Streams that are not read to their end, and why. */
  readonly stopped: readonly { readonly author: string; readonly origin: string; readonly why: string }[];
  /** The login may only read: nothing is sent. */
  readonly reads_only: boolean;
  /** Something that somebody should look at, though the sync is through. */
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
    ...{ deps, sharing, scope },
    stopped: [],
    sent: { records: 0, segments: 0, withdrawn: 0 },
    received: { records: 0, segments: 0 },
  };
  let problem: string | null = null;
  let readsOnly = false;
  try {
    const heads = await sharing.log.heads(project.name);
    if (heads.role === null)
      throw new NotAMember(heads.login, project.project, await dismissTeam(sync, project, heads));
    const now = await ownStream(sync, project, heads);
    readsOnly = heads.role === 'reader';
    if (push && !readsOnly) await sendAll(sync, now, heads);
    if (pull) await receiveAll(sync, now, heads);
    problem = await unsealedToo(sharing.log, project);
    await shareOf(deps).noteSync(project.scopeKey, {
      ...(pull && { pulledAt: deps.now() }),
      ...(push && !readsOnly && { pushedAt: deps.now() }),
      problem,
    });
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
    await shareOf(deps).noteSync(project.scopeKey, { problem });
    throw error;
  }
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
async function dismissTeam(sync: Sync, project: SharedProject, { login }: LogHeads): Promise<boolean> {
  if (loginOf(project.origin) !== login) return false;
  const isGone = await shareOf(sync.deps).dismissTeam(project.scopeKey, sync.deps.now());
  if (isGone) await shareOf(sync.deps).settle(sync.scope);
  await obeyWithdrawals(sync, project);
  return isGone;
}

/** A stream that went on without us is not ours any more: the home was copied, put back, or has another login. */
async function ownStream(
  { deps, sharing }: Sync,
  project: SharedProject,
  heads: LogHeads,
): Promise<SharedProject> {
  const server = heads.origins.find(({ origin }) => origin === project.origin)?.n ?? 0;
  const isOurs = loginOf(project.origin) === heads.login;
  // Fewer than it acknowledged: the server was put back. What is new then begins a stream without a gap.
  if (isOurs && server <= project.last.any && server >= project.acknowledged) return project;
  return renewed({ deps, sharing }, project, heads.login);
}

async function renewed(
  { deps, sharing }: Pick<Sync, 'deps' | 'sharing'>,
  project: SharedProject,
  login: string,
): Promise<SharedProject> {
  await shareOf(deps).renewStream(project.scopeKey, sharing.newOrigin(login));
  return (await shareOf(deps).sharedProject(project.scopeKey))!;
}

async function sendAll(sync: Sync, project: SharedProject, heads: LogHeads): Promise<void> {
  const { deps, sharing, sent } = sync;
  const packing = {
    ...{ serverNow: heads.now, most: AT_ONCE },
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

/** Everything that is packed; a second try under another name where somebody else wrote in our stream. */
async function sendOutbox(sync: Sync, project: SharedProject, login: string): Promise<SharedProject> {
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
      if (!(await replaced(sync, current, segments, waiting))) current = await renewed(sync, current, login);
      continue;
    }
    await shareOf(deps).acknowledge(current.scopeKey, last.n);
    sent.segments += waiting.length;
  }
}

export function toSegment(
  { pack }: Codec,
  { name, origin }: Pick<SharedProject, 'name' | 'origin'>,
  body: NumberedSegment,
): Segment {
  const seat = { project: name, origin, n: body.n, format: FORMAT };
  return { ...seat, audience: body.audience, body: pack(seat, bodyText(body)) };
}

/** Words were forgotten between a push whose answer was lost and its repetition: then the server has the longer text. */
async function replaced(
  { sharing }: Sync,
  { name, origin }: SharedProject,
  segments: readonly Segment[],
  waiting: readonly NumberedSegment[],
): Promise<boolean> {
  const there = await sharing.log.pull(name, [{ origin, after: waiting[0]!.n - 1 }], waiting.length);
  const isSame = (one: ArrivedSegment, i: number) => {
    const body = opened(sharing.codec, one);
    const stamps = (list: readonly Stamped[] = []) => list.map(({ stamp }) => stamp).join();
    return body !== null && stamps(body.records) === stamps(waiting[i]?.records);
  };
  if (there.length === 0 || !there.every(isSame)) return false;
  await sharing.log.withdraw(segments.slice(0, there.length));
  return true;
}

/** Writes every segment of this login anew that held what is withdrawn, in whichever home it was made. */
async function rewrite(sync: Sync, project: SharedProject, ids: readonly string[]): Promise<void> {
  const { deps, sharing, sent } = sync;
  const { log, codec } = sharing;
  const unwanted = new Set(ids);
  const heads = await log.heads(project.name);
  for (const { origin } of heads.origins.filter(({ author }) => author === heads.login)) {
    for (let after = 0; ; ) {
      const page = await log.pull(project.name, [{ origin, after }], SEGMENTS);
      const last = page.at(-1);
      if (!last) break;
      after = last.n;
      const less = page.flatMap((segment): Segment[] => {
        const body = opened(codec, segment);
        const { n, audience } = segment;
        const isUnwanted = (id: string) =>
          unwanted.has(id) || (audience === 'team' && unwanted.has(fromTeam(id)));
        const kept = body && withoutRecords(body, (one) => idsOf(origin, one).some(isUnwanted));
        return kept ? [toSegment(codec, { name: project.name, origin }, { ...kept, n, audience })] : [];
      });
      if (less.length > 0) await log.withdraw(less);
      sent.withdrawn += less.length;
    }
  }
  await shareOf(deps).withdrawalsDone(project.scopeKey, ids);
}

async function receiveAll(sync: Sync, project: SharedProject, heads: LogHeads): Promise<void> {
  const { deps, sharing, scope, received } = sync;
  const known = new Map((await shareOf(deps).cursors(project.scopeKey)).map((one) => [one.origin, one.last]));
  /** Streams that have more, with how far they are read. */
  const open = new Map<string, Reading>();
  for (const { origin, n } of heads.origins) {
    const last = known.get(origin) ?? NOTHING_READ;
    if (origin !== project.origin && last.any < n) open.set(origin, { last, end: n });
  }
  while (open.size > 0) {
    const cursors = [...open].map(([origin, { last }]) => ({ origin, after: last.any }));
    const page = await sharing.log.pull(project.name, cursors, SEGMENTS);
    if (page.length === 0) break;
    await takePage(sync, page, open, heads.login);
  }
  if (received.segments > 0) await shareOf(deps).settle(scope);
  await obeyWithdrawals(sync, project);
}

async function obeyWithdrawals({ deps, sharing }: Sync, { scopeKey }: SharedProject): Promise<void> {
  const received = await shareOf(deps).withdrawals(scopeKey, 'received');
  if (received.length > 0 && (await sharing.obey(received.map(withdrawnId))))
    await shareOf(deps).withdrawalsDone(scopeKey, received);
}

interface Reading {
  readonly last: StreamCursor['last'];
  readonly end: number;
}

const NOTHING_READ: Reading['last'] = { any: 0, team: 0 };

/** Takes a page in. Streams that are read to their end, or go no further, are open no more. */
async function takePage(
  sync: Sync,
  page: readonly ArrivedSegment[],
  open: Map<string, Reading>,
  login: string,
): Promise<void> {
  const { deps, sharing } = sync;
  let batch: Taken[] = [];
  for (const segment of page) {
    const { author, origin, n, audience, format, arrived } = segment;
    const reading = open.get(origin);
    // Behind a segment of this page at which the stream stopped.
    if (!reading) continue;
    const body = format <= FORMAT ? opened(sharing.codec, segment) : null;
    const why = reasonToStop(segment, body, reading.last);
    if (body === null || why !== null) {
      await takeBatch(sync, batch);
      batch = [];
      await stop(sync, segment, why ?? 'a segment cannot be read');
      open.delete(origin);
      continue;
    }
    const records = redactStrings(body.records, { strict: deps.config['redaction.strict'] }).map(
      ({ stamp, record }) => ({ stamp: readStamp(stamp, arrived), record }),
    );
    batch.push({ author, origin, n, audience, previous: body.previous, records, isOwn: author === login });
    const last = { any: n, team: audience === 'team' ? n : reading.last.team };
    if (n < reading.end) open.set(origin, { ...reading, last });
    else open.delete(origin);
    if (batch.reduce((sum, one) => sum + one.records.length, 0) >= AT_ONCE) {
      await takeBatch(sync, batch);
      batch = [];
    }
  }
  await takeBatch(sync, batch);
}

async function stop(
  { deps, scope, stopped }: Sync,
  { author, origin }: ArrivedSegment,
  why: string,
): Promise<void> {
  stopped.push({ author, origin, why });
  await shareOf(deps).stopStream(scope.key, { author, origin }, why);
}

async function takeBatch({ deps, sharing, scope, received }: Sync, batch: readonly Taken[]): Promise<void> {
  if (batch.length === 0) return;
  received.records += await shareOf(deps).takeIn(scope, batch, deps.now());
  received.segments += batch.length;
  await sharing.breathe();
}

/** A stream is read up to the first segment that is missing, changed or of a later version. */
function reasonToStop(
  { format, n, audience }: ArrivedSegment,
  body: SegmentBody | null,
  last: Reading['last'],
): string | null {
  if (format > FORMAT) return `segment ${n} was written by a newer Cortex: update cortex-sessions`;
  if (body === null) return `segment ${n} cannot be opened: another key sealed it, or it was changed`;
  const before = audience === 'team' ? last.team : last.any;
  // The beginning of a stream may have been cleared away by an administrator.
  if (before === 0 || body.previous === before) return null;
  return `segments between ${before} and ${n} are missing on the server`;
}

export function opened({ unpack }: Codec, segment: ArrivedSegment): SegmentBody | null {
  const text = unpack(segment, segment.body);
  return text === null ? null : readBody(text);
}

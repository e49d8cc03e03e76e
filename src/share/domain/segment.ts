import { asRecord, parseJson } from '../../domain/base/text/json.ts';
import { MINUTE, type Millis } from '../../domain/base/time.ts';
import { isCount, isRecord, type ShareAudience, type Stamped } from './record.ts';

/** The form of a segment's body: bound to its place, sealed or not. A reader stops before the first later one, and goes on after an update. */
export const FORMAT = 3;

/** Characters of one body before it is packed. A segment is refused by the server from 1 MiB on. */
const LARGEST = 256 * 1024;
const MOST_RECORDS = 500;

/** The content of a segment. */
export interface SegmentBody {
  /** The segment of this origin before it that the same readers see; 0 for the first. A reader knows by it that none is missing. */
  readonly previous: number;
  readonly records: readonly Stamped[];
}

/** A segment with its number in its stream. */
export interface NumberedSegment extends SegmentBody {
  readonly n: number;
  readonly audience: ShareAudience;
}

/** The last segment of an origin for each group of readers: those who read everything, and those who read what is for the team. */
export interface Last {
  readonly lastAny: number;
  readonly lastTeam: number;
}

export interface Addressed extends Stamped {
  readonly audience: ShareAudience;
}

/** Packs records into segments in their order. Each segment has one audience, and names the one before it. */
export function packSegments(
  records: readonly Addressed[],
  last: Last,
): readonly NumberedSegment[] {
  const packed: NumberedSegment[] = [];
  let { lastAny: any, lastTeam: team } = last;
  let open: Stamped[] = [];
  let audience: ShareAudience = 'me';
  let size = 0;
  const close = () => {
    if (open.length === 0) return;
    const n = any + 1;
    packed.push({ n, audience, previous: audience === 'team' ? team : any, records: open });
    any = n;
    if (audience === 'team') team = n;
    open = [];
    size = 0;
  };
  for (const { audience: wanted, stamp, record } of records) {
    const length = JSON.stringify(record).length;
    if (wanted !== audience || size + length > LARGEST || open.length >= MOST_RECORDS) close();
    audience = wanted;
    open.push({ stamp, record });
    size += length;
  }
  close();
  return packed;
}

export function bodyText({ previous, records }: SegmentBody): string {
  return JSON.stringify({ previous, records: records.map(({ stamp, record }) => [stamp, record]) });
}

/** Null if it is no body of this format. Records of unknown kinds, written by a newer version, are left out. */
export function readBody(text: string): SegmentBody | null {
  const body = asRecord<{ previous: unknown; records: unknown }>(parseJson(text));
  if (!body || !isCount(body.previous) || !Array.isArray(body.records)) return null;
  const records: Stamped[] = [];
  for (const entry of body.records) {
    if (!Array.isArray(entry) || !isCount(entry[0])) return null;
    if (isRecord(entry[1])) records.push({ stamp: entry[0], record: entry[1] });
  }
  return { previous: body.previous, records };
}

/** How far a home's clock may be ahead of the server's. */
const AHEAD = 5 * MINUTE;

/**
 * The stamp of a fact: its own time, but after everything that was seen before, and never far beyond the server's clock. A
 * clock that runs a day ahead would otherwise have the last word for a day. Where no server tells the time, everybody's
 * stamps follow the highest.
 */
export function nextStamp(at: Millis, lastSeen: number, serverNow: Millis | null): number {
  const own = serverNow === null ? at : Math.min(at, serverNow + AHEAD);
  return Math.max(own, lastSeen + 1);
}

/** Stamps of one home count up by one where its clock stands still: an honest one may be this far beyond the limit. */
const SLACK = MINUTE;

/** The stamp that readers use: an author may write what it likes, but the server says when a segment arrived. */
export function readStamp(stamp: number, arrived: Millis): number {
  return Math.min(stamp, arrived + AHEAD + SLACK);
}

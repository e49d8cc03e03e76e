import { asRecord, parseJson } from '../../domain/text/json.ts';
import type { Audience, SharedRecord, Stamped } from './record.ts';

/**
 * The form of a segment's body. A reader knows all up to its own, stops before the first later one, and goes on after an update.
 * 1: deflated. 2: deflated from the dictionary. 3: bound to its place, sealed or not.
 */
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

/** A segment as it is packed, before its number is known to anybody. */
export interface Packed extends SegmentBody {
  readonly n: number;
  readonly audience: Audience;
}

/** The last segment of an origin for each group of readers: those who read everything, and those who read what is for the team. */
export interface Last {
  readonly any: number;
  readonly team: number;
}

export interface Addressed extends Stamped {
  readonly audience: Audience;
}

/** Packs records into segments in their order. Each segment has one audience, and names the one before it. */
export function packSegments(records: readonly Addressed[], last: Last): readonly Packed[] {
  const packed: Packed[] = [];
  let { any, team } = last;
  let open: Stamped[] = [];
  let audience: Audience = 'me';
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

/** Null for what is no body of this format. Records of a kind that is not known are left out: a newer version wrote them. */
export function readBody(text: string): SegmentBody | null {
  const body = asRecord<{ previous: unknown; records: unknown }>(parseJson(text));
  if (!body || !isCount(body.previous) || !Array.isArray(body.records)) return null;
  const records: Stamped[] = [];
  for (const entry of body.records) {
    if (!Array.isArray(entry) || !isCount(entry[0])) return null;
    const record = asRecord(entry[1]);
    if (record && isWhole(record))
      records.push({ stamp: entry[0], record: record as unknown as SharedRecord });
  }
  return { previous: body.previous, records };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

type Claimed = { readonly [field: string]: unknown };

/** Whether a record has what its kind needs: others wrote it. */
function isWhole(record: Claimed): boolean {
  const text = (...names: string[]) => names.every((name) => typeof record[name] === 'string');
  const number = (...names: string[]) => names.every((name) => isCount(record[name]));
  const textOrNone = (...names: string[]) =>
    names.every((name) => record[name] === null || typeof record[name] === 'string');
  const inner = (name: string) => asRecord<Claimed>(record[name]);
  switch (record['kind']) {
    case 'session': {
      const session = inner('session');
      return (
        session !== null &&
        typeof session['id'] === 'string' &&
        typeof session['host'] === 'string' &&
        isCount(session['startedAt']) &&
        (session['endedAt'] === null || isCount(session['endedAt']))
      );
    }
    case 'fact':
      return text('session') && number('at') && typeof inner('fact')?.['kind'] === 'string';
    case 'work':
      return (
        text('thread') &&
        textOrNone('session') &&
        number('at') &&
        typeof inner('fact')?.['kind'] === 'string' &&
        ['person', 'agent', 'tool'].includes(String(inner('fact')?.['by']))
      );
    case 'visit':
      return text('session', 'host') && number('startedAt') && textOrNone('branch', 'head', 'title');
    case 'memory': {
      const memory = inner('memory');
      return (
        memory !== null &&
        ['id', 'content', 'source', 'createdAt', 'updatedAt'].every(
          (name) => typeof memory[name] === 'string',
        ) &&
        Array.isArray(memory['categories']) &&
        typeof memory['confidence'] === 'number' &&
        typeof memory['importance'] === 'number'
      );
    }
    case 'pin':
      return text('id', 'content') && textOrNone('label') && typeof record['critical'] === 'boolean';
    case 'waiting':
      return number('at') && typeof inner('pin')?.['content'] === 'string';
    case 'let-go':
      return text('what', 'identity') && number('at');
    case 'metrics':
      return number('number') && text('seal');
    case 'withdrawn':
      return Array.isArray(record['ids']) && record['ids'].every((id) => typeof id === 'string');
    default:
      return false;
  }
}

/** The body without the records that a withdrawal names; null where it names none of them. */
export function withoutRecords(
  body: SegmentBody,
  isWithdrawn: (stamped: Stamped) => boolean,
): SegmentBody | null {
  const records = body.records.filter((stamped) => !isWithdrawn(stamped));
  return records.length === body.records.length ? null : { ...body, records };
}

import { iso } from '../../domain/base/time.ts';
import type { Reply } from '../../ports/base/host.ts';
import type { Missed } from '../../ports/keeping/missed.ts';
import type { TableRows } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { gapsAccepted, lostFacts } from '../metrics/verify.ts';

type LossDeps = Pick<Deps, 'store' | 'evidence'>;

/** A quick check for starts: only a new database is compared with other evidence. */
async function lossAtStart(deps: LossDeps): Promise<string | null> {
  if ((await deps.store.lastSeq()) > 0)
    return (
      (await lossOf(deps)) && 'memory lost what was stored last, or was put back from an older copy'
    );
  const { evidence } = deps;
  const wasOne =
    evidence.factsBeyond(0) > 0 ||
    (evidence.anchors() ?? []).length > 0 ||
    evidence.mirrors().length > 0;
  return wasOne ? 'memory is empty, and was not' : null;
}

/**
 * A sentence about data that is known outside the database and missing in it; null if none is. A database that is
 * gone, emptied, without its log or an older copy of itself is intact to SQLite, but lacks facts or metrics.
 */
export async function lossOf(deps: LossDeps): Promise<string | null> {
  const facts = await lostFacts(deps);
  if (facts !== null) return facts;
  const anchors = deps.evidence.anchors() ?? [];
  const hashes = await deps.store.metricHashes(anchors.map(({ seq }) => seq));
  const missing = anchors.flatMap(({ seq, hash }) => (hashes.get(seq) === hash ? [] : [seq]));
  if (missing.length === 0) return null;
  const upTo = Math.max(0, ...(await gapsAccepted(deps)).map(({ seq }) => seq));
  const seq = missing.find((one) => one > upTo);
  return seq === undefined ? null : `metric ${seq}, which was anchored, is not in the database`;
}

/** Ids of sessions with a mirror but no row. */
export async function unknownMirrors(
  deps: LossDeps,
  mirrored: readonly string[],
  nameOf: (id: string) => string,
): Promise<number> {
  if (mirrored.length === 0) return 0;
  const known = new Set((await deps.store.idsLike('', Number.MAX_SAFE_INTEGER)).map(nameOf));
  return mirrored.filter((name) => !known.has(name)).length;
}

export interface FoldsAmiss {
  /** Rows that differ from the fold of the facts, by table. */
  readonly found: readonly TableRows[];
  /** They may be as an earlier version folded them. */
  readonly areOlder: boolean;
}

export async function foldsAmiss({ store }: Pick<Deps, 'store'>): Promise<FoldsAmiss> {
  return { found: await store.findWrongFolds(), areOlder: await store.awaitsFolding() };
}

/** One line about what was missed: `3 events were missed from 2026-11-16T08:00 to 2026-11-16T08:02 (ENOSPC)`. */
export function missedLine({ count, first, last, why }: Missed): string {
  const minute = (at: number) => iso(at).slice(0, 16);
  const many = count === 1 ? '1 event was' : `${count} events were`;
  return `${many} missed from ${minute(first)} to ${minute(last)}, because nothing could be written (${why})`;
}

/** Lines of a start about the store: it was rebuilt, or lost data. */
export async function wordsOfStore(deps: Deps): Promise<readonly string[]> {
  try {
    const loss = await lossAtStart(deps);
    if (loss) deps.log.warn('something is missing', { loss });
    return [...deps.takeNotes(), ...(loss ? [`${loss}: cortex doctor`] : [])].map(
      (line) => `cortex: ${line}`,
    );
  } catch (error) {
    deps.log.failure('the store was not compared', error);
    return [];
  }
}

/** Adds lines for the model and for the person: many hosts pass on only one of the two. */
export function addStoreWords(reply: Reply, words: readonly string[]): Reply {
  if (words.length === 0) return reply;
  const said = words.join('\n');
  return {
    ...reply,
    context: reply.context ? `${reply.context}\n${said}` : said,
    notice: [reply.notice, ...words].filter(Boolean).join('; '),
  };
}

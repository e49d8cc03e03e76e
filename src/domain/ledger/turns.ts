import type { SessionId } from '../base/ids.ts';
import type { TurnLine } from '../base/section.ts';
import { contentHash } from '../base/text/hash.ts';
import { estimateTokens } from '../base/text/tokens.ts';
import type { Sendable, ShownItem } from './ledger.ts';

/** The turns that a conversation was told, each an entry of its ledger. */

/** The ledger entries of the turns in a line; they share its tokens. */
export function turnEntries({ text, turns }: TurnLine): Sendable[] {
  const tokens = Math.ceil(estimateTokens(text) / Math.max(1, turns.length));
  return turns.map(({ session, number, isWhole }) => ({
    kind: 'session',
    id: turnId(session, number),
    hash: contentHash(text),
    tokens,
    estimated: true,
    level: isWhole ? 0 : 1,
  }));
}

export function turnId(session: SessionId, number: number): string {
  return `turn:${session}:${number}`;
}

/** The entry of a session's turns as a start or a request without a question tells them. */
export function lastId(session: SessionId): string {
  return `last:${session}`;
}

/** A turn is told again only if so much more of it can be told. */
const LONGER = 1.4;

/** Looks up the ledger entry of a turn; undefined if the conversation was not shown that turn. */
export type ShownTurns = (session: SessionId, number: number) => ShownItem | undefined;

/** The turns that a model has once it has read these lines. */
export function shownIn(lines: readonly TurnLine[]): ShownTurns {
  const entries = new Map(lines.flatMap(turnEntries).map((one) => [one.id, { ...one, sentAt: 0 }]));
  return (session, number) => entries.get(turnId(session, number));
}

/** Whether a line tells nothing that the model does not have. */
export function isTold({ text, turns }: TurnLine, shown: ShownTurns): boolean {
  const entries = turns.map(({ session, number }) => shown(session, number));
  if (entries.length === 0 || entries.some((one) => one === undefined)) return false;
  const had = entries.reduce((sum, one) => sum + (one?.tokens ?? 0), 0);
  return entries.every((one) => one!.level === 0) || estimateTokens(text) < LONGER * had;
}

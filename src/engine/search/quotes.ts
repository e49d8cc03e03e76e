import type { QuotedTurn } from '../../domain/answer/lines.ts';
import type { SessionId } from '../../domain/ids.ts';
import { isWorthQuoting } from '../../domain/search/fit.ts';
import { quoteTurn } from '../../domain/search/snippet.ts';
import type { Deps } from '../deps.ts';
import { type HitWithEnd, withEnds } from './ends.ts';
import type { Recalled, RecalledTurn } from './recall.ts';

/** Limits of the search for turns to quote. */
export const QUOTED = { limit: 3, turnsEach: 3, isPrompt: true } as const;
/** About 120 tokens: three of them stay within the room of a recall. */
const LONGEST_QUOTE = 420;

/** A quotation with how its session ended: what overruled it is told with it. */
export interface EndedQuote {
  readonly quote: QuotedTurn;
  /** Null where it is the end, or where a later quotation of the same session has it. */
  readonly end: string | null;
}

/** The turns of a recall as quotations, though nobody asked for them: only good matches. */
export function quotesOf(recalled: Pick<Recalled, 'turns' | 'isAboutPast'>): readonly QuotedTurn[] {
  return quotable(recalled).map(quoteOf);
}

/** The same, each session with its end behind its last quotation. */
export async function endedQuotes(
  deps: Pick<Deps, 'store'>,
  recalled: Pick<Recalled, 'turns' | 'isAboutPast'>,
): Promise<readonly EndedQuote[]> {
  const found = await withEnds(deps, quotable(recalled));
  const isLast = ({ document, turn }: HitWithEnd) =>
    !found.some((other) => other.document.ref === document.ref && other.turn! > turn!);
  return found.map((one) => ({ quote: quoteOf(one), end: isLast(one) ? one.end : null }));
}

function quotable({ turns, isAboutPast }: Pick<Recalled, 'turns' | 'isAboutPast'>): readonly RecalledTurn[] {
  const [first] = turns;
  if (!first || !isWorthQuoting(first.fit, isAboutPast)) return [];
  const isFit = ({ fit, document }: RecalledTurn) =>
    isWorthQuoting(fit, isAboutPast) || document.number === first.document.number;
  return turns.filter((one) => one.turn !== null && isFit(one));
}

function quoteOf({ document, turn, passages, fit: { share } }: RecalledTurn): QuotedTurn {
  return {
    sessionId: document.ref as SessionId,
    turn: turn!,
    at: document.ended,
    branch: document.branch,
    share,
    ...quoteTurn(passages, LONGEST_QUOTE),
  };
}

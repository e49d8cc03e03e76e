import type { QuotedTurn } from '../../domain/answer/lines.ts';
import type { SessionId } from '../../domain/ids.ts';
import { quoteTurn } from '../../domain/search/quote.ts';
import { type Fit, isWorthQuoting } from '../../domain/search/fit.ts';
import type { Recalled } from './recall.ts';

const MOST_QUOTED = 3;
/** About 120 tokens: three of them stay within the room of a recall. */
const LONGEST_QUOTE = 420;

/** The best turns of a recall that fit well enough to be told unasked, as quotations; none where nothing fits. */
export function quotesOf({ turns, isAboutPast }: Recalled, how: 'unasked' | 'asked for' = 'unasked'): readonly QuotedTurn[] {
  const isFit = (fit: Fit) => how === 'asked for' ? fit.telling > 0 || fit.isNamed : isWorthQuoting(fit, isAboutPast);
  return turns
    .filter(({ turn, fit }) => turn !== null && isFit(fit))
    .slice(0, MOST_QUOTED)
    .map(({ document, turn, passages }) => ({
      sessionId: document.ref as SessionId,
      ...{ turn: turn!, at: document.ended, branch: document.branch },
      ...quoteTurn(passages, LONGEST_QUOTE),
    }));
}

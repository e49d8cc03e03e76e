import type { QuotedTurn } from '../../domain/answer/lines.ts';
import type { SessionId } from '../../domain/ids.ts';
import { isWorthQuoting } from '../../domain/search/fit.ts';
import { quoteTurn } from '../../domain/search/snippet.ts';
import type { Recalled } from './recall.ts';

/** Limits of the search for turns to quote. */
export const QUOTED = { limit: 3, turnsEach: 3, isPrompt: true } as const;
/** About 120 tokens: three of them stay within the room of a recall. */
const LONGEST_QUOTE = 420;

/** The turns of a recall as quotations. `unasked`: only good matches. */
export function quotesOf(
  { turns, isAboutPast }: Pick<Recalled, 'turns' | 'isAboutPast'>,
  how: 'asked for' | 'unasked',
): readonly QuotedTurn[] {
  const [first] = turns;
  const isFit = ({ fit, document }: Recalled['turns'][number]) =>
    how === 'asked for' || isWorthQuoting(fit, isAboutPast) || document.number === first!.document.number;
  if (!first || (how === 'unasked' && !isWorthQuoting(first.fit, isAboutPast))) return [];
  return turns
    .filter((one) => one.turn !== null && isFit(one))
    .map(({ document, turn, passages, fit: { share } }) => ({
      sessionId: document.ref as SessionId,
      ...{ turn: turn!, at: document.ended, branch: document.branch, share },
      ...quoteTurn(passages, LONGEST_QUOTE),
    }));
}

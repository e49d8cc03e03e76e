import { turnLinesIn } from '../base/section.ts';
import { isTold, type ShownTurns } from '../ledger/turns.ts';
import { matterSections, type QuotedTurns, type TurnsLimits } from './last-time.ts';

/**
 * The sessions of a matter without the turns that the conversation was told: a turn comes again only if far more of it can be
 * told. Of a session whose end was told whole only matching turns are left.
 */
export function untoldTurns(
  matter: readonly QuotedTurns[],
  limits: TurnsLimits,
  shown: ShownTurns,
): readonly QuotedTurns[] {
  const left = matter.filter(({ turns }) => turns.length > 0);
  const lines = matterSections(left, limits).flatMap(({ items }) => turnLinesIn(items));
  const told = lines.filter((line) => isTold(line, shown)).flatMap(({ turns }) => turns);
  if (told.length === 0) return left;
  const isLeft = (session: string, number: number) =>
    !told.some((turn) => turn.session === session && turn.number === number);
  const rest = left.map((one) => ({
    ...one,
    turns: one.turns.filter(({ number }) => isLeft(one.session.id, number)),
  }));
  return untoldTurns(rest, limits, shown);
}

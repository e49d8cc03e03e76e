import { mayHold, type Subject } from '../domain/keeping/forget.ts';
import { turnAfter } from '../domain/turns/turn.ts';
import type { Deps } from '../engine/base/deps.ts';
import type { HomeRoom } from '../engine/keeping/duty.ts';
import { readForgettings } from '../engine/keeping/forget.ts';
import { touchedLinesOf } from './sql.ts';

/** Forgets the marks of turns that held the words: lines that were written for a request say something of it. */
async function forgetTurns(deps: Deps, subject: Subject): Promise<void> {
  const wordings = await readForgettings(deps, subject);
  if (wordings.length === 0) return;
  const lines = touchedLinesOf(deps);
  for (const session of await lines.sessionsWithLines()) {
    const turns = new Map<number, { from: number; holds: boolean }>();
    let number = 0;
    for (const { fact, at } of await deps.store.factsOf(session)) {
      number = turnAfter(number, fact, null);
      const turn = turns.get(number) ?? { from: at, holds: false };
      const text = JSON.stringify(fact);
      turn.holds ||= wordings.some((one) => mayHold(text, one));
      turns.set(number, turn);
    }
    const all = [...turns.values()];
    for (const [i, { from, holds }] of all.entries())
      if (holds)
        await lines.forgetLines(session, from, all[i + 1]?.from ?? Number.MAX_SAFE_INTEGER);
  }
}

/** Marks of lines, for whoever opens a home. */
export const lineMarksHome: HomeRoom = { forgets: forgetTurns };

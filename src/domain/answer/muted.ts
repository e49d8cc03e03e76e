import { fingerprint } from '../base/text/hash.ts';
import { identityLine } from '../base/text/safe-text.ts';
import type { Thread } from '../threads/thread.ts';
import type { Turn } from '../turns/turn.ts';
import { decisionText } from './state.ts';

/** The key of a muted text; it does not contain its words, which may be forgotten elsewhere. */
export function mutedIdentity(text: string): string {
  return fingerprint(identityLine(text));
}

/** Turns without the texts that a person muted. */
export function withoutMuted(turns: readonly Turn[], muted: ReadonlySet<string>): readonly Turn[] {
  if (muted.size === 0) return turns;
  const orNull = (text: string | null) =>
    text === null || muted.has(mutedIdentity(text)) ? null : text;
  return turns
    .map((turn) => ({ ...turn, asked: orNull(turn.asked), answered: orNull(turn.answered) }))
    .filter(({ asked, answered }) => asked !== null || answered !== null);
}

/** A thread without these texts. Next steps stay: they are tasks, which are dropped instead. */
export function threadWithoutMuted(thread: Thread, muted: ReadonlySet<string>): Thread {
  if (muted.size === 0) return thread;
  const isTold = (text: string) => !muted.has(mutedIdentity(text));
  return {
    ...thread,
    decisions: thread.decisions.filter((one) => isTold(decisionText(one))),
    blockers: thread.blockers.filter(({ text }) => isTold(text)),
    done: thread.done.filter(({ text }) => isTold(text)),
  };
}

/** Texts of a thread that can be muted. */
export function mutableTexts({ decisions, blockers, done }: Thread): readonly string[] {
  return [
    ...decisions.filter(({ replaced }) => !replaced).map(decisionText),
    ...blockers.filter(({ resolved }) => !resolved).map(({ text }) => text),
    ...done.map(({ text }) => text),
  ];
}

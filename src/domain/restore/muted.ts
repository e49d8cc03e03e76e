import { decisionText, decisionWords } from '../answer/state.ts';
import { fingerprint } from '../text/hash.ts';
import { oneLine } from '../text/safe-text.ts';
import type { Thread, ThreadDecision } from '../thread/thread.ts';
import type { Turn } from '../turns/turn.ts';

/** A text that is never to be told again is known by this; its words may be forgotten elsewhere. */
export function mutedIdentity(text: string): string {
  return fingerprint(oneLine(text));
}

/** Turns without the texts that a person never wants told. */
export function withoutMuted(turns: readonly Turn[], muted: ReadonlySet<string>): readonly Turn[] {
  if (muted.size === 0) return turns;
  const orNull = (text: string | null) => (text === null || muted.has(mutedIdentity(text)) ? null : text);
  return turns
    .map((turn) => ({ ...turn, asked: orNull(turn.asked), answered: orNull(turn.answered) }))
    .filter(({ asked, answered }) => asked !== null || answered !== null);
}

/** A thread without these texts. Next steps stay: they are tasks, which are dropped instead. */
export function threadWithoutMuted(thread: Thread, untold: ReadonlySet<string>): Thread {
  if (untold.size === 0) return thread;
  const isTold = (text: string) => !untold.has(mutedIdentity(text));
  return {
    ...thread,
    decisions: thread.decisions.filter((one) => isTold(decisionText(one))),
    blockers: thread.blockers.filter(({ text }) => isTold(text)),
    done: thread.done.filter(({ text }) => isTold(text)),
  };
}

/** Lines of a thread that can be kept from being told, as codes tell them. */
export function untellableIn({ decisions, blockers, done }: Thread): readonly TextInLine[] {
  const asIs = ({ text }: { readonly text: string }) => ({ text, shown: oneLine(text) });
  return [
    ...decisions.filter(({ replaced }) => !replaced).map(asTold),
    ...blockers.filter(({ resolved }) => !resolved).map(asIs),
    ...done.map(asIs),
  ];
}

/** The texts that a person can keep from being told. */
export interface Untellable {
  /** The turns of the sessions that are quoted. */
  readonly turns: readonly Turn[];
  readonly decisions: readonly ThreadDecision[];
}

/** A text that a line tells, and how much of it stands there. */
export interface TextInLine {
  readonly text: string;
  readonly shown: string;
}

function asTold(decision: ThreadDecision): TextInLine {
  return { text: decisionText(decision), shown: decisionWords(decision) };
}

/** The decision that a line tells. One may begin like another: the longest that fits is meant. */
export function decisionInLine(line: string, decisions: readonly ThreadDecision[]): readonly TextInLine[] {
  const fitting = decisions
    .map(asTold)
    .filter(({ shown }) => line.startsWith(`${shown} (`) || line.startsWith(`${shown} [`))
    .sort((a, b) => b.shown.length - a.shown.length);
  return fitting.filter(({ shown }) => shown === fitting[0]!.shown);
}

/** The texts of the turn that a line quotes: what was asked, and what was answered. */
export function textsInLine(line: string, turns: readonly Turn[]): readonly TextInLine[] {
  const quotes = [...line.matchAll(/(user|somebody|agent): "([^"]*)"/g)].map(([, who, shown]) => ({
    who,
    shown: shown!,
  }));
  const holds = (text: string | null, shown: string) =>
    text !== null && shown.split(/ ?… ?/).every((part) => asQuoted(text).includes(part));
  return quotes.flatMap(({ who, shown }) => {
    const texts = turns.map(({ asked, answered }) => (who === 'agent' ? answered : asked));
    return texts.filter((text) => holds(text, shown)).map((text) => ({ text: text!, shown }));
  });
}

function asQuoted(text: string): string {
  return oneLine(text).replaceAll('"', "'");
}

import { agentsWords, LABELS } from '../answer/last-time.ts';
import { isSaidIn } from '../answer/once.ts';
import { decisionText, decisionWords } from '../answer/state.ts';
import { requestsIn, type Stopped } from '../session/stopped.ts';
import { fingerprint } from '../text/fingerprint.ts';
import { oneLine } from '../text/safe-text.ts';
import type { Thread, ThreadDecision } from '../thread/thread.ts';

/** A text that is never to be told again is known by this; its words may be forgotten elsewhere. */
export function untoldIdentity(text: string): string {
  return fingerprint(oneLine(text));
}

/**
 * Where a session stopped, without the texts that a person never wants told. A text that stood nowhere but in one of them goes
 * too: otherwise it would get a line of its own.
 */
export function withoutUntold(stopped: Stopped, untold: ReadonlySet<string>): Stopped {
  const isTold = (text: string) => !untold.has(untoldIdentity(text));
  const orNull = (text: string | null) => (text !== null && isTold(text) ? text : null);
  const { asked, said, question, afterwards } = stopped;
  const isAsked = question === null || isTold(question);
  const besides = (texts: readonly (string | null | undefined)[]) => {
    const gone = texts.filter((text): text is string => typeof text === 'string' && !isTold(text));
    return (text: string) => isTold(text) && (gone.length === 0 || !isSaidIn(text, gone));
  };
  return {
    ...stopped,
    asked: asked && isTold(asked.text) ? requestTold(asked, isTold) : null,
    told: stopped.told.filter(besides(asked ? requestsIn(asked) : [])),
    // A question stands within the agent's last words as well.
    said: orNull(said) && (isAsked ? said : agentsWords(stopped).said),
    question: orNull(question),
    noted: stopped.noted.filter(besides([said, afterwards, question])),
    afterwards: orNull(afterwards),
    next: stopped.next.filter(besides([said])),
    made: stopped.made.filter(({ text }) => isTold(text)),
    touched: stopped.touched.filter(isTold),
  };
}

function requestTold(
  { about, ...asked }: NonNullable<Stopped['asked']>,
  isTold: (text: string) => boolean,
): Stopped['asked'] {
  return about !== undefined && isTold(about) ? { ...asked, about } : asked;
}

/** A thread without these texts. Next steps stay: they are tasks, which are dropped instead. */
export function threadWithoutUntold(thread: Thread, untold: ReadonlySet<string>): Thread {
  if (untold.size === 0) return thread;
  const isTold = (text: string) => !untold.has(untoldIdentity(text));
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
  /** Where the sessions stopped whose end is told. */
  readonly stopped: readonly Stopped[];
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

/** The texts of where a session stopped that one line of it tells, and none of another line. */
export function textsInLine(line: string, stopped: Stopped): readonly TextInLine[] {
  const quotes = [...line.matchAll(/"([^"]*)(?:"|$)/g)].map(([, inner]) => inner!);
  // A line with one text need not hold all of it: a part may stand elsewhere.
  const only = (text: string | null) => (text === null ? [] : [{ text, shown: quotes[0] ?? '' }]);
  const each = (texts: readonly string[]) => quotes.flatMap((quote) => quotedBy(quote, texts));
  switch (/^([^"]*): "/.exec(line)?.[1]) {
    case LABELS.asked:
    case LABELS.askedByOne:
      return requestsTold(stopped.asked, quotes);
    case LABELS.told:
      return each(stopped.told);
    case LABELS.said:
      return only(stopped.said);
    case LABELS.noted:
      return each(stopped.noted);
    case LABELS.afterwards:
      return only(stopped.afterwards);
    case LABELS.question:
      return only(stopped.question);
    case LABELS.next:
      return each(stopped.next);
    default:
      return namedIn(line, [...stopped.made.map(({ text }) => text), ...stopped.touched]);
  }
}

/** A request stands last in its line; the one that it points at stands before it. */
function requestsTold(asked: Stopped['asked'], quotes: readonly string[]): TextInLine[] {
  const texts = asked ? requestsIn(asked).slice(-quotes.length) : [];
  return texts.map((text, i) => ({ text, shown: quotes[i]! }));
}

/** A text to its end; of texts that were cut, those that begin so. */
function quotedBy(quote: string, texts: readonly string[]): TextInLine[] {
  const whole = texts.filter((text) => asQuoted(text) === quote);
  const begun = quote.endsWith('…')
    ? texts.filter((text) => asQuoted(text).startsWith(quote.slice(0, -1)))
    : [];
  return (whole.length > 0 ? whole : begun).map((text) => ({ text, shown: quote }));
}

/** Commits, branches and files. A name may hold another: the longest is found first, and its place is taken. */
function namedIn(line: string, names: readonly string[]): TextInLine[] {
  let rest = line;
  return [...names]
    .sort((a, b) => b.length - a.length)
    .flatMap((text) => {
      const shown = [asQuoted(text), oneLine(text)]
        .flatMap((full) => [full, oneLine(full, 120)])
        .find((form) => rest.includes(form));
      if (shown === undefined) return [];
      rest = rest.replace(shown, () => '\n');
      return [{ text, shown }];
    });
}

function asQuoted(text: string): string {
  return oneLine(text).replaceAll('"', "'");
}

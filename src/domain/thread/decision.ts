import type { SessionId } from '../ids.ts';
import type { Millis } from '../time.ts';
import { textIdentity } from './text-identity.ts';

/**
 * Which decisions speak about the same thing. Where the words do not say it, two decisions stand side by side: one that
 * is wrongly shown costs a line, one that is wrongly taken for replaced costs a decision.
 */
export interface Decided {
  readonly subject: string | null;
  readonly choice: string;
  /** What it takes the place of, where the person named that beside the choice. */
  readonly instead?: string;
}

const LONGEST_SUBJECT = 60;

/** `threshold=0.75` names its subject; so does whoever gives one. */
export function withSubject(choice: string, subject: string | null): Decided {
  if (subject !== null) return { subject, choice };
  const found = /^([^=]{1,60}?) ?= ?(?![=>~])(\S.*)$/.exec(choice);
  const name = found?.[1] ?? '';
  // `!=`, `:=` and their like compare or assign: they are part of something else.
  if (!found || /[!<>:+*/%&|^~-]$/.test(name) || wordCount(name) > 3) return { subject: null, choice };
  return { subject: name, choice: found[2]! };
}

/** What a decision is about, for comparing; null where it does not say. */
export function subjectIdentity(decided: Decided): string | null {
  if (decided.subject !== null) return textIdentity(bare(decided.subject));
  const named = labelled(decided.choice) ?? purpose(decided.choice);
  return named === null ? null : textIdentity(named);
}

/** The choice, however it is introduced: "use Postgres" and "Postgres" are one. */
export function choiceIdentity(choice: string): string {
  return textIdentity(bare(choice));
}

/**
 * Which earlier decisions this one takes the place of: other words on its subject, what it gives up by name, and what gave
 * up its own choice.
 */
export function replacedBy(later: Decided): (earlier: Decided) => boolean {
  const subject = subjectIdentity(later);
  const givenUp = displaced(later);
  const choice = choiceIdentity(later.choice);
  const chosen = core(later.choice);
  const isAbout = (other: string | null) => subject === null || subject === other;
  return (earlier) => {
    if (choice === choiceIdentity(earlier.choice)) return false;
    const about = subjectIdentity(earlier);
    if (subject !== null && subject === about) return true;
    if (givenUp !== null && names(givenUp, earlier)) return true;
    const before = isAbout(about) ? displaced(earlier) : null;
    return before !== null && chosen === core(before);
  };
}

/** Whether words name what was chosen: "Redis" names "Redis streams for the queue", "Redis for the cache" does not. */
function names(givenUp: string, earlier: Decided): boolean {
  const name = core(givenUp);
  const chosen = core(earlier.choice);
  return (chosen === name || chosen.startsWith(`${name} `)) && isOfUse(givenUp, earlier);
}

/** Whether a decision may be about the use for which something is given up: "Redis for the cache" leaves that for the queue. */
function isOfUse(givenUp: string, earlier: Decided): boolean {
  const use = purpose(givenUp);
  const about = use === null ? null : subjectIdentity(earlier);
  return about === null || about === textIdentity(use!);
}

/**
 * Whether the last words of a choice are what a later decision gives up: "the Drop-in" is "Adyen's Drop-in". Both must be
 * written as a name, since "the cache" may be any. Two such choices leave it open which one is meant.
 */
export function endsAsNamedBy(later: Decided): (earlier: Decided) => boolean {
  const givenUp = displaced(later);
  const name = givenUp === null ? '' : core(givenUp);
  if (givenUp === null || !isProper(givenUp, name)) return () => false;
  return (earlier) =>
    core(earlier.choice).endsWith(` ${name}`) && isProper(earlier.choice, name) && isOfUse(givenUp, earlier);
}

/** Capitals, or a hyphen. A short word in capitals is a kind of thing: an API, a CLI. */
function isProper(text: string, name: string): boolean {
  const at = text.toLowerCase().lastIndexOf(name);
  const written = at < 0 ? '' : text.slice(at, at + name.length);
  return /[A-Z][\w.]*[a-z]|[a-z][A-Z]|\w-\w/.test(written);
}

/** A decision that stands, and where it was said. */
interface Standing extends Decided {
  readonly at: Millis;
  readonly session?: SessionId;
}

/**
 * A session's corrections, in the order in which they were said, without those that name what was given up afterwards. In
 * the session that gave it up the last one that names it is the one that gives it up. A choice between two gives up less:
 * only those go that chose the other.
 */
export function withoutOverruled(
  corrections: readonly string[],
  said: { readonly session: SessionId; readonly at: Millis },
  decisions: readonly Standing[],
): readonly string[] {
  let kept = corrections;
  for (const decision of kept.length === 0 ? [] : decisions) {
    if (decision.at <= said.at && decision.session !== said.session) continue;
    const givenUp = decision.instead ?? bareGivenUp(decision.choice);
    const name = core(givenUp ?? displaced(decision) ?? '');
    if (name === '') continue;
    if (givenUp === null) {
      // Chosen for something else, it stands beside.
      if (decisions.some(({ choice }) => core(choice) === name)) continue;
      const use = decision.subject ?? purpose(decision.choice);
      kept = kept.filter((text) => !chooses(text, name) || (use !== null && !holds(text, words(bare(use)))));
      continue;
    }
    const naming = kept.filter((text) => holds(text, name));
    const last = decision.session === said.session ? naming.at(-1) : undefined;
    kept = kept.filter((text) => text === last || !naming.includes(text));
  }
  return kept;
}

/** The words before what was chosen, within a clause. */
const CHOSEN =
  /\b(?:decided|agreed|settled|opted|chose|chosen|picked|let(?:'s|s| us)|(?:we|i)(?:'ll| will)|going)\b(?![^,;:]*\b(?:not|never|against|instead|rather|over|forget|drop|without|no)\b)[^,;:]{1,40}$/i;

/** Whether a sentence says of something that it was chosen. */
function chooses(sentence: string, name: string): boolean {
  return holds(sentence, name) && CHOSEN.test(sentence.slice(0, sentence.toLowerCase().indexOf(name)));
}

/** Whether a sentence holds a name as words of its own. */
function holds(sentence: string, name: string): boolean {
  const text = sentence.toLowerCase();
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\w-]/.test(sign);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + name.length])) return true;
  }
  return false;
}

const LEAD =
  /^(?:please |just |simply )?(?:(?:use|using|adopt|choose|pick|keep|prefer|settle on|default to|standardi[sz]e on)|(?:go|going|stick|sticking|stay|staying) (?:with|on|to)|(?:switch|switching|move|moving|migrate) to) /i;
const ARTICLE = /^(?:the|a|an|our|all|every|any) /i;

function bare(text: string): string {
  return text.replace(LEAD, '').replace(ARTICLE, '');
}

/** "database: Postgres" */
function labelled(choice: string): string | null {
  const name = /^([^:]{1,40}): \S/.exec(choice)?.[1];
  if (name === undefined || wordCount(name) > 3) return null;
  return /^(?:note|fix|feat|chore|todo|warning|decision|final|agreed|ok|yes|no|(?:option|step|plan|phase) .*)$/i.test(
    name,
  )
    ? null
    : bare(name);
}

/** Words behind "for" that say when or why rather than what. */
const NO_SUBJECT =
  /^(?:now|this|that|it|them|these|those|us|me|you|everything|both|sure|free|example|instance|today|later|\S*\d\S*|default|performance|speed|simplicity|safety|security|consistency|readability|clarity|compatibility|maintainability|convenience|.*\breasons?|.*\bsake)$/i;
/** "support for X" is about support. */
const BINDS_FOR =
  /\b(?:support|supports|wait|waits|look|looks|ask|account|call|allow|allows|check|search|except) *$/i;

/** "Postgres for the job queue", "Postgres as the database" */
function purpose(choice: string): string | null {
  const kept = choice.slice(0, end(choice, INSTEAD));
  const found = lastWord(kept, ' for ') ?? lastWord(kept, ' as the ') ?? lastWord(kept, ' as our ');
  if (found === null || BINDS_FOR.test(found.before.slice(-20))) return null;
  const subject = found.after.replace(ARTICLE, '').replace(ARTICLE, '');
  if (subject.length > LONGEST_SUBJECT || wordCount(subject) > 4 || NO_SUBJECT.test(subject)) return null;
  return /[,;]/.test(subject) ? null : subject;
}

const INSTEAD =
  / (?:instead of|rather than|in place of|over|not|statt|anstatt|anstelle von|plutôt que(?: de)?|au lieu de|en lugar de|en vez de|em vez de|ao invés de) |而不是/i;
const GIVEN_UP =
  /^(?:drop|scratch|scrap|ditch|forget(?: about)?|stop using|abandon|give up(?: on)?|get rid of|no longer use|no more|against|no|doch (?:nicht|kein(?:en?)?)) /i;
const FROM_TO = /^(?:switch|switching|move|moving|migrate|migrating|go|going) (?:away )?from (.{1,80}?) to /i;

/** The words in which a decision names what it gives up. */
function displaced({ choice, instead }: Decided): string | null {
  if (instead !== undefined) return instead;
  const other = INSTEAD.exec(choice);
  if (other) return choice.slice(other.index + other[0].length);
  const from = FROM_TO.exec(choice);
  if (from) return from[1]!;
  return bareGivenUp(choice);
}

/** "drop Redis": nothing comes in its place. */
function bareGivenUp(choice: string): string | null {
  const given = GIVEN_UP.exec(choice);
  return given ? choice.slice(given[0].length) : null;
}

const TAIL =
  /[,;，；]|而不是| (?:for|as|because|in|on|with|instead of|rather than|in place of|over|not|after all|any ?more|für|mehr|statt|anstatt|pour|plutôt que|au lieu de|para|en lugar de|en vez de|em vez de)(?: |$)/i;

/** The thing chosen, without what is said about it. */
function core(choice: string): string {
  const text = bare(choice.replace(FROM_TO, ''));
  return words(text.slice(0, end(text, TAIL)).replace(/ (?:idea|plan|approach|option|thing|decision)$/i, ''));
}

/** As it is compared: marks at the edges and case do not count. */
function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[\s"'`.,;:!-]+|[\s"'`.,;:!-]+$/g, '')
    .replace(/\s+/g, ' ');
}

function end(text: string, mark: RegExp): number {
  const found = mark.exec(text);
  return found && found.index > 0 ? found.index : text.length;
}

function lastWord(text: string, word: string): { readonly before: string; readonly after: string } | null {
  const at = text.toLowerCase().lastIndexOf(word);
  return at <= 0 ? null : { before: text.slice(0, at), after: text.slice(at + word.length).trim() };
}

function wordCount(text: string): number {
  return text.trim().split(/\s+/).length;
}

import { textIdentity } from './text-identity.ts';

/**
 * Which decisions speak about the same thing. Where the words do not say it, two decisions stand side by side: one that
 * is wrongly shown costs a line, one that is wrongly taken for replaced costs a decision.
 */
export interface Decided {
  readonly subject: string | null;
  readonly choice: string;
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
 * Which earlier decisions this one takes the place of: other words on its subject, or what it gives up by name. Null
 * where it speaks of nothing but itself.
 */
export function replacedBy(later: Decided): ((earlier: Decided) => boolean) | null {
  const subject = subjectIdentity(later);
  const givenUp = displaced(later.choice);
  if (subject === null && givenUp === null) return null;
  const choice = choiceIdentity(later.choice);
  return (earlier) =>
    choice !== choiceIdentity(earlier.choice) &&
    ((subject !== null && subject === subjectIdentity(earlier)) ||
      (givenUp !== null && givenUp === core(earlier.choice)));
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

const INSTEAD = / (?:instead of|rather than|in place of|over|not) /i;
const GIVEN_UP = /^(?:drop|stop using|abandon|get rid of|no longer use) /i;
const FROM_TO = /^(?:switch|switching|move|moving|migrate|migrating|go|going) (?:away )?from (.{1,80}?) to /i;

/** The choice that this one names as given up. */
function displaced(choice: string): string | null {
  const instead = INSTEAD.exec(choice);
  if (instead) return core(choice.slice(instead.index + instead[0].length));
  const from = FROM_TO.exec(choice);
  if (from) return core(from[1]!);
  const given = GIVEN_UP.exec(choice);
  return given ? core(choice.slice(given[0].length)) : null;
}

const TAIL = /,|;| (?:for|as|because|in|on|with|instead of|rather than|in place of|over|not) /i;

/** The thing chosen, without what is said about it. */
function core(choice: string): string {
  const text = bare(choice.replace(FROM_TO, ''));
  return textIdentity(text.slice(0, end(text, TAIL)));
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

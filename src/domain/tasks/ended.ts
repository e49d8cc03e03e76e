/** Which open actions somebody's words end. Hooks load this at its first call, so it exports functions alone. */

import { FENCED_LINES } from '../observe/announced/fences.ts';
import { leadsIn, staysSettled } from '../observe/announced/guards.ts';
import { sentencesOf } from '../observe/announced/prose.ts';
import { agreement, contentWords, looseIdentity } from '../text/near.ts';
import type { NextAction } from '../thread/thread.ts';
import { planNumber } from './plan.ts';

export interface Ended {
  readonly action: NextAction;
  readonly how: 'done' | 'dropped';
}

type How = Ended['how'];
type Found = readonly [NextAction[], How];

const NONE: Found = [[], 'done'];
const LONGEST = 20_000;

/**
 * An agent says what is done; a person also what is dropped. The words must name the steps by number, all of them, or
 * one by its own words; where they fit two actions, or leave a doubt, nothing ends.
 */
export function endedIn(said: string, open: readonly NextAction[], by: 'person' | 'agent'): readonly Ended[] {
  // A heading of a person's message begins a pasted document; an agent's own words have headings.
  const text = (by === 'agent' ? said.replace(/^#{1,6} /gm, '') : said).slice(0, LONGEST);
  const ended = new Map<NextAction, How>();
  const end = ([actions, how]: Found) => {
    for (const action of actions) if (!ended.has(action)) ended.set(action, how);
  };
  for (const [words, how] of markedIn(text)) end([named(words, open), how]);
  let before = '';
  const sentences = sentencesOf(text);
  for (const [at, { own, question }] of sentences.entries()) {
    if (!question) end(finished(own, sentences[at + 1]?.own ?? '', open));
    if (!question && by === 'person') end(crossedOff(own, before, open));
    if (!question && by === 'person') end(dropped(own, open));
    before = question ? '' : own;
  }
  return [...ended].map(([action, how]) => ({ action, how }));
}

const TICKED =
  /^\s*(?:[-*•+]\s+|\d{1,2}[.)]\s+)*(?:\[[xX✓✔]\]|[✅✔☑✓]\ufe0f?)\s*(?:\d{1,2}[.)]\s+)?(\S.*)$/gm;
const STRUCK = /^\s*(?:[-*•+]\s+|\d{1,2}[.)]\s+)*~~([^~\n]+)~~/gm;

/** Ticked and struck-through lines. */
function markedIn(text: string): (readonly [string, How])[] {
  const own = text.replace(FENCED_LINES, '');
  return [
    ...[...own.matchAll(TICKED)].map((found) => [found[1]!, 'done'] as const),
    ...[...own.matchAll(STRUCK)].map((found) => [found[1]!, 'dropped'] as const),
  ];
}

/** The one action of these words, or that begins with them. */
function named(words: string, open: readonly NextAction[]): NextAction[] {
  const said = looseIdentity(words);
  const same = open.filter(({ text }) => looseIdentity(text) === said);
  if (said === '' || same.length > 0) return same.slice(0, 1);
  const begun = open.filter(({ text }) => looseIdentity(text).startsWith(`${said} `));
  return begun.length === 1 && said.split(' ').length >= 3 ? begun : [];
}

const NUMBERS = '(\\d{1,2}(?:(?:, | and |, and | ?& ?| ?[-–] ?| to | through )\\d{1,2})*)';
const OF_PLAN = '(?: (?:of|in|from|on) (?:the|this|my|our) (?:plan|list))?';
const COUNT = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const ENDED = '(?:done|complete|completed|finished|implemented)(?=$|[.,;!:()]| (?:and|now|[-–—]))';
const OVER = `(?:(?:is|are|have been|has been) (?:now |all |both |already )?|: ?)?${ENDED}`;
const BY_NUMBER = new RegExp(
  `^steps? ${NUMBERS}${OF_PLAN} ${OVER}|^(?:i )?(?:finished|completed) steps? ${NUMBERS}`,
);
const ALL = new RegExp(
  `^(?:(both)|all)(?: of)?(?: the)?(?: (${COUNT.join('|')}|\\d{1,2}))? steps${OF_PLAN} ${OVER}|^the (?:whole |entire )?plan is (?:now |fully |completely )?${ENDED}`,
);
const DOUBT =
  /\b(?:not|n't|isn't|aren't|almost|nearly|partly|partially|half|except|but|apart from|besides|once|when|until|before|after|will|to be|must|first|only|however|as soon as|so that|otherwise)\b|\d ?%/;

/** What was tried and came to nothing is still to do. */
const UNDONE =
  /\b(?:revert\w*|roll\w* (?:it |that )?back|undid|undone|fail\w*|crash\w*|broke|aborted|but|however)\b/;

/** Steps of the plan that are said to be done, or the one action whose own verb is said to be over. */
function finished(own: string, after: string, open: readonly NextAction[]): Found {
  // Writing is work here, and nobody else's word.
  if (
    !leadsIn(own.replace(/^((?:i|we)(?:'ve| have)? (?:already |just )?)?wrote\b/, '')) ||
    !staysSettled(own)
  )
    return NONE;
  const said = own.replace(/^(?:ok|okay|great|yes|so|now|great news|done)[,:!.]? /, '').replace(/\*\*/g, '');
  const clause = said.slice(0, /[,;]|\.(?=\s|$)/.exec(said)?.index);
  const plan = planIn(open);
  const numbers = BY_NUMBER.exec(said);
  if (numbers) {
    const over = said.slice(0, numbers[0].length);
    const meant = numbersIn(numbers[1] ?? numbers[2]!);
    return DOUBT.test(over) ? NONE : [plan.filter((step) => meant.has(planNumber(step.id)!)), 'done'];
  }
  const all = ALL.exec(said);
  if (all) {
    const count = all[1] ? 2 : all[2] ? Math.max(COUNT.indexOf(all[2]), Number(all[2]) || 0) : null;
    const isAll = count === null || plan.every((step) => planNumber(step.id)! <= count);
    return DOUBT.test(said) || !isAll ? NONE : [plan, 'done'];
  }
  if (DOUBT.test(clause) || UNDONE.test(own) || UNDONE.test(after)) return NONE;
  return [one(open, ({ text }) => isOver(clause, text)), 'done'];
}

/** Steps of the latest plan. */
function planIn(open: readonly NextAction[]): NextAction[] {
  const steps = open.filter(({ id }) => planNumber(id) !== null);
  const latest = steps.toSorted((a, b) => b.at - a.at)[0];
  return steps.filter(({ list }) => list === latest!.list);
}

function numbersIn(text: string): Set<number> {
  const numbers = new Set<number>();
  for (const [, from, to] of text.matchAll(/(\d+)(?: ?(?:[-–]|to|through) ?(\d+))?/g))
    for (let n = Number(from); n <= Math.min(Number(to ?? from), 20); n++) numbers.add(n);
  return numbers;
}

/** Only where one fits. */
function one(open: readonly NextAction[], fits: (action: NextAction) => boolean): NextAction[] {
  const found = open.filter(fits);
  return found.length === 1 ? found : [];
}

/** What somebody did, and what was done. */
const PAST: Readonly<Record<string, readonly [did: string, done: string]>> = {
  run: ['ran', 'run'],
  write: ['wrote', 'written'],
  build: ['built', 'built'],
  make: ['made', 'made'],
  send: ['sent', 'sent'],
  take: ['took', 'taken'],
};
const SUBJECT = /^(?:i|we)(?:'ve| have)? (?:already |just )?/;

/** "Ran the dedupe migration" or "release notes written", of "Run the dedupe migration", "Write release notes". */
function isOver(clause: string, title: string): boolean {
  const [verb = '', ...rest] = title.toLowerCase().trim().split(/\s+/);
  const object = looseIdentity(rest.join(' '));
  if (contentWords(object).length < 2) return false;
  const stem = verb.replace(/e$|y$/, '');
  const isPast = (word: string, form: 0 | 1) =>
    PAST[verb] ? PAST[verb][form] === word : stem.length > 1 && word.startsWith(stem) && word.endsWith('ed');
  const [first = '', ...behind] = clause.replace(SUBJECT, '').split(/\s+/);
  if (isPast(first, 0)) {
    const words = looseIdentity(behind.join(' ').replace(/ (?:myself|by hand|already)\b.*$/, ''));
    return words === object;
  }
  const passive =
    /^(.+?) (?:(?:is|are|has been|have been|was|were) (?:now |already )?)?([a-z]+)(?: (?:in|to|at) \S+)?$/.exec(
      clause,
    );
  if (passive === null || looseIdentity(passive[1]!) !== object) return false;
  return isPast(passive[2]!, 1) || /^(?:done|finished|complete|completed)$/.test(passive[2]!);
}

const MOST_OF_IT = 0.6;

/** "I ran the migration myself, cross that off", "cross off the release notes". */
function crossedOff(own: string, before: string, open: readonly NextAction[]): Found {
  const off =
    /(?:^|, |; |: | and |so )(?:please |you can )?(?:cross|tick|check|strike) (?:off (.{3,80})|(.{3,80}?) off\b(?! (?:by|with)\b).*)$/.exec(
      own,
    );
  if (!off || !staysSettled(own) || !leadsIn(own.slice(0, off.index))) return NONE;
  const words = off[1] ?? off[2]!;
  const said = /^(?:that|this|it|that one|this one)(?: one| step| item)?\b/.test(words)
    ? own.slice(0, off.index) || before
    : words;
  if (DOUBT.test(said)) return NONE;
  return [
    one(open, ({ text }) => {
      const fit = agreement(said, text);
      return fit.isTelling && fit.ofText >= MOST_OF_IT;
    }),
    'done',
  ];
}

const LET_GO =
  /(?:^|[,;:] |\b(?:and|so|we|let's|stop|please|now) )(skip|drop|scrap|abandon|forget(?: about)?|never mind|leave out|cancel|(?:we )?(?:don't|do not) need) (?:the|that|this|our|my|those|these) ([^,.;!]{3,80})/;
/** It is put off, or a part of it is meant. */
const PUT_OFF =
  /\b(?:for now|now|yet|today|until|later|first|instead|while|if|unless|when|to|not|from|column|table)\b/;

/** "Skip the release notes", "we drop the outbox plan". */
function dropped(own: string, open: readonly NextAction[]): Found {
  const found = LET_GO.exec(own);
  if (!found || !staysSettled(own) || !leadsIn(own.slice(0, found.index))) return NONE;
  const verb = found[1]!.replace(/ .*/, '');
  const said = found[2]!
    .replace(/ (?:any ?more|altogether|after all|then|please|entirely|and .*)$/, '')
    .trim();
  if (PUT_OFF.test(said)) return NONE;
  const whole = /^(.*?)\s?plan$/.exec(said);
  const plan = planIn(open);
  if (whole && plan.length > 0) {
    const words = contentWords(whole[1]!);
    const about = plan.filter(({ text }) => words.every((word) => contentWords(text).includes(word)));
    return about.length * 2 > plan.length ? [plan, 'dropped'] : NONE;
  }
  return [
    one(open, ({ text }) => {
      const fit = agreement(said, text);
      // "Drop the users table" may be the very task.
      const isTask = text.toLowerCase().startsWith(verb);
      return !isTask && fit.isTelling && fit.ofSaid === 1 && fit.ofText >= MOST_OF_IT;
    }),
    'dropped',
  ];
}

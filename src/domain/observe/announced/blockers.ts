import { leadsIn } from './guards.ts';
import type { Sentence } from './prose.ts';

export interface Blocker {
  readonly type: 'blocked' | 'waiting' | 'need' | 'unclear';
  readonly text: string;
}

interface Form {
  readonly type: Blocker['type'];
  readonly said: RegExp;
  readonly label?: true;
  /** What the text must not begin with. */
  readonly not?: RegExp;
  readonly whole?: RegExp;
  /** Said without a subject it counts only where people have to act. */
  readonly bare?: true;
}

/** People have to act. */
const PEOPLE =
  /\b(?:from|review|approval|sign-?off|feedback|reply|answer|access|credentials?|permissions?|decision|confirmation|clarification|teams?|vendor|clients?|customers?|legal|ops|infra|design(?:er)?s?|product|finance|security|upstream|licen[cs]e|contract|to (?:send|approve|review|confirm|answer|reply|merge|deliver|whitelist|sign|grant|create|fix|release|decide))\b|@\w/;

/** Whose work it is: the speaker's, or a piece of work. A thread, a request or a user that is blocked is a subject of the work. */
const FORMS: readonly Form[] = [
  { type: 'blocked', said: /^(?:blockers?|blocked) ?: ?/, label: true },
  { type: 'waiting', said: /^(?:waiting|pending) ?: ?/, label: true },
  { type: 'unclear', said: /^(?:still )?unclear ?: ?/, label: true },
  {
    type: 'waiting',
    said: /(?:\b(?:i'm|i am|we're|we are) |^)(?:still |currently )?(?:stuck|blocked),? waiting (?:for|on) /,
    not: /^(?:you|your|me|my)\b/,
  },
  {
    type: 'blocked',
    said: /(?:\b(?:i'm|i am|we're|we are|this is|that's|that is) (?:still |currently |now |completely |all )*)blocked (?:(?:by|on) |(?=until ))/,
  },
  {
    type: 'blocked',
    said: /(?:^|: |, |\b(?:and|but|so) )(?:still |currently )?blocked (?:(?:by|on) |(?=until ))/,
    // Without a subject it may as well be a line of a program.
    not: /^(?:the )?(?:cors|csp|robots|content security|firewall|cloudflare|client|browser|proxy|ad ?block|policy|admin|user|rule|lock|mutex|i\/o)/,
  },
  {
    type: 'blocked',
    said: /\b(?:the|this|that|my|our) (?:(?!that\b|which\b)[\w-]+ ){0,2}?(?:release|rollout|deploy|deployment|migration|merge|pr|pull request|mr|ticket|task|story|upgrade|launch|work|feature|branch|integration|environment|setup|project|issue|import|port|rewrite|refactoring|update)(?: (?!that\b|which\b)[\w.-]+){0,4}? is (?:still |currently |now |completely )*blocked (?:(?:by|on) |(?=until ))/,
  },
  {
    type: 'blocked',
    said: /\b(?:pr|mr|issue|ticket) ?#?\d+ is (?:still |currently )*blocked (?:(?:by|on) |(?=until ))/,
  },
  {
    type: 'blocked',
    said: /\b(?:i'm|i am|we're|we are) (?:still |currently |completely )*blocked(?:,|:| -| –| —| because) /,
  },
  {
    type: 'blocked',
    said: /\b(?:i'm|i am|we're|we are) (?:still |currently |completely )*stuck on /,
    not: /^(?:you|line|it|that|this|a )\b/,
  },
  {
    type: 'waiting',
    said: /(?:\b(?:i'm|i am|we're|we are) (?:still |currently |now |just |also )*|^(?:still |currently |just |also )?|: (?:still )?)waiting (?:for|on) /,
    bare: true,
    not: /^(?:you|your|me|my|us|it|this|that|them|the (?:build|ci|tests?|pipeline|job|run|download|install|response|server|page|output|result)|ci|a (?:while|minute|long)|ten|five|\d+|some|so|too|long|ages|hours?|minutes?|days?|input|connections?|i\/o|disk|network|locks?|mutex|the (?:lock|database|db|gc|mutex|network|disk|loop|event))\b/,
  },
  {
    type: 'waiting',
    said: /(?:(?:^|\b(?:i|we|this|that|it) )(?:can't|cannot|can not) [^,;]{1,60}|\b(?:on hold|parked|paused)),? (?:still |currently )?waiting (?:for|on) /,
    not: /^(?:you|your|me|my)\b/,
  },
  {
    type: 'waiting',
    said: /\b(?:the|this|that|our) (?:release|rollout|deploy|deployment|migration|merge|pr|pull request|ticket|task|story|upgrade|launch|feature|branch) is (?:still |currently )*waiting (?:for|on) /,
    not: /^(?:you|your|me|my)\b/,
  },
  {
    type: 'waiting',
    said: /(?:^|\b(?:i|we|and|but|so|this|it) )(?:can't|cannot|can not) (?:be )?(?:merged?|deploy(?:ed)?|released?|ship(?:ped)?|continued?|proceed|test(?:ed)?|finish(?:ed)?|start(?:ed)?|publish(?:ed)?|go on|go live|move on|verify|verified|land|close|launch)\b[^.,;]{0,100}? until /,
    not: /^(?:you|it|i (?!get|have|receive|hear|know)|we (?!get|have|receive|hear|know))/,
  },
  {
    type: 'need',
    said: /^(?:(?:i|we) )?(?:still )?need (?=(?!to\b|you\b|your\b|help\b|it\b|this\b|that\b)[^.;]{3,120} before (?:i|we|this|that|it|the \w+) can(?:not)?\b)/,
    whole: PEOPLE,
  },
  {
    type: 'unclear',
    said: /^(?:it's|it is|still|it is still|it's still) unclear (?=whether|if|how|what|which|who)/,
    whole:
      /\b(?:has|have|needs?) to (?:decide|say|clarify|confirm|answer)|\bnobody (?:knows|can)|\bto be (?:decided|clarified)/,
  },
];

/** What is said about it afterwards. */
const ENDS =
  /,? (?:so (?!that\b)|but |please |therefore |in the meantime|meanwhile|before (?:i|we|this|that|it|the) )|;/;
/** A clause that goes on about it: who has to act, what they have to give, and by when. */
const CONTINUES =
  /^(?:(?:(?!(?:i|we|you|this|that|there|so|and|then|which means)\b)[\w-]+ ){1,2}?(?:still |only |also |first |just )*(?:must|has|have|needs?|will|won't|can't|cannot|wants?|owes?|takes?|expects?|promised|is|are)|(?:they|she|he|it)'(?:ll|re|s)|until|by|not before|due|expected|eta)\b/;
const LONGEST_TEXT = 160;

export function blockersIn(sentence: Sentence): Blocker[] {
  if (sentence.question) return [];
  for (const form of FORMS) {
    const found = form.said.exec(sentence.own);
    if (!found) continue;
    const from = found.index + found[0].length;
    const after = sentence.own.slice(from);
    if (
      !leadsIn(sentence.own.slice(0, found.index)) ||
      form.not?.test(after) ||
      (form.whole && !form.whole.test(after))
    )
      continue;
    if (form.bare && !/\b(?:i|we)\b/.test(found[0]) && !PEOPLE.test(after)) continue;
    if (/\baccording to\b/.test(after)) continue;
    if (/\b(?:no longer|not|isn't|aren't) $/.test(sentence.own.slice(0, found.index))) continue;
    const text = subject(sentence.text.slice(from), form);
    if (text !== '') return [{ type: form.type, text }];
  }
  return [];
}

function subject(text: string, { label, type }: Form): string {
  const bare = text.replace(/[.!;。；]+$/, '');
  const end = label ? null : ENDS.exec(bare.toLowerCase());
  const kept = end ? bare.slice(0, end.index) : bare;
  return (label ? kept : withoutRemarks(kept, type === 'unclear'))
    .trim()
    .replace(/[\s,:;]+$/, '')
    .slice(0, LONGEST_TEXT);
}

/** Up to the first clause that is about something else. What is unclear is a question, and its clause says all of it. */
function withoutRemarks(text: string, isQuestion: boolean): string {
  const comma = text.indexOf(', ');
  // A short head such as a number says nothing without what follows it.
  if (comma <= 0 || text.slice(0, comma).trim().split(/\s+/).length < 3) return text;
  let end = comma;
  while (!isQuestion && end < text.length && CONTINUES.test(text.slice(end + 2).toLowerCase())) {
    const next = text.indexOf(', ', end + 2);
    end = next < 0 ? text.length : next;
  }
  return text.slice(0, end);
}

import { leadsIn, staysSettled } from './guards.ts';
import { lowerCase, type Sentence } from './prose.ts';

export interface Decision {
  readonly choice: string;
  readonly reason: string | null;
  /** The thing given up for the choice, in the words of the sentence. */
  readonly instead?: string;
  /** Whether it is a decision depends on one that stands, whose place it takes. */
  readonly inPassing?: true;
}

/** One way to say a decision. The choice begins where the match ends, or at group `keep` where the verb is part of it. */
interface Form {
  readonly said: RegExp;
  /** A label such as "Decision:" takes the sentence as it is; other forms end at the first clause. */
  readonly label?: true;
  /** What the choice must be like, beyond what any choice must. */
  readonly choice?: RegExp;
  readonly whole?: RegExp;
}

/** A clause begins: at the start, behind a mark, or behind a word that only leads in. */
const CLAUSE =
  /(?:^|[,:;–—-] ?|\b(?:so|and|but|then|ok|okay|k|yes|yeah|no|nah|well|right|alright|fine|sure|hmm?|agreed|thanks|please|think|say|that|actually|now)[,.!:]? )$/;

const FORMS: readonly Form[] = [
  {
    said: /\b(?:(?:final|design|architecture|architectural|team|my|our) )?decisions?(?: \([^)]{1,60}\))?(?: is| was)? ?[:=] ?/,
    label: true,
  },
  { said: /\b(?:the|our|my|final) decision is (?:to |that )?/, label: true },
  { said: /\b(?:decided|settled|agreed|conclusion) ?: ?/, label: true },
  {
    said: /\blet(?:'s|s| us) (?:just |then |simply |all |now )*(?:use|go w(?:ith|\/)|go for(?= (?:the|a|an|option|plan|approach|\S+ (?:instead|over|rather)) )|go ahead with|stick w(?:ith|\/)|stick to|settle on|opt for|choose|pick|adopt|standardi[sz]e on) /,
  },
  {
    said: /\blet(?:'s|s| us) (?:just |then |simply )*(?=(?:switch to|stay on|stay with|default to|drop support for|call (?:it|this|them)) )/,
  },
  { said: /\blet(?:'s|s| us) (?:just )?(?=make .{0,40}\bdefault\b)/ },
  {
    said: /\blet(?:'s|s| us) (?:just )?do /,
    choice: /\b(?:version|approach|option|variant|way|route|solution|one)\b/,
  },
  {
    said: /\blet(?:'s|s| us) (?:just )?(?=(?:put|have|make|keep|move|do) )/,
    whole: /\b(?:instead of|rather than)\b/,
  },
  {
    said: /\b(?:we|i)(?:'ll| will|'re going to| are going to|'m going to| am going to|'re gonna) (?:just |then |simply |now )*(?:use|go w(?:ith|\/)|go for(?= (?:the|a|an|option|plan|approach|\S+ (?:instead|over|rather)) )|stick w(?:ith|\/)|stick to|settle on|opt for|adopt|standardi[sz]e on) /,
  },
  {
    said: /\b(?:we|i)(?:'ll| will|'re going to| are going to) (?:just |then )*(?=(?:stay on|stay with|switch to|drop support for) )/,
  },
  {
    said: /\b(?:we're|we are|i'm|i am) (?:now )?(?:going w(?:ith|\/)|going for(?= (?:the|a|an|option|plan|approach|\S+ (?:instead|over|rather)) )|sticking w(?:ith|\/)|sticking to|choosing|settling on|opting for) /,
  },
  {
    said: /\b(?:we're|we are|i'm|i am) (?:now )?(?=(?:staying on|staying with|switching to|dropping support for) )/,
  },
  {
    said: /\b(?:let(?:'s|s| us)|we'll|we will|we're going to|we are going to) (?:just |then )*(?=keep )/,
    // People keep going, keep you posted, keep an eye on things: a choice keeps a thing as it is.
    choice:
      /^keep (?!\w+ing\b|an eye\b|in mind\b|track\b|it up\b|you\b|each\b|up\b|at\b)(?:(?:the|our|a|one|all|it (?:as|in|simple|at|on|private|public)) |(?:\S+ ){1,4}as\b|[\w.-]+$)/,
  },
  { said: /\bwe go w(?:ith|\/) / },
  { said: /\bwe take /, choice: /\b(?:instead of|rather than|over)\b/ },
  { said: /^from now on,? (?:please |we |we'll |we will |let's )*(?:use|go with) / },
  { said: /^(?:please )?(?:go|stick|stay) w(?:ith|\/) / },
  {
    said: /\b(?:we|i)(?:'ve| have)? (?:all |now |finally |already )?decided to (?:use|go w(?:ith|\/)|go for(?= (?:the|a|an|option|plan|approach|\S+ (?:instead|over|rather)) )|stick w(?:ith|\/)|adopt|choose|pick) /,
  },
  {
    said: /\b(?:we|i)(?:'ve| have)? (?:all |now |finally |already )?decided to (?=[a-z]+ )/,
    choice:
      /^(?:keep|drop|ship|stay|switch|move|store|support|split|merge|remove|replace|skip|postpone|version|separate|rewrite|limit|require|allow|forbid|deprecate|name|call|make|put|treat|build|host|run|write|expose|return|cache|default|leave|have|migrate|freeze|disable|enable) /,
  },
  {
    said: /\b(?:we|i)(?:'ve| have)? (?:all |now |finally |already )?decided (?:on|that) (?!in\b|at\b|on\b|last\b|yesterday\b|before\b|already\b|earlier\b|long\b|a while\b|for\b)/,
  },
  { said: /\b(?:we|i)(?:'ve| have)? (?:all |now |finally |already )?decided (?=against )/ },
  {
    said: /\bwe(?:'ve| have)? (?:all )?agreed (?:with .{1,40}? )?(?:on|to|that) (?!meet|talk|discuss|sync|speak|wait|look|try|revisit|review|call|think)/,
  },
  {
    said: /\b(?:we|i)(?:'ve| have)? (?:now |finally )?(?:settled on|opted for|gone with|ended up (?:choosing|using|going w(?:ith|\/))) /,
  },
  {
    said: /\b(?:we|i)(?:'ve| have)? (?:now |finally )?(?:chose|chosen|picked) /,
    choice: /\b(?:over|because|instead|rather)\b|^\S+$/,
  },
  { said: /^(?:please )?use /, choice: /\b(?:instead of|rather than)\b/ },
];

/** "Postgres it is." */
const IT_IS =
  /^(?:(?:ok|okay|alright|right|fine|so|yes|then),? )*((?!.{0,60}\bhow\b|what|who|where|when|that|this|here|there|as|so|like|because|if|whatever)[\w.+#/-]+(?: [\w.+#/-]+){0,3}) it is(?: then)?[.!]*$/;

/** Words that point at something said before, or at nothing in particular. */
const EMPTY =
  /^(?:(?:up|it|that|this|them|those|these|him|her|you|me|us|whatever|whichever|anything|something|either|any|your(?! (?:\w+ )?(?:suggestions?|proposal|idea|approach|version|option|variant|design|plan)))(?![\w-])|(?:both|one|what|everything)$|the flow\b|an?(?:other)? (?:different|other|new|better) (?:approach|way|one)\b|\.{2,}|…)/;
/** A means to find something out, for now; and what is no choice of anybody. */
const PASSING =
  /^(?:the |my |our )?\w+ through\b|\bto (?:find|see|check|debug|figure|look|learn|understand|investigate|trace|reproduce|verify|try|test|get|show|demo|compare|bisect)\b|\b(?:opportunity|wrong|assumption|back in \d|as a starting point|for the demo|step by step|an eye on|in mind|going|moving|working|in the meantime|meanwhile|today|tomorrow|tonight|while you|while we|running)\b/;
/** "as the contention is low" is a reason, "as the default" is not: a verb has to follow. */
const REASON =
  /(?:,| -| –| —)? (?:because of|because|since|due to|as (?!(?:it|they) (?:is|was|are|were|stands?)(?:[.,]|$))(?=(?:we|it|they|there|i)\b|(?:the|our|this|that|these|those) [\w -]{1,40}? (?:is|are|was|were|has|have|had|can|can't|will|won't|does|doesn't|do|don't|needs?|isn't|aren't)\b)) ?/;
const LONGEST_CHOICE = 160;

export function decisionsIn(sentence: Sentence, next: Sentence | null): Decision[] {
  if (sentence.question) return [];
  const bare = IT_IS.exec(sentence.own);
  if (bare)
    return [
      {
        choice: sentence.text.slice(bare[0].indexOf(bare[1]!), bare[0].indexOf(bare[1]!) + bare[1]!.length),
        reason: reasonAfter(next),
      },
    ];
  for (const form of FORMS) {
    const found = form.said.exec(sentence.own);
    if (!found) continue;
    const before = sentence.own.slice(0, found.index);
    const from = found.index + found[0].length;
    const after = sentence.own.slice(from);
    if (!startsClause(before) || !leadsIn(before) || !staysSettled(after)) continue;
    if (form.whole && !form.whole.test(sentence.own)) continue;
    const decision = choiceFrom(sentence.text.slice(from), after, form);
    if (decision) return [decision.reason === null ? { ...decision, reason: reasonAfter(next) } : decision];
  }
  return [];
}

/** A decision from words that begin with the choice. */
export function choiceIn(text: string): Decision | null {
  return choiceFrom(text, lowerCase(text), PLAIN);
}

const PLAIN: Form = { said: /^/ };

/** "For the dates let's …", "Rather than a queue let's …", "After talking to them we …" lead in without a mark. */
const LEAD_IN =
  /^(?:and |but |ok |so )?(?:(?:for|as for|regarding) [\w .-]{1,40}|(?:rather than|instead of) .{1,80}|(?:after|from) (?:talking|the) [^,]{1,40}) $/;

function startsClause(before: string): boolean {
  return CLAUSE.test(before) || LEAD_IN.test(before);
}

function choiceFrom(text: string, own: string, form: Form): Decision | null {
  const bare = text.replace(/[.!;。；]+$/, '');
  const because = REASON.exec(own.slice(0, bare.length));
  const end = because ? because.index : bare.length;
  const reason = because ? tidy(bare.slice(because.index + because[0].length)) : null;
  const choice = tidy(form.label ? bare.slice(0, end) : firstClause(bare.slice(0, end)));
  const lower = choice.toLowerCase();
  if (choice === '' || EMPTY.test(lower)) return null;
  if (!form.label && PASSING.test(own.slice(0, end))) return null;
  if (form.label && /^[a-z]+$/.test(choice)) return null;
  if (form.choice && !form.choice.test(own)) return null;
  return {
    choice: choice.slice(0, LONGEST_CHOICE),
    reason: reason === '' || reason === null ? null : reason.slice(0, LONGEST_CHOICE),
  };
}

/** Where the choice ends and something to do, a limit or an explanation begins. */
const NEXT_THING =
  /,? (?:until |so that |which |so (?:we|i|it|they) |that way|- |– |— |then and |and (?:please |then )?(?:skip|update|add|make|remove|write|fix|start|rename|move|delete|run|put|create|drop|adapt|document|close|show|port) )/i;

/** What explains rather than chooses: it has a verb, or begins as a sentence does. */
const EXPLAINS =
  /^(?:so|but|please|thanks|ok|it|we|i|they|nobody|everybody|that|this|there|otherwise|which|right now)\b|\b(?:is|are|was|were|has|have|had|does|do|can|will|should|gets?|gives?|needs?|asked|takes?|makes?|costs?|drives?|kills?|to \w+|\w+n't|\w+'(?:s|re|ll|ve))\b|^(?:the|our|their|a) \w+ \w+s\b/i;

/** "sqlite then, no server to babysit": behind a comma the reasons begin, unless the rest belongs to the choice. */
function firstClause(text: string): string {
  const clauses = text.slice(0, NEXT_THING.exec(text)?.index).split(/, /);
  let kept = clauses[0]!;
  for (const clause of clauses.slice(1)) {
    const short = clause.trim().split(/\s+/).length <= 7;
    if (!/^the one\b/i.test(clause) && (!short || EXPLAINS.test(clause))) break;
    kept += `, ${clause}`;
  }
  return kept;
}

function tidy(text: string): string {
  return text
    .trim()
    .replace(/^[:\s]+/, '')
    .replace(/(?:,? (?:then|for now|please|from here on|from now on|instead|here|thanks|after all))+$/i, '')
    .replace(/[\s,:;.!]+$/, '');
}

function reasonAfter(next: Sentence | null): string | null {
  const found = next === null ? null : /^(?:the )?(?:reason|why|rationale) ?: /.exec(next.own);
  return found ? tidy(next!.text.slice(found[0].length)) || null : null;
}

import type { Fact, Recorded } from '../fact.ts';
import { oneLine } from '../text/safe-text.ts';
import { isOutside, scopedPath } from '../thread/scoped-path.ts';
import type { Millis } from '../time.ts';
import { speaksOf } from './agreement.ts';
import { deniesSentence, isAnswer, isBareAnswer, isDenial } from './answering.ts';
import { isBareDone, pendingIn, saysAllDone } from './closing.ts';
import { takesUpList } from './left-open.ts';
import { isFarewell } from './nod.ts';
import { isContinuation, isHostNotice, isNod, personsWords } from './persons-words.ts';
import { proseOf, type Reply, replyOf } from './reply.ts';
import { asks } from './requests.ts';
import { hasWords, isQuestion, sentencesIn } from './sentences.ts';
import { type Made, type Stopped, type Undone, withinLimit } from './stopped.ts';
import { mostTelling, settlingIn, type Telling, tellingIn } from './telling.ts';
import { pointsBack } from './title.ts';

/** Where a session stands so far. Plain JSON of bounded size, kept in the session's digest and folded on from there. */
export interface Stopping
  extends Pick<
    Stopped,
    | 'asked'
    | 'afterwards'
    | 'question'
    | 'corrections'
    | 'made'
    | 'touched'
    | 'touchedMore'
    | 'branch'
    | 'head'
    | 'failed'
    | 'listedAt'
    | 'answer'
  > {
  /** Sentences that may be told, in order of time. */
  readonly told: readonly Telling[];
  /** Sentences of the agent's replies that may be told, in order of time. */
  readonly noted?: readonly Telling[];
  /** The same of the last turn, which the next prompt may take back. */
  readonly recent?: readonly Telling[];
  readonly turn: Turn;
  /** The reply that is quoted, and whether its turn worked. */
  readonly kept: { readonly reply: Reply; readonly worked: boolean } | null;
  /**
   * What comes next by the agent's last list, or by the pending part of a compaction summary. It stays until another list comes,
   * or until it was taken up or is said to be done. Older versions left a reply's list with the reply.
   */
  readonly pending: readonly string[];
  /** The list is of work that was left, and not of steps that the agent proposes. */
  readonly isLeft?: boolean;
  /** Files of the last commit: they are in none again where it is taken back. */
  readonly committed?: readonly string[];
}

interface Turn {
  readonly worked: boolean;
  readonly ended: boolean;
  readonly reply: Reply | null;
  /** The prompt sends the agent through its list: what work does after it is no longer next. */
  readonly takesUp?: true;
  /** The prompt answers a question or takes something back: the reply says what holds now. */
  readonly settles?: true;
  /** A compaction summary came within this turn. */
  readonly isSummed?: true;
  /** Whether the request was answered before this turn, for a turn that is broken off. */
  readonly answeredBefore: boolean;
  /** The request before this turn, where the words of this one ask for nothing: work may show that they do. */
  readonly askedBefore?: Stopped['asked'];
  /** A question of an earlier turn that the prompt of this one did not answer. */
  readonly carried?: string | null;
}

const NEW_TURN: Turn = { worked: false, ended: false, reply: null, answeredBefore: false };

export const NOT_STOPPED: Stopping = {
  asked: null,
  told: [],
  turn: NEW_TURN,
  kept: null,
  afterwards: null,
  question: null,
  pending: [],
  corrections: [],
  made: [],
  touched: [],
  touchedMore: 0,
  branch: null,
  head: null,
  failed: false,
};

export interface StoppingRules {
  /** A person's rules and corrections in one message. */
  readonly saidIn?: (text: string) => {
    readonly rules: readonly string[];
    readonly corrections: readonly string[];
  };
}

/** The first prompt sets a task, which is told by its title; later ones react to what was done. */
const LATER = 1.25;
/** What answers the agent's question decides something. */
const ANSWERING = 1.3;

const LONGEST_ASKED = 300;
const LONGEST_ABOUT = 160;
const MOST_TOLD = 4;
const LONGEST_TOLD = 400;
const MOST_NOTED = 6;
const LONGEST_NOTED = 720;
/** Sentences that are kept for a later choice. */
const CANDIDATES = 12;
const MOST_CORRECTIONS = 3;
const LONGEST_CORRECTION = 200;
const MOST_MADE = 3;
const LONGEST_MADE = 120;
const LONGEST_REF = 100;
const MOST_TOUCHED = 8;
/** Files that are told apart; of more only the number is known. */
const KNOWN_TOUCHED = 60;
const LONGEST_PATH = 120;

/** Folds facts one by one, so that any division of them comes to the same. */
export function foldStopping(
  before: Stopping | undefined,
  facts: readonly Recorded[],
  root: string | null,
  rules: StoppingRules = {},
): Stopping {
  return facts.reduce((state, { fact, at }) => apply(state, fact, at, root, rules), before ?? NOT_STOPPED);
}

function apply(state: Stopping, fact: Fact, at: Millis, root: string | null, rules: StoppingRules): Stopping {
  switch (fact.kind) {
    case 'prompt':
      return foldPrompt(state, fact, at, rules);
    case 'reply':
      return fact.subagent === undefined ? foldReply(state, fact.text, at) : state;
    case 'tool':
      return foldTool(state, fact, root);
    case 'turn-ended':
      return foldTurnEnd(state, fact.failed === true);
    case 'made':
      return foldMade(state, fact);
    case 'undone':
      return foldUndone(state, fact, root);
    case 'stood':
      return {
        ...state,
        branch: fact.branch && oneLine(fact.branch, LONGEST_REF),
        head: fact.head && oneLine(fact.head, LONGEST_REF),
      };
    case 'summary':
      return foldSummary(state, fact.text, at);
    default:
      return state;
  }
}

function foldPrompt(
  state: Stopping,
  fact: Extract<Fact, { kind: 'prompt' }>,
  at: Millis,
  rules: StoppingRules,
): Stopping {
  const settled = beginTurn(state);
  if (isHostNotice(fact.text)) {
    return isContinuation(fact.text) ? withPending(settled, fact.text, at) : settled;
  }
  const words = personsWords(fact.text);
  const open = settled.question;
  const answers =
    open !== null && isAnswer(words, open, settled.kept?.reply.said ?? '', state.turn.carried === open);
  const question = answers ? null : open;
  const takesUp = isNod(words) || takesUpList(words);
  const denies = open === null && isDenial(words);
  const settles = answers || denies;
  const next: Stopping = {
    ...settled,
    question,
    failed: false,
    // An item that the person speaks of is asked for, done or given up from here on.
    pending: isMereQuestion(words) ? listOf(settled) : unspoken(listOf(settled), words),
    noted: strongest([...(settled.noted ?? []), ...stillTrue(settled, words, { answers, denies })]),
    recent: [],
    turn: { ...settled.turn, carried: question, ...(takesUp && { takesUp }), ...(settles && { settles }) },
    ...(!fact.group && isFirst(state) && isBareAnswer(words) && { answer: words }),
  };
  if (!hasWords(words)) return next;
  const isRequest = !isNod(words) && !(next.asked && isFarewell(words));
  const asked = isRequest
    ? { text: requestIn(words), answered: false, at, ...aboutWhat(words, fact.group === true, next.asked) }
    : next.asked;
  const isTalk = isRequest && isDone(next) && !sentencesIn(words).some(asks);
  const turn = isRequest
    ? { ...next.turn, answeredBefore: false, ...(isTalk && { askedBefore: next.asked }) }
    : next.turn;
  // On a channel that people share nobody's words are told as the person's.
  if (fact.group) return { ...next, asked, turn };
  const { rules: ruled, corrections } = rules.saidIn?.(words) ?? NOTHING_SAID;
  const worth = (next.asked ? LATER : 1) * (answers ? ANSWERING : 1);
  // A rule is a memory, and told as one.
  const telling = tellingIn(words, worth).filter(({ text }) => !isAmong(text, ruled));
  return {
    ...next,
    asked,
    turn,
    told: isNod(words) ? next.told : strongest([...next.told, ...telling]),
    corrections: withCorrections(next.corrections, corrections),
  };
}

/** Nobody said anything before. */
function isFirst({ asked, told, kept, turn }: Stopping): boolean {
  return asked === null && told.length === 0 && kept === null && turn.reply === null;
}

/** What the last turn's reply said, without the options of a question that is answered, and without what is taken back. */
function stillTrue(
  { recent = [], question }: Stopping,
  words: string,
  { answers, denies }: { readonly answers: boolean; readonly denies: boolean },
): readonly Telling[] {
  if (denies) return recent.filter(({ text }) => !deniesSentence(words, text));
  if (!answers) return recent;
  return recent.filter(({ text }) => !question!.includes(text.replace(/\*\*|__/g, '').slice(0, 30)));
}

/** On a channel that people share the request before may be somebody else's. */
function aboutWhat(
  words: string,
  group: boolean,
  before: Stopped['asked'],
): Pick<NonNullable<Stopped['asked']>, 'group' | 'about'> {
  if (group) return { group: true };
  if (!before || before.group || !pointsBack(words)) return {};
  return { about: oneLine(before.about ?? before.text, LONGEST_ABOUT) };
}

/** A request that was worked on and answered. */
function isDone({ asked, kept }: Stopping): boolean {
  return asked?.answered === true && kept?.worked === true;
}

/** A question that is no order, or an order to explain: "can you move it?" asks for more. */
function isMereQuestion(words: string): boolean {
  const small = words.toLowerCase();
  return EXPLAIN.test(small) || (isQuestion(words) && !ORDER_IN_QUESTION.test(small));
}

const EXPLAIN =
  /^(?:(?:please|can you|could you|bitte|kannst du|s'il te plaît|por favor) )*(?:explain|describe|(?:tell|show|remind) me|erklär\w*|beschreib\w*|zeig\w* mir|explique\w*|explica\w*|解释|説明)(?![a-z])/;

const ORDER_IN_QUESTION =
  /\b(?:(?:can|could|would|will) you|can we|kannst du|könntest du|peux-tu|pourrais-tu|pouvez-vous|puedes|podrías|(?:você )?pode(?:ria)?)\b|能不能|可以/;

const NOTHING_SAID = { rules: [], corrections: [] };

/** Whether one of the texts says a sentence, or the sentence is little more than one of them. */
function isAmong(sentence: string, texts: readonly string[]): boolean {
  const own = sentence.replace(/…$/, '');
  return texts.some((text) => text.includes(own) || (own.includes(text) && text.length >= own.length * 0.6));
}

/** A long request: its beginning, and the first sentence that asks where the beginning does not. */
function requestIn(words: string): string {
  const line = oneLine(words);
  if (line.length <= LONGEST_ASKED) return line;
  const sentences = sentencesIn(words.slice(0, 4_000));
  const asking = sentences.findLast((one) => one.length >= 20 && !/[:：]$/.test(one) && asks(one));
  if (asking === undefined || line.indexOf(oneLine(asking)) < LONGEST_ASKED - 60)
    return oneLine(words, LONGEST_ASKED);
  const end = oneLine(asking, 160);
  return `${oneLine(words, LONGEST_ASKED - end.length - 1)} ${end}`;
}

function strongest(all: readonly Telling[]): readonly Telling[] {
  const last = new Map<string, Telling>();
  for (const one of all) {
    last.delete(one.text);
    last.set(one.text, one);
  }
  const unique = [...last.values()];
  if (unique.length <= CANDIDATES) return unique;
  const limit = unique.map((one) => one.weight).sort((a, b) => b - a)[CANDIDATES - 1]!;
  const kept = unique.filter((one) => one.weight >= limit);
  return kept.slice(kept.length - CANDIDATES);
}

function withCorrections(before: readonly string[], found: readonly string[]): readonly string[] {
  if (found.length === 0) return before;
  const lines = found.map((text) => oneLine(text, LONGEST_CORRECTION)).filter((text) => text !== '');
  return [...before.filter((text) => !lines.includes(text)), ...lines].slice(-MOST_CORRECTIONS);
}

function foldReply(state: Stopping, text: string, at: Millis): Stopping {
  const reply = replyOf(text);
  if (reply === null) return state;
  const open = state.turn.ended ? beginTurn(state) : state;
  return {
    ...open,
    ...listAfter(open, reply, text, at),
    turn: { ...open.turn, reply: { ...reply, next: [] } },
    recent: strongest([...(open.recent ?? []), ...notedIn(text, reply, open.turn.settles)]),
    asked: open.asked && { ...open.asked, answered: true },
    question: reply.question ?? open.turn.carried ?? null,
  };
}

/** What comes next is told as that, and no longer once it is done. */
function notedIn(text: string, { next }: Reply, settles = false): readonly Telling[] {
  const prose = proseOf(text);
  const all = [...tellingIn(prose), ...(settles ? settlingIn(prose) : [])];
  return all.filter((one) => !isAmong(one.text, next));
}

function listOf({ pending, kept, turn }: Stopping): readonly string[] {
  return pending.length > 0 ? pending : ((turn.reply ?? kept?.reply)?.next ?? []);
}

/** What comes next after a reply. Mere talk neither does an item nor overtakes a list with one sentence. */
function listAfter(
  state: Stopping,
  { next, isLeft }: Reply,
  text: string,
  at: Millis,
): Pick<Stopping, 'pending' | 'listedAt' | 'isLeft'> {
  const before = listOf(state);
  const { worked, takesUp, isSummed } = state.turn;
  if (next.length > 0 && (worked || next.length > 1 || before.length === 0))
    return { pending: next, listedAt: at, isLeft: isLeft === true };
  if (before.length === 0) return { pending: before };
  const prose = proseOf(text);
  if (saysAllDone(prose) || (worked && (takesUp || (isSummed && isBareDone(prose))))) return { pending: [] };
  return { pending: worked ? unspoken(before, prose) : before };
}

function unspoken(items: readonly string[], text: string): readonly string[] {
  return items.filter((item) => !speaksOf(text, item));
}

/** A reply that came before the summary does not close its turn, nor did the prompt know what the summary lists. */
function foldSummary(state: Stopping, text: string, at: Millis): Stopping {
  const settled = settle(state);
  const { takesUp: _, ...turn } = settled.turn;
  return withPending({ ...settled, turn: { ...turn, reply: null, isSummed: true } }, text, at);
}

function withPending(state: Stopping, text: string, at: Millis): Stopping {
  const pending = pendingIn(text);
  return pending.length > 0 ? { ...state, pending, listedAt: at, isLeft: true } : state;
}

function foldTool(state: Stopping, fact: Extract<Fact, { kind: 'tool' }>, root: string | null): Stopping {
  const changed = fact.touched.filter((touch) => touch.how !== 'read');
  if (changed.length === 0 && fact.command === undefined) return state;
  const open = state.turn.ended ? beginTurn(state) : state;
  const worked = { ...open, turn: { ...open.turn, worked: true } };
  if (!fact.ok || changed.length === 0) return worked;
  let touched = [...open.touched];
  for (const { path } of changed) {
    const scoped = scopedPath(path, fact.workdir ?? root, root);
    // A file outside of the working tree is in no commit of it.
    if (root !== null && isOutside(scoped)) continue;
    const line = oneLine(scoped, LONGEST_PATH);
    touched = [...touched.filter((other) => other !== line), line];
  }
  const gone = Math.max(0, touched.length - KNOWN_TOUCHED);
  return { ...worked, touched: touched.slice(gone), touchedMore: open.touchedMore + gone };
}

function foldTurnEnd(state: Stopping, failed: boolean): Stopping {
  const { turn, asked } = state;
  const answered = failed ? turn.answeredBefore : asked?.answered === true || turn.worked;
  return {
    ...state,
    asked: asked && { ...asked, answered },
    turn: { ...turn, ended: true },
    failed,
  };
}

function foldMade(state: Stopping, { what, text, ref }: Made): Stopping {
  const one: Made = { what, text: oneLine(text, LONGEST_MADE), ref: ref && oneLine(ref, LONGEST_REF) };
  // An amended commit has the same words and another hash.
  const others = state.made.filter((other) => other.what !== what || other.text !== one.text);
  const made = [...others, one].slice(-MOST_MADE);
  if (what !== 'commit') return { ...state, made };
  return { ...state, made, touched: [], touchedMore: 0, committed: state.touched };
}

function foldUndone(state: Stopping, undone: Undone, root: string | null): Stopping {
  const { commits, to, all, files = [], where } = undone;
  const scoped = (path: string) => scopedPath(path, root, root);
  // In another repository.
  if (root !== null && where !== undefined && isOutside(scoped(where))) return state;
  const own = state.made.filter(({ what }) => what === 'commit');
  const isTarget = ({ ref }: Made) => ref !== null && to !== undefined && isSameCommit(ref, to);
  const kept = to === undefined ? own.length - (commits ?? 0) : own.findLastIndex(isTarget) + 1;
  const gone = own.slice(Math.max(0, kept));
  const made = state.made.filter((one) => !gone.includes(one));
  if (all) return { ...state, made, touched: [], touchedMore: 0, committed: [] };
  const again =
    gone.length > 0 ? (state.committed ?? []).filter((path) => !state.touched.includes(path)) : [];
  const given = files.map(scoped);
  const isGiven = (path: string) =>
    given.some((one) => one === '.' || one === path || path.startsWith(`${one}/`));
  return {
    ...state,
    made,
    touched: [...again, ...state.touched].filter((path) => !isGiven(path)),
    touchedMore: given.includes('.') ? 0 : state.touchedMore,
    ...(gone.length > 0 && { committed: [] }),
  };
}

function isSameCommit(ref: string, other: string): boolean {
  return ref.length >= 7 && other.length >= 7 && (ref.startsWith(other) || other.startsWith(ref));
}

function beginTurn(state: Stopping): Stopping {
  const settled = settle(state);
  return { ...settled, turn: { ...NEW_TURN, answeredBefore: state.asked?.answered === true } };
}

/**
 * The reply of a turn that worked is quoted; mere talk after it is a line, and never replaces it. Nor do words that asked
 * for nothing and set nothing in motion replace the request before them.
 */
function settle(state: Stopping): Stopping {
  const { reply, worked, askedBefore } = state.turn;
  if (reply === null) return state;
  if (!worked && state.kept?.worked)
    return {
      ...state,
      afterwards: reply.line === '' ? state.afterwards : reply.line,
      asked: askedBefore && !reply.question ? askedBefore : state.asked,
    };
  return { ...state, kept: { reply, worked }, afterwards: null };
}

/** `told` has the sentences of all requests. */
function withTelling(
  asked: NonNullable<Stopped['asked']>,
  told: readonly Telling[],
): NonNullable<Stopped['asked']> {
  const own = asked.group ? [] : told.filter((one) => isAmong(one.text, [asked.text]));
  const telling = mostTelling(own, MOST_TOLD, LONGEST_TOLD);
  return telling.length === 0 ? asked : { ...asked, telling };
}

/** What is stored in the session's row; null where nothing was asked, said or made. */
export function stoppedOf(state: Stopping): Stopped | null {
  const { asked, kept, afterwards, pending: _, listedAt, isLeft, ...now } = settle(state);
  const next = listOf(state);
  const nothing = asked === null && kept === null && now.made.length + now.touched.length + next.length === 0;
  if (nothing) return null;
  const elsewhere = [...(asked ? [asked.text] : []), ...now.corrections];
  const candidates = now.told.filter((one) => !isAmong(one.text, elsewhere));
  const said = kept?.reply.said ?? null;
  const isSaid = (text: string) => said?.includes(text.replace(/…$/, '')) === true;
  const notedBefore = strongest([...(now.noted ?? []), ...(now.recent ?? [])]).filter(
    (one) => !isSaid(one.text) && !isQuestion(one.text),
  );
  return withinLimit({
    asked: asked && withTelling(asked, now.told),
    told: mostTelling(candidates, MOST_TOLD, LONGEST_TOLD),
    said,
    noted: mostTelling(notedBefore, MOST_NOTED, LONGEST_NOTED),
    afterwards,
    question: now.question,
    next,
    ...(next.length > 0 && listedAt !== undefined && { listedAt }),
    ...(next.length > 0 && isLeft && { isLeft }),
    corrections: now.corrections,
    made: now.made,
    touched: now.touched.slice(-MOST_TOUCHED),
    touchedMore: now.touchedMore + Math.max(0, now.touched.length - MOST_TOUCHED),
    branch: now.branch,
    head: now.head,
    failed: now.failed,
    ...(now.answer !== undefined && { answer: now.answer }),
  });
}

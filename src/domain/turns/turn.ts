/**
 * The turns of a session: a request, its reply and its work, folded from facts, and quoted within a given room. A quotation never holds a part of
 * a sentence that may say the opposite of the whole.
 */

import { isOutside, scopedPath } from '../base/scoped-path.ts';
import { FORGOTTEN, isEmptied, oneLine } from '../base/text/safe-text.ts';
import { beginningOf, GOES_ON, keepEnds, LONGEST_SENTENCE } from '../base/text/sentences.ts';
import type { Millis } from '../base/time.ts';
import type { Fact, GitCreation, RecordedFact } from '../facts/fact.ts';
import { isReadOnlyCommand } from '../observe/read-only.ts';
import { commandWords } from '../observe/shell.ts';
import { readRequest, saidByOthers } from './asked.ts';
import { isGreeting, isNod } from './talk.ts';
import { asksForAnswer, parseUnits, type Unit } from './units.ts';
import { saysAnything, tellingLines } from './weight.ts';

export type { GitCreation as Made } from '../facts/fact.ts';

/** How a turn ended; absent while it runs, or if its session was killed in it. */
export type TurnEnd = 'answered' | 'broken off' | 'usage limit' | 'failed';

/** A check that ran, or a command that failed. */
export interface TurnRun {
  readonly name: string;
  /** The sequence of outcomes, without repeats. */
  readonly outcomes: readonly ('red' | 'green')[];
  /** The failing test or message of the last red outcome. */
  readonly failing?: string;
}

/** A person's prompt and everything until the next one. The unit of restore, search and reading. */
export interface Turn {
  /** Counts from 1 in its session. */
  readonly number: number;
  readonly at: Millis;
  /** The person's words; null where the turn began without any. */
  readonly asked: string | null;
  /** Written by one of several people in a shared channel. */
  readonly group?: true;
  /** The answer to a question that the agent asked by a tool: the earlier request continues. */
  readonly chosen?: true;
  /** The most informative words of the agent's last reply and of its messages between tool calls. */
  readonly answered: string | null;
  /** The reply is a subagent's: the agent itself said nothing. */
  readonly bySubagent?: true;
  /** Files changed, the latest last. */
  readonly files: readonly string[];
  readonly moreFiles?: number;
  readonly runs: readonly TurnRun[];
  readonly made: readonly GitCreation[];
  readonly ended: TurnEnd | null;
  /** When a usage limit ends, if the host reports it. */
  readonly until?: Millis;
}

/** The agent's words in the running turn, until the final choice among them. */
export interface Speech {
  readonly between: readonly string[];
  readonly reply: string | null;
  readonly subagent: string | null;
}

/** The turns of a session while it is folded. */
export interface Turns {
  readonly all: readonly Turn[];
  readonly speech: Speech | null;
}

export const NO_TURNS: Turns = { all: [], speech: null };

/** A longer message is cut to its most informative part; a preamble never has more room for it. */
const LONGEST = 4_000;
/** Room for the agent's messages between tool calls, in addition to a last reply. */
const LONGEST_BETWEEN = 450;
/** Room for a reply while its turn runs. */
const LONGEST_SPEECH = 12_000;
const MOST_BETWEEN = 24;
const MOST_FILES = 12;
const MOST_RUNS = 6;
const MOST_MADE = 6;
/** Characters that the turns of one session take. */
const ROOM = 24_000;

/** Goes on from folded turns: folding in parts gives what folding at once does. */
export function foldTurns(
  turns: Turns,
  facts: readonly RecordedFact[],
  root: string | null,
): Turns {
  return facts.reduce((sofar, recorded) => foldFact(sofar, recorded, root), turns);
}

function foldFact(turns: Turns, { fact, at }: RecordedFact, root: string | null): Turns {
  switch (fact.kind) {
    case 'prompt':
      return foldPrompt(turns, fact, at);
    case 'reply':
      return foldReply(turns, fact, at);
    case 'tool':
      return foldTool(turns, fact, at, root);
    case 'made': {
      const { kind: _, ...one } = fact;
      const made = { ...one, text: oneLine(one.text, 120), ref: one.ref && oneLine(one.ref, 60) };
      return changeLastTurn(withFirstTurn(turns, at), (turn) => ({
        ...turn,
        made: [...turn.made, made].slice(-MOST_MADE),
      }));
    }
    case 'turn-ended':
      return foldEnd(turns, fact);
    default:
      return turns;
  }
}

function foldPrompt(turns: Turns, fact: Extract<Fact, { kind: 'prompt' }>, at: Millis): Turns {
  const { words, isOthers } = wordsOf(fact.text);
  // A host's notice is not a request: events after it belong to the turn before.
  if (words === '') return turns;
  const asked = storedRequest(words, LONGEST);
  return withinRoom(
    beginTurn(closeLastTurn(turns), at, asked, isOthers ? { ...fact, group: true } : fact),
  );
}

/** Characters kept of a request that cannot be quoted: more than a quotable sentence has, so that the kept part is not quoted either. */
const KEPT_UNQUOTED = LONGEST_SENTENCE + 80;

/**
 * A request as it is stored: the lines that tell most. Of one that is a single long sentence without a clause it is the beginning:
 * the session has a title then, and no part of the sentence is quoted.
 */
function storedRequest(words: string, most: number): string {
  const telling = tellingLines(words, most, 'person');
  return telling === '' ? asOneLine(words).slice(0, KEPT_UNQUOTED).toWellFormed() : telling;
}

function asOneLine(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}

/** The words that begin a turn: the person's, else somebody else's. */
function wordsOf(prompt: string): { words: string; isOthers: boolean } {
  const own = readRequest(prompt);
  return own === ''
    ? { words: saidByOthers(prompt), isOthers: true }
    : { words: own, isOthers: false };
}

/** A turn that ended with the person's next words was broken off, unless the agent had answered. */
function closeLastTurn(turns: Turns): Turns {
  const last = turns.all.at(-1);
  if (!last || last.ended !== null) return turns;
  const ended = turns.speech?.reply != null || (last.asked === null && last.answered !== null);
  return changeLastTurn(turns, (turn) => ({ ...turn, ended: ended ? 'answered' : 'broken off' }));
}

function beginTurn(
  { all }: Turns,
  at: Millis,
  asked: string | null,
  { group, chosen }: Pick<Turn, 'group' | 'chosen'> = {},
): Turns {
  const number = (all.at(-1)?.number ?? 0) + 1;
  const turn: Turn = {
    number,
    at,
    asked,
    answered: null,
    files: [],
    runs: [],
    made: [],
    ended: null,
    ...(group && { group }),
    ...(chosen && { chosen }),
  };
  return { all: [...all, turn], speech: null };
}

/** Work before a first prompt, as in a session that was joined late, is a turn without a request. */
function withFirstTurn(turns: Turns, at: Millis): Turns {
  return turns.all.length === 0 ? beginTurn(turns, at, null) : turns;
}

function changeLastTurn({ all, speech }: Turns, change: (turn: Turn) => Turn): Turns {
  return { all: [...all.slice(0, -1), change(all.at(-1)!)], speech };
}

function foldReply(turns: Turns, fact: Extract<Fact, { kind: 'reply' }>, at: Millis): Turns {
  const open = withFirstTurn(turns, at);
  const speech = withWords(open.speech ?? {}, fact);
  return { ...changeLastTurn(open, (turn) => withReply(turn, speech)), speech };
}

function withWords(
  { between = [], reply = null, subagent = null }: Partial<Speech>,
  fact: Extract<Fact, { kind: 'reply' }>,
): Speech {
  const words = within(fact.text);
  if (fact.subagent) return { between, reply, subagent: words };
  if (fact.between) return { between: [...between, words].slice(-MOST_BETWEEN), reply, subagent };
  return { between, reply: words, subagent };
}

function withReply({ bySubagent: _, ...turn }: Turn, speech: Speech): Turn {
  const isSubagents = speech.reply === null && speech.between.length === 0;
  return {
    ...turn,
    answered: answeredBy(speech),
    ...(isSubagents && { bySubagent: true as const }),
  };
}

function within(text: string): string {
  return keepEnds(text, LONGEST_SPEECH / 2, LONGEST_SPEECH / 2, '\n…\n');
}

/** The separator of messages, so that no quotation runs over two of them. */
const APART = '\n\n…\n\n';

/** Joins the messages between tool calls and the last reply. A subagent's reply is used only if there is no other. */
function answeredBy({ between, reply, subagent }: Speech): string | null {
  const before = between.filter((one) => reply === null || !reply.includes(one)).join(APART);
  const last = reply ?? (before === '' ? subagent : null);
  if (last === null) return tellingLines(before, LONGEST, 'agent') || null;
  const said = tellingLines(before, LONGEST_BETWEEN, 'agent');
  return (
    [said, tellingLines(last, LONGEST - said.length, 'agent')].filter(Boolean).join(APART) || null
  );
}

/** The number of the turn of a fact that follows one of turn `number`. It counts as the fold does. */
export function turnAfter(number: number, fact: Fact, root: string | null): number {
  switch (fact.kind) {
    case 'prompt':
      return wordsOf(fact.text).words === '' ? number : number + 1;
    case 'reply':
    case 'made':
      return Math.max(1, number);
    case 'tool':
      return number === 0 && (changedPaths(fact, root).length > 0 || runOf(fact)) ? 1 : number;
    default:
      return number;
  }
}

/** Files of the working tree that a tool changed. */
export function changedPaths(fact: Extract<Fact, { kind: 'tool' }>, root: string | null): string[] {
  return fact.touched
    .filter(({ how }) => how !== 'read' && fact.ok)
    .map(({ path }) => scopedPath(path, fact.workdir ?? root, root))
    .filter((path) => root === null || !isOutside(path))
    .map((path) => oneLine(path, 120));
}

function foldTool(
  turns: Turns,
  fact: Extract<Fact, { kind: 'tool' }>,
  at: Millis,
  root: string | null,
): Turns {
  const paths = changedPaths(fact, root);
  const run = runOf(fact);
  if (paths.length === 0 && run === null) return turns;
  return changeLastTurn(withFirstTurn(turns, at), (turn) => {
    const files = [...turn.files.filter((path) => !paths.includes(path)), ...new Set(paths)];
    const gone = Math.max(0, files.length - MOST_FILES);
    const more = (turn.moreFiles ?? 0) + gone;
    return {
      ...turn,
      files: files.slice(gone),
      ...(more > 0 && { moreFiles: more }),
      runs: run ? (fact.check ? withCheck : withCommand)(turn.runs, run) : turn.runs,
    };
  });
}

/** The check or command that a tool ran. A failed read-only command is left out: it only found nothing. */
function runOf({ ok, check, command }: Extract<Fact, { kind: 'tool' }>): TurnRun | null {
  if (check) {
    const name = oneLine(check.name, 60);
    const failing = check.failing ? { failing: oneLine(check.failing, 160) } : {};
    return { name, outcomes: [check.ok ? 'green' : 'red'], ...(!check.ok && failing) };
  }
  if (!command || isReadOnlyCommand(command)) return null;
  return { name: oneLine(command, 60), outcomes: [ok ? 'green' : 'red'] };
}

function withCheck(runs: readonly TurnRun[], run: TurnRun): readonly TurnRun[] {
  return withRun(
    runs,
    run,
    runs.find(({ name }) => name === run.name),
  );
}

/** A command that is not a check is kept if it failed, with a later success of the same program in the turn. */
function withCommand(runs: readonly TurnRun[], run: TurnRun): readonly TurnRun[] {
  const purpose = purposeOf(run.name);
  const before = runs.find(
    ({ name }) => name === run.name || (purpose !== '' && purposeOf(name) === purpose),
  );
  return !before && run.outcomes[0] === 'green' ? runs : withRun(runs, run, before);
}

/** Puts a run last, with the outcomes of the earlier run of the same. */
function withRun(
  runs: readonly TurnRun[],
  run: TurnRun,
  before: TurnRun | undefined,
): readonly TurnRun[] {
  const outcomes = [...(before?.outcomes ?? []), ...run.outcomes].filter(
    (one, i, all) => one !== all[i - 1],
  );
  return [...runs.filter((one) => one !== before), { ...run, outcomes: outcomes.slice(-3) }].slice(
    -MOST_RUNS,
  );
}

/** The program and subcommand of a command line's last part: `git push`. */
function purposeOf(command: string): string {
  const words = commandWords(command).at(-1) ?? [];
  return words
    .filter((word) => !word.startsWith('-'))
    .slice(0, 2)
    .join(' ');
}

function foldEnd(turns: Turns, fact: Extract<Fact, { kind: 'turn-ended' }>): Turns {
  if (turns.all.length === 0) return turns;
  const { limit } = fact;
  const ended = endBy(fact);
  const until = limit?.until == null ? {} : { until: limit.until };
  return { ...changeLastTurn(turns, (turn) => ({ ...turn, ended, ...until })), speech: null };
}

function endBy({ failed, limit }: Extract<Fact, { kind: 'turn-ended' }>): TurnEnd {
  if (limit) return 'usage limit';
  return failed ? 'failed' : 'answered';
}

/** Limits for older turns, which are shortened before any is dropped. */
const SHORTER = [
  { asked: 1_000, answered: 1_200 },
  { asked: 300, answered: 500 },
  { asked: 160, answered: 200 },
  { asked: 90, answered: 90 },
];

/** Applied when a turn begins, so that folding in parts gives what folding at once does. */
function withinRoom(turns: Turns): Turns {
  let { all } = turns;
  for (const most of SHORTER)
    for (let i = 0; i < all.length - 2 && sizeOf(all) > ROOM; i++)
      all = all.map((turn, place) => (place === i ? shorter(turn, most) : turn));
  // The first turn names the goal.
  while (all.length > 2 && sizeOf(all) > ROOM) all = [all[0]!, ...all.slice(2)];
  return { ...turns, all };
}

function sizeOf(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + JSON.stringify(turn).length, 0);
}

function shorter(turn: Turn, most: { readonly asked: number; readonly answered: number }): Turn {
  return {
    ...turn,
    asked: turn.asked && storedRequest(turn.asked, most.asked),
    answered: turn.answered && tellingLines(turn.answered, most.answered, 'agent'),
    files: turn.files.slice(-4),
    runs: turn.runs.slice(-2),
    made: turn.made.slice(-2),
  };
}

/** The length of a text in letters; a Chinese character counts as several. */
function extent(text: string): number {
  return (
    text.trim().length + 2 * (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0)
  );
}

/** Whether anything came of a turn: words of the agent that say something, a change, a commit, a check. */
export function hasOutcome(turn: Turn): boolean {
  const { answered, ended, files, moreFiles = 0, made, runs } = turn;
  if (files.length + moreFiles + made.length + runs.length > 0) return true;
  return (
    answered !== null &&
    saysAnything({
      units: parseUnits(answered),
      speaker: 'agent',
      isOpenEnded: ended !== 'answered',
    })
  );
}

/**
 * Whether a turn did something: it has a reply, words between tool calls, a change, a commit or a check. The
 * reply to a greeting is nothing. A session did something if one of its turns did.
 */
export function turnDidSomething({
  asked,
  answered,
  files,
  moreFiles = 0,
  made,
  runs,
}: Turn): boolean {
  if (files.length + moreFiles + made.length + runs.length > 0) return true;
  return answered !== null && !isGreeting(asked ?? '');
}

/** Turns by request: each with the choices that the person made during it. */
export function groupByRequest(turns: readonly Turn[]): [Turn, ...Turn[]][] {
  const requests: [Turn, ...Turn[]][] = [];
  for (const turn of turns) {
    const before = requests.at(-1);
    if (turn.chosen && before?.at(-1)?.number === turn.number - 1) before.push(turn);
    else requests.push([turn]);
  }
  return requests;
}

/** The amount of work in a session's turns, by which the leading session is found after a long time away. */
export function measureWork(turns: readonly Turn[]): number {
  return turns.reduce(
    (sum, { files, moreFiles = 0, made, runs, answered }) =>
      sum +
      files.length +
      moreFiles +
      3 * made.length +
      0.3 * runs.length +
      ((answered?.length ?? 0) > 200 ? 1 : 0),
    0,
  );
}

type TitleUnit = Pick<Unit, 'text' | 'kind'>;

/** The parts of a request that a title may begin with: where none can be quoted, the whole. */
function titleUnits(request: string): readonly TitleUnit[] {
  const units = parseUnits(request);
  const isLong = request.length > LONGEST_SENTENCE;
  return units.length === 0 && isLong ? [{ text: asOneLine(request), kind: 'sentence' }] : units;
}

/** The goal of some turns: the first request with a sentence of which nothing was forgotten; else one with gaps. */
function goalAmong(turns: readonly Turn[]): string | null {
  const asked = turns.map(({ asked: words }) =>
    titleUnits((words ?? '').replace(/\[pasted, \d+ lines: [^\]]*\]/g, ' ')),
  );
  const whole = asked.map((units) => units.filter(({ text }) => !text.includes(FORGOTTEN)));
  const left = asked.map((units) => units.filter(({ text }) => !isEmptied(text)));
  for (const units of [...whole, ...left]) {
    const goal = goalIn(units);
    if (goal !== null) return goal;
  }
  return null;
}

/**
 * The subject of a session, for its title: the last request that led to work. A nod, a greeting, the answer to a question and a few
 * words are the subject only if nothing else was asked.
 */
export function findGoal(turns: readonly Turn[]): string | null {
  const requests = groupByRequest(turns);
  const isAnswer = ([{ number }]: RequestTurns) =>
    asksForAnswer(turns.find((one) => one.number === number - 1)?.answered ?? '');
  const isWork = (request: RequestTurns) => request.some(turnDidSomething);
  const isLong = ([{ asked }]: RequestTurns) => extent(asked ?? '') >= SHORTEST_GOAL;
  const isOwn = ([{ asked, group, chosen }]: RequestTurns) =>
    asked !== null && !group && !chosen && !isNod(asked);
  const own = requests.filter(isOwn).reverse();
  const long = own.filter((request) => isLong(request) && !isAnswer(request));
  const inOrder = [...own.toReversed(), ...requests];
  const ranked = [...long.filter(isWork), ...long, ...own.filter(isWork), ...inOrder];
  return goalAmong(ranked.map(([first]) => first));
}

type RequestTurns = readonly [Turn, ...Turn[]];

const LONGEST_GOAL = 100;
/** A shorter first sentence only introduces the next one. */
const SHORTEST_GOAL = 24;

/** The first sentence, with the next one if the first is only an introduction. */
function goalIn(units: readonly TitleUnit[]): string | null {
  let goal = '';
  for (const { text: said, kind } of units) {
    const text = said.replaceAll(FORGOTTEN, '').trim();
    goal = goal === '' ? text : `${goal} ${text}`;
    if (kind !== 'heading' && !/[:：]$/.test(text) && extent(goal) >= SHORTEST_GOAL) break;
    if (extent(goal) >= LONGEST_GOAL) break;
  }
  const isLong = goal.length > LONGEST_GOAL;
  const title = oneLine(isLong ? beginningOf(goal, LONGEST_GOAL - 1) : goal);
  const bare = title.replace(/[\s.。:：,;…]+$/, '');
  if (bare === '') return null;
  return isLong || goal.endsWith(GOES_ON) ? bare + GOES_ON : bare;
}

import { shortestNames } from '../base/file-names.ts';
import { oneLine } from '../base/text/safe-text.ts';
import { iso, type Millis } from '../base/time.ts';
import { quotedWords, speak } from './quote.ts';
import { isNod } from './talk.ts';
import { groupByRequest, hasOutcome, type Made, type Turn } from './turn.ts';
import { asksForAnswer, parseUnits, type Quotation } from './units.ts';
import { type DialogueMessage, quoteWhole, roomForEnds, tellTogether } from './weight.ts';

/** A session whose turns are quoted. `rank` 0 is LAST TIME, 1 the one before it, 2 the one before that. */
export interface QuotedSession {
  readonly turns: readonly Turn[];
  readonly rank: number;
  /** The session was killed during its last turn. */
  readonly isKilled: boolean;
  /** The session is the running one: its last turn is the present request. */
  readonly isOwn?: boolean;
  /** Turns that hold the words of a question: they have the room of a recent one. */
  readonly matching?: readonly number[];
}

/** The lines of a session, oldest turn first, and the number of earlier turns that did not fit. */
export interface Dialogue {
  readonly lines: readonly DialogueLine[];
  readonly left: number;
}

/** A line, and the texts that it quotes. */
export interface DialogueLine {
  readonly text: string;
  readonly quotes: readonly string[];
  readonly turns: readonly { readonly number: number; readonly isWhole: boolean }[];
}

const MOST_TURNS = [16, 6, 6];
/** Weights of requests and replies by the distance from the newest turn. */
const REQUEST = [1, 0.8, 0.6];
const REPLY = [1, 0.8, 0.4, 0.25];
/** Weights of a session's first turn, of which little is still true by its end. */
const FIRST_TURN = { request: 0.3, reply: 0.1 };
const EARLIER_SESSION = { request: 0.15, reply: 0.12 };
const MATCHING = { request: 0.8, reply: 0.8 };
/** Characters of a line besides what is quoted. */
const FRAME = 26;
/** Fewest quoted characters of a line. */
const LEAST = 40;
/** Number of newest turns whose changed files and commands are shown. */
const NEW_TURNS = 3;

interface DialogueRow {
  readonly session: number;
  readonly turn: Turn;
  /** The turns of its request. */
  readonly among: readonly Turn[];
  /** The turn had no outcome. */
  readonly isEmpty: boolean;
  /** Text after the request. */
  readonly present: string;
  /** How it ended, and what was done, both after the reply. */
  readonly ended: string;
  readonly did: string;
  readonly request: DialogueMessage;
  readonly reply: DialogueMessage;
}

/** Sessions as dialogues within `room` characters. The newest turns weigh most; where lines are too many, the oldest go. */
export function dialogues(sessions: readonly QuotedSession[], room: number): Dialogue[] {
  const all = sessions.flatMap((session, i) => layOutTurns(session, i));
  let rows = all;
  while (rows.length > 2 && rows.reduce((sum, row) => sum + fewestCharacters(row), 0) > room) {
    const gone = dropOldestTurn(rows, sessions);
    rows = rows.filter((row) => row !== gone);
  }
  const messages = rows.flatMap(({ request, reply }) => [request, reply]);
  const quotes = tellTogether(messages, room - fixed(rows));
  const told = rows
    .map((row, i): ToldRow => ({ ...row, asked: quotes[2 * i]!, answered: quotes[2 * i + 1]! }))
    .filter((row) => renderTurn(row) !== '');
  return sessions.map(({ turns }, session) => {
    const own = told.filter((row) => row.session === session);
    const beyond = turns.length - Math.min(turns.length, mostTurns(sessions[session]!));
    const known = all.filter((row) => row.session === session).length;
    return { lines: renderTurns(own), left: beyond + known - own.length };
  });
}

/** A row and what is quoted of it. */
interface ToldRow extends DialogueRow {
  readonly asked: Quotation;
  readonly answered: Quotation;
}

/** A line for each request with an outcome. A choice is shown in the line of its request, a request without an outcome in the next. */
function renderTurns(rows: readonly ToldRow[]): DialogueLine[] {
  const lines: DialogueLine[] = [];
  let waiting: ToldRow[] = [];
  rows.forEach((row, i) => {
    if (!tellsOutcome(row) && i < rows.length - 1) {
      waiting.push(row);
      return;
    }
    const before = row.among === rows[i - 1]?.among ? lines.pop() : undefined;
    const text = renderTurn(row, waiting);
    const quotes = [...waiting, row].flatMap(quotesIn);
    const turns = [...waiting, row].map((one) => ({
      number: one.turn.number,
      isWhole: isWhole(one),
    }));
    waiting = [];
    lines.push(
      before
        ? {
            text: `${before.text} → ${text}`,
            quotes: [...before.quotes, ...quotes],
            turns: [...before.turns, ...turns],
          }
        : { text: `- ${text}`, quotes, turns },
    );
  });
  return lines;
}

/** Whether a row tells the outcome of its request; a choice is part of a request that does. */
function tellsOutcome({ answered, isEmpty, ended, did, among }: ToldRow): boolean {
  return answered.length > 0 || did !== '' || (ended !== '' && !isEmpty) || among.length > 1;
}

/** The words behind a request that is told without its outcome, so that the reply to a later one is not taken for its own. */
function untoldReply(row: ToldRow): string {
  const { isEmpty, ended, present, turn } = row;
  if (tellsOutcome(row) || present !== '') return '';
  const isAnswered = turn.answered !== null;
  if (isEmpty) return ended || (isAnswered ? ' (no result)' : ' (no reply)');
  if (!hasOutcome(turn)) return '';
  return isAnswered ? ' (answered)' : ' (worked on)';
}

/** Whether everything of a turn is quoted that can be told. */
function isWhole({ request, reply, asked, answered }: ToldRow): boolean {
  const size = (quotation: Quotation) => quotedWords(quotation).length;
  return size(asked) === size(quoteWhole(request)) && size(answered) === size(quoteWhole(reply));
}

/** The stored texts that a line quotes. */
function quotesIn({ turn, asked, answered }: ToldRow): string[] {
  return [
    ...(asked.length > 0 ? [turn.asked ?? ''] : []),
    ...(answered.length > 0 ? [turn.answered ?? ''] : []),
  ];
}

function mostTurns({ rank }: QuotedSession): number {
  return MOST_TURNS[rank] ?? 6;
}

/** The fewest characters of a line: what is always told of it. */
function fewestCharacters(row: DialogueRow): number {
  return fixed([row]) + Math.max(LEAST, roomForEnds(row.request) + roomForEnds(row.reply));
}

function fixed(rows: readonly DialogueRow[]): number {
  return rows.reduce(
    (sum, { present, ended, did }) => sum + FRAME + `${present}${ended}${did}`.length,
    0,
  );
}

/** The turn to drop: the oldest of the last-ranked session, while the first session keeps two. */
function dropOldestTurn(
  rows: readonly DialogueRow[],
  sessions: readonly QuotedSession[],
): DialogueRow {
  const ranks = rows.map(({ session }) => sessions[session]!.rank);
  return rows[ranks.indexOf(Math.max(...ranks))]!;
}

function layOutTurns(quoted: QuotedSession, session: number): DialogueRow[] {
  const { turns: all, rank, isKilled, isOwn, matching } = quoted;
  const turns = all.slice(-mostTurns(quoted));
  const names = shortestNames([...new Set(turns.flatMap(({ files }) => files))]);
  const requests = groupByRequest(turns).flatMap((among) => among.map(() => among));
  return turns.flatMap((turn, i): DialogueRow[] => {
    const among = requests[i]!;
    const end = among.at(-1)!;
    const isLast = end === turns.at(-1);
    const isPresent = isOwn === true && end.ended === null && isLast;
    const isEmpty = !isLast && among.length === 1 && !hasOutcome(turn);
    const isAgreed = isNod(turn.asked ?? '') && !asksForAnswer(turns[i - 1]?.answered ?? '');
    if (isEmpty && isAgreed) return [];
    const back = turns.length - 1 - i;
    const isNewest = rank === 0 && back === 0;
    const isNew = isOwn === true || back < (rank === 0 ? NEW_TURNS : 1);
    const isMatch = matching?.includes(turn.number) === true && back > 0;
    const share = isMatch ? MATCHING : sharesOf(rank, back, i === 0 && back >= NEW_TURNS);
    const did = didWords(isNew ? turn : lasting(turn), names, isOwn ? progressOf(turn, end) : '');
    const ended =
      turn === end && !isPresent ? endedWords(turn, { isLast: back === 0, isKilled }) : '';
    const asked =
      isAgreed && !(isLast && !hasOutcome(turn)) && !isPresent ? '' : (turn.asked ?? '');
    const request: DialogueMessage = {
      units: parseUnits(asked),
      speaker: 'person',
      share: share.request,
      isNewest,
      isDue: isEmpty,
      isHeldBack: rank > 0 && !isLast && !isEmpty && did === '' && among.length === 1,
    };
    const reply: DialogueMessage = {
      units: parseUnits(turn.answered ?? ''),
      speaker: 'agent',
      share: share.reply,
      isNewest,
      isOpenEnded: isLast && turn.ended !== 'answered',
      isEnd: isLast,
      request,
    };
    const present = isPresent && turn === among[0] ? ' (the present request)' : '';
    return [{ session, turn, among, isEmpty, ended, did, present, request, reply }];
  });
}

function sharesOf(
  rank: number,
  back: number,
  isFirst: boolean,
): { request: number; reply: number } {
  if (rank > 0)
    return { request: EARLIER_SESSION.request / rank, reply: EARLIER_SESSION.reply / rank };
  if (isFirst) return FIRST_TURN;
  const at = (by: readonly number[]) => by[Math.min(back, by.length - 1)]!;
  return { request: at(REQUEST), reply: at(REPLY) };
}

/** An older turn keeps only its commits and its failed checks. */
function lasting(turn: Turn): Turn {
  const runs = turn.runs.filter(({ outcomes }) => outcomes.at(-1) === 'red');
  return { ...turn, files: [], moreFiles: 0, runs };
}

/** `user: "…" → agent: "…" [changed a.ts; npm test green]`; empty if the turn has no content. `before`: requests without an outcome. */
function renderTurn(row: ToldRow, before: readonly ToldRow[] = []): string {
  const { turn, present, ended, did, asked, answered } = row;
  const told = [...before, ...(asked.length > 0 ? [row] : [])];
  const requests = told.map((one, i) => {
    const words = speak(one.asked) + (one === row ? present : '') + untoldReply(one);
    const who = speakerOf(one.turn);
    return i > 0 && who === speakerOf(told[i - 1]!.turn) ? words : `${who}: ${words}`;
  });
  const said = [
    ...(requests.length > 0 ? [requests.join('; ')] : []),
    ...(answered.length > 0
      ? [`${turn.bySubagent ? 'subagent' : 'agent'}: ${speak(answered)}`]
      : []),
  ];
  if (said.length === 0 && did === '') return '';
  return `${said.join(' → ')}${row.isEmpty ? '' : ended}${did}`.trim();
}

function speakerOf({ group }: Turn): string {
  return group ? 'somebody' : 'user';
}

/** ` until 2026-11-13 15:00 UTC`; nothing where the host did not say when. */
export function untilWords(until: Millis | undefined): string {
  return until === undefined ? '' : ` until ${iso(until).slice(0, 16).replace('T', ' ')} UTC`;
}

function endedWords(
  turn: Turn,
  { isLast, isKilled }: { readonly isLast: boolean; readonly isKilled: boolean },
): string {
  switch (turn.ended) {
    case 'usage limit':
      return ` (not finished: usage limit${untilWords(turn.until)})`;
    case 'failed':
      return ' (not finished: the agent failed)';
    case 'broken off':
      return turn.answered === null ? ' (no reply)' : ' (broken off)';
    case 'answered':
      return '';
    case null:
      if (!isLast) return '';
      return isKilled ? ' (not finished: killed)' : ' (not finished)';
  }
}

/** Shows the evidence of the running session's turn, so that finished work is not repeated. */
function progressOf({ runs }: Turn, { ended }: Turn): string {
  if (ended === null) return 'so far: ';
  return ended === 'answered' && !runs.some(({ outcomes }) => outcomes.at(-1) === 'red')
    ? 'done: '
    : '';
}

const MOST_NAMED = 4;
const MOST_MADE = 3;
const MOST_RUNS = 3;
const LONGEST_DID = 300;

/** The files, checks and commits of a turn. */
export function didIn(turn: Turn): string {
  return didWords(turn, shortestNames(turn.files), '');
}

/** ` [changed a.ts, b.ts; npm test red → green; committed a1b2c3d "fix retry"]`. */
function didWords(
  { files, moreFiles = 0, runs, made }: Turn,
  names: ReadonlyMap<string, string>,
  progress: string,
): string {
  const shown = files.slice(-MOST_NAMED).map((path) => names.get(path) ?? path);
  const more = files.length - shown.length + moreFiles;
  const parts = [
    ...(shown.length > 0 ? [`changed ${shown.join(', ')}${more > 0 ? ` +${more}` : ''}`] : []),
    ...runs
      .slice(-MOST_RUNS)
      .map(
        ({ name, outcomes, failing }) =>
          `${name} ${outcomes.join(' → ')}${failing ? `: ${failing}` : ''}`,
      ),
    ...made.slice(-MOST_MADE).map(madeWords),
  ];
  return parts.length === 0
    ? ''
    : ` [${progress}${oneLine(parts.join('; '), LONGEST_DID).replaceAll('"', "'")}]`;
}

function madeWords({ what, text, ref }: Made): string {
  if (what === 'commit') return `committed ${ref === null ? '' : `${ref.slice(0, 7)} `}'${text}'`;
  return what === 'branch' ? `made branch ${text}` : `opened ${ref ?? 'pull request'} '${text}'`;
}

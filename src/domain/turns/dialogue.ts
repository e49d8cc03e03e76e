import { oneLine } from '../text/safe-text.ts';
import { shortestNames } from '../thread/file-names.ts';
import { iso } from '../time.ts';
import { LEAST, pour } from './shares.ts';
import type { Made, Turn } from './turn.ts';
import { quoted, type Unit, unitsOf } from './units.ts';
import { mostTelling, rarityIn, type Speaker } from './weight.ts';

/** A session whose turns are told. `rank` 0 is LAST TIME, 1 the one before it, 2 the one before that. */
export interface ToldSession {
  readonly turns: readonly Turn[];
  readonly rank: number;
  /** Its last turn was cut off with it. */
  readonly isKilled: boolean;
  /** The session goes on: its last turn is what it is asked now. */
  readonly isOwn?: boolean;
}

/** The lines of a session, oldest turn first, and how many turns before them found no room. */
export interface Dialogue {
  readonly lines: readonly string[];
  readonly left: number;
}

const MOST_TURNS = [16, 6, 6];
/** Shares by the distance from the newest turn. */
const REQUEST = [0.6, 0.4, 0.3, 0.3];
const REPLY = [1, 0.4, 0.3, 0.15];
const FIRST_TURN = 0.5;
const EARLIER_SESSION = 0.12;
const EARLIER_LAST = { request: 0.18, reply: 0.3 };
/** Characters of a line besides what is quoted. */
const FRAME = 26;

interface Row {
  readonly session: number;
  readonly turn: Turn;
  readonly after: string;
  readonly request: Quote;
  readonly reply: Quote;
}

interface Quote {
  readonly units: readonly Unit[];
  readonly speaker: Speaker;
  readonly size: number;
  readonly share: number;
}

/** Sessions as dialogues within `room` characters. The newest turns have most room; the oldest go first. */
export function dialogues(sessions: readonly ToldSession[], room: number): Dialogue[] {
  const shown = sessions.map(({ turns, rank }) => turns.slice(-(MOST_TURNS[rank] ?? 6)));
  let rows = sessions.flatMap((session, i) => rowsOf(session, shown[i]!, i));
  while (rows.length > 2 && fixed(rows) + rows.length * 2 * LEAST > room) {
    const gone = leastOf(rows, sessions);
    rows = rows.filter((row) => row !== gone);
  }
  const lines = linesWithin(rows, room);
  return sessions.map(({ turns }, session) => {
    const own = lines.filter((_, i) => rows[i]!.session === session);
    return { lines: own, left: turns.length - own.length };
  });
}

/** What whole units leave of their room goes round again, a few times. */
const ROUNDS = 4;
const NEARLY_FULL = 0.96;

function linesWithin(rows: readonly Row[], room: number): readonly string[] {
  const parts = rows.flatMap(({ request, reply }) => [request, reply]);
  const rarity = rarityIn(parts.flatMap(({ units }) => units));
  let best: readonly string[] = [];
  let poured = Math.max(LEAST, room - fixed(rows));
  for (let round = 0; round < ROUNDS; round++) {
    const sizes = pour(parts, poured);
    const quotes = parts.map(({ units, speaker }, i) => mostTelling(units, sizes[i]!, speaker, rarity));
    const lines = rows.map((row, i) => lineOf(row, quotes[2 * i]!, quotes[2 * i + 1]!));
    const length = lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (round > 0 && length > room) break;
    best = lines;
    if (length > room * NEARLY_FULL || parts.every(({ size }, i) => sizes[i]! >= size)) break;
    poured += (room - length) * 0.9;
  }
  return best;
}

function fixed(rows: readonly Row[]): number {
  return rows.reduce((sum, { after }) => sum + FRAME + after.length, 0);
}

/** The oldest turn of the session that ranks last, as long as the first session keeps two. */
function leastOf(rows: readonly Row[], sessions: readonly ToldSession[]): Row {
  const ranks = rows.map(({ session }) => sessions[session]!.rank);
  return rows[ranks.indexOf(Math.max(...ranks))]!;
}

function rowsOf({ rank, isKilled, isOwn }: ToldSession, turns: readonly Turn[], session: number): Row[] {
  const names = shortestNames([...new Set(turns.flatMap(({ files }) => files))]);
  return turns.map((turn, i): Row => {
    const back = turns.length - 1 - i;
    const isLast = back === 0;
    const share = (by: readonly number[], last: number) => {
      if (rank > 0) return (isLast ? last : EARLIER_SESSION) / rank;
      return Math.max(by[Math.min(back, by.length - 1)]!, i === 0 && back > 2 ? FIRST_TURN : 0);
    };
    const ended = endedWords(turn, isLast, isKilled, isOwn === true);
    return {
      ...{ session, turn, after: ended + didWords(turn, names) },
      request: quoteOf(turn.asked, 'person', share(REQUEST, EARLIER_LAST.request)),
      reply: quoteOf(turn.answered, 'agent', share(REPLY, EARLIER_LAST.reply)),
    };
  });
}

function quoteOf(text: string | null, speaker: Speaker, share: number): Quote {
  const units = text === null ? [] : unitsOf(text);
  return { units, speaker, size: quoted(new Set(units.keys()), units).length, share };
}

/** `- user: "…" → agent: "…" [changed a.ts; npm test green]`. */
function lineOf({ turn, after }: Row, request: string, reply: string): string {
  const who = turn.group ? 'somebody' : 'user';
  const asked = request === '' ? '' : `${who}: "${spoken(request)}"`;
  const said = reply === '' ? '' : `agent: "${spoken(reply)}"`;
  return `- ${[asked, said].filter((part) => part !== '').join(' → ')}${after}`;
}

/** Quoted words cannot end their quotation. */
function spoken(text: string): string {
  return oneLine(text).replaceAll('"', "'");
}

function endedWords(turn: Turn, isLast: boolean, isKilled: boolean, isOwn: boolean): string {
  switch (turn.ended) {
    case 'usage limit': {
      const until =
        turn.until === undefined ? '' : ` until ${iso(turn.until).slice(0, 16).replace('T', ' ')} UTC`;
      return ` (not finished: usage limit${until})`;
    }
    case 'failed':
      return ' (not finished: the agent failed)';
    case 'broken off':
      return turn.answered === null ? ' (no reply)' : ' (broken off)';
    case 'answered':
      return '';
    case null:
      if (isOwn && isLast) return ' (the present request)';
      if (!isLast) return '';
      return isKilled ? ' (not finished: killed)' : ' (not finished)';
  }
}

const MOST_NAMED = 4;
const MOST_MADE = 3;
const MOST_RUNS = 3;
const LONGEST_DID = 300;

/** ` [changed a.ts, b.ts; npm test red → green; committed a1b2c3d "fix retry"]`. */
function didWords({ files, moreFiles = 0, runs, made }: Turn, names: ReadonlyMap<string, string>): string {
  const shown = files.slice(-MOST_NAMED).map((path) => names.get(path) ?? path);
  const more = files.length - shown.length + moreFiles;
  const parts = [
    ...(shown.length > 0 ? [`changed ${shown.join(', ')}${more > 0 ? ` +${more}` : ''}`] : []),
    ...runs
      .slice(-MOST_RUNS)
      .map(
        ({ name, outcomes, failing }) => `${name} ${outcomes.join(' → ')}${failing ? `: ${failing}` : ''}`,
      ),
    ...made.slice(-MOST_MADE).map(madeWords),
  ];
  return parts.length === 0 ? '' : ` [${oneLine(parts.join('; '), LONGEST_DID).replaceAll('"', "'")}]`;
}

function madeWords({ what, text, ref }: Made): string {
  if (what === 'commit') return `committed ${ref === null ? '' : `${ref.slice(0, 7)} `}'${text}'`;
  return what === 'branch' ? `made branch ${text}` : `opened ${ref ?? 'pull request'} '${text}'`;
}

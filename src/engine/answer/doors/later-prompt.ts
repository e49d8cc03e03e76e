import { NOTHING, type PreambleLimits } from '../../../domain/answer/context.ts';
import { sectionsAt } from '../../../domain/answer/contributors.ts';
import { isLaterPrompt } from '../../../domain/answer/due.ts';
import type { QuotedTurns } from '../../../domain/answer/last-time.ts';
import type { Preamble } from '../../../domain/answer/preamble.ts';
import { type SessionId, shortId } from '../../../domain/base/ids.ts';
import { estimateTokens } from '../../../domain/base/text/tokens.ts';
import { hoursBetween } from '../../../domain/base/time.ts';
import type { LedgerWithin } from '../../../domain/ledger/send.ts';
import { turnId } from '../../../domain/ledger/turns.ts';
import { heardIn } from '../../../domain/search/foreign.ts';
import { openingIn } from '../../../domain/search/opening.ts';
import type { Turn } from '../../../domain/turns/turn.ts';
import type { Reply } from '../../../ports/base/host.ts';
import type { LastPrompt, RestoreRecord, SessionHead } from '../../../store/store.ts';
import type { Deps } from '../../base/deps.ts';
import { SILENCE } from '../../base/reply.ts';
import { keptLimits } from '../../ledger/ledger.ts';
import { choose, isSought, type UnderWay } from '../choose.ts';
import type { StoredExplanation } from '../explain.ts';
import { quoteChosen, shownTurns } from '../matter-turns.ts';
import { openedNotice } from '../notice.ts';
import { preambleLimits, render } from '../render.ts';
import { isResumption, leaveOutTold, sessionsTold } from '../told.ts';

/** A later prompt opens older matters behind a stricter gate than the first one, and up to a ceiling. */

/** Matters that are opened in one epoch; a further one is named in a line. */
const MOST_MATTERS = 3;
const MOST_NAMED = 10;
/** With less room nothing is told that would help. */
const LEAST_ROOM = 120;
/** Tokens of the element around a text. */
const AROUND = 30;
/** Named again after one of these, the newest turn of a matter is told once more: many hosts never report a compaction. */
const LONG_AGO = { turns: 20, bytes: 100_000 };

/** Sums of all that later prompts told in an epoch; each row has those up to it. */
interface Sums {
  readonly tokens: number;
  /** The newest session of each opened matter. */
  readonly matters: readonly SessionId[];
  /** Sessions that were named in a line, by their short ids. */
  readonly named: readonly string[];
}

const NONE: Sums = { tokens: 0, matters: [], named: [] };

/** Why a prompt was told nothing. */
const SILENT = {
  fits: 'no earlier session fits it',
  told: 'all that fits it was told before',
  ceiling: 'enough was told since the last compaction',
} as const;

/** The explanation in the row of a later prompt: at most 600 bytes. */
export interface LaterExplanation
  extends Pick<StoredExplanation, 'phase' | 'took_ms' | 'recalled'> {
  readonly sums: Sums;
  readonly silent?: string;
  readonly preamble_chars: number;
}

/** The sessions that a prompt means. */
interface Meant {
  /** In reading order, the newest last. */
  readonly quoted: readonly QuotedTurns[];
  /** Its words mean them by themselves; otherwise only because the matter is open already. */
  readonly opens: boolean;
  /** Its newest turn was told so long ago that it may be told once more. */
  readonly isLongAgo: boolean;
}

interface LaterAnswer {
  readonly made: Preamble | null;
  readonly sums: Sums;
  /** The prompt opened a matter that no prompt had opened. */
  readonly isOpened?: true;
  readonly silent?: string;
}

/**
 * Tells the older matter that a later prompt names. The row of the prompt is claimed once; the same prompt again, whose answer
 * was lost, is answered to the byte.
 */
export async function tellLater(
  deps: Deps,
  head: SessionHead,
  text: string,
  done: readonly RestoreRecord[],
): Promise<Reply> {
  const { config, store } = deps;
  if (config['restore.prompts'] !== 'all' || !config['relevance.text_match']) return SILENCE;
  const prompt = openingIn(text) === null ? null : await store.lastPrompt(head.id);
  if (prompt?.text !== text) return SILENCE;
  const phase = `prompt:${prompt.seq}` as const;
  const before = done.find((record) => record.phase === phase && record.epoch === head.epoch);
  if (before) return { context: before.preamble };
  const startedAt = deps.ticks();
  const sums = await sumsOf(deps, head, done);
  const underWay = await underWayIn(deps, head, prompt, done);
  if (!isSought(text, underWay)) return SILENCE;
  const meant = await meantBy(deps, head, text, { done, underWay });
  let opened: QuotedTurns | null = null;
  const record = await store.commitRestore(
    { sessionId: head.id, epoch: head.epoch, phase, at: deps.now(), ledger: keptLimits(config) },
    (_own, ledger) => {
      const answer = meant
        ? answerOf(deps, ledger, meant, sums)
        : { made: null, sums, silent: SILENT.fits };
      opened = (answer.isOpened && meant?.quoted.at(-1)) || null;
      const explanation: LaterExplanation = {
        phase,
        took_ms: Math.round(deps.ticks() - startedAt),
        recalled: recalledIn(answer.made, meant?.quoted ?? [], deps.now()),
        sums: answer.sums,
        ...(answer.silent !== undefined && { silent: answer.silent }),
        preamble_chars: answer.made?.text.length ?? 0,
      };
      const preamble = answer.made?.text ?? null;
      return { pins: [], from: [], metrics: [], preamble, explanation };
    },
  );
  const notice = opened && config['restore.notice'] ? openedNotice(opened) : null;
  return record ? { context: record.preamble, notice } : SILENCE;
}

function answerOf(deps: Deps, ledger: LedgerWithin, meant: Meant, sums: Sums): LaterAnswer {
  const { quoted, opens, isLongAgo } = meant;
  const newest = quoted.at(-1)!;
  const { id } = newest.session;
  const each = deps.config['restore.budget.later'];
  const room = Math.min(each, MOST_MATTERS * each - sums.tokens);
  const limits = limitsOf(deps, room);
  const sections = sectionsAt('later prompt');
  const isOpen = sums.matters.includes(id);
  const hasRoom = room >= LEAST_ROOM && (isOpen || sums.matters.length < MOST_MATTERS);
  const told = (recalled: readonly QuotedTurns[]): Preamble | null =>
    render(deps, ledger, { ...NOTHING, recalled }, { sections, limits }).made;
  const spent = ({ text }: Preamble) => ({ ...sums, tokens: sums.tokens + estimateTokens(text) });

  const made = opens && hasRoom ? told(quoted) : null;
  if (made && isOpen) return { made, sums: spent(made) };
  if (made)
    return { made, sums: { ...spent(made), matters: [...sums.matters, id] }, isOpened: true };
  const last = newest.turns.at(-1);
  const isTold =
    last !== undefined && ledger.shown('session', turnId(id, last.number)) !== undefined;
  if (isTold && isLongAgo && room >= LEAST_ROOM) {
    const recalled = [{ ...newest, turns: [last], matching: [] }];
    const { made: again } = render(
      deps,
      ledger,
      { ...NOTHING, recalled },
      { sections, limits, isAgain: true },
    );
    if (again) return { made: again, sums: spent(again) };
  }
  if (isTold || !opens || hasRoom) return { made: null, sums, silent: SILENT.told };
  const named = shortId(id);
  if (sums.named.includes(named) || sums.named.length >= MOST_NAMED)
    return { made: null, sums, silent: SILENT.ceiling };
  const { made: line } = render(
    deps,
    ledger,
    { ...NOTHING, alsoAbout: [newest.session] },
    { sections },
  );
  return { made: line, sums: { ...sums, named: [...sums.named, named] } };
}

function limitsOf({ config }: Pick<Deps, 'config'>, room: number): PreambleLimits {
  const limits = preambleLimits(config);
  return { ...limits, maxTokens: room, shares: { ...limits.shares, recall: room - AROUND } };
}

/** The sums of an epoch, of its newest row. A resumed session goes on in the one of the session before it. */
async function sumsOf(
  { store }: Pick<Deps, 'store'>,
  { epoch, previous }: SessionHead,
  done: readonly RestoreRecord[],
): Promise<Sums> {
  let [known, at, before] = [done, epoch, previous];
  for (let i = 0; i < FARTHEST_BACK; i++) {
    const last = known.findLast((record) => isLaterPrompt(record) && record.epoch === at);
    const { sums } = (last?.explanation ?? {}) as Partial<LaterExplanation>;
    const from = sums === undefined && at === 0 && known.some(isResumption) ? before : null;
    const head = from && (await store.head(from));
    if (!from || !head) return sums ?? NONE;
    [known, at, before] = [await store.restoresOf(from), head.epoch, head.previous];
  }
  return NONE;
}

/** The words, files and sessions that a session is busy with, and the matters that were opened in it. */
async function underWayIn(
  deps: Deps,
  head: SessionHead,
  prompt: LastPrompt,
  done: readonly RestoreRecord[],
): Promise<UnderWay> {
  // The prompt itself, where nothing of its session is folded yet.
  const isItself = (turn: Turn) =>
    turn.at === prompt.at && turn.asked !== null && turn.ended === null;
  const turns = await deps.store.turnsOf(head.id);
  const said = turns.flatMap((turn) => {
    const asked = isItself(turn) ? null : turn.asked;
    return [asked ?? '', turn.answered ?? '', ...turn.files];
  });
  return {
    isOf: heardIn(said),
    sessions: await conversationOf(deps, head, done),
    opened: new Set(toldByPrompts(done)),
  };
}

async function meantBy(
  deps: Deps,
  head: SessionHead,
  text: string,
  { done, underWay }: { readonly done: readonly RestoreRecord[]; readonly underWay: UnderWay },
): Promise<Meant | null> {
  const chosen = await choose(deps, text, { scope: head.scope, besides: head.id, underWay });
  const quoted = leaveOutTold(await quoteChosen(deps, chosen), await sessionsTold(deps, head.id));
  const newest = quoted.at(-1);
  if (!newest) return null;
  const { id } = newest.session;
  // The model forgot what was opened before a compaction.
  const isForgotten = openedByPrompts(done.filter(({ epoch }) => epoch < head.epoch)).includes(id);
  const opens = chosen.some((one) => one.opens) || isForgotten;
  if (!opens && !chosen.some((one) => underWay.opened.has(one.id))) return null;
  const last = newest.turns.at(-1);
  const shown = last && (await shownTurns(deps, head.id))(id, last.number);
  const since = shown ? await deps.store.happenedSince(head.id, shown.sentAt) : null;
  const isLongAgo =
    since !== null && (since.turns >= LONG_AGO.turns || since.bytes >= LONG_AGO.bytes);
  return { quoted, opens, isLongAgo };
}

/** Most sessions of one resumed conversation that are looked at. */
const FARTHEST_BACK = 20;

/** The sessions that a resumed conversation goes on from: the model has them. */
async function conversationOf(
  { store }: Pick<Deps, 'store'>,
  { previous }: SessionHead,
  done: readonly RestoreRecord[],
): Promise<ReadonlySet<SessionId>> {
  const found = new Set<SessionId>();
  let [before, records] = [previous, done];
  while (before && records.some(isResumption) && found.size < FARTHEST_BACK) {
    found.add(before);
    records = await store.restoresOf(before);
    before = (await store.head(before))?.previous ?? null;
  }
  return found;
}

/** The turns that a text tells, by session. */
function recalledIn(
  made: Preamble | null,
  quoted: readonly QuotedTurns[],
  now: number,
): NonNullable<StoredExplanation['recalled']> {
  const turns =
    made?.sections.flatMap(({ items }) => items.flatMap((item) => item.turns ?? [])) ?? [];
  return quoted.flatMap(({ session }) => {
    const numbers = turns.filter((turn) => turn.session === session.id).map(({ number }) => number);
    const hours = Math.round(hoursBetween(session.at, now) * 10) / 10;
    return numbers.length > 0 ? [{ session_id: session.id, turns: numbers, hours }] : [];
  });
}

/** All sessions that prompts told, as far as it is kept. */
function toldByPrompts(done: readonly RestoreRecord[]): readonly SessionId[] {
  const told = done.filter((record) => record.phase === 'prompt' || isLaterPrompt(record));
  const recalled = told.flatMap(
    ({ explanation }) => (Object(explanation) as StoredExplanation).recalled ?? [],
  );
  return [...openedByPrompts(done), ...recalled.map(({ session_id }) => session_id)];
}

/** The newest session of each matter that prompts of a session opened, the first one included. */
export function openedByPrompts(done: readonly RestoreRecord[]): readonly SessionId[] {
  const opened = done.flatMap((record) => {
    const { recalled = [], sums } = Object(record.explanation) as Partial<LaterExplanation>;
    if (isLaterPrompt(record)) return sums?.matters ?? [];
    const first = record.phase === 'prompt' ? recalled.at(-1)?.session_id : undefined;
    return first === undefined ? [] : [first];
  });
  return [...new Set(opened)];
}

/** Why the newest prompt of a session was told nothing, where nothing was looked for; null for any other prompt. */
export async function whySilent(
  { store, config }: Pick<Deps, 'store' | 'config'>,
  id: SessionId,
  done: readonly RestoreRecord[],
): Promise<string | null> {
  const prompt = await store.lastPrompt(id);
  const first = (await store.firstPrompts(id))[0];
  if (!prompt || first?.seq === prompt.seq) return null;
  if (done.some(({ phase }) => phase === `prompt:${prompt.seq}`)) return null;
  if (config['restore.prompts'] !== 'all') return `restore.prompts is ${config['restore.prompts']}`;
  return 'it names no file, no id and no earlier work';
}

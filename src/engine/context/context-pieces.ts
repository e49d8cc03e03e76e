import { type PersonRule, ruleLine } from '../../domain/answer/contributors.ts';
import { earlierLine, turnsSections, unmergedHeading } from '../../domain/answer/last-time.ts';
import {
  bullet,
  knownMemoryLine,
  pinLine,
  type QuotedTurn,
  quotedTurnLine,
  taskLine,
} from '../../domain/answer/lines.ts';
import { blocksOf } from '../../domain/answer/section.ts';
import { shortFormItems } from '../../domain/answer/short-form.ts';
import { EMPTY_STATE, stateItems } from '../../domain/answer/state.ts';
import { unmergedLines } from '../../domain/answer/unmerged.ts';
import type { ThreadId } from '../../domain/ids.ts';
import type { Sendable } from '../../domain/ledger/ledger.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { Scope } from '../../domain/scope.ts';
import type { PendingTask } from '../../domain/tasks/task.ts';
import { contentHash } from '../../domain/text/hash.ts';
import { oneLine } from '../../domain/text/safe-text.ts';
import type { Deps } from '../deps.ts';
import type { TokenCounter } from '../ledger/ledger.ts';
import {
  item,
  memoryItem,
  pinItem,
  taskItem,
  threadItem,
  turnsHash,
  wholeMemory,
} from '../ledger/ledger-items.ts';
import type { RestoreInputs } from '../restore/inputs.ts';

/** Something that an answer may hold, with the lines that it would be there. */
export interface Piece<Of = unknown> extends Sendable {
  readonly part: 'recall' | 'last' | 'state' | 'tasks' | 'rules' | 'pins' | 'thread' | 'earlier' | 'memories';
  readonly lines: readonly string[];
  readonly of: Of;
}

export interface WeighedMemory {
  readonly memory: Memory;
  /** As it is now. */
  readonly confidence: number;
}

/** With what the answer holds of it. */
export interface ToldMemory extends WeighedMemory {
  readonly text: string;
}

export interface ThreadCodes {
  readonly id: ThreadId;
  readonly lines: readonly string[];
}

/** A mark behind a text whose claims do not hold. */
type Mark = (text: string) => string;

type PieceDeps = Pick<Deps, 'config' | 'now' | 'tokens'>;

export function pinPiece({ tokens }: PieceDeps, pin: Pin, mark: Mark): Piece<Pin> {
  const line = bullet(pinLine(pin) + mark(pin.content));
  return { ...pinItem(pin, line, tokens), part: 'pins', lines: [line], of: pin };
}

export function taskPiece(
  { config, now, tokens }: PieceDeps,
  task: PendingTask,
  mark: Mark,
): Piece<PendingTask> {
  const line = bullet(taskLine(task, now(), config['restore.dates']) + mark(task.title));
  return { ...taskItem(task, line, tokens), part: 'tasks', lines: [line], of: task };
}

export function threadPiece({ tokens }: PieceDeps, codes: ThreadCodes): Piece<ThreadCodes> {
  return { ...threadItem(codes.id, codes.lines, tokens), part: 'thread', lines: codes.lines, of: codes };
}

/** A rule is the memory that holds it. */
export function rulePiece(
  { config, now, tokens }: PieceDeps,
  rule: PersonRule,
  mark: Mark,
): Piece<PersonRule> {
  const line = ruleLine(rule, now(), config['restore.dates']) + mark(rule.text);
  return {
    ...wholeMemory({ id: rule.memoryId, content: rule.text }, line, tokens),
    part: 'rules',
    lines: [line],
    of: rule,
  };
}

/** The state of the work: where the last session stopped, blockers, and earlier sessions. */
export function snapshotPieces(
  { config, now, tokens }: PieceDeps,
  scope: Scope,
  { context, unmerged }: RestoreInputs,
  most = Number.POSITIVE_INFINITY,
): Piece<null>[] {
  const { turns, shortForm, state, earlier, branches, mark } = context;
  const dates = config['restore.dates'];
  const block = (part: Piece['part'], id: string, lines: readonly string[]): Piece<null>[] => {
    const text = lines.join('\n');
    return lines.length > 0
      ? [{ ...item('session', id, contentHash(text), text, tokens), part, lines, of: null }]
      : [];
  };
  const sections = turnsSections(turns, {
    ...{ tokens: Math.min(most, config['restore.budget.last_time']), now: now(), dates },
    isUnmerged: (id) => unmerged.has(id),
    precedence: { main: 1, others: 0 },
  });
  const quoted = turns.flatMap((one, i) => {
    const section = sections[i]!;
    const lines = blocksOf([section], [section.items.length]).join('\n').split('\n');
    const hash = turnsHash(one.turns);
    return block('last', `last:${one.session.id}`, lines).map((piece) => ({ ...piece, hash }));
  });
  const short = shortFormItems(shortForm, now(), dates, {
    isQuoted: turns.length > 0,
    mark,
  }).map(({ text }) => text);
  return [
    ...quoted,
    ...block('last', `short:${shortForm?.last.id ?? ''}`, short),
    ...block(
      'state',
      `state:${scope.key}`,
      stateItems(state ?? EMPTY_STATE, now(), dates, mark).map(({ text }) => text),
    ),
    ...block('earlier', `earlier:${scope.key}`, [
      ...earlier.map((one) => bullet(earlierLine(one, now(), dates))),
      ...branches.flatMap((one) =>
        unmergedLines(one, now(), dates).map((line) => bullet(`${unmergedHeading(one.branch)} ${line}`)),
      ),
    ]),
  ];
}

/** A turn that was recalled. */
export function quotePiece({ config, now, tokens }: PieceDeps, quote: QuotedTurn): Piece<QuotedTurn> {
  const line = bullet(quotedTurnLine(quote, now(), config['restore.dates']));
  const hash = contentHash(`${quote.asked}\n${quote.answered}`);
  return {
    ...item('session', `${quote.sessionId}#${hash}`, hash, line, tokens),
    ...{ part: 'recall', lines: [line], of: quote },
  };
}

/** Within so many tokens; of a longer one the beginning, which is not taken for the whole. */
export function memoryPiece(
  { tokens }: PieceDeps,
  weighed: WeighedMemory,
  most = Number.POSITIVE_INFINITY,
  mark: Mark = () => '',
): Piece<ToldMemory> {
  const { memory, confidence } = weighed;
  const { id, source } = memory;
  const text = cutTo(oneLine(memory.content), most, tokens);
  const line = bullet(knownMemoryLine({ id, source, confidence, content: text }) + mark(memory.content));
  const isWhole = text === oneLine(memory.content);
  const told = memoryItem(memory, { text, isWhole, line }, tokens);
  return {
    ...told,
    part: 'memories',
    lines: [line],
    of: { ...weighed, text: isWhole ? memory.content : text },
  };
}

/** In characters, as `oneLine` counts them, and fewer each time: letters beyond U+FFFF are two units of a string. */
function cutTo(text: string, most: number, { count }: TokenCounter): string {
  let cut = text;
  let room = Number.POSITIVE_INFINITY;
  for (let has = count(cut); has > most && room > 1; has = count(cut)) {
    const length = Math.min(room, [...cut].length);
    room = Math.max(1, Math.min(length - 1, Math.floor((length * most * 0.95) / has)));
    cut = oneLine(cut, room);
  }
  return cut;
}

import type { Config } from '../../config/config.ts';
import { OPTIONS } from '../../config/options.ts';
import {
  type Context,
  matterLimits,
  type PersonRule,
  type PreambleLimits,
  type SectionName,
} from '../../domain/answer/contributors.ts';
import type { QuotedTurns } from '../../domain/answer/last-time.ts';
import {
  bullet,
  isToldWhole,
  type KnownMemory,
  memoryLine,
  pinLine,
  taskLine,
  toldPart,
} from '../../domain/answer/lines.ts';
import { makePreamble, type Preamble } from '../../domain/answer/preamble.ts';
import { untoldTurns } from '../../domain/answer/untold.ts';
import type { Sendable } from '../../domain/ledger/ledger.ts';
import type { Fit, LedgerWithin } from '../../domain/ledger/send.ts';
import { lastId, type ShownTurns, type TurnLine, turnEntries, turnId } from '../../domain/ledger/turns.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { SessionSnapshot } from '../../domain/restore/snapshot.ts';
import { contentHash } from '../../domain/text/hash.ts';
import type { Deps } from '../deps.ts';
import { item, memoryItem, pinItem, taskItem, turnsHash, wholeMemory } from '../ledger/ledger-items.ts';

/** The configured limits of a preamble and of its sections. */
export function preambleLimits(config: Config): PreambleLimits {
  return {
    maxChars: config['restore.max_chars'],
    maxTokens: config['restore.max_tokens'],
    topics: config['restore.topics'],
    projects: config['restore.projects'],
    dates: config['restore.dates'],
    shares: {
      last_time: config['restore.budget.last_time'],
      state: 150,
      tasks: config['restore.budget.tasks'],
      rules: 200,
      pins: config['restore.budget.pins'],
      decisions: config['restore.budget.decisions'],
      open: config['restore.budget.open'],
      memories: config['restore.budget.memories'],
      team: config['restore.budget.team'],
      recall: config['restore.budget.recall'],
    },
    limited: new Set(BUDGETED.filter((part) => isLowered(config, `restore.budget.${part}`))),
  };
}

/** Parts of a preamble with an option of their own. */
const BUDGETED = [
  ...(['last_time', 'open', 'tasks', 'pins', 'decisions', 'memories', 'team', 'recall'] as const),
] as const;

/** A budget below the standard is a limit; any other is a share, which may grow by what others leave. */
function isLowered(config: Config, option: `restore.budget.${(typeof BUDGETED)[number]}`): boolean {
  return config[option] < OPTIONS[option][1];
}

/** A part of a preamble with its own ledger entry, so that no later answer repeats it. */
interface Piece extends Sendable {
  readonly of: KnownMemory | Pin | PersonRule | SessionSnapshot;
}

interface Telling {
  readonly limits?: PreambleLimits;
  /** Turns are told even if the model had them. */
  readonly isAgain?: boolean;
}

/** Makes the preamble without items that the model has, and records it in the ledger; runs inside the transaction. */
export function tell(
  deps: Pick<Deps, 'config' | 'now'>,
  ledger: LedgerWithin,
  content: Context,
  sections: readonly SectionName[],
  { limits = preambleLimits(deps.config), isAgain = false }: Telling = {},
) {
  const now = deps.now();
  const had: ShownTurns = (session, number) =>
    isAgain ? undefined : ledger.shown('session', turnId(session, number));
  const untold = (told: Context): Context => ({
    ...told,
    recalled: untoldTurns(told.recalled, matterLimits(told, limits, now), had),
  });
  const choose: Fit<Piece, Preamble | null> = (fresh) => {
    const kept = new Set<unknown>(fresh.map(({ of }) => of));
    const isKept = (one: unknown) => kept.has(one);
    const told = {
      ...content,
      turns: content.turns.filter(({ session }) => isKept(session)),
      rules: content.rules.filter(isKept),
      memories: content.memories.filter(isKept),
      inheritedPins: content.inheritedPins.filter(isKept),
      ownPins: content.ownPins.filter(isKept),
    };
    const made = makePreamble(untold(told), limits, now, sections);
    return { answer: made, chosen: fresh.filter(({ of }) => made?.told.has(of)), text: made?.text ?? '' };
  };
  const pieces = piecesOf(content);
  // An empty preamble needs no ledger.
  const { answer: made, ...shown } =
    pieces.length > 0
      ? ledger.send(pieces, choose)
      : { answer: choose([], []).answer, sent: [], withheld: [] };
  if (made) {
    // Turns and tasks, and the preamble as a whole, which accounts for the remaining tokens.
    const named = content.tasks.filter((task) => made.told.has(task));
    const tasks = named.map((task) => taskItem(task, bullet(taskLine(task, now, limits.dates))));
    const whole = item('preamble', 'preamble', contentHash(made.text), made.text);
    const quoted = turnLinesIn(made).flatMap(turnEntries);
    const inParts = [...shown.sent, ...tasks, ...quoted].reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
    ledger.record([...quoted, ...tasks, { ...whole, tokens: Math.max(0, (whole.tokens ?? 0) - inParts) }]);
  }
  // Memories that the model has already, by their ids.
  const withheld = shown.withheld.filter(({ kind }) => kind === 'memory').map(({ id }) => id);
  return { made, withheld: new Set(withheld) };
}

function turnLinesIn({ sections }: Preamble): TurnLine[] {
  return sections.flatMap(({ items }) =>
    items.flatMap(({ text, turns }) => (turns ? [{ text, turns }] : [])),
  );
}

function piecesOf({ turns, rules, memories, inheritedPins, ownPins }: Context): Piece[] {
  const pins = [...inheritedPins, ...ownPins];
  return [
    ...turns.map((one) => ({ ...turnsItem(one), of: one.session })),
    ...rules.map(ruleItem),
    ...memories.map((memory) => {
      const told = { text: toldPart(memory), isWhole: isToldWhole(memory), line: bullet(memoryLine(memory)) };
      return { ...memoryItem(memory, told), of: memory };
    }),
    ...pins.map((pin) => ({ ...pinItem(pin, bullet(pinLine(pin))), of: pin })),
  ];
}

/** The turns of a session are one ledger item. What is quoted of them is known later, and counts with the preamble. */
function turnsItem({ session, turns }: QuotedTurns): Sendable {
  return item('session', lastId(session.id), turnsHash(turns), '');
}

/** A rule is the memory that holds it. */
function ruleItem(one: PersonRule): Piece {
  const memory = { id: one.memoryId, content: one.text };
  return { ...wholeMemory(memory, bullet(one.text)), of: one };
}

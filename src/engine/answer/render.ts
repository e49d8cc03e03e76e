import type { Config } from '../../config/config.ts';
import { OPTIONS } from '../../config/options.ts';
import type {
  Context,
  PersonRule,
  PreambleLimits,
  PreamblePart,
} from '../../domain/answer/context.ts';
import { matterLimits, type SectionName } from '../../domain/answer/contributors.ts';
import {
  bullet,
  type Dates,
  isToldWhole,
  type KnownMemory,
  memoryLine,
  pinLine,
  taskLine,
  toldPart,
} from '../../domain/answer/lines.ts';
import { makePreamble, type Preamble } from '../../domain/answer/preamble.ts';
import { untoldTurns } from '../../domain/answer/untold.ts';
import { turnLinesIn } from '../../domain/base/section.ts';
import { contentHash } from '../../domain/base/text/hash.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { Sendable } from '../../domain/ledger/ledger.ts';
import type { FitAnswer, LedgerWithin } from '../../domain/ledger/send.ts';
import { type ShownTurns, turnEntries, turnId } from '../../domain/ledger/turns.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { SessionSnapshot } from '../../domain/sessions/snapshot.ts';
import type { PendingTask } from '../../domain/todos/task.ts';
import type { Deps } from '../base/deps.ts';
import {
  item,
  memoryItem,
  pinItem,
  ruleItem,
  taskItem,
  turnsItem,
} from '../ledger/ledger-items.ts';

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
  'last_time',
  'open',
  'tasks',
  'pins',
  'decisions',
  'memories',
  'team',
  'recall',
] as const satisfies readonly PreamblePart[];

/** A budget below the standard is a limit; any other is a share, which may grow by what others leave. */
function isLowered(config: Config, option: `restore.budget.${(typeof BUDGETED)[number]}`): boolean {
  return config[option] < OPTIONS[option][1];
}

/** A part of a preamble with its own ledger entry, so that no later answer repeats it. */
interface ToldThing extends Sendable {
  readonly of: KnownMemory | Pin | PersonRule | SessionSnapshot;
}

/** The sections that a door tells, and its room. */
interface Rendering {
  readonly sections: readonly SectionName[];
  /** The configured limits if absent. */
  readonly limits?: PreambleLimits;
  /** Turns are told even if the model had them. */
  readonly isAgain?: true;
}

export interface Rendered {
  /** Null where there is nothing to say. */
  readonly made: Preamble | null;
  /** Ids of memories that the model has already. */
  readonly withheld: ReadonlySet<string>;
}

/** Makes the text without items that the model has, and records it in the ledger; runs inside the transaction. */
export function render(
  deps: Pick<Deps, 'config' | 'now'>,
  ledger: LedgerWithin,
  content: Context,
  { sections, limits = preambleLimits(deps.config), isAgain }: Rendering,
): Rendered {
  const now = deps.now();
  const had: ShownTurns = (session, number) =>
    isAgain ? undefined : ledger.shown('session', turnId(session, number));
  const untold = (told: Context): Context => ({
    ...told,
    recalled: untoldTurns(told.recalled, matterLimits(told, limits, now), had),
  });
  const choose: FitAnswer<ToldThing, Preamble | null> = (fresh) => {
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
    return {
      answer: made,
      chosen: fresh.filter(({ of }) => made?.told.has(of)),
      text: made?.text ?? '',
    };
  };
  const things = toldThings(content);
  // An empty preamble needs no ledger.
  const { answer: made, ...shown } =
    things.length > 0
      ? ledger.send(things, choose)
      : { answer: choose([], []).answer, sent: [], withheld: [] };
  if (made) recordWhole(ledger, made, content.tasks, shown.sent, { now, dates: limits.dates });
  const withheld = shown.withheld.filter(({ kind }) => kind === 'memory').map(({ id }) => id);
  return { made, withheld: new Set(withheld) };
}

/** Records turns and tasks, and the text as a whole, which accounts for the remaining tokens. */
function recordWhole(
  ledger: LedgerWithin,
  made: Preamble,
  all: readonly PendingTask[],
  sent: readonly Sendable[],
  { now, dates }: { readonly now: Millis; readonly dates: Dates },
): void {
  const named = all.filter((task) => made.told.has(task));
  const tasks = named.map((task) => taskItem(task, bullet(taskLine(task, now, dates))));
  const whole = item('preamble', 'preamble', contentHash(made.text), made.text);
  const quoted = made.sections.flatMap(({ items }) => turnLinesIn(items).flatMap(turnEntries));
  const inParts = [...sent, ...tasks, ...quoted].reduce(
    (sum, { tokens }) => sum + (tokens ?? 0),
    0,
  );
  ledger.record([
    ...quoted,
    ...tasks,
    { ...whole, tokens: Math.max(0, (whole.tokens ?? 0) - inParts) },
  ]);
}

function toldThings({ turns, rules, memories, inheritedPins, ownPins }: Context): ToldThing[] {
  return [
    // Which lines are quoted of turns is known later: they count with the preamble.
    ...turns.map((one) => ({ ...turnsItem(one, ''), of: one.session })),
    ...rules.map((one) => ({ ...ruleItem(one, bullet(one.text)), of: one })),
    ...memories.map((memory) => {
      const told = {
        text: toldPart(memory),
        isWhole: isToldWhole(memory),
        line: bullet(memoryLine(memory)),
      };
      return { ...memoryItem(memory, told), of: memory };
    }),
    ...[...inheritedPins, ...ownPins].map((pin) => ({
      ...pinItem(pin, bullet(pinLine(pin))),
      of: pin,
    })),
  ];
}

import type { Pin } from '../pin.ts';
import { oneLine } from '../safe-text.ts';
import type { PendingTask } from '../task.ts';
import type { Thread } from '../thread/thread.ts';
import { codeSections, codeTokens } from '../thread/thread-format.ts';
import type { Millis } from '../time.ts';
import { type Fitted, fitSections } from './budget.ts';
import {
  bullet,
  type Dates,
  type Ids,
  MEMORIES_HEADING,
  memoryLine,
  POINTERS_HEADING,
  type Pointer,
  pinLine,
  pointerLine,
  type ToldMemory,
  taskLine,
} from './lines.ts';
import type { Item, Section } from './section.ts';

const OPENING = '<session-continuity hint="inherited from prior sessions">';
const CLOSING = '</session-continuity>';
export const TASKS = 'PENDING TASKS:';
export const TOPICS = 'HOT TOPICS: ';
export const THREAD = 'THREAD:';

export interface PreambleContent<Memory extends ToldMemory = ToldMemory> {
  /** How many earlier sessions contributed. */
  readonly sessions: number;
  readonly tasks: readonly PendingTask[];
  readonly projects: readonly string[];
  readonly topics: readonly string[];
  readonly inheritedPins: readonly Pin[];
  readonly ownPins: readonly Pin[];
  /** What matters most first. */
  readonly memories: readonly Memory[];
  /** Older sessions that the prompt fits. */
  readonly pointers?: readonly Pointer[];
  /** The line of work of the scope, told as codes. */
  readonly thread?: { readonly state: Thread; readonly label: string } | null;
}

export interface PreambleLimits {
  readonly maxChars: number;
  readonly maxTokens: number;
  readonly topics: number;
  readonly projects: number;
  readonly dates: Dates;
  readonly ids?: Ids;
  /** Tokens each section may use before what the others leave is shared out. */
  readonly shares: {
    readonly pins: number;
    readonly tasks: number;
    readonly topics: number;
    readonly memories: number;
    readonly pointers: number;
    readonly thread: number;
  };
}

/** A preamble, and what found room in it. */
export interface Preamble {
  readonly text: string;
  /** The tasks, pins and memories that are told. */
  readonly told: ReadonlySet<unknown>;
  /** The lines of the thread. */
  readonly thread: readonly string[];
}

/** What stands between the tags of a preamble, and the tags around it again. */
export function insideElement(preamble: string): string {
  return preamble.slice(OPENING.length, -CLOSING.length).trim();
}

export function inElement(text: string): string {
  return `${OPENING}\n${text}\n${CLOSING}`;
}

/** The text given to the model once; null when there is nothing to say, or no room to say any of it. */
export function makePreamble(content: PreambleContent, limits: PreambleLimits, now: Millis): Preamble | null {
  const header =
    content.sessions > 0
      ? [`[SESSION CONTINUITY — inherited from ${content.sessions} prior session(s)]`]
      : [];
  const { thread } = content;
  const codes = thread
    ? codeSections(thread.state, thread.label, THREAD, limits.shares.thread, THREAD_RANK)
    : [];
  const sections = [...sectionsOf(content, limits, now), ...codes];
  const budget = { tokens: Math.floor(limits.maxTokens * SAFE), chars: limits.maxChars };
  const fitted = fitSections(sections, budget, codeTokens, (blocks) =>
    inElement([...header, ...blocks].join('\n\n')),
  );
  return fitted && { text: fitted.text, told: toldIn(fitted), thread: threadIn(fitted) };
}

/** The estimate may fall short of the true count, by 3 % where it is at its worst. */
const SAFE = 0.97;

/** Who gives way last. The thread tells what the rest of the scope's sessions did, and comes behind its open tasks. */
const RANK = {
  critical: 10,
  ownPins: 6,
  inheritedPins: 5,
  tasks: 4,
  projects: 2,
  topics: 1,
  memories: 0,
  pointers: -1,
};
const THREAD_RANK = 3;

function sectionsOf(content: PreambleContent, limits: PreambleLimits, now: Millis): Section[] {
  const { shares, dates, ids } = limits;
  const projects = content.projects.slice(0, limits.projects).map((name) => oneLine(name, 60));
  const topics = content.topics.slice(0, limits.topics).map((topic) => oneLine(topic, 60));
  const pins = (list: readonly Pin[]) =>
    criticalFirst(list).map((pin) => ({
      text: bullet(pinLine(pin, undefined, ids)),
      of: pin,
      ...(pin.critical && { precedence: RANK.critical }),
    }));
  return [
    {
      heading: TASKS,
      items: content.tasks.map((task) => ({ text: bullet(taskLine(task, now, dates)), of: task })),
      share: shares.tasks,
      precedence: RANK.tasks,
    },
    {
      heading: null,
      items: named('ACTIVE PROJECTS: ', projects),
      share: shares.topics / 2,
      precedence: RANK.projects,
    },
    { heading: null, items: named(TOPICS, topics), share: shares.topics / 2, precedence: RANK.topics },
    {
      heading: `WORKING MEMORY RESTORED: ${content.inheritedPins.length} pins inherited (use working_memory view to see all)`,
      items: pins(content.inheritedPins),
      share: shares.pins,
      precedence: RANK.inheritedPins,
    },
    {
      heading: 'PINNED IN THIS SESSION:',
      items: pins(content.ownPins),
      share: shares.pins,
      precedence: RANK.ownPins,
    },
    {
      heading: MEMORIES_HEADING,
      items: content.memories.map((memory) => ({ text: bullet(memoryLine(memory)), of: memory })),
      share: shares.memories,
      precedence: RANK.memories,
    },
    {
      heading: POINTERS_HEADING,
      items: (content.pointers ?? []).map((one) => ({ text: bullet(pointerLine(one, now, dates)), of: one })),
      share: shares.pointers,
      precedence: RANK.pointers,
    },
  ];
}

function named(title: string, names: readonly string[]): Item[] {
  return names.length > 0 ? [{ text: title + names.join(', '), of: null }] : [];
}

function criticalFirst(pins: readonly Pin[]): Pin[] {
  return [...pins.filter(({ critical }) => critical), ...pins.filter(({ critical }) => !critical)];
}

function toldIn({ kept }: Fitted): ReadonlySet<unknown> {
  return new Set(kept.flat().map(({ of }) => of));
}

function threadIn({ blocks }: Fitted): readonly string[] {
  return (
    blocks
      .find((block) => block.startsWith(`${THREAD}\n`))
      ?.split('\n')
      .slice(1) ?? []
  );
}

import { MEMORIES_HEADING, memoryLine, type ToldMemory } from './memory-lines.ts';
import { MAX_PIN_CHARS, type Pin, provenance } from './pin.ts';
import { POINTERS_HEADING, type Pointer, pointerLine } from './pointer-lines.ts';
import { oneLine } from './safe-text.ts';
import type { PendingTask } from './task.ts';
import { age, iso, type Millis, millis } from './time.ts';
import { estimateTokens } from './tokens.ts';

const OPENING = '<session-continuity hint="inherited from prior sessions">';
const CLOSING = '</session-continuity>';
export const TASKS = 'PENDING TASKS:';
export const TOPICS = 'HOT TOPICS: ';

export interface PreambleContent {
  /** How many earlier sessions contributed. */
  readonly sessions: number;
  readonly tasks: readonly PendingTask[];
  readonly projects: readonly string[];
  readonly topics: readonly string[];
  readonly inheritedPins: readonly Pin[];
  readonly ownPins: readonly Pin[];
  /** What matters most first. */
  readonly memories: readonly ToldMemory[];
  /** Older sessions that the prompt fits. */
  readonly pointers?: readonly Pointer[];
  /** The codes of the scope's thread within so many tokens; absent where there is none. */
  readonly thread?: (tokens: number) => readonly string[];
}

export interface PreambleLimits {
  readonly maxChars: number;
  readonly maxTokens: number;
  readonly topics: number;
  readonly projects: number;
  readonly dates: 'relative' | 'absolute';
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

/** A part of the preamble: a heading and lines, of which the last give way first. */
interface Section {
  /** The list that the lines are of, one each. */
  readonly part?: 'tasks' | 'inheritedPins' | 'ownPins' | 'memories';
  readonly heading: string | null;
  readonly lines: readonly string[];
  readonly share: number;
  /** Sections of higher precedence give way later. */
  readonly precedence: number;
}

/** A preamble, and how many of each list found room in it: the first ones. */
export interface Preamble {
  readonly text: string;
  readonly tasks: number;
  readonly inheritedPins: number;
  readonly ownPins: number;
  readonly memories: number;
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

/** The text given to the model once; null when there is nothing to say. */
export function renderPreamble(content: PreambleContent, limits: PreambleLimits, now: Millis): string | null {
  return makePreamble(content, limits, now)?.text ?? null;
}

export function makePreamble(content: PreambleContent, limits: PreambleLimits, now: Millis): Preamble | null {
  const sections = sectionsOf(content, limits, now).filter((section) => section.lines.length > 0);
  if (sections.length === 0 && !content.thread) return null;
  const header =
    content.sessions > 0
      ? `[SESSION CONTINUITY — inherited from ${content.sessions} prior session(s)]`
      : null;
  // The thread has its share for certain, and what the others leave.
  const room = content.thread ? { ...limits, ...withoutThread(limits) } : limits;
  const kept = keptLines(sections, header, room);
  const roomOf = (part: Section['part']) => kept[sections.findIndex((section) => section.part === part)] ?? 0;
  const plain = assemble(sections, kept, header);
  const thread = content.thread ? threadWithin(plain, content.thread, limits) : null;
  // A thread that holds nothing is nothing to say.
  if (sections.length === 0 && !thread) return null;
  return {
    text: thread?.text ?? plain,
    tasks: roomOf('tasks'),
    inheritedPins: roomOf('inheritedPins'),
    ownPins: roomOf('ownPins'),
    memories: roomOf('memories'),
    thread: thread?.lines ?? [],
  };
}

export const THREAD = 'THREAD:';
/** Characters of a token of codes, at least on the average; only to find out how much to ask for. */
const CODE_CHARS = 3.5;

function withoutThread(limits: PreambleLimits): Pick<PreambleLimits, 'maxChars' | 'maxTokens'> {
  const { thread } = limits.shares;
  return {
    maxTokens: limits.maxTokens - thread,
    maxChars: limits.maxChars - Math.floor(thread * CODE_CHARS),
  };
}

/** The codes behind everything else, as many as there is room for. */
function threadWithin(
  text: string,
  codes: (tokens: number) => readonly string[],
  limits: PreambleLimits,
): { readonly text: string; readonly lines: readonly string[] } | null {
  const before = text.slice(0, -CLOSING.length);
  const gap = before === `${OPENING}\n\n` ? '' : '\n';
  let tokens = limits.maxTokens - estimateTokens(`${text}\n${THREAD}\n`);
  for (let round = 0; round < 8 && tokens > 0; round++) {
    const lines = codes(tokens);
    if (lines.length === 0) return null;
    const whole = `${before.trimEnd()}\n${gap}${THREAD}\n${lines.join('\n')}\n${CLOSING}`;
    if (whole.length <= limits.maxChars && withinTokens(whole, limits.maxTokens))
      return { text: whole, lines };
    tokens = Math.floor(tokens * 0.85);
  }
  return null;
}

function sectionsOf(content: PreambleContent, limits: PreambleLimits, now: Millis): Section[] {
  const { shares } = limits;
  const projects = content.projects.slice(0, limits.projects).map((name) => oneLine(name, 60));
  const topics = content.topics.slice(0, limits.topics).map((topic) => oneLine(topic, 60));
  const inheritedCount = content.inheritedPins.length;
  return [
    {
      part: 'tasks',
      heading: TASKS,
      lines: content.tasks.map((task) => taskLine(task, now, limits.dates)),
      share: shares.tasks,
      precedence: 3,
    },
    {
      heading: null,
      lines: projects.length > 0 ? [`ACTIVE PROJECTS: ${projects.join(', ')}`] : [],
      share: shares.topics / 2,
      precedence: 1,
    },
    {
      heading: null,
      lines: topics.length > 0 ? [TOPICS + topics.join(', ')] : [],
      share: shares.topics / 2,
      precedence: 0,
    },
    {
      part: 'inheritedPins',
      heading: `WORKING MEMORY RESTORED: ${inheritedCount} pins inherited (use working_memory view to see all)`,
      lines: content.inheritedPins.map(pinLine),
      share: shares.pins,
      precedence: 4,
    },
    {
      part: 'ownPins',
      heading: 'PINNED IN THIS SESSION:',
      lines: content.ownPins.map(pinLine),
      share: shares.pins,
      precedence: 5,
    },
    {
      part: 'memories',
      heading: MEMORIES_HEADING,
      lines: content.memories.map(memoryLine),
      share: shares.memories,
      precedence: -1,
    },
    {
      heading: POINTERS_HEADING,
      lines: (content.pointers ?? []).map((pointer) => pointerLine(pointer, now, limits.dates)),
      share: shares.pointers,
      precedence: -2,
    },
  ];
}

export function taskLine(task: PendingTask, now: Millis, dates: PreambleLimits['dates']): string {
  const at = millis(task.last_activity) ?? now;
  const when = dates === 'relative' ? `${age(at, now)} ago` : iso(at).slice(0, 10);
  return `- [${oneLine(task.task_id, 100)}] ${oneLine(task.title, 120)} (last stage: ${oneLine(task.stage, 40)}, ${when})`;
}

export function pinLine(pin: Pin): string {
  const mark = pin.critical ? 'CRITICAL ' : '';
  const label = pin.label ? `${oneLine(pin.label, 80)}: ` : '';
  const from = pin.origin ? ` ${oneLine(provenance(pin.origin))}` : '';
  return `- ${mark}${label}${oneLine(pin.content, MAX_PIN_CHARS)}${from}`;
}

/** How many lines of each section stay: first each within its share, then what is left over goes to the precious first. */
function keptLines(sections: readonly Section[], header: string | null, limits: PreambleLimits): number[] {
  const kept = sections.map((section) => section.lines.length);
  const within = () => {
    const text = assemble(sections, kept, header);
    return text.length <= limits.maxChars && withinTokens(text, limits.maxTokens);
  };
  // Nearly always everything fits, and counting tokens again and again is what takes time.
  if (within()) return kept;
  sections.forEach((section, i) => {
    kept[i] = linesWithin(section, section.share);
  });
  const byPrecedence = sections
    .map((_, i) => i)
    .sort((a, b) => sections[b]!.precedence - sections[a]!.precedence);
  for (const i of byPrecedence) {
    while (kept[i]! < sections[i]!.lines.length) {
      kept[i]!++;
      if (!within()) {
        kept[i]!--;
        break;
      }
    }
  }
  for (const i of byPrecedence.reverse()) while (!within() && kept[i]! > 0) kept[i]!--;
  return kept;
}

/** A token is a byte at least: a short text needs no estimate, which costs a cold process 3 ms. */
function withinTokens(text: string, max: number): boolean {
  let bytes = text.length;
  for (let i = 0; i < text.length && bytes <= max; i++) if (text.charCodeAt(i) > 127) bytes += 2;
  return bytes <= max || estimateTokens(text) <= max;
}

function linesWithin(section: Section, share: number): number {
  let used = estimateTokens(section.heading ?? '');
  let count = 0;
  for (const line of section.lines) {
    used += estimateTokens(line) + 1;
    if (used > share) break;
    count++;
  }
  return count;
}

function assemble(sections: readonly Section[], kept: readonly number[], header: string | null): string {
  const blocks = header ? [header] : [];
  sections.forEach((section, i) => {
    const lines = section.lines.slice(0, kept[i]!);
    const dropped = section.lines.length - lines.length;
    if (lines.length === 0) return;
    if (dropped > 0) lines.push(`… and ${dropped} more`);
    blocks.push([section.heading, ...lines].filter((line) => line !== null).join('\n'));
  });
  return `${OPENING}\n${blocks.join('\n\n')}\n${CLOSING}`;
}

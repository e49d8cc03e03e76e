import type { ConfidenceReason, ConfidenceUpdate } from '../memories/memory.ts';
import { isTaskSource } from '../tasks/task.ts';
import { millis } from '../time.ts';
import type { SOPInteraction, StatedTask, Statement } from './stated.ts';

/** Far more than a row keeps, and little enough to be appended. */
const MAX_ENTRIES = 200;
const MAX_WORD = 200;
const MAX_ID = 100;
const MAX_STAGE = 40;
const MAX_PATH = 4096;

type Given = Readonly<Record<string, unknown>>;

/**
 * Checks a program's lists before they are kept: a fact that cannot be folded would stay in the way for ever. Values
 * that are no lists, and empty entries, are the program's mistakes; missing fields get defaults.
 */
export function statementOf(given: Given): Statement {
  const lists: Record<keyof Statement, (value: unknown, name: string) => unknown> = {
    hot_topics: words,
    active_projects: words,
    recent_learnings: words,
    pending_tasks: (value, name) => entries(value, name).map((entry) => taskOf(entry, name)),
    confidence_updates: (value, name) => entries(value, name).map((entry) => updateOf(entry, name)),
    sop_interactions: (value, name) => entries(value, name).map((entry) => interactionOf(entry, name)),
  };
  const named = Object.entries(lists).filter(([name]) => given[name] !== undefined);
  return Object.fromEntries(named.map(([name, read]) => [name, read(given[name], name)]));
}

/** A pin without words is a mistake too: left out, it would let go of the one that it stands for. */
export function checkPins(value: unknown): void {
  for (const entry of entries(value, 'working_memory')) text(entry, 'content', 'working_memory', MAX_WORD);
}

function words(value: unknown, name: string): string[] {
  return listOf(value, name).map((word) => {
    if (typeof word !== 'string') throw new TypeError(`${name} takes words, not ${kindOf(word)}`);
    return word.slice(0, MAX_WORD);
  });
}

function entries(value: unknown, name: string): Given[] {
  return listOf(value, name).map((entry) => {
    if (typeof entry !== 'object' || entry === null) {
      throw new TypeError(`${name} takes objects, not ${kindOf(entry)}`);
    }
    return entry as Given;
  });
}

/** Keeps the first entries: lists come in the order of importance. */
function listOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`${name} takes a list, not ${kindOf(value)}`);
  return value.slice(0, MAX_ENTRIES);
}

function taskOf(entry: Given, name: string): StatedTask {
  const id = text(entry, 'task_id', name, MAX_ID);
  const { source, last_activity: lastActivity } = entry;
  return {
    task_id: id,
    title: optional(entry['title'], MAX_WORD) ?? id,
    stage: optional(entry['stage'], MAX_STAGE) ?? 'open',
    flagged_incomplete: entry['flagged_incomplete'] === true,
    ...(isTaskSource(source) && { source }),
    ...(typeof lastActivity === 'string' && millis(lastActivity) !== null && { last_activity: lastActivity }),
  };
}

function updateOf(entry: Given, name: string): ConfidenceUpdate {
  return {
    memory_id: text(entry, 'memory_id', name, MAX_ID),
    old_score: number(entry['old_score']),
    new_score: number(entry['new_score']),
    // Other programs have reasons of their own.
    reason: (optional(entry['reason'], MAX_STAGE) ?? 'manual') as ConfidenceReason,
    timestamp: optional(entry['timestamp'], MAX_STAGE) ?? '',
  };
}

function interactionOf(entry: Given, name: string): SOPInteraction {
  return {
    sop_path: text(entry, 'sop_path', name, MAX_PATH),
    injected_at: optional(entry['injected_at'], MAX_STAGE) ?? '',
    acknowledged: entry['acknowledged'] === true,
    tool_call: optional(entry['tool_call'], MAX_WORD) ?? '',
  };
}

function text(entry: Given, field: string, name: string, max: number): string {
  const value = optional(entry[field], max);
  if (value === null) throw new TypeError(`each of ${name} needs a ${field}`);
  return value;
}

function optional(value: unknown, max: number): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, max) : null;
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** The kind of a value, named in a message about a value that does not fit. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

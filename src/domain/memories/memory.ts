/**
 * Knowledge that outlives its session: memories, rules, and the confidence in them. Only a person makes a rule, and age never changes what is
 * stored: it is applied on reading.
 */

import type { ScopeKey, SessionId } from '../base/ids.ts';
import type { Scope } from '../base/scope.ts';
import { clean } from '../base/text/safe-text.ts';
import { hoursBetween, iso, type Millis } from '../base/time.ts';
import type { ConfidenceReason, ConfidenceUpdate } from '../facts/statement.ts';

export type { ConfidenceReason, ConfidenceUpdate } from '../facts/statement.ts';

/** The author of a memory. */
export const MEMORY_SOURCES = ['person', 'agent', 'tool', 'import'] as const;
export type MemorySource = (typeof MEMORY_SOURCES)[number];

/** 1 is ordinary, 3 the most. */
export type Importance = 1 | 2 | 3;

/** A piece of knowledge. */
export interface Memory {
  readonly id: string;
  readonly content: string;
  readonly categories: readonly string[];
  readonly importance: Importance;
  readonly scopeKey: ScopeKey;
  /** The scope's label, for display. */
  readonly scope: string;
  readonly source: MemorySource;
  /** The stored confidence; `confidenceAt` computes the current one. */
  readonly confidence: number;
  /** The confidence that was stated. Use never raises the confidence above it, because use is no proof. */
  readonly stated: number;
  readonly accessCount: number;
  readonly lastAccessed: Millis | null;
  readonly validations: number;
  readonly contradictions: number;
  readonly createdAt: Millis;
  /** When it was last stated: created, repeated or corrected. Its age counts from here. */
  readonly updatedAt: Millis;
  readonly expiresAt: Millis | null;
  /** The session in which it was created. */
  readonly sessionId: SessionId | null;
}

export const FULL_CONFIDENCE = 1;
const LEAST_CONFIDENCE = 0.1;
const PER_VALIDATION = 0.2;
const PER_CONTRADICTION = 0.3;
const LOST_PER_DAY = 0.01;
const LEAST_BY_AGE = 0.1;

type Trusted = Pick<Memory, 'confidence' | 'validations' | 'contradictions' | 'updatedAt'>;

/** A memory's confidence for a reader at a moment: confirmation raises it, age lowers it. Never stored. */
export function confidenceAt(memory: Trusted, at: Millis): number {
  // Only full days count: a memory of today has its stated confidence.
  const days = Math.floor(hoursBetween(memory.updatedAt, at) / 24);
  const value = judged(memory) * Math.max(LEAST_BY_AGE, 1 - LOST_PER_DAY * days);
  return Number.isFinite(value) ? within(value, LEAST_CONFIDENCE, 1) : LEAST_CONFIDENCE;
}

/** Stored confidence with confirmations and contradictions, before use and age; its history shows this number. */
export function worth(memory: Trusted): number {
  return rounded(within(judged(memory), 0, 1));
}

function judged({ confidence, validations, contradictions }: Trusted): number {
  return confidence + PER_VALIDATION * validations - PER_CONTRADICTION * contradictions;
}

export interface MemoryRequest {
  readonly content: string;
  readonly categories?: readonly string[];
  readonly importance?: Importance;
  readonly confidence?: number;
  readonly source: MemorySource;
  readonly expiresAt?: Millis | null;
}

/** A new memory; null if its text is empty. */
export function makeMemory(
  request: MemoryRequest,
  place: { readonly id: string; readonly scope: Scope; readonly sessionId: SessionId | null },
  at: Millis,
): Memory | null {
  const content = memoryContent(request.content);
  if (!content) return null;
  const confidence = within(request.confidence ?? FULL_CONFIDENCE, 0, 1);
  return {
    id: place.id,
    content,
    categories: tidyCategories(request.categories ?? []),
    importance: request.importance ?? 1,
    source: request.source,
    sessionId: place.sessionId,
    scopeKey: place.scope.key,
    scope: place.scope.label,
    confidence,
    stated: confidence,
    accessCount: 0,
    lastAccessed: null,
    validations: 0,
    contradictions: 0,
    createdAt: at,
    updatedAt: at,
    expiresAt: request.expiresAt ?? null,
  };
}

export function memoryContent(text: string): string {
  return clean(text).trim();
}

const MAX_CATEGORIES = 10;
const MAX_CATEGORY_CHARS = 40;

/** Unique and in lower case: `Radio` and `radio` are one category. */
export function tidyCategories(categories: readonly string[]): string[] {
  const tidy = categories.map((name) =>
    clean(name)
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase()
      .slice(0, MAX_CATEGORY_CHARS)
      .toWellFormed(),
  );
  return [...new Set(tidy.filter(Boolean))].slice(0, MAX_CATEGORIES);
}

/** Merges a repeated memory into the known one: nothing is lost, and its age starts again. */
export function mergeRepeated(known: Memory, again: Memory): Memory {
  const isPersons = again.source === 'person';
  // A person's memory stays unchanged when somebody else repeats it.
  if (known.source === 'person' && !isPersons) return known;
  return {
    ...known,
    source: isPersons ? again.source : known.source,
    categories: tidyCategories([...known.categories, ...again.categories]),
    importance: Math.max(known.importance, again.importance) as Importance,
    updatedAt: Math.max(known.updatedAt, again.updatedAt),
    expiresAt: again.expiresAt,
  };
}

/** A change to a memory; absent fields stay. */
export interface MemoryPatch {
  readonly content?: string;
  readonly categories?: readonly string[];
  readonly importance?: Importance;
  /** Set explicitly: it replaces the effect of earlier confirmations and contradictions. */
  readonly confidence?: number;
  readonly expiresAt?: Millis | null;
  /** Whether the memory proved true or false. */
  readonly outcome?: 'confirmed' | 'contradicted';
}

/** Null where the patch would leave nothing of it. */
export function patchMemory(memory: Memory, patch: MemoryPatch, at: Millis): Memory | null {
  const content = patch.content === undefined ? memory.content : memoryContent(patch.content);
  if (!content) return null;
  const isSaidAnew = content !== memory.content || patch.confidence !== undefined;
  const settled =
    patch.confidence === undefined ? memory : { ...memory, validations: 0, contradictions: 0 };
  return {
    ...settled,
    content,
    categories:
      patch.categories === undefined ? memory.categories : tidyCategories(patch.categories),
    importance: patch.importance ?? memory.importance,
    confidence: within(patch.confidence ?? memory.confidence, 0, 1),
    stated: within(patch.confidence ?? memory.stated, 0, 1),
    validations: settled.validations + (patch.outcome === 'confirmed' ? 1 : 0),
    contradictions: settled.contradictions + (patch.outcome === 'contradicted' ? 1 : 0),
    expiresAt: patch.expiresAt === undefined ? memory.expiresAt : patch.expiresAt,
    updatedAt: isSaidAnew ? Math.max(memory.updatedAt, at) : memory.updatedAt,
  };
}

/** The memory with more or less confidence, never beyond 0 and 1. */
export function moreConfident(memory: Memory, delta: number): Memory {
  const confidence = rounded(
    within(memory.confidence + (Number.isFinite(delta) ? delta : 0), 0, 1),
  );
  return { ...memory, confidence };
}

/** Frequent use restores lost confidence, up to `boost`. Only a confirmed memory may exceed the stated confidence. */
export function morePractised(memory: Memory, boost: number): Memory {
  const raised = moreConfident(memory, boost);
  if (memory.validations > 0) return raised;
  const confidence = Math.max(memory.confidence, Math.min(raised.confidence, memory.stated));
  return { ...memory, confidence };
}

export function confidenceUpdate(
  before: Memory,
  after: Memory,
  reason: ConfidenceReason,
  at: Millis,
): ConfidenceUpdate {
  const [old_score, new_score] = [worth(before), worth(after)];
  return { memory_id: after.id, old_score, new_score, reason, timestamp: iso(at) };
}

/** A memory with the field names of the table and the JSON, without its confidence. A type, because an interface is no `Record`. */
export type MemoryFields = {
  readonly id: string;
  readonly content: string;
  readonly categories: readonly string[];
  readonly importance: Importance;
  readonly scope: string;
  readonly scope_key: ScopeKey;
  readonly source: MemorySource;
  readonly access_count: number;
  readonly last_accessed: string | null;
  readonly validation_count: number;
  readonly contradiction_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string | null;
  readonly session_id: SessionId | null;
};

/** The fields of a memory; `figures` are those of its confidence. */
export function memoryFields<Figures extends object>(
  memory: Memory,
  figures: Figures,
): MemoryFields & Figures {
  const date = (at: Millis | null) => (at === null ? null : iso(at));
  return {
    id: memory.id,
    content: memory.content,
    categories: memory.categories,
    importance: memory.importance,
    scope: memory.scope,
    scope_key: memory.scopeKey,
    source: memory.source,
    ...figures,
    access_count: memory.accessCount,
    last_accessed: date(memory.lastAccessed),
    validation_count: memory.validations,
    contradiction_count: memory.contradictions,
    created_at: iso(memory.createdAt),
    updated_at: iso(memory.updatedAt),
    expires_at: date(memory.expiresAt),
    session_id: memory.sessionId,
  };
}

export function hasExpired(memory: Pick<Memory, 'expiresAt'>, at: Millis): boolean {
  return memory.expiresAt !== null && memory.expiresAt <= at;
}

/** Avoids binary rounding errors: `0.7 + 0.1` would be stored as 0.7999…. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** The categories of a lasting rule, and of a proposed rule that a person has not accepted yet. */
export const RULE = 'rule';
export const PROPOSAL = 'proposal';

type CategorisedMemory = Pick<Memory, 'categories' | 'source'>;

/** Only a person can make a rule. On an agent's memory the category is only a proposal. */
export function isRule({ categories, source }: CategorisedMemory): boolean {
  return categories.includes(RULE) && source === 'person';
}

/** The category of a rule that the person was told of, and of a proposal about which they were asked. */
const MENTIONED = 'mentioned';

/** Whether Cortex made it of a sentence of the person, who does not know of it yet. */
export function isUnmentioned({ categories, source, sessionId, importance }: Memory): boolean {
  return (
    source === 'person' &&
    sessionId !== null &&
    importance < BY_HAND &&
    !categories.includes(MENTIONED)
  );
}

export function asMentioned(memory: Memory): Memory {
  return { ...memory, categories: [...memory.categories, MENTIONED] };
}

/** Importance of rules made on purpose; rules from prompts have less and may be reviewed. */
export const BY_HAND = 3;

/** The memory as a rule of the person, valid until it is ended. */
export function asRule(memory: Memory, updatedAt: Millis): Memory {
  const isNew = !isRule(memory);
  const others = memory.categories.filter(
    (name) => name !== PROPOSAL && name !== RULE && !(isNew && name === MENTIONED),
  );
  return { ...memory, categories: [...others, RULE], source: 'person', updatedAt, expiresAt: null };
}

/** A proposal is not used until a person accepts it. */
export function isProposal(memory: CategorisedMemory): boolean {
  const { categories } = memory;
  return (categories.includes(PROPOSAL) || categories.includes(RULE)) && !isRule(memory);
}

/** The categories of an agent's memory: a rule becomes a proposal. */
export function withoutRule(categories: readonly string[]): string[] {
  return categories.map((name) => (name === RULE ? PROPOSAL : name));
}

/** A memory with its score for a question. */
export interface ScoredMemory {
  readonly id: string;
  /** The share of the question's words that it contains, weighted by rarity: 0 to 1. */
  readonly score: number;
}

/** Scores of all memories with a term. `holders`: the ids for each term; `total`: the number of memories. */
export function scoreByTerms(
  holders: readonly (readonly string[])[],
  total: number,
): ScoredMemory[] {
  const weights = holders.map((ids) =>
    Math.log(1 + (total - ids.length + 0.5) / (ids.length + 0.5)),
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const sums = new Map<string, number>();
  holders.forEach((ids, term) => {
    for (const id of ids) sums.set(id, (sums.get(id) ?? 0) + weights[term]!);
  });
  return [...sums].map(([id, sum]) => ({ id, score: all > 0 ? sum / all : 0 }));
}

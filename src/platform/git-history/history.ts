import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { History, Lineage, Movement, Relation, Stood } from '../../domain/projects/history.ts';
import { readBounded } from '../files.ts';
import { exists, isFile } from '../git-files.ts';
import { readHead, tipOf } from '../git-head.ts';
import type { GitDirectory } from '../git-pointer.ts';
import { Budget, LIMITS, type Limits } from './budget.ts';
import { openCommitGraph } from './commit-graph.ts';
import { type Commits, commitsFrom, subjectIn } from './commits.ts';
import { type Objects, openObjects } from './objects.ts';
import { leftBehind, type Movement as Move, movementsTo } from './reflog.ts';
import { compare, countBetween } from './walk.ts';
import type { Window } from './window.ts';

/**
 * A repository's line of history, read from its files: no process is started, and what a hostile folder holds can make an
 * answer unknown or false about itself, but never slow. Whoever opens it closes it.
 */
export function openHistory(repository: GitDirectory, limits: Limits = LIMITS): History {
  const present = readHead(repository);
  const windows: Window[] = [];
  const budget = new Budget(limits);
  const reader = once(() => readerOf(repository, budget, (window) => void windows.push(window)));
  const movements = once(() => movementsTo(present.head ?? '', join(repository.gitDir, 'logs', 'HEAD')));
  const behind = once(() => leftBehind(movements()));
  const known = new Map<string, Relation>();

  const relationOf = (id: string): Relation => {
    let relation = known.get(id);
    if (!relation) {
      relation = relationTo(present.head, id, reader, behind, budget);
      known.set(id, relation);
    }
    return relation;
  };
  return {
    present,
    lineageOf: ({ branch, head }: Stood): Lineage => {
      const tip = branch === null ? null : tipOf(repository, branch);
      // Nothing depends on it any more, so that nothing is spent on it.
      if (head === null || (branch !== null && tip === null))
        return { relation: head !== null && head === present.head ? 'same' : 'unknown', tip: 'gone' };
      const relation = relationOf(head);
      // A branch that was rebased has other commits than a session left there: the branch counts as it is now.
      const isIn = (id: string) => ['same', 'contained'].includes(relationOf(id));
      const isOut = relation === 'apart' || relation === 'ahead';
      return { relation, tip: tip === null ? 'gone' : isOut && !isIn(tip) ? 'elsewhere' : 'here' };
    },
    since: ({ head }, own): Movement | null => {
      if (head === null || present.head === null) return null;
      const from = lastOwn(movements(), own) ?? head;
      if (from === present.head) return null;
      const relation = relationOf(from);
      const steps = stepsFrom(movements(), from);
      return {
        relation,
        how: howOf(steps),
        commits: relation === 'contained' ? countOf(present.head, from, steps, reader()) : null,
        subject: relation === 'contained' ? subjectOf(present.head, steps, reader()) : null,
      };
    },
    arrivals: () =>
      movements()
        .filter(({ from, to, kind }) => kind === 'other' && to === present.head && from !== to)
        .map(({ at }) => at),
    close: () => {
      for (const window of windows) window.close();
    },
  };
}

interface Reader {
  readonly commits: Commits;
  readonly objects: () => Objects;
}

/** Null where history is not what the files say, or is kept in a way that this reader does not know. */
function readerOf(
  { commonDir }: GitDirectory,
  budget: Budget,
  opened: (window: Window) => void,
): Reader | null {
  if (isRewritten(commonDir)) return null;
  const folder = join(commonDir, 'objects');
  const cut = shallowIn(commonDir);
  if (cut === null) return null;
  const objects = once(() => openObjects(folder, opened));
  // In a shallow clone `git` does not believe its graph either.
  const graph = cut.size > 0 ? null : openCommitGraph(folder, opened);
  return { commits: commitsFrom(graph, objects, cut, budget), objects };
}

const HASH = /^[0-9a-f]{40}$/;

/** 64 digits are SHA-256, which this reader does not know. */
function isKnownHash(id: string | null): id is string {
  return id !== null && HASH.test(id);
}

function relationTo(
  here: string | null,
  there: string,
  reader: () => Reader | null,
  behind: () => ReadonlySet<string>,
  budget: Budget,
): Relation {
  if (here === there) return 'same';
  if (!isKnownHash(here) || !isKnownHash(there)) return 'unknown';
  const files = reader();
  if (!files) return 'unknown';
  if (behind().has(there)) return 'contained';
  if (files.commits.place(there) < 0 && files.objects().has(there) === false) return 'gone';
  switch (compare(here, there, files.commits, budget)) {
    case 'contains':
      return 'contained';
    case 'within':
      return 'ahead';
    case 'apart':
      return 'apart';
    case 'unknown':
      return 'unknown';
  }
}

const MOST_REFS = 8 * 1024 * 1024;

/** Replaced and grafted commits have other parents than their files say; then `git` alone knows. */
function isRewritten(commonDir: string): boolean {
  if (exists(join(commonDir, 'info', 'grafts')) || hasEntries(join(commonDir, 'refs', 'replace')))
    return true;
  const packed = readBounded(join(commonDir, 'packed-refs'), MOST_REFS);
  return packed !== null && (packed.length === MOST_REFS || packed.includes(' refs/replace/'));
}

function hasEntries(folder: string): boolean {
  if (!exists(folder)) return false;
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return true;
  }
}

const MOST_SHALLOW = 256 * 1024;

/** The commits at which a shallow clone ends; null where there are too many. */
function shallowIn(commonDir: string): ReadonlySet<string> | null {
  const file = join(commonDir, 'shallow');
  const bytes = isFile(file) ? readBounded(file, MOST_SHALLOW) : null;
  if (bytes?.length === MOST_SHALLOW) return null;
  return new Set(bytes?.toString('latin1').split('\n').filter(isKnownHash) ?? []);
}

/** The last commit on the way here that the session made itself, after it was last looked at. */
function lastOwn(movements: readonly Move[], own: readonly string[]): string | null {
  const isOwn = (id: string) => own.some((ref) => SHORT.test(ref) && id.startsWith(ref));
  return movements.find(({ to }) => isOwn(to))?.to ?? null;
}

const SHORT = /^[0-9a-f]{7,40}$/;

/** The movements since HEAD was last there, the last one first; null where the reflog does not say. */
function stepsFrom(movements: readonly Move[], from: string): readonly Move[] | null {
  const last = movements.findIndex((move) => move.from === from);
  return last < 0 ? null : movements.slice(0, last + 1);
}

function howOf(steps: readonly Move[] | null): Movement['how'] {
  if (!steps) return null;
  if (steps.every(({ kind }) => kind === 'pulled')) return 'pulled';
  return steps.every(({ kind }) => kind === 'commit') ? 'made' : null;
}

function countOf(
  here: string,
  there: string,
  steps: readonly Move[] | null,
  reader: Reader | null,
): number | null {
  if (steps?.every(({ kind }) => kind === 'commit')) return steps.length;
  return reader && countBetween(here, there, reader.commits);
}

/** A signed commit has its message behind the signature. */
const SUBJECT_BYTES = 4096;

function subjectOf(here: string, steps: readonly Move[] | null, reader: Reader | null): string | null {
  return steps?.[0]?.subject ?? subjectIn(reader?.objects().commit(here, SUBJECT_BYTES) ?? null);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

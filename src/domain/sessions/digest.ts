import { projectName, type Scope } from '../base/scope.ts';
import { scopedPath } from '../base/scoped-path.ts';
import { iso, type Millis } from '../base/time.ts';
import type { Fact, FileMark, RecordedFact, Touch } from '../facts/fact.ts';
import type { ConfidenceUpdate } from '../memories/memory.ts';
import { foldPins, isOfScope, type Pin } from '../pins/pin.ts';
import {
  countName,
  countProject,
  NO_PROJECTS,
  type ProjectCounts,
  projectOfPath,
} from '../projects/project.ts';
import {
  foldTopics,
  NO_TOPICS,
  rankTopics,
  type TopicCounts,
  type TopicText,
} from '../projects/topic.ts';
import { mergeTasks, type PendingTask, tasksInPins } from '../todos/task.ts';
import { closedTodos, foldTodos, type TodoItem, tasksInTodos } from '../todos/todo.ts';
import { withoutPasted } from '../turns/asked.ts';
import { foldTurns, NO_TURNS, type Turns } from '../turns/turn.ts';
import { EMPTY_TREE, foldTree, type TreeState } from './outcome.ts';
import { type ClosedTaskId, foldStatement, type SOPInteraction, type Stated } from './stated.ts';

const MAX_FILES = 100;
/** Limit of learnings and updates in a row; the latest stay. */
const MAX_ENTRIES = 100;

/** The session's project: relative paths and project names depend on it. */
interface DigestProject {
  readonly root: string | null;
  readonly name: string | null;
}

/** The fold of a session's facts so far. Plain data: stored beside its watermark and folded on from there. */
export interface Digest {
  readonly pins: readonly Pin[];
  readonly topics: TopicCounts;
  readonly projects: ProjectCounts;
  readonly todos: readonly TodoItem[];
  readonly pipeline: readonly PendingTask[];
  /** Ids of memories made in this session. */
  readonly learnings: readonly string[];
  readonly confidence: readonly ConfidenceUpdate[];
  readonly sops: readonly SOPInteraction[];
  /** Lists that a program stated itself; they precede observed ones. */
  readonly stated?: Stated;
  /** Files changed, the latest last. */
  readonly files: readonly string[];
  /** Requests and their outcomes; absent in digests of versions that did not fold them. */
  readonly dialogue?: Turns;
  /** The working tree as the session leaves it. */
  readonly tree?: TreeState;
  /** Changed files as the session left them. */
  readonly left?: readonly FileMark[];
  readonly turns: number;
  readonly startedAt: Millis;
  /** Time of the last activity; 0 if there was none. */
  readonly lastActivity: Millis;
}

/** The part of an ended session's digest that a later session takes over. The rest is folded again on demand. */
export type Brief = Pick<Digest, 'pins' | 'todos' | 'left'> & { readonly brief: true };

export function briefOf({ pins, todos, left }: Pick<Digest, 'pins' | 'todos' | 'left'>): Brief {
  return { brief: true, pins, todos, ...(left && { left }) };
}

export const EMPTY_DIGEST: Digest = {
  pins: [],
  topics: NO_TOPICS,
  projects: NO_PROJECTS,
  todos: [],
  pipeline: [],
  learnings: [],
  confidence: [],
  sops: [],
  files: [],
  turns: 0,
  startedAt: 0,
  lastActivity: 0,
};

/** The digest of facts that follow those of another, if any. */
export function foldDigest(
  before: Digest | null,
  facts: readonly RecordedFact[],
  { root, label }: Pick<Scope, 'root' | 'label'>,
): Digest {
  const digest = before ?? EMPTY_DIGEST;
  const place = { root, name: projectName(label) };
  const folded = facts.reduce((sofar, recorded) => foldFact(sofar, recorded, place), digest);
  // Topics are counted in one pass at the end: counting per fact would copy their table each time.
  return {
    ...folded,
    topics: foldTopics(
      digest.topics,
      facts.flatMap(({ fact }) => topicTexts(fact, place)),
    ),
    dialogue: foldTurns(digest.dialogue ?? NO_TURNS, facts, place.root),
    tree: foldTree(digest.tree ?? EMPTY_TREE, facts, place.root),
  };
}

function foldFact(digest: Digest, { fact, at }: RecordedFact, place: DigestProject): Digest {
  const next = apply(digest, fact, at, place);
  return isActivity(fact) && at > digest.lastActivity ? { ...next, lastActivity: at } : next;
}

function foldPosition(
  digest: Digest,
  { changed = [], gone = [] }: Extract<Fact, { kind: 'stood' }>,
): Digest {
  if (changed.length + gone.length === 0) return digest;
  const replaced = new Set([...gone, ...changed.map(({ path }) => path)]);
  const stays = (digest.left ?? []).filter(({ path }) => !replaced.has(path));
  return { ...digest, left: [...stays, ...changed].slice(-MAX_FILES) };
}

/** Opening, closing and inheriting are not activity: a session's age counts from the last activity. */
function isActivity(fact: Fact): boolean {
  if (fact.kind === 'pinned') return fact.pin.origin === null;
  return !NO_WORK.has(fact.kind);
}

const NO_WORK: ReadonlySet<Fact['kind']> = new Set([
  'started',
  'stood',
  'todos-carried',
  'ended',
  'revived',
  'epoch-began',
]);

function apply(digest: Digest, fact: Fact, at: Millis, place: DigestProject): Digest {
  switch (fact.kind) {
    case 'started': {
      const projects = fact.cwd ? countProject(digest.projects, fact.cwd, place) : digest.projects;
      return { ...digest, projects, startedAt: at };
    }
    case 'tool':
      return foldTool(digest, fact, place);
    case 'todos':
      // A subagent's whole list is its own; only updates of numbered entries belong to the session.
      if (fact.subagent && fact.update.whole) return digest;
      return { ...digest, todos: foldTodos(digest.todos, fact.update, at) };
    case 'todos-carried':
      return { ...digest, todos: fact.todos };
    case 'pipeline':
      return { ...digest, pipeline: fact.tasks };
    case 'pinned':
    case 'unpinned':
      return { ...digest, pins: foldPins(digest.pins, [fact]) };
    case 'stated':
      return { ...digest, stated: foldStatement(digest.stated, fact.lists, at) };
    case 'learned':
      return {
        ...digest,
        learnings: latest([
          ...digest.learnings.filter((id) => id !== fact.memoryId),
          fact.memoryId,
        ]),
      };
    case 'confidence':
      return { ...digest, confidence: latest([...digest.confidence, fact.update]) };
    case 'sop-injected': {
      const given = {
        sop_path: fact.path,
        injected_at: iso(at),
        acknowledged: false,
        tool_call: fact.toolCall,
      };
      return { ...digest, sops: latest([...digest.sops, given]) };
    }
    case 'sop-acknowledged': {
      const given = digest.sops.findLastIndex(
        (sop) => sop.sop_path === fact.path && !sop.acknowledged,
      );
      const sops = digest.sops.map((sop, i) =>
        i === given ? { ...sop, acknowledged: true } : sop,
      );
      return { ...digest, sops };
    }
    case 'turn-ended':
      return { ...digest, turns: digest.turns + 1 };
    case 'stood':
      return foldPosition(digest, fact);
    default:
      return digest;
  }
}

function foldTool(
  digest: Digest,
  fact: Extract<Fact, { kind: 'tool' }>,
  place: DigestProject,
): Digest {
  let { projects, files, left } = digest;
  if (fact.project !== undefined) projects = countName(projects, fact.project);
  else if (fact.workdir) projects = countProject(projects, fact.workdir, place);
  for (const touch of fact.touched) {
    projects =
      touch.project === undefined
        ? countProject(projects, touch.path, place)
        : countName(projects, touch.project);
    if (!changed(touch)) continue;
    // Relative to the top of the tree, because a repository may be moved.
    const own = scopedPath(touch.path, fact.workdir ?? place.root, place.root);
    files = [...files.filter((path) => path !== own), own].slice(-MAX_FILES);
    // The file's mark is taken at the end of the turn; until then the old mark is invalid.
    if (fact.ok) left = left?.filter(({ path }) => path !== own);
  }
  return { ...digest, projects, files, ...(left && { left }) };
}

/** The texts of a fact, each with its source. Pins are left out: their words count while the pin is held (`hotTopics`). */
function topicTexts(fact: Fact, place: DigestProject): TopicText[] {
  switch (fact.kind) {
    case 'started':
      return place.root ? projectTexts(place.root, place) : [];
    case 'prompt':
      return [{ signal: 'prompt', text: withoutPasted(fact.text) }];
    case 'reply':
      return [{ signal: 'reply', text: fact.text }];
    case 'tool':
      return [
        ...(fact.workdir ? projectTexts(fact.workdir, place) : []),
        ...(fact.command ? [{ signal: 'tool' as const, text: fact.command }] : []),
        ...fact.touched.map((touch) => ({ signal: 'file' as const, text: touch.path })),
      ];
    case 'learned':
    case 'categories-asked':
      return fact.categories
        .filter((category) => !KINDS_OF_MEMORY.has(category))
        .map((text) => ({ signal: 'category', text }));
    default:
      return [];
  }
}

/** Categories that name the kind of a memory: they are not topics. */
const KINDS_OF_MEMORY: ReadonlySet<string> = new Set(['rule', 'proposal', 'finding']);

function projectTexts(path: string, place: DigestProject): TopicText[] {
  const name = projectOfPath(path, place);
  return name === null ? [] : [{ signal: 'project', text: name }];
}

/**
 * The topics of a session, the strongest first: those of its facts and of the pins that it holds. An inherited pin, and one that a
 * person made before it began, is about earlier work.
 */
export function hotTopics({ topics, pins, startedAt }: Digest, limit: number): string[] {
  const own = pins.filter(
    (pin) => pin.origin === null && !(isOfScope(pin) && pin.pinnedAt < startedAt),
  );
  return rankTopics(foldTopics(topics, own.flatMap(pinTexts)), limit);
}

/** The terms that pins give to the topics of their session. */
export function wordsOfPins(pins: readonly Pin[]): ReadonlySet<string> {
  return new Set(Object.keys(foldTopics(NO_TOPICS, pins.flatMap(pinTexts)).terms));
}

/** A label names what a pin is about; its sentence counts like a request. */
const CONTENT_OF_PIN = 1 / 3;

function pinTexts({ label, content }: Pin): TopicText[] {
  return [
    { signal: 'pin', text: label ?? '' },
    { signal: 'pin', text: content, weight: CONTENT_OF_PIN },
  ];
}

function latest<T>(list: readonly T[]): readonly T[] {
  return list.slice(-MAX_ENTRIES);
}

function changed(touch: Touch): boolean {
  return touch.how !== 'read';
}

/** Open work of the session, one entry per task. */
export function pendingTasks(digest: Digest): PendingTask[] {
  const listed =
    digest.stated?.pending_tasks ?? mergeTasks(digest.pipeline, tasksInTodos(digest.todos));
  return mergeTasks(listed, tasksInPins(digest.pins));
}

/** Tasks of the session's own lists that are done, or gone from them. */
export function closedTasks({ todos, stated }: Digest): readonly ClosedTaskId[] {
  return [...closedTodos(todos), ...(stated?.closed ?? [])];
}

import type {
  RankedSession,
  SessionCandidate,
  SessionLine,
} from '../../../domain/answer/contribute.ts';
import { sourceOf } from '../../../domain/answer/inherit.ts';
import type { QuotedTurns, UnmergedBranch } from '../../../domain/answer/last-time.ts';
import { sinceLine } from '../../../domain/answer/state.ts';
import type { SessionId } from '../../../domain/base/ids.ts';
import type { Scope } from '../../../domain/base/scope.ts';
import { MINUTE, type Millis } from '../../../domain/base/time.ts';
import {
  type GitPosition,
  type History,
  isUnmerged,
  type Lineage,
} from '../../../domain/projects/history.ts';
import { redactText } from '../../../domain/redact/redact.ts';
import {
  byLatestActivity,
  type SessionSnapshot,
  sessionDidSomething,
} from '../../../domain/sessions/snapshot.ts';
import type { LeftTask, TaskList } from '../../../domain/tasks/ageing.ts';
import type { Mark, Thread } from '../../../domain/threads/thread.ts';
import type { Deps } from '../../base/deps.ts';

/** The history of a working tree, opened on demand. */
export interface TreeHistory {
  readonly present: GitPosition;
  /** Null outside of a repository, or if its git directory does not confirm it. */
  history(): History | null;
}

export function treeHistory(deps: Pick<Deps, 'locate' | 'history'>, { root }: Scope): TreeHistory {
  const { branch, head } = root === null ? NOWHERE : deps.locate(root);
  let opened: History | null | undefined;
  return {
    present: { branch, head },
    history: () => {
      opened ??= root === null ? null : deps.history(root);
      return opened;
    },
  };
}

const NOWHERE: GitPosition = { branch: null, head: null };

/** The last recorded git position of a session; null if none. */
export function positionAtEnd({ stopped }: Pick<SessionSnapshot, 'stopped'>): GitPosition | null {
  return stopped === null || stopped.head === null
    ? null
    : { branch: stopped.branch, head: stopped.head };
}

/** Hashes of commits that a session made, as recorded. */
export function commitsMade({ stopped }: Pick<SessionSnapshot, 'stopped'>): string[] {
  return stopped?.made.flatMap(({ what, ref }) => (what === 'commit' && ref ? [ref] : [])) ?? [];
}

/** Relates the sessions of one scope to HEAD, by one call of git. An unknown relation counts as the same. */
export function relateToHead(
  tree: TreeHistory,
  sessions: readonly SessionSnapshot[],
): ReadonlyMap<SessionId, SessionLine> {
  const { present } = tree;
  if (present.head === null) return new Map();
  const stood = sessions.flatMap((session) => {
    const at = positionAtEnd(session);
    return at ? [{ id: session.id, at }] : [];
  });
  const moved = stood.filter(({ at }) => at.head !== present.head).map(({ at }) => at);
  const lineages = moved.length > 0 ? (tree.history()?.lineagesOf(moved) ?? []) : [];
  const found = new Map(moved.map((at, i) => [at, lineages[i]]));
  return new Map(stood.map(({ id, at }) => [id, lineOf(at, found.get(at), present)]));
}

function lineOf(at: GitPosition, lineage: Lineage | undefined, present: GitPosition): SessionLine {
  return {
    branch: at.branch,
    relation: at.head === present.head ? 'same' : (lineage?.relation ?? 'unknown'),
    isBranchGone: at.branch !== null && lineage?.tip === 'gone',
    isUnmerged: lineage !== undefined && isUnmerged(at, lineage, present),
  };
}

/** `git checkout` writes files before it notes the switch, whose time has a resolution of a second. */
const SWITCH = MINUTE;
const TICK = 2_000;

/** Changes of the working tree since a session stopped in it, as one line; empty if there are none. */
export async function sinceThen(
  deps: Pick<Deps, 'store' | 'fileMark' | 'config'>,
  tree: TreeHistory,
  scope: Scope,
  session: SessionSnapshot | null,
): Promise<readonly string[]> {
  const { root } = scope;
  if (session === null || root === null || session.tree !== root || session.scopeKey !== scope.key)
    return [];
  const stood = positionAtEnd(session);
  const hasMoved = stood !== null && tree.present.head !== null && stood.head !== tree.present.head;
  const movement = hasMoved
    ? (tree.history()?.since(stood, commitsMade(session), session.crashed ? session.at : null) ??
      null)
    : null;
  const isBack = stood !== null && stood.head === tree.present.head;
  // A committed file is unchanged after a switch to another branch and back, although git rewrote it.
  const isWrittenByGit = (path: string, at: Millis) =>
    isBack &&
    session.stopped?.touchedMore === 0 &&
    !session.stopped.touched.includes(path) &&
    (tree.history()?.arrivals() ?? []).some(
      (arrival) => at >= arrival - SWITCH && at < arrival + TICK,
    );
  const changed: string[] = [];
  const deleted: string[] = [];
  for (const { path, size, at } of (await deps.store.filesOf(session.id)).left) {
    const now = deps.fileMark(`${root}/${path}`);
    if (!now) deleted.push(path);
    else if (now.size !== size || (now.at !== at && !isWrittenByGit(path, now.at)))
      changed.push(path);
  }
  const line = sinceLine({ stood, present: tree.present, movement, changed, deleted });
  // A commit's subject and a branch's name may contain secrets, and the delivered text is stored.
  return line === null ? [] : [redactText(line, { strict: deps.config['redaction.strict'] })];
}

/** Sessions that stopped on unmerged branches, each with its branch. */
export type Unmerged = ReadonlyMap<string, string>;

export function findUnmerged(candidates: readonly SessionCandidate[]): Unmerged {
  return new Map(
    candidates.flatMap(({ id, isUnmerged: is, line }) =>
      is && line?.branch ? [[id, line.branch] as const] : [],
    ),
  );
}

/** Open work of such sessions is counted under their branch. */
export function withoutUnmerged(book: TaskList, unmerged: Unmerged): TaskList {
  const isOfUnmerged = ({ session }: LeftTask) => session !== null && unmerged.has(session.id);
  const others = (tasks: readonly LeftTask[]) => tasks.filter((task) => !isOfUnmerged(task));
  return {
    told: others(book.told),
    older: others(book.older),
    overtaken: others(book.overtaken),
    apart: [...book.told, ...book.older].filter(isOfUnmerged),
  };
}

/** Most branches that are shown, those of the latest work. */
const MOST_BRANCHES = 3;

/** Unmerged branches with work since then, the one of the latest work first. */
export function branchesUnmerged(
  {
    ranked,
    told,
  }: { readonly ranked: readonly RankedSession[]; readonly told: readonly QuotedTurns[] },
  { unmerged }: { readonly unmerged: Unmerged },
  /** `whole`: the thread including the items of unmerged branches. */
  { book, whole }: { readonly book: TaskList; readonly whole: Thread | null },
  since: Millis,
): UnmergedBranch[] {
  const sessions = ranked
    .filter(
      (one) =>
        one.isUnmerged && one.verdict !== 'busy' && one.at >= since && sessionDidSomething(one),
    )
    .sort(byLatestActivity);
  const branches = [...new Set(sessions.map(({ id }) => unmerged.get(id)!))].slice(
    0,
    MOST_BRANCHES,
  );
  return branches.map((branch) => {
    const isThere = (id: string | undefined) => id !== undefined && unmerged.get(id) === branch;
    const count = (marks: readonly Mark[] | undefined) =>
      marks?.filter(({ session }) => isThere(session)).length ?? 0;
    const own = sessions.filter(({ id }) => isThere(id));
    const pins = own.flatMap(({ id, pins: held }) =>
      held.filter((pin) => isThere(sourceOf(pin, id))),
    );
    const names = pins
      .filter(({ critical }) => !critical)
      .map(({ label, content }) => label ?? content);
    return {
      branch,
      sessions: own.filter(({ id }) => !told.some(({ session }) => session.id === id)),
      left: {
        'open task': book.apart.filter(({ session }) => isThere(session?.id)).length,
        'next action': count(whole?.next.filter(({ noted }) => noted)),
        blocker: count(whole?.blockers.filter(({ resolved }) => !resolved)),
        decision: count(whole?.decisions.filter(({ replaced }) => !replaced)),
        pin: new Set(names).size,
      },
    };
  });
}

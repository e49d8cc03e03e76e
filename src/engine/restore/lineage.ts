import type { SessionId } from '../../domain/ids.ts';
import {
  type History,
  isUnmerged,
  type Lineage,
  type Relation,
  type Stood,
} from '../../domain/projects/history.ts';
import type { SessionSnapshot } from '../../domain/restore/snapshot.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Deps } from '../deps.ts';

/** A working tree's line of history, opened when a question needs it. */
export interface TreeHistory {
  readonly present: Stood;
  /** Null outside of a repository, or where nobody answers for it. */
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

const NOWHERE: Stood = { branch: null, head: null };

/** How the end of a session stands to what is checked out. */
export interface SessionLine {
  readonly branch: string | null;
  readonly relation: Relation;
  /** The branch is no longer there: its commits may have come here under other names. */
  readonly isBranchGone: boolean;
  readonly isUnmerged: boolean;
}

/** The git position of a session when it was last looked at; null if nobody looked. */
export function stoodAtEnd({ stopped }: Pick<SessionSnapshot, 'stopped'>): Stood | null {
  return stopped === null || stopped.head === null ? null : { branch: stopped.branch, head: stopped.head };
}

/** Commits that a session made, as it was told of them. */
export function commitsMade({ stopped }: Pick<SessionSnapshot, 'stopped'>): string[] {
  return stopped?.made.flatMap(({ what, ref }) => (what === 'commit' && ref ? [ref] : [])) ?? [];
}

/** The lines of sessions of one scope, all in one question. An unknown relation counts as the same. */
export function linesOf(
  tree: TreeHistory,
  sessions: readonly SessionSnapshot[],
): ReadonlyMap<SessionId, SessionLine> {
  const { present } = tree;
  if (present.head === null) return new Map();
  const stood = sessions.flatMap((session) => {
    const at = stoodAtEnd(session);
    return at ? [{ id: session.id, at }] : [];
  });
  const moved = stood.filter(({ at }) => at.head !== present.head).map(({ at }) => at);
  const lineages = moved.length > 0 ? (tree.history()?.lineagesOf(moved) ?? []) : [];
  const found = new Map(moved.map((at, i) => [at, lineages[i]]));
  return new Map(stood.map(({ id, at }) => [id, lineOf(at, found.get(at), present)]));
}

function lineOf(at: Stood, lineage: Lineage | undefined, present: Stood): SessionLine {
  const { branch } = at;
  const relation = at.head === present.head ? 'same' : (lineage?.relation ?? 'unknown');
  return {
    branch,
    relation,
    isBranchGone: branch !== null && lineage?.tip === 'gone',
    isUnmerged: lineage !== undefined && isUnmerged(at, lineage, present),
  };
}

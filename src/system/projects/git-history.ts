import { join } from 'node:path';
import type { Millis } from '../../domain/base/time.ts';
import type {
  GitPosition,
  History,
  Lineage,
  Movement,
  Relation,
} from '../../domain/projects/history.ts';
import { readBounded } from '../base/files.ts';
import { exists, type GitDirectory, isHash, readHead, tipOf } from './git-files.ts';
import { type AskGit, gitAt, linesIn, typesOf } from './git-process.ts';

/**
 * A repository's history. Equality and the reflog's tail are read from files; `git` is called if these do not
 * settle it.
 */
export function openHistory(
  repository: GitDirectory,
  root: string,
  path: string | undefined,
  ask: AskGit = gitAt(repository.gitDir, root, path),
): History {
  const present = readHead(repository);
  const { head } = present;
  const movements = once(() => movementsTo(head ?? '', join(repository.gitDir, 'logs', 'HEAD')));
  const behind = once(() => leftBehind(movements()));
  const isShallow = once(() => exists(join(repository.commonDir, 'shallow')));
  const known = new Map<string, Relation>();

  /** Relations of commits to HEAD, all in one question. */
  const relate = (ids: readonly string[]): ((id: string) => Relation) => {
    const open = [...new Set(ids)].filter((id) => isHash(id) && !known.has(id) && id !== head);
    const asked = open.filter((id) => !behind().has(id));
    for (const id of open) known.set(id, behind().has(id) ? 'contained' : 'unknown');
    if (head !== null && asked.length > 0)
      // Beyond the border of a shallow clone nothing is known.
      for (const [id, relation] of relationsTo(head, asked, ask))
        known.set(id, relation === 'apart' && isShallow() ? 'unknown' : relation);
    return (id) => (id === head ? 'same' : (known.get(id) ?? 'unknown'));
  };

  return {
    present,
    lineagesOf: (all) => {
      const tips = all.map(({ branch }) => (branch === null ? null : tipOf(repository, branch)));
      // The other sessions need no call: they have no branch, a deleted one, or the current one.
      const depends = all.some(
        (one, i) => tips[i] !== null && one.branch !== present.branch && one.head !== head,
      );
      const ids = [...all.map((one) => one.head), ...tips].filter((id) => id !== null);
      const relationOf = relate(depends ? ids : []);
      return all.map((one, i) => lineageOf(one, tips[i]!, relationOf));
    },
    since: (stood, own, until = null): Movement | null => {
      if (stood.head === null || head === null) return null;
      const from = lastOwn(movements(), own, until) ?? stood.head;
      if (from === head) return null;
      const steps = stepsFrom(movements(), from);
      const relation = relate([from])(from);
      const added =
        relation === 'contained' ? (addedBy(steps) ?? addedSince(from, head, ask)) : NOT_KNOWN;
      return { relation, how: howOf(steps), ...added };
    },
    arrivals: () =>
      movements()
        .filter(({ from, to, kind }) => kind === 'other' && to === head && from !== to)
        .map(({ at }) => at),
  };
}

function lineageOf(
  { branch, head }: GitPosition,
  tip: string | null,
  relationOf: (id: string) => Relation,
): Lineage {
  const relation = head === null ? 'unknown' : relationOf(head);
  if (tip === null)
    return { relation: branch !== null && relation !== 'same' ? 'unknown' : relation, tip: 'gone' };
  const isOut = relation === 'apart' || relation === 'ahead';
  // A branch that was rebased has other commits than a session left there: the branch counts as it is now.
  const isIn = ['same', 'contained'].includes(relationOf(tip));
  return { relation, tip: isOut && !isIn ? 'elsewhere' : 'here' };
}

/** Relations by one walk over the commits that `head` does not contain; nothing for a commit of which `git` does not say. */
function relationsTo(
  head: string,
  ids: readonly string[],
  ask: AskGit,
): ReadonlyMap<string, Relation> {
  const walk = ask(['rev-list', '--parents', ...ids, '--not', head, '--']);
  if (walk === null) return new Map();
  if (walk.status !== 0) return withoutMissing(head, ids, ask);
  const parents = new Map(
    linesIn(walk).map((line) => {
      const [id, ...others] = line.split(' ');
      return [id!, others] as const;
    }),
  );
  return new Map(
    ids.map((id) => {
      if (!parents.has(id)) return [id, 'contained'] as const;
      return [id, leadsTo(head, id, parents) ? 'ahead' : 'apart'] as const;
    }),
  );
}

/** The walk ends at a commit that is not there: it is gone, and the others are asked for without it. */
function withoutMissing(
  head: string,
  ids: readonly string[],
  ask: AskGit,
): ReadonlyMap<string, Relation> {
  const types = typesOf(ids, ask);
  const there = ids.filter((id) => types.get(id) === 'commit');
  if (types.size === 0 || there.length === ids.length) return new Map();
  const gone = ids.filter((id) => !there.includes(id)).map((id) => [id, 'gone'] as const);
  return new Map([...gone, ...(there.length > 0 ? relationsTo(head, there, ask) : [])]);
}

/** All commits between two are on the walk: none of them is part of the older one. */
function leadsTo(
  head: string,
  from: string,
  parents: ReadonlyMap<string, readonly string[]>,
): boolean {
  const seen = new Set<string>();
  const waiting = [from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === head) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...(parents.get(id) ?? []));
  }
  return false;
}

/** The last commit on the way here that the session made itself, or at which HEAD was while it still ran. */
function lastOwn(
  movements: readonly Move[],
  own: readonly string[],
  until: Millis | null,
): string | null {
  const isOwn = (id: string) => own.some((ref) => SHORT.test(ref) && id.startsWith(ref));
  return movements.find(({ to, at }) => isOwn(to) || (until !== null && at <= until))?.to ?? null;
}

const SHORT = /^[0-9a-f]{7,64}$/;

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

type Added = Pick<Movement, 'commits' | 'subject'>;

const NOT_KNOWN: Added = { commits: null, subject: null };

/** Commits that were made one after the other stand in the reflog. */
function addedBy(steps: readonly Move[] | null): Added | null {
  if (!steps?.every(({ kind }) => kind === 'commit')) return null;
  return { commits: steps.length, subject: steps[0]!.subject };
}

/** Commits counted beyond these are only "more". */
const MOST_COUNTED = 100;

function addedSince(from: string, head: string, ask: AskGit): Added {
  const log = ask([
    'log',
    `--max-count=${MOST_COUNTED}`,
    '--format=%H %s',
    `${from}..${head}`,
    '--',
  ]);
  const lines = linesIn(log);
  if (lines.length === 0) return NOT_KNOWN;
  const subject = lines[0]!.slice(head.length + 1).trim();
  return { commits: lines.length < MOST_COUNTED ? lines.length : null, subject: subject || null };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** A movement of HEAD. */
interface Move {
  readonly from: string;
  readonly to: string;
  readonly at: Millis;
  readonly kind: MoveKind;
  /** The subject of the commit that was made; null for other movements. */
  readonly subject: string | null;
}

/** `commit` and `pulled` only add commits; what is neither may lead anywhere. */
type MoveKind = 'commit' | 'merge' | 'pulled' | 'other';

/** So much of a reflog's end holds some 100 movements. */
const TAIL_BYTES = 16 * 1024;

/** How HEAD came to stand at `head`, the last movement first; nothing where the file does not end there. */
function movementsTo(head: string, file: string): Move[] {
  const text = readBounded(file, TAIL_BYTES, 'end')?.toString('utf8') ?? '';
  const lines = text.split('\n');
  const movements: Move[] = [];
  let at = head;
  // The first line may be a part of one.
  for (let i = lines.length - 1; i > 0 || (i === 0 && text.length < TAIL_BYTES); i--) {
    const movement = movementIn(lines[i]!);
    if (!movement) {
      if (lines[i] === '') continue;
      break;
    }
    // HEAD was moved without a reflog entry: earlier entries prove nothing.
    if (movement.to !== at) break;
    movements.push(movement);
    at = movement.from;
  }
  return movements;
}

const LINE = /^([0-9a-f]{40}) ([0-9a-f]{40}) [^\t]*?(\d{1,12}) [-+]\d{4}\t(.*)$/;
/** Names of branches have neither a colon nor a parenthesis, so that no subject passes for one of these. */
const FORWARD = /^(?:merge|pull)(?: [^:(]*)?: Fast-forward$/;
const COMMITTED = /^(?:commit|cherry-pick|revert|commit \(cherry-pick\)): (.*)$/;
const MERGED = /^commit \(merge\): (.*)$/;

function movementIn(line: string): Move | null {
  const found = LINE.exec(line);
  if (!found) return null;
  const [, from, to, seconds, message] = found as unknown as [
    string,
    string,
    string,
    string,
    string,
  ];
  const at = Number(seconds) * 1000;
  const committed = COMMITTED.exec(message);
  if (committed) return { from, to, at, kind: 'commit', subject: committed[1]! };
  const merged = MERGED.exec(message);
  if (merged) return { from, to, at, kind: 'merge', subject: merged[1]! };
  return { from, to, at, kind: FORWARD.test(message) ? 'pulled' : 'other', subject: null };
}

/** The commits that HEAD left behind by adding to them: ancestors of where it is now. */
function leftBehind(movements: readonly Move[]): ReadonlySet<string> {
  const left = new Set<string>();
  for (const { from, kind } of movements) {
    if (kind === 'other') break;
    left.add(from);
  }
  return left;
}

import { isOutside, scopedPath } from '../base/scoped-path.ts';
import type { Fact, GitCreation, RecordedFact } from '../facts/fact.ts';
import { type Turn, turnAfter } from './turn.ts';
import { parseUnits } from './units.ts';

/** A project other than the session's own, in which the session did something. */
export interface ForeignPlace {
  /** The name that facts have for it. */
  readonly project: string;
  /** A path relative to its working tree; null where it lies elsewhere. */
  readonly pathOf: (path: string) => string | null;
  readonly isExcluded: (path: string) => boolean;
}

/** The work of one turn in the other project, and all its work for comparison. */
interface WorkThere {
  readonly files: Set<string>;
  readonly excluded: Set<string>;
  readonly made: GitCreation[];
  /** All changed files and all commits, wherever they lie. */
  readonly all: Set<string>;
}

/**
 * The turns of a session as another project is told them: files and commits there, and the sentences that name them. The request is
 * told only if half of what its turn changed lies there. Checks stand in the thread of that project.
 */
export function foreignTurns(
  turns: readonly Turn[],
  facts: readonly RecordedFact[],
  root: string | null,
  place: ForeignPlace,
): readonly Turn[] {
  const done = doneIn(facts, root, place);
  return turns.flatMap((turn) => {
    const there = done.get(turn.number);
    return there && there.files.size + there.made.length > 0 ? [toldThere(turn, there)] : [];
  });
}

function toldThere(
  { asked, answered, ...turn }: Turn,
  { files, excluded, made, all }: WorkThere,
): Turn {
  const hidden = [...excluded].map(nameOf);
  const names = [
    ...[...files].map(nameOf),
    ...made.flatMap(({ text, ref }) => (ref ? [text, ref] : [text])),
  ];
  const isOpen = (text: string) => !hidden.some((name) => text.includes(name));
  const isHalf = 2 * (files.size + made.length) >= all.size;
  const said = parseUnits(answered ?? '').filter(
    ({ text }) => names.some((name) => text.includes(name)) && isOpen(text),
  );
  const { moreFiles: _, ...rest } = turn;
  return {
    ...rest,
    asked: asked !== null && isHalf && isOpen(asked) ? asked : null,
    answered: said.length > 0 ? said.map(({ text }) => text).join('\n') : null,
    files: [...files],
    runs: [],
    made,
  };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The work of each turn, by its number. */
function doneIn(
  facts: readonly RecordedFact[],
  root: string | null,
  place: ForeignPlace,
): ReadonlyMap<number, WorkThere> {
  const done = new Map<number, WorkThere>();
  let number = 0;
  // A commit follows the command that made it.
  let isThere = false;
  for (const { fact } of facts) {
    number = turnAfter(number, fact, root);
    const of = done.get(number) ?? {
      files: new Set(),
      excluded: new Set(),
      made: [],
      all: new Set(),
    };
    done.set(number, of);
    if (fact.kind === 'tool') {
      isThere = fact.project === place.project;
      noteChanges(of, fact, root, place);
    }
    if (fact.kind !== 'made') continue;
    const { kind: _, ...made } = fact;
    of.all.add(`${made.what} ${made.text}`);
    if (isThere) of.made.push(made);
  }
  return done;
}

function noteChanges(
  { files, excluded, all }: WorkThere,
  { ok, touched, workdir }: Extract<Fact, { kind: 'tool' }>,
  root: string | null,
  place: ForeignPlace,
): void {
  if (!ok) return;
  for (const { path, how, project } of touched) {
    if (how === 'read') continue;
    const full = scopedPath(path, workdir ?? root, root);
    all.add(full);
    if (project !== place.project || !isOutside(full)) continue;
    const there = place.pathOf(full);
    if (there === null) continue;
    if (place.isExcluded(there)) excluded.add(there);
    else files.add(there);
  }
}

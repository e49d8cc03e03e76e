import { basename, resolve } from 'node:path';
import type { ScopeKey, SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { isOutside, scopedPath } from '../../domain/base/scoped-path.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { RecordedFact } from '../../domain/facts/fact.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { sessionFacts, sessionState } from '../../engine/sessions/sessions.ts';
import { threadSeen } from '../../engine/threads/threads.ts';
import type { MarkedChange } from '../domain/choose.ts';
import { explainChange, type Reason } from '../domain/reason.ts';
import { type FileLine, readFileLines } from './file-lines.ts';
import { findAuthors } from './who-wrote.ts';

/** A session that wrote lines, and why. */
export interface LineAuthor extends Reason {
  readonly session: SessionId;
  readonly host: string;
  readonly title: string | null;
  readonly at: Millis;
  /** The file's name then, where it is another now. */
  readonly path: string | null;
  /** Nothing but equal lines in the file speaks for it. */
  readonly isProbable: boolean;
  /** Decisions of its work that name the file. */
  readonly decided: readonly string[];
}

/** Lines in a row that were written by one change, or came with one commit. */
export interface AnsweredBlock {
  /** Count from 1. */
  readonly from: number;
  readonly to: number;
  readonly origin: FileLine['origin'];
  readonly wrote: LineAuthor | null;
  /** Committed before lines were marked here, so that no hook can have marked it. */
  readonly isEarlier: boolean;
}

export interface WhyAnswer {
  /** As it is told: below the root of its repository. */
  readonly path: string;
  readonly lines: number;
  readonly isInGit: boolean;
  readonly blocks: readonly AnsweredBlock[];
}

export interface LineQuery {
  readonly file: string;
  /** Count from 1; null: all lines. */
  readonly from: number | null;
  readonly to: number | null;
  /** Whether the memory of a project may be told. */
  covers(key: ScopeKey): boolean;
}

/** The sessions and commits of the lines of a file; null where there is no such text. */
export async function explainLines(deps: Deps, asked: LineQuery): Promise<WhyAnswer | null> {
  const file = resolve(asked.file);
  const scope = deps.scopeOfFile(file);
  const read = readFileLines(file, scope.root, deps.searchPath);
  if (read === null) return null;
  const [from, to] = [asked.from ?? 1, asked.to ?? asked.from ?? read.lines.length];
  const chosen = await findAuthors(deps, scope.key, read, scope.root, { from, to });
  const runs = runsOf(
    read.lines,
    chosen.map((one) => one?.edit ?? null),
  );
  const factsOnce = askOnce((id: SessionId) => sessionFacts(deps, id));
  const since = await deps.store.besideSince();
  const blocks: AnsweredBlock[] = [];
  for (const run of runs.filter((one) => one.from <= to && one.to >= from)) {
    const edit = run.edit && { edit: run.edit, isProbable: chosen[run.place]!.isProbable };
    const wrote =
      edit && (await describeAuthor({ deps, scope, path: read.path, factsOnce, asked }, edit));
    const { origin } = run;
    const isEarlier = origin.kind === 'committed' && origin.commit.at < since;
    blocks.push({ from: run.from, to: run.to, origin, wrote, isEarlier });
  }
  return { path: read.path, lines: read.lines.length, isInGit: read.isInGit, blocks };
}

interface LineRun {
  from: number;
  to: number;
  /** A line of it that the change is known of. */
  readonly place: number;
  readonly origin: FileLine['origin'];
  readonly edit: MarkedChange | null;
}

/** Lines in a row of one commit and one change. A line that tells nothing goes with the one above it, if of the same commit. */
function runsOf(lines: readonly FileLine[], edits: readonly (MarkedChange | null)[]): LineRun[] {
  const runs: LineRun[] = [];
  for (const [place, { text, origin }] of lines.entries()) {
    const open = runs.at(-1);
    const edit = edits[place] ?? null;
    const isFree = edit === null && !/\w{2}/.test(text);
    const isOne = open !== undefined && idOf(open.origin) === idOf(origin);
    if (isOne && (isFree || open.edit?.seq === edit?.seq)) open.to = place + 1;
    else runs.push({ from: place + 1, to: place + 1, place, origin, edit });
  }
  return runs;
}

function idOf(origin: FileLine['origin']): string {
  return origin.kind === 'committed' ? origin.commit.id : origin.kind;
}

interface Telling {
  readonly deps: Deps;
  readonly scope: Scope;
  readonly path: string;
  readonly asked: LineQuery;
  factsOnce(id: SessionId): Promise<readonly RecordedFact[]>;
}

async function describeAuthor(
  { deps, scope, path, asked, factsOnce }: Telling,
  { edit, isProbable }: { readonly edit: MarkedChange; readonly isProbable: boolean },
): Promise<LineAuthor | null> {
  const state = await sessionState(deps, edit.session);
  if (state === null || !asked.covers(state.scope_key as ScopeKey)) return null;
  const root = state.project_path;
  const named =
    isOutside(edit.path) || root === scope.root
      ? edit.path
      : scopedPath(edit.path, scope.root, root);
  const reason = explainChange(await factsOnce(edit.session), { at: edit.at, path: named }, root);
  if (reason === null) return null;
  return {
    ...reason,
    session: edit.session,
    host: state.host,
    title: state.title,
    at: edit.at,
    path: edit.path === path ? null : edit.path,
    isProbable,
    decided: await decisionsOn(deps, edit.session, path),
  };
}

/** Asks once for each key. */
function askOnce<K, V>(ask: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const known = new Map<K, Promise<V>>();
  return (key) => {
    const found = known.get(key) ?? ask(key);
    known.set(key, found);
    return found;
  };
}

const MOST_DECISIONS = 3;

async function decisionsOn(
  deps: Deps,
  session: SessionId,
  path: string,
): Promise<readonly string[]> {
  const id = await deps.store.threadOfSession(session);
  const seen = id === null ? null : await threadSeen(deps, id);
  const name = basename(path);
  return (seen?.thread.decisions ?? [])
    .map(({ choice, reason }) => (reason === null ? choice : `${choice} (${reason})`))
    .filter((text) => text.includes(name))
    .slice(-MOST_DECISIONS);
}

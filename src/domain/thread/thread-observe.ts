import type { Change, HostEvent, ToolUse } from '../event.ts';
import { definitionsIn } from '../observe/definitions.ts';
import { clean, stripOwn } from '../text/safe-text.ts';
import { checkIdentity, failureOf } from './check.ts';
import { checkIn } from './check-outcome.ts';
import { labelledIn } from './labels.ts';
import { isOutside, scopedPath } from './scoped-path.ts';
import type { Author, Said, ThreadFact } from './thread.ts';

export interface ObservationContext {
  /** The top of the scope's working tree: paths below it are relative to it. */
  readonly root: string | null;
  /** Whether the host reports every failed command as failed. Some send its output and no more. */
  readonly tellsFailure: boolean;
}

/** A generated file defines hundreds; the first tell what it is. */
const MOST_FUNCTIONS = 100;

/** The facts that an event adds to the thread of its scope. */
export function threadFactsOf(event: HostEvent, context: ObservationContext): ThreadFact[] {
  switch (event.kind) {
    case 'prompt':
      // An agent wrote what a subagent is told.
      return event.subagent ? [] : labelledIn(clean(stripOwn(event.text)));
    case 'tool-use':
      return toolFacts(event.use, event.cwd, context, event.subagent);
    case 'turn-end':
      return [{ kind: 'turn', by: 'agent' }];
    default:
      return [];
  }
}

/** Files that a tool changed, its to-do list, functions that it wrote, and checks that it ran. */
function toolFacts(
  use: ToolUse,
  cwd: string | null,
  context: ObservationContext,
  subagent: string | null,
): ThreadFact[] {
  const base = use.workdir ?? cwd;
  const agent = said('agent', subagent);
  return [
    ...files(use, base, context.root, agent),
    ...(use.todos === null ? [] : [{ kind: 'todos', update: use.todos, ...agent } as const]),
    ...functions(use, base, context.root, agent),
    ...outcome(use, base, context, said('tool', subagent)),
  ];
}

function said(by: Author, subagent: string | null): Said {
  return subagent ? { by, subagent } : { by };
}

function files(use: ToolUse, base: string | null, root: string | null, who: Said): ThreadFact[] {
  const changed = new Map(use.changes.map((change) => [scopedPath(change.path, base, root), change.kind]));
  return [...changed].map(([path, how]) => ({ kind: 'file', path, how, ...who }));
}

function functions(use: ToolUse, base: string | null, root: string | null, who: Said): ThreadFact[] {
  return use.changes
    .flatMap((change) => {
      const path = scopedPath(change.path, base, root);
      return definitions(change).map((name) => ({ name, path }));
    })
    .slice(0, MOST_FUNCTIONS)
    .map((found): ThreadFact => ({ kind: 'function', ...found, ...who }));
}

function definitions({ kind, path, added, removed }: Change): string[] {
  if (kind === 'delete' || added === null) return [];
  return definitionsIn(path, added, kind === 'write' ? null : (removed ?? ''));
}

function outcome(
  use: ToolUse,
  base: string | null,
  { root, tellsFailure }: ObservationContext,
  who: Said,
): ThreadFact[] {
  // Without the changes that are stashed, a check says nothing about them.
  if (use.command === null || /\bgit stash\b/.test(use.command)) return [];
  const check = checkIn(use, tellsFailure);
  if (!check) return [];
  const place = placeOf(check.directory, base, root);
  // A check of another repository says nothing about this one.
  if (isOutside(place)) return [];
  const identity = checkIdentity(place, check.command);
  const { runs } = check;
  if (check.ok === null) return [{ kind: 'check-unread', identity, ...who }];
  if (check.ok) return [{ kind: 'blocker-resolved', identity, runs, ...who }];
  const text = check.failing || failureOf(check.command);
  const sole = check.sole !== null && { sole: check.sole };
  return [{ kind: 'blocker', type: check.kind, text, identity, runs, ...sole, ...who }];
}

/** Hosts report the directory before or after the line: one that ends as the line went was reported after. */
function placeOf(went: string | null, base: string | null, root: string | null): string {
  if (base === null && went === null) return '.';
  const stayed = scopedPath('.', base, root);
  if (went === null) return stayed;
  const target = scopedPath(went, null, null);
  const isThere = base !== null && `/${scopedPath('.', base, null)}`.endsWith(`/${target}`);
  return isThere ? stayed : scopedPath(went, base, root);
}

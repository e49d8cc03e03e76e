import type { Change, HostEvent, ToolUse } from '../event.ts';
import { definitionsIn } from '../observe/definitions.ts';
import { statementsIn } from '../observe/statements.ts';
import { clean, stripOwn } from '../safe-text.ts';
import { checkIdentity } from './check.ts';
import { checkIn } from './check-outcome.ts';
import { scopedPath } from './scoped-path.ts';
import type { Author, Said, ThreadFact } from './thread.ts';

export interface ObservationContext {
  /** The top of the scope's working tree: paths below it are relative to it. */
  readonly root: string | null;
  /** Whether the host reports every failed command as failed. Some send its output and no more. */
  readonly tellsFailure: boolean;
}

/** A generated file defines hundreds; the first tell what it is. */
const MOST_FUNCTIONS = 100;

/** What an event adds to the thread of its scope. */
export function threadFactsOf(event: HostEvent, context: ObservationContext): ThreadFact[] {
  switch (event.kind) {
    case 'prompt':
      // What a subagent is told was written by an agent.
      return event.subagent ? [] : statements(event.text);
    case 'tool-use': {
      const base = event.use.workdir ?? event.cwd;
      return [
        ...changes(event.use, base, context.root, said('agent', event.subagent)),
        ...outcome(event.use, base, context, said('tool', event.subagent)),
        ...todos(event.use, said('agent', event.subagent)),
      ];
    }
    case 'turn-end':
      return [{ kind: 'turn', by: 'agent' }];
    case 'session-start':
    case 'tool-intent':
    case 'subagent-end':
    case 'compacting':
    case 'session-end':
      return [];
  }
}

function said(by: Author, subagent: string | null): Said {
  return subagent ? { by, subagent } : { by };
}

function statements(text: string): ThreadFact[] {
  const { decisions, blockers } = statementsIn(clean(stripOwn(text)));
  return [
    ...decisions.map(
      ({ choice, reason }): ThreadFact => ({ kind: 'decision', choice, reason, by: 'person' }),
    ),
    ...blockers.map((blocker): ThreadFact => ({ ...blocker, kind: 'blocker', by: 'person' })),
  ];
}

function changes(use: ToolUse, base: string | null, root: string | null, who: Said): ThreadFact[] {
  const placed = use.changes.map((change) => ({ change, path: scopedPath(change.path, base, root) }));
  const files = new Map(placed.map(({ change, path }) => [path, change.kind]));
  const functions = placed.flatMap(({ change, path }) => definitions(change).map((name) => ({ name, path })));
  return [
    ...[...files].map(([path, how]): ThreadFact => ({ kind: 'file', path, how, ...who })),
    ...functions
      .slice(0, MOST_FUNCTIONS)
      .map((found): ThreadFact => ({ kind: 'function', ...found, ...who })),
  ];
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
  const check = checkIn(use, tellsFailure);
  if (!check) return [];
  const identity = checkIdentity(placeOf(check.directory, base, root), check.command);
  if (check.ok) return [{ kind: 'blocker-resolved', identity, ...who }];
  const text = check.failing || `${check.command} fails`;
  return [{ kind: 'blocker', type: check.kind, text, identity, ...who }];
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

function todos(use: ToolUse, who: Said): ThreadFact[] {
  return use.todos === null ? [] : [{ kind: 'todos', update: use.todos, ...who }];
}

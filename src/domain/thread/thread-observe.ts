import type { Change, HostEvent, ToolUse } from '../event.ts';
import { definitionsIn } from '../observe/definitions.ts';
import { statementsIn } from '../observe/statements.ts';
import { clean, stripOwn } from '../safe-text.ts';
import { checkIdentity } from './check.ts';
import { checkIn } from './check-outcome.ts';
import { isOutside, scopedPath } from './scoped-path.ts';
import type { Said, ThreadFact } from './thread.ts';
import { baseOf, said, touchFacts } from './thread-touch.ts';

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
      return event.subagent ? [] : statementFacts(event.text);
    case 'tool-use':
      return [
        ...touchFacts(event.use, event.cwd, context.root, event.subagent),
        ...codeFacts(event.use, event.cwd, context, event.subagent),
      ];
    case 'turn-end':
      return [{ kind: 'turn', by: 'agent' }];
    default:
      return [];
  }
}

/** What reading code, commands and their output tells: functions that were written, checks that failed or passed. */
export function codeFacts(
  use: ToolUse,
  cwd: string | null,
  context: ObservationContext,
  subagent: string | null,
): ThreadFact[] {
  const base = baseOf(use, cwd);
  return [
    ...functions(use, base, context.root, said('agent', subagent)),
    ...outcome(use, base, context, said('tool', subagent)),
  ];
}

/** What a person decided, or said is in the way. */
export function statementFacts(text: string): ThreadFact[] {
  const { decisions, blockers } = statementsIn(clean(stripOwn(text)));
  return [
    ...decisions.map(
      ({ choice, reason }): ThreadFact => ({ kind: 'decision', choice, reason, by: 'person' }),
    ),
    ...blockers.map((blocker): ThreadFact => ({ ...blocker, kind: 'blocker', by: 'person' })),
  ];
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
  const check = checkIn(use, tellsFailure);
  if (!check) return [];
  const place = placeOf(check.directory, base, root);
  // A check of another repository says nothing about this one.
  if (isOutside(place)) return [];
  const identity = checkIdentity(place, check.command);
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

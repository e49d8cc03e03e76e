import { isOutside, scopedPath } from '../base/scoped-path.ts';
import { clean, stripOwn } from '../base/text/safe-text.ts';
import type { ChangedFile, HostEvent, ToolUse } from '../facts/event.ts';
import { findDefinitions } from '../observe/definitions.ts';
import { checkIdentity, failureOf } from './check.ts';
import { readCheck } from './check-outcome.ts';
import { labelledIn } from './labels.ts';
import type { Author, Failure, Said, ThreadFact } from './thread.ts';

export interface ObservationContext {
  /** The top of the scope's working tree: paths below it are relative to it. */
  readonly root: string | null;
  /** Whether the host reports every failed command as failed. Some send only its output. */
  readonly tellsFailure: boolean;
  /** Whether a file is there; asked only when a check failed. */
  readonly exists?: (path: string) => boolean;
}

/** A generated file defines hundreds; the first ones characterize it. */
const MOST_FUNCTIONS = 100;

/** The facts that an event adds to the thread of its scope. */
export function observeThread(event: HostEvent, context: ObservationContext): ThreadFact[] {
  switch (event.kind) {
    case 'prompt':
      // A subagent's prompt is written by an agent.
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
  const who = (by: Author): Said => (subagent ? { by, subagent } : { by });
  const pathOf = (change: ChangedFile) => scopedPath(change.path, base, context.root);
  const changed = new Map(use.changes.map((change) => [pathOf(change), change.kind]));
  const defined = use.changes.flatMap((change) =>
    definitions(change).map((name) => ({ name, path: pathOf(change) })),
  );
  return [
    ...[...changed].map(([path, how]) => ({ kind: 'file' as const, path, how, ...who('agent') })),
    ...(use.todos === null ? [] : [{ kind: 'todos' as const, update: use.todos, ...who('agent') }]),
    ...defined
      .slice(0, MOST_FUNCTIONS)
      .map((one) => ({ kind: 'function' as const, ...one, ...who('agent') })),
    ...outcome(use, base, context, who('tool')),
  ];
}

function definitions({ kind, path, added, removed }: ChangedFile): string[] {
  if (kind === 'delete' || added === null) return [];
  return findDefinitions(path, added, kind === 'write' ? removed : (removed ?? ''));
}

function outcome(
  use: ToolUse,
  base: string | null,
  context: ObservationContext,
  who: Said,
): ThreadFact[] {
  const { root } = context;
  // With changes stashed, a check says nothing about them.
  if (use.command === null || /\bgit stash\b/.test(use.command)) return [];
  const check = readCheck(use, context);
  const place = check && placeOf(check.directory, base, root);
  // A check elsewhere says nothing about this project; who knows the others finds its own.
  if (!check || !place || place.startsWith('..')) return [];
  const { kind: type, runs, failures, ok, failing, command } = check;
  const identity = checkIdentity(place, command);
  if (ok === null) return [{ kind: 'check-unread', identity, ...who }];
  if (ok) return [{ kind: 'blocker-resolved', identity, runs, ...who }];
  const text = failing || failureOf(command);
  const { names = [], isAll = false, stoppedAt } = failures ?? {};
  const failed = names.map((name) => withFile(name, place, context));
  return [
    {
      kind: 'blocker',
      type,
      text,
      identity,
      runs,
      ...(failed.length > 0 && { failures: failed }),
      ...(isAll && { isAll }),
      ...(stoppedAt !== undefined && { stoppedAt }),
      ...who,
    },
  ];
}

/** Words in the name of a failure that look like a file. */
const FILE_NAME = /[^\s:>›()[\]"'`]{1,200}\.\w{1,6}(?![\w.])/g;

/** A failure with its file, if that is there: its name may be relative to the root or to the directory of the run. */
function withFile(name: string, directory: string, { root, exists }: ObservationContext): Failure {
  if (root === null || !exists) return { name };
  const files = (name.match(FILE_NAME) ?? [])
    .flatMap((path) => [
      scopedPath(path, `${root}/${directory}`, root),
      scopedPath(path, root, root),
    ])
    .filter((path) => !isOutside(path) && path !== '.');
  const file = files.find((path) => exists(`${root}/${path}`));
  return file === undefined ? { name } : { name, file };
}

/** Hosts report the directory before or after the line: if it ends with the target of the line's `cd`, it is the one after. */
function placeOf(went: string | null, base: string | null, root: string | null): string {
  if (base === null && went === null) return '.';
  const stayed = scopedPath('.', base, root);
  if (went === null) return stayed;
  const target = scopedPath(went, null, null);
  const isThere = base !== null && `/${scopedPath('.', base, null)}`.endsWith(`/${target}`);
  return isThere ? stayed : scopedPath(went, base, root);
}

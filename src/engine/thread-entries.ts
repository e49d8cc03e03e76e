import type { HostEvent } from '../domain/event.ts';
import { redactStrings } from '../domain/redact/facts.ts';
import type { Scope } from '../domain/scope.ts';
import { isOutside, scopedPath } from '../domain/thread/scoped-path.ts';
import type { ThreadFact } from '../domain/thread/thread.ts';
import { codeFacts, type ObservationContext, statementFacts } from '../domain/thread/thread-observe.ts';
import { mayDefine, touchFacts } from '../domain/thread/thread-touch.ts';
import { HOUR } from '../domain/time.ts';
import type { ThreadEntry } from '../store/threads.ts';
import type { SessionHead } from '../store.ts';
import type { Deps } from './deps.ts';

type EntryDeps = Pick<Deps, 'config' | 'newThreadId' | 'scopeOfFile'>;

/** Lines that may run a check; a wrong guess only costs the loading of the rules that know better. */
const MAY_CHECK =
  /\b(?:test|tests|spec|build|lint|check|vet|compile|types?|tsc|go|cargo|make|mvn|gradle|dotnet|swift|rake|tox|pytest|jest|vitest|mocha|mypy|ruff|flake8|pyright|eslint|biome|prettier|rubocop|rspec|phpunit|phpstan|ctest|bats|shellcheck|sqlfluff|unittest|clippy|xcodebuild|golangci)/;

/** What an event adds to a thread. The rules that read code and words are large: they are asked only where they may know. */
function observed(event: HostEvent, context: ObservationContext): ThreadFact[] {
  switch (event.kind) {
    case 'prompt':
      return event.subagent ? [] : statementFacts(event.text);
    case 'tool-use': {
      const { use, cwd, subagent } = event;
      const telling = use.changes.some(mayDefine) || (use.command !== null && MAY_CHECK.test(use.command));
      const touched = touchFacts(use, cwd, context.root, subagent);
      return telling ? [...touched, ...codeFacts(use, cwd, context, subagent)] : touched;
    }
    case 'turn-end':
      return [{ kind: 'turn', by: 'agent' }];
    default:
      return [];
  }
}

/** What an event adds to the thread of its scope, and to those of other repositories whose files it touched. */
export function threadEntries(
  deps: EntryDeps,
  head: Pick<SessionHead, 'scope'>,
  event: HostEvent,
): ThreadEntry[] {
  const tellsFailure = event.kind !== 'tool-use' || event.use.outcomeUntold !== true;
  const context = { root: head.scope.root, tellsFailure };
  const facts = redactStrings(observed(event, context), { strict: deps.config['redaction.strict'] });
  const byScope = new Map<string, { scope: Scope; facts: ThreadFact[] }>();
  for (const fact of facts) {
    const { scope, fact: placed } = placedIn(deps, head.scope, fact);
    const entry = byScope.get(scope.key) ?? { scope, facts: [] };
    entry.facts.push(placed);
    byScope.set(scope.key, entry);
  }
  const common = { newId: deps.newThreadId, idleMillis: idleMillis(deps) };
  return [...byScope.values()].map((entry) => ({ ...entry, ...common }));
}

/** A file in another repository counts for that one; one outside of any stays where the work is. */
function placedIn(deps: EntryDeps, own: Scope, fact: ThreadFact): { scope: Scope; fact: ThreadFact } {
  if ((fact.kind !== 'file' && fact.kind !== 'function') || !isOutside(fact.path))
    return { scope: own, fact };
  const scope = deps.scopeOfFile(fact.path);
  if (scope.root === null || scope.key === own.key) return { scope: own, fact };
  return { scope, fact: { ...fact, path: scopedPath(fact.path, null, scope.root) } };
}

export function idleMillis(deps: Pick<Deps, 'config'>): number {
  return deps.config['threads.idle_hours'] * HOUR;
}

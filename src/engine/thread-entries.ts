import type { HostEvent } from '../domain/event.ts';
import { redactStrings } from '../domain/redact/facts.ts';
import type { Scope } from '../domain/scope.ts';
import { isOutside, scopedPath } from '../domain/thread/scoped-path.ts';
import type { ThreadFact } from '../domain/thread/thread.ts';
import { threadFactsOf } from '../domain/thread/thread-observe.ts';
import { HOUR } from '../domain/time.ts';
import type { ThreadEntry } from '../store/threads.ts';
import type { SessionHead } from '../store.ts';
import type { Deps } from './deps.ts';

type EntryDeps = Pick<Deps, 'config' | 'newThreadId' | 'scopeOfFile'>;

/** Lines that may run a check; a wrong guess only costs the loading of the rules that know better. */
const MAY_CHECK =
  /\b(?:test|tests|spec|build|lint|check|vet|compile|types?|tsc|go|cargo|make|mvn|gradle|dotnet|swift|rake|tox|pytest|jest|vitest|mocha|mypy|ruff|flake8|pyright|eslint|biome|prettier|rubocop|rspec|phpunit|phpstan|ctest|bats|shellcheck|sqlfluff|unittest|clippy|xcodebuild|golangci)/;

/** Whether an event can add anything to a thread. Asked first: most events cannot, and the rules are large. */
function concernsThread(event: HostEvent): boolean {
  switch (event.kind) {
    case 'prompt':
      return event.subagent === null;
    case 'tool-use': {
      const { changes, command, todos } = event.use;
      return changes.length > 0 || todos !== null || (command !== null && MAY_CHECK.test(command));
    }
    case 'turn-end':
      return true;
    default:
      return false;
  }
}

/** What an event adds to the thread of its scope, and to those of other repositories whose files it touched. */
export function threadEntries(deps: EntryDeps, head: SessionHead, event: HostEvent): ThreadEntry[] {
  if (!concernsThread(event)) return [];
  const context = { root: head.scope.root, tellsFailure: head.host !== 'codex' };
  const facts = redactStrings(threadFactsOf(event, context), { strict: deps.config['redaction.strict'] });
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

import { isReadOnly } from '../../domain/read-only.ts';
import { isReadingTool } from '../../domain/reading-tools.ts';
import type { Scope } from '../../domain/scope.ts';
import { isIgnored, standings } from '../../domain/sop-history.ts';
import type { Deps } from '../../engine/deps.ts';
import { noteOwner, type RecordDeps, takesFacts } from '../../engine/record.ts';
import { give, type IntentEvent, type SopDeps, standingsFor } from '../../engine/sop.ts';
import { consider, usable } from '../../engine/sop-files.ts';
import type { Reply } from '../../host.ts';
import type { ProjectStore } from '../../store/projects.ts';
import type { SopStore } from '../../store/sops.ts';

/** What can be asked without a database; `open` gets it. */
export type InstructDeps = Pick<Deps, 'config' | 'locate' | 'sops' | 'deadline'> & {
  open(): RecordDeps & SopDeps & { readonly store: TrustStore };
};

type TrustStore = Pick<SopStore, 'trustedSops'> & Pick<ProjectStore, 'placed'>;

const SILENCE: Reply = { context: null };

/**
 * Every tool call of the agent waits for this answer, and it is nearly always silence: the cheapest question comes first,
 * and the database is opened only where an instruction was written for this very call. Null: the whole engine is needed.
 */
export async function instructOnly(
  deps: InstructDeps,
  source: { readonly host: string; readonly via: string },
  event: IntentEvent,
): Promise<Reply | null> {
  const { intent } = event;
  if (!deps.config['session_persistence.enabled'] || isReadingTool(intent.name)) return SILENCE;
  const { scope } = deps.locate(event.cwd);
  if (deps.sops.list(scope).files.length === 0 || isReadOnly(intent)) return SILENCE;

  let opened: ReturnType<InstructDeps['open']> | null = null;
  const open = () => (opened ??= deps.open());
  const meant = usable(await consider(deps, scope, intent, () => trusted(open().store, scope)));
  if (meant.length === 0) return SILENCE;
  const head = await open().store.sessionOfHost(source.host, event.hostSessionId);
  if (!head || !takesFacts(head)) return null;
  const standingOf = standingsFor(deps, standings(await open().store.sopHistory(head.id)), event.subagent);
  // Confidence in memories is about to change, and this way knows none.
  const isPenalty = meant.some((entry) => {
    const standing = standingOf(entry);
    return entry.sop.memories.length > 0 && standing !== undefined && isIgnored(standing);
  });
  if (isPenalty) return null;
  await noteOwner(open(), head, false);
  return (await give(open(), source, head, event, meant)).reply;
}

/** The place was found without the database; whose it is stands there. */
function trusted(store: TrustStore, scope: Scope) {
  return store.trustedSops(store.placed(scope).key);
}

import type { SessionRows } from '../../domain/upkeep/archive.ts';
import type { Deps } from '../../engine/deps.ts';
import { foldingUnder } from '../../engine/session/folding.ts';
import type { Tally } from './foreign-tally.ts';

/** A session of another system is taken over, or named with the reason why not. */
export async function takeSession(
  deps: Deps,
  count: Tally,
  rows: SessionRows,
  where: string,
  ownUpTo: number,
): Promise<void> {
  const how = { write: !count.dryRun, ownUpTo, now: deps.now() };
  const done = await deps.store.importSession(rows, foldingUnder(deps.config), how);
  if (done.outcome === 'refused') count.skip('sessions', where, done.why);
  else count.outcome('sessions', done.outcome === 'new');
}

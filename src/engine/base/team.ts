import type { TeamWord } from '../../domain/answer/lines.ts';
import type { ScopeKey } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { MINUTE, type Millis } from '../../domain/base/time.ts';
import type { Arrivals, Deps } from './deps.ts';

type Rooms = Pick<Deps, 'store' | 'rooms'>;

/** Pins and memories of teammates in a project, or in all of them, the latest first. */
export async function teamWords(
  deps: Rooms,
  scopeKey: ScopeKey | null,
): Promise<readonly TeamWord[]> {
  return (
    await Promise.all(deps.rooms.map((room) => room.teamWords?.(deps, scopeKey) ?? []))
  ).flat();
}

async function arrivals(deps: Rooms, scopeKey: ScopeKey): Promise<readonly Arrivals[]> {
  const all = await Promise.all(deps.rooms.map((room) => room.arrivals?.(deps, scopeKey) ?? null));
  return all.filter((one) => one !== null);
}

/** Time of the last sync with other machines of a project; null if there are none, or if it is recent. */
export async function othersAsOf(
  deps: Rooms & Pick<Deps, 'now'>,
  { key }: Scope,
): Promise<Millis | null> {
  const [{ asOf } = { asOf: null }] = await arrivals(deps, key);
  return asOf !== null && Math.abs(deps.now() - asOf) < MINUTE ? null : asOf;
}

/** Whether work of other machines arrived since a moment. */
export async function hasArrivedSince(
  deps: Rooms,
  scopeKey: ScopeKey,
  since: Millis,
): Promise<boolean> {
  return (await arrivals(deps, scopeKey)).some(({ last }) => last > since);
}

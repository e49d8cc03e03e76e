import { OWN, type Store } from '../../store.ts';
import { migrate, type StoreOptions } from './migrations.ts';
import { openDatabase } from './open.ts';
import { placing } from './projects.ts';
import { promised } from './promised.ts';
import { isCurrent } from './schema.ts';
import { sessionStoreAsAsked } from './session-store.ts';
import { upkeepStoreOn } from './sqlite-store.ts';
import { captureUnits } from './units/capture.ts';

type SessionStore = ReturnType<typeof sessionStoreAsAsked>;
type UpkeepStore = ReturnType<typeof upkeepStoreOn>;

export interface HookStore extends Store {
  /** Whether the event at hand was added to a session: not what waited before it, and not what Cortex itself adds. */
  hasAppended(): boolean;
}

/**
 * The store as a hook opens it: adding to an open session is at hand, because most events do nothing else. What other events
 * need, what only maintenance needs, and what brings an older schema up to date are each loaded when they are asked for.
 */
export function openHookStore(path: string, options: StoreOptions): HookStore {
  const database = openDatabase(path, {
    ...options,
    schema: (opened) => {
      if (!isCurrent(opened)) migrate(opened, options.now);
    },
  });
  let session: SessionStore | null = null;
  let upkeep: UpkeepStore | null = null;
  const whole = () => (session ??= sessionStoreAsAsked(database, options.cold, options.sealer));
  const rest = () => (upkeep ??= upkeepStoreOn(database, options.cold));
  const units = promised(captureUnits(database));
  let appended = false;
  const atHand: Pick<
    HookStore,
    'sessionOfHost' | 'append' | 'setOwner' | 'restoresMade' | 'placed' | 'close' | 'hasAppended'
  > = {
    ...units,
    ...placing(database),
    append: async (...args) => {
      const done = await units.append(...args);
      const [, , { via, isLate }] = args;
      if (!isLate && via !== OWN) appended = true;
      return done;
    },
    hasAppended: () => appended,
    // Sessions in cold storage are known to the whole store alone.
    sessionOfHost: async (host, id) =>
      (await units.sessionOfHost(host, id)) ?? whole().sessionOfHost(host, id),
    close: () => database.close(),
  };
  return new Proxy(atHand as HookStore, {
    get: (target, name) =>
      Reflect.get(target, name) ?? Reflect.get(whole(), name) ?? Reflect.get(rest(), name),
  });
}

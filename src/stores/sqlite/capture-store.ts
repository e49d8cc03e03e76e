import type { SopStore } from '../../store/sops.ts';
import type { Store } from '../../store.ts';
import { type OpenOptions, openDatabase } from './open.ts';
import { promised } from './promised.ts';
import { onlyCurrentSchema } from './schema.ts';
import { captureUnits } from './units/capture.ts';
import { placing } from './units/placing.ts';
import { sopUnits } from './units/sops.ts';

export type CaptureStore = Pick<Store, 'sessionOfHost' | 'append' | 'setOwner' | 'placed' | 'close'>;

export type SopCaptureStore = CaptureStore & SopStore;

/** The same with standing instructions, for the hook before a tool call. */
export function openSopStore(path: string, options: Omit<OpenOptions, 'schema'>): SopCaptureStore {
  const database = openDatabase(path, { ...options, schema: onlyCurrentSchema });
  return {
    ...promised(captureUnits(database)),
    ...promised(sopUnits(database)),
    ...placing(database),
    close: () => database.close(),
  };
}

/** The store as far as adding to an open session goes. It does not migrate. */
export function openCaptureStore(path: string, options: Omit<OpenOptions, 'schema'>): CaptureStore {
  const database = openDatabase(path, { ...options, schema: onlyCurrentSchema });
  return { ...promised(captureUnits(database)), ...placing(database), close: () => database.close() };
}

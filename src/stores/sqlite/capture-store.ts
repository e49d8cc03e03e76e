import type { Store } from '../../store.ts';
import { type OpenOptions, openDatabase } from './open.ts';
import { promised } from './promised.ts';
import { onlyCurrentSchema } from './schema.ts';
import { captureUnits } from './units/capture.ts';

export type CaptureStore = Pick<Store, 'sessionOfHost' | 'append' | 'setOwner' | 'close'>;

/** The store as far as adding to an open session goes. It does not migrate. */
export function openCaptureStore(path: string, options: Omit<OpenOptions, 'schema'>): CaptureStore {
  const database = openDatabase(path, { ...options, schema: onlyCurrentSchema });
  return { ...promised(captureUnits(database)), close: () => database.close() };
}

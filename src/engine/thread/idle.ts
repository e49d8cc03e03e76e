import { HOUR } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';

/** After so long without work a thread is no longer the active one. */
export function idleMillis(deps: Pick<Deps, 'config'>): number {
  return deps.config['threads.idle_hours'] * HOUR;
}

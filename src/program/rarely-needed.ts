import type { Environment } from '../domain/base/runtimes.ts';
import { adoptAbandoned } from '../door/event.ts';
import type { Started } from '../door/world.ts';
import { takeInQuietly } from '../engine/spool.ts';
import { startAgent } from '../surfaces/cli/setup/start-agent.ts';
import { thisMachine } from '../system/base/machine.ts';
import { COMPOSITION, openWorld } from './compose.ts';
import { openRepair, type RepairOf } from './compose-repair.ts';

/** Parts of commands that only some of them need, and those seldom: one bundle holds them for all. */
export interface RarelyNeeded {
  readonly thisMachine: typeof thisMachine;
  readonly startAgent: typeof startAgent;
  readonly takeInQuietly: typeof takeInQuietly;
  readonly repairOf: RepairOf;
  /** Puts what was handed over to servers that are gone among the events that wait for the database. */
  adoptHanded(env: Environment, started: Started, run: string): void;
}

export const RARELY_NEEDED: RarelyNeeded = {
  thisMachine,
  startAgent,
  takeInQuietly,
  repairOf: openRepair,
  adoptHanded: (env, started, run) =>
    adoptAbandoned(COMPOSITION, openWorld(env, 'person', started), env, run),
};

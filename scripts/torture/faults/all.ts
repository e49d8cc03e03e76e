import type { Fault } from '../fault.ts';
import { atCalls } from './calls.ts';
import { clocks } from './clocks.ts';
import { atCommandCalls } from './command-calls.ts';
import { bitFlips, loss, mirrorsAlone } from './damage.ts';
import { diskFull } from './disk-full.ts';
import { door } from './door.ts';
import { oddHomes } from './homes.ts';
import { impersonation } from './impersonation.ts';
import { badManners, hostileInput } from './input.ts';
import { killed } from './kill.ts';
import { liveness } from './liveness.ts';
import { opened } from './open.ts';
import { orphans } from './orphans.ts';
import { powerLoss } from './power.ts';
import { soak } from './soak.ts';
import { spooled } from './spool.ts';
import { wordIndex } from './word-index.ts';
import { writers } from './writers.ts';

/** Everything that is tried, in this order; the census of processes comes last. */
export const FAULTS: readonly Fault[] = [
  killed,
  atCalls,
  atCommandCalls,
  powerLoss,
  writers,
  spooled,
  opened,
  diskFull,
  oddHomes,
  bitFlips,
  loss,
  mirrorsAlone,
  wordIndex,
  clocks,
  hostileInput,
  badManners,
  liveness,
  soak,
  impersonation,
  door,
  orphans,
];

import type { Fault } from './fault.ts';
import { atCalls, atCommandCalls } from './faults/calls.ts';
import { diskFull } from './faults/disk-full.ts';
import { door } from './faults/door.ts';
import { bitFlips } from './faults/flips.ts';
import { hostileInput } from './faults/input.ts';
import { killed } from './faults/kill.ts';
import { liveness } from './faults/liveness.ts';
import { badManners } from './faults/manners.ts';
import { mirrorsAlone } from './faults/mirrors.ts';
import { closedModes } from './faults/modes.ts';
import { orphans } from './faults/orphans.ts';
import { powerLoss } from './faults/power.ts';
import { soak } from './faults/soak.ts';

/** Faults that need chance, the kernel or many processes, in this order; the census of processes comes last. Faults with one outcome are tests. */
export const FAULTS: readonly Fault[] = [
  killed,
  atCalls,
  atCommandCalls,
  powerLoss,
  diskFull,
  closedModes,
  bitFlips,
  mirrorsAlone,
  hostileInput,
  badManners,
  liveness,
  soak,
  door,
  orphans,
];

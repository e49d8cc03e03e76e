import type { Owners } from '../engine/deps.ts';
import type { Detached } from '../platform/detach.ts';
import type { Stream } from '../surfaces/cli/output.ts';

/** The inputs of a run of the program. Missing ones are the process's own: tests have many runs in one process. */
export interface Started {
  /** The file descriptor of standard input. */
  readonly input?: number;
  readonly out?: Stream;
  readonly err?: Stream;
  /** In `ticks`: the time limit of a hook counts from here. */
  readonly at?: number;
  readonly owners?: Owners;
  /** Takes the programs that are to be started when this process ends. Without it they are started at once. */
  readonly atTheEnd?: Detached[];
}

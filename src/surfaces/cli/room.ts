import type { Command } from './command.ts';
import type { CliPart } from './context.ts';
import type { Group } from './groups.ts';

/** The part of a room in the command line. */
export interface CliRoom extends CliPart {
  readonly commands?: readonly Command[];
  /** Commands of several actions. */
  readonly groups?: readonly Group[];
}

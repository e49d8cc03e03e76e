import type { Environment } from '../../domain/base/runtimes.ts';
import type { Deps, EventRoom } from '../base/deps.ts';
import type { Copies } from './copy.ts';

/** Work that a long-running process does itself instead of starting a program. */
export interface Duty {
  /** Begins the work if the command belongs to it, and returns whether it does. */
  takes(words: readonly string[]): boolean;
  /** The process ends: another one takes over the remaining work. */
  handOver(): void;
}

/** The long-running process. */
export interface DutyWorld {
  readonly env: Environment;
  home(): OpenedHome;
  /** Loads a bundle from the program's folder. */
  load(bundle: string): unknown;
  start(words: readonly string[]): void;
  failed(error: unknown): void;
}

/** The part of a home that a duty opens. */
export interface OpenedHome {
  readonly folder: string;
  open(): { readonly deps: Deps; close(): void };
  copies(): Copies;
}

/** The part of a room for commands, servers and programs. Hooks do not load it. */
export interface HomeRoom extends EventRoom {
  duty?(world: DutyWorld): Duty;
}

/** Wraps `start`: duties of this process do their commands themselves. */
export function dutiesIn(
  rooms: readonly HomeRoom[],
  world: DutyWorld,
): { readonly start: Deps['start']; handOver(): void } {
  const duties = rooms.flatMap((room) => room.duty?.(world) ?? []);
  return {
    start: (words) => {
      if (!duties.some((duty) => duty.takes(words))) world.start(words);
    },
    handOver: () => {
      for (const duty of duties) duty.handOver();
    },
  };
}

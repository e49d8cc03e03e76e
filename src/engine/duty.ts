import type { Environment } from '../domain/runtime/runtimes.ts';
import type { Deps, EventRoom } from './deps.ts';
import type { Copies } from './upkeep/copy.ts';

/** Work that a process which goes on does itself, in place of starting a program for it. */
export interface Duty {
  /** Whether these words are its: then it has begun. */
  takes(words: readonly string[]): boolean;
  /** The process ends: what it has taken on, another one does. */
  handOver(): void;
}

/** The process that goes on. */
export interface DutyWorld {
  readonly env: Environment;
  home(): OpenedHome;
  /** Loads a bundle that lies beside this program. */
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

/** The part of a room for whoever opens a home: commands, servers, programs. No hook loads it. */
export interface HomeRoom extends EventRoom {
  duty?(world: DutyWorld): Duty;
}

/** Starts commands, but for what is done here. */
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

import {
  type Environment,
  type HookDeps,
  hookDeps,
  type KeptStore,
  keepStore,
  type World,
} from '../compose.ts';
import type { Host } from '../host.ts';
import { ticks } from '../platform/clock.ts';
import { hookTimesIn, recordHookTime } from '../platform/hook-times.ts';
import { type Handled, handleEvent } from './event.ts';
import type { Sent } from './sent.ts';

/** Opening costs six times as much as an event, and an agent thinks for seconds between two. Each event looks whether it is the same file. */
const IDLE_MS = 60_000;

/** Handles events one after the other, with a database that stays open while they come. */
export class EventQueue {
  readonly #env: Environment;
  readonly #ownerOf: (host: Host) => number | null;
  readonly #store: KeptStore = keepStore();
  #idle: NodeJS.Timeout | null = null;
  #last: Promise<void> = Promise.resolve();

  /** `ownerOf`: the process of a host, where it is known. */
  constructor(env: Environment, ownerOf: (host: Host) => number | null) {
    this.#env = env;
    this.#ownerOf = ownerOf;
  }

  /** Does something when all before it is done. Never rejects: what fails must not keep the next from its turn. */
  next(work: () => unknown): Promise<void> {
    this.#last = this.#last.then(work).then(NOTHING, NOTHING);
    return this.#last;
  }

  /** An event in its turn. `at`: when it was sent, in `ticks`; its deadline counts from there. */
  async handle(sent: Sent, at: number): Promise<Handled> {
    const began = process.cpuUsage();
    const done = await handleEvent(sent, this.#env, { at }, (world, host) => this.depsOf(world, host));
    note(done, at, process.cpuUsage(began));
    if (this.#idle) this.#idle.refresh();
    else this.#idle = setTimeout(() => this.next(() => this.#store.close()), IDLE_MS).unref();
    return done;
  }

  depsOf(world: World, host: Host): HookDeps {
    return hookDeps(world, this.#ownerOf(host), this.#store);
  }

  close(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle);
    return this.next(() => this.#store.close());
  }
}

const NOTHING = () => {};

function note({ world, event, isStored }: Handled, at: number, { user, system }: NodeJS.CpuUsage): void {
  if (!world || !event || !isStored) return;
  const times = { wallMs: ticks() - at, cpuMs: (user + system) / 1000, isWarm: true } as const;
  recordHookTime(hookTimesIn(world.home), { at: world.now(), kind: event.kind, ...times });
}

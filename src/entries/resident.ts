import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { type Environment, hookDeps, type KeptStore, keepStore, openWorld } from '../compose.ts';
import type { HostEvent } from '../domain/event.ts';
import { readHanded } from '../domain/runtime/handed.ts';
import type { Host } from '../host.ts';
import { ticks } from '../platform/clock.ts';
import {
  announceReady,
  announceTold,
  answerEvent,
  type DoorPlace,
  doorAt,
  eventsAt,
  type HandedFile,
  handedId,
  isAwaited,
  isBeingWritten,
  readEvent,
  removeDoor,
  removeEvent,
} from '../platform/hand-over.ts';
import { hookTimesIn, recordHookTime } from '../platform/hook-times.ts';
import { answer } from '../surfaces/hook/hook.ts';
import { type Handled, handleEvent } from './event.ts';
import type { Sent } from './sent.ts';

/** Takes in what the hooks of one agent hand over, for as long as the agent is there. */
export interface Resident {
  /** Everything that was handed over is stored. `isLeft`: the agent said that it goes, so its sessions are over. */
  close(isLeft: boolean): Promise<void>;
}

/** A look at the folder for what the system did not report. */
const LOOK_EVERY_MS = 1_000;
/** An open database is in the way of repairs and upgrades: it is closed after this long without an event. */
const IDLE_MS = 1_000;
/** As long as a launcher waits. */
const LISTENED_FOR_MS = 1_000;

/** Null where no launcher made the folder, as in a server that was started without one. */
export function openResident(env: Environment, folder: string | undefined): Resident | null {
  const place = folder === undefined ? null : doorAt(folder);
  return place && place.server === process.pid ? new Door(place, env) : null;
}

/** A session whose events came through this door. */
interface Served {
  readonly host: Host;
  readonly via: string;
  readonly cwd: string | null;
  readonly hostSessionId: string;
}

const NOBODYS = { key: null, subagent: null } as const;

class Door implements Resident {
  readonly #place: DoorPlace;
  readonly #env: Environment;
  readonly #store: KeptStore = keepStore();
  readonly #served = new Map<string, Served>();
  /** Ended because their agent goes. */
  readonly #ended: string[] = [];
  readonly #timer: NodeJS.Timeout;
  #watcher: FSWatcher | null = null;
  #idle: NodeJS.Timeout | null = null;
  #isDue = false;
  #hasTold = false;
  /** One after the other, in the order in which they were handed over. */
  #last: Promise<void> = Promise.resolve();

  constructor(place: DoorPlace, env: Environment) {
    this.#place = place;
    this.#env = env;
    const look = () => this.#lookSoon();
    try {
      this.#watcher = watch(join(place.folder, 'in'), look);
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      // No more watchers are to be had: the timer finds events.
    }
    this.#timer = setInterval(look, LOOK_EVERY_MS).unref();
    this.#watcher?.unref();
    announceReady(place);
    look();
  }

  async close(isLeft: boolean): Promise<void> {
    clearInterval(this.#timer);
    this.#watcher?.close();
    do {
      this.#lookSoon();
      await this.#last;
      if (isLeft) await this.#endSessions();
    } while (!removeDoor(this.#place, this.#ended));
    if (this.#idle) clearTimeout(this.#idle);
    this.#store.close();
  }

  #lookSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#last = this.#last.then(async () => {
      this.#isDue = false;
      for (const file of eventsAt(this.#place)) await this.#take(file);
    });
  }

  async #take(file: HandedFile): Promise<void> {
    const text = readEvent(this.#place, file.name);
    const handed = text === null ? null : readHanded(text);
    if (!handed) {
      // A launcher that is still there goes on writing; one that died took its event to a process of its own, or was killed.
      if (!isBeingWritten(file.name)) removeEvent(this.#place, file.name);
      return;
    }
    const { args, plugin, payload } = handed;
    const isUnanswered = !isAwaited(this.#place, file.name);
    const input = { text: payload, truncated: false };
    const sent = { args, plugin, input, isUnanswered, id: handedId(this.#place, file) };
    const began = process.cpuUsage();
    const done = await this.#handle(sent, file);
    this.#remember(done);
    if (isUnanswered) removeEvent(this.#place, file.name);
    // Others need not wait until somebody listens.
    else void this.#deliver(file.name, done);
    this.#note(done, file, process.cpuUsage(began));
    this.#closeWhenIdle();
  }

  #handle(sent: Sent, { at }: HandedFile): Promise<Handled> {
    // A clock that was set back makes no event of the future.
    const age = Math.max(0, Date.now() - at);
    return handleEvent(sent, this.#env, { at: ticks() - age }, (world) =>
      hookDeps(world, this.#place.agent, this.#store),
    );
  }

  /** The file goes last: an agent's launcher whose resident died takes its event elsewhere. */
  async #deliver(name: string, { said, event }: Handled): Promise<void> {
    const until = ticks() + LISTENED_FOR_MS;
    let given = answerEvent(this.#place, name, said.text);
    while (given === 'not yet' && ticks() < until) {
      await new Promise((done) => setTimeout(done, 2));
      given = answerEvent(this.#place, name, said.text);
    }
    removeEvent(this.#place, name);
    if (given === 'given' && event?.kind === 'prompt' && !this.#hasTold) {
      this.#hasTold = true;
      announceTold(this.#place);
    }
    // Whatever asks later may say it again.
    if (given !== 'given') this.#last = this.#last.then(() => said.unheard?.());
  }

  /** Sessions that are open when the agent goes are over. */
  #remember({ event, host, via }: Handled): void {
    if (!event || !host) return;
    const { hostSessionId, cwd, kind } = event;
    const key = `${host.name} ${hostSessionId}`;
    if (kind === 'session-end') this.#served.delete(key);
    else this.#served.set(key, { host, via, hostSessionId, cwd });
  }

  async #endSessions(): Promise<void> {
    for (const [key, { host, via, hostSessionId, cwd }] of this.#served) {
      const world = openWorld(this.#env, 'hook', { at: ticks() });
      try {
        const event: HostEvent = {
          ...NOBODYS,
          kind: 'session-end',
          reason: 'agent gone',
          hostSessionId,
          cwd,
        };
        await answer(hookDeps(world, this.#place.agent, this.#store), host, via, event);
        this.#served.delete(key);
        this.#ended.push(hostSessionId);
      } catch (error) {
        // Whoever comes next finds its process gone.
        world.log.failure('session not ended', error);
      }
    }
  }

  #note({ world, event, isStored }: Handled, { at }: HandedFile, spent: NodeJS.CpuUsage): void {
    if (!world || !event || !isStored) return;
    const { kind } = event;
    const times = { wallMs: Math.max(0, Date.now() - at), cpuMs: (spent.user + spent.system) / 1000 };
    recordHookTime(hookTimesIn(world.home), { at: world.now(), kind, ...times, isWarm: true });
  }

  #closeWhenIdle(): void {
    if (this.#idle) this.#idle.refresh();
    else this.#idle = setTimeout(() => this.#store.close(), IDLE_MS).unref();
  }
}

import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../domain/base/runtimes.ts';
import type { HostEvent } from '../domain/facts/event.ts';
import type { Host } from '../ports/base/host.ts';
import { ticks } from '../system/base/clock.ts';
import { homeDirectory } from '../system/base/home.ts';
import {
  announce,
  answerEvent,
  currentProgram,
  type DoorPlace,
  doorAt,
  endLateWriter,
  eventsAt,
  type HandedFile,
  isAnswerAwaited,
  lookAtEvent,
  programMark,
  removeDoor,
  removeEvent,
} from '../system/hooks/hand-over.ts';
import { handedId } from '../system/hooks/handed-id.ts';
import { answerHost, countBroken, type HandledEvent } from './event.ts';
import { EventQueue } from './stream.ts';
import type { Composition } from './world.ts';

/** Takes in what the hooks of one agent hand over, for as long as the agent is there. */
export interface Resident {
  /** Stores all events that were handed over. `isLeft`: the agent is exiting, so its sessions end. */
  close(isLeft: boolean): Promise<void>;
}

/** Polls the folder for files that the watcher did not report. */
const LOOK_EVERY_MS = 1_000;
/** An agent that goes waits for its server: what is not handed over by then, the next process takes in. */
const FINISHED_WITHIN_MS = 2_000;
/** A server that was given nothing for so long looks whether the program was updated. */
const IDLE_MS = 60_000;
/** The time that a launcher waits. */
const LISTENED_FOR_MS = 1_000;

/** Null if no launcher made the folder, e.g. for a server started without one. */
export function residentAt(
  parts: Composition,
  env: Environment,
  folder: string,
  idleMs = IDLE_MS,
): Resident | null {
  const place = doorAt(folder);
  if (!place || place.server !== process.pid) return null;
  const door = new ResidentDoor(parts, place, env, idleMs);
  if (takesLonger(parts, env)) void door.close(false);
  return door;
}

/** Whether hooks ask processes of their own, because answers may take longer than a launcher listens. */
function takesLonger(parts: Composition, env: Environment): boolean {
  try {
    return parts.takesLonger(homeDirectory(env));
  } catch {
    // There is no home to ask.
    return false;
  }
}

/** A session whose events this server handled. */
interface ServedSession {
  readonly host: Host;
  readonly via: string;
  readonly cwd: string | null;
  readonly hostSessionId: string;
}

class ResidentDoor implements Resident {
  readonly #parts: Composition;
  readonly #place: DoorPlace;
  readonly #env: Environment;
  readonly #queue: EventQueue;
  /** Stored events whose answer was not fetched yet. */
  readonly #delivering = new Set<string>();
  readonly #served = new Map<string, ServedSession>();
  /** Ended because their agent goes. */
  readonly #ended: string[] = [];
  readonly #timer: NodeJS.Timeout;
  readonly #idleMs: number;
  /** The program as it was when this process began. */
  readonly #program = programMark(process.argv[1] ?? '');
  #watcher: FSWatcher | null = null;
  #isDue = false;
  #hasTold = false;
  #lastTaken = ticks();

  constructor(parts: Composition, place: DoorPlace, env: Environment, idleMs: number) {
    this.#parts = parts;
    this.#place = place;
    this.#env = env;
    this.#idleMs = idleMs;
    this.#queue = new EventQueue(parts, env, () => place.agent);
    const look = () => this.#lookSoon();
    try {
      this.#watcher = watch(join(place.folder, 'in'), look);
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      // No watcher available: the timer finds events.
    }
    this.#timer = setInterval(() => {
      look();
      this.#leaveIfOutdated();
    }, LOOK_EVERY_MS).unref();
    this.#watcher?.unref();
    announce(place, 'ready', this.#program ?? '');
    look();
  }

  /**
   * After an update of the program, hooks start processes of the new one from the next pause on. The tools stay: no agent starts
   * its server again.
   */
  #leaveIfOutdated(): void {
    if (ticks() - this.#lastTaken < this.#idleMs) return;
    this.#lastTaken = ticks();
    try {
      const current = currentProgram(
        this.#parts.openWorld(this.#env, 'hook', { at: ticks() }).home,
      );
      if (current !== null && this.#program !== null && current !== this.#program)
        void this.close(false);
    } catch {
      // There is no home to ask.
    }
  }

  async close(isLeft: boolean): Promise<void> {
    clearInterval(this.#timer);
    this.#watcher?.close();
    const until = ticks() + FINISHED_WITHIN_MS;
    this.#lookSoon();
    await this.#queue.next(() => isLeft && this.#endSessions());
    while (!removeDoor(this.#place, this.#ended) && ticks() < until) {
      // A launcher is still writing.
      await new Promise((done) => setTimeout(done, 2));
      this.#lookSoon();
      await this.#queue.next(() => isLeft && this.#endSessions());
    }
    await this.#queue.close();
  }

  /** Events are taken in the order in which they were handed over. */
  #lookSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    void this.#queue.next(async () => {
      this.#isDue = false;
      for (const file of eventsAt(this.#place)) await this.#take(file);
    });
  }

  async #take(file: HandedFile): Promise<void> {
    if (this.#delivering.has(file.name)) return;
    const look = lookAtEvent(this.#place, file);
    if (look.kind === 'gone') return;
    if (look.kind === 'waits') {
      endLateWriter(this.#place, file);
      return;
    }
    if (look.kind === 'broken') {
      countBroken(this.#parts.openWorld(this.#env, 'hook', { at: ticks() }));
      removeEvent(this.#place, file.name);
      return;
    }
    this.#lastTaken = ticks();
    const isUnanswered = !isAnswerAwaited(this.#place, file.name);
    const id = handedId(join(this.#place.folder, 'in', file.name), file.at);
    const sent = { ...look.handed, isUnanswered, id };
    // Never negative, even if the clock was set back.
    const age = Math.max(0, Date.now() - file.at);
    const done = await this.#queue.handle(sent, ticks() - age);
    this.#remember(done);
    if (isUnanswered) removeEvent(this.#place, file.name);
    // Others need not wait until somebody listens.
    else void this.#deliver(file.name, done);
  }

  /** The file is removed last: if this process dies, the launcher still has its event. */
  async #deliver(name: string, { said, event }: HandledEvent): Promise<void> {
    this.#delivering.add(name);
    const until = ticks() + LISTENED_FOR_MS;
    let given = answerEvent(this.#place, name, said.text);
    while (given === 'not yet' && ticks() < until) {
      await new Promise((done) => setTimeout(done, 2));
      given = answerEvent(this.#place, name, said.text);
    }
    removeEvent(this.#place, name);
    if (given === 'given' && event?.kind === 'prompt' && !this.#hasTold) {
      this.#hasTold = true;
      announce(this.#place, 'told');
    }
    this.#delivering.delete(name);
    // The next event that can inject may repeat it.
    if (given !== 'given') await this.#queue.next(() => said.undelivered?.());
  }

  /** Sessions that are open when the agent goes are over. */
  #remember({ event, host, via }: HandledEvent): void {
    if (!event || !host) return;
    const { hostSessionId, cwd, kind } = event;
    const key = `${host.name} ${hostSessionId}`;
    if (kind === 'session-end') this.#served.delete(key);
    else this.#served.set(key, { host, via, hostSessionId, cwd });
  }

  async #endSessions(): Promise<void> {
    for (const [key, { host, via, hostSessionId, cwd }] of this.#served) {
      const world = this.#parts.openWorld(this.#env, 'hook', { at: ticks() });
      try {
        const nobodys = { hostSessionId, cwd, key: null, subagent: null };
        const event: HostEvent = { kind: 'session-end', reason: 'agent gone', ...nobodys };
        await answerHost(this.#queue.depsOf(world, host), host, via, event);
        this.#served.delete(key);
        this.#ended.push(hostSessionId);
      } catch (error) {
        // The next process of ours finds its owner gone.
        world.log.failure('session not ended', error);
      }
    }
  }
}

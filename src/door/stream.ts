import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../domain/base/runtimes.ts';
import type { Host } from '../ports/base/host.ts';
import { ticks } from '../system/base/clock.ts';
import { type HandledEvent, handleEvent, noteTime, ownerPid, type SentEvent } from './event.ts';
import type { Composition, HookDeps, KeptStore, World } from './world.ts';

/**
 * The database stays open for an hour without events, unless memory is short: opening costs six times as much as an event. Each event
 * checks that the file is the same.
 */
const IDLE_MS = 60 * 60_000;
const LOOK_EVERY_MS = 60_000;
const LITTLE_MEMORY = 256 * 1024 * 1024;

/** Handles events one after the other, with a database that stays open while they come. */
export class EventQueue {
  readonly #env: Environment;
  readonly #ownerOf: (host: Host) => number | null;
  readonly #parts: Composition;
  readonly #store: KeptStore;
  #idle: NodeJS.Timeout | null = null;
  #lastHandled = 0;
  #last: Promise<void> = Promise.resolve();

  /** `ownerOf`: the process of a host, where it is known. */
  constructor(parts: Composition, env: Environment, ownerOf: (host: Host) => number | null) {
    this.#parts = parts;
    this.#store = parts.keepStore();
    this.#env = env;
    this.#ownerOf = ownerOf;
  }

  /** Runs work after all earlier work. Never rejects, so that a failure does not block the next. */
  next(work: () => unknown): Promise<void> {
    this.#last = this.#last.then(work).then(NOTHING, NOTHING);
    return this.#last;
  }

  /** An event in its turn. `at`: when it was sent, in `ticks`; its deadline counts from there. */
  async handle(sent: SentEvent, at: number): Promise<HandledEvent> {
    const began = process.cpuUsage();
    const done = await handleEvent(this.#parts, sent, this.#env, { at }, (world, host) =>
      this.depsOf(world, host),
    );
    const { world, event, isStored } = done;
    if (world && event && isStored) noteTime(world, event, at, began);
    this.#lastHandled = ticks();
    this.#idle ??= setInterval(() => this.#closeIfIdle(), LOOK_EVERY_MS).unref();
    return done;
  }

  #closeIfIdle(): void {
    const idle = ticks() - this.#lastHandled;
    const isShort = idle >= LOOK_EVERY_MS && process.availableMemory() < LITTLE_MEMORY;
    if (idle < IDLE_MS && !isShort) return;
    clearInterval(this.#idle!);
    this.#idle = null;
    void this.next(() => this.#store.close());
  }

  depsOf(world: World, host: Host): HookDeps {
    return this.#parts.hookDeps(world, this.#ownerOf(host), this.#store);
  }

  close(): Promise<void> {
    if (this.#idle) clearInterval(this.#idle);
    return this.next(() => this.#store.close());
  }
}

const NOTHING = () => {};

/**
 * `cortex hook <host> --via <name> --stream`: the events of one plugin, for as long as the host is there. A line is a unique id of
 * the event, a space and the event, as `plugins/shared/road` writes it; it is answered with a line, the host's answer as a JSON
 * string.
 */
export async function serveStream(
  parts: Composition,
  args: readonly string[],
  input: Readable = process.stdin,
  output: Writable = process.stdout,
): Promise<void> {
  const queue = new EventQueue(parts, process.env, ownerPid);
  // A failed write reports it too.
  output.on('error', () => {});
  for await (const line of linesOf(input)) {
    const [, id = '', payload = ''] = /^([^\s{]+) (.*)$/s.exec(line) ?? [];
    // Without an id it might be stored twice: it is answered, and not read.
    const words = [...args.filter((word) => word !== '--stream'), '--id', id];
    const { said } = await queue.handle({ args: words, payload, plugin: '' }, ticks());
    const isTaken = await written(output, `${JSON.stringify(said.text)}\n`);
    // The next event that can inject may repeat it.
    if (!isTaken) await said.undelivered?.();
  }
  await queue.close();
}

/** Whole lines; where the input ends inside of one, its sender died. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const text of input.setEncoding('utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}

function written(output: Writable, text: string): Promise<boolean> {
  return new Promise((done) => {
    output.write(text, (error) => done(!error));
  });
}

import { waitMs } from './command.ts';
import type { Road } from './road.ts';

export interface CourierOptions {
  /** Events to send when the host exits without an end event. */
  readonly farewells?: () => readonly unknown[];
  /** How long an answer is waited for. */
  readonly patienceMs?: number;
}

/** The hook gives up by itself after a second; hosts give a plugin three and more. */
const PATIENCE_MS = 2500;
/** Time limit for all remaining events when the host exits. */
const FAREWELL_MS = 3000;
/** The most waiting events: if Cortex hangs, the oldest are dropped. */
const MOST_WAITING = 500;

type OnAnswer = (text: string | null) => void;

interface WaitingEvent {
  readonly payload: string;
  readonly answered: OnAnswer;
}

interface CourierLine {
  readonly waiting: WaitingEvent[];
  busy: boolean;
  /** Answers that nobody heard. */
  readonly kept: string[];
}

/**
 * Carries the events of a host to Cortex, those of one session one after the other. Nothing here throws or rejects: a host
 * must not fail for it.
 */
export class Courier {
  readonly #road: Road;
  readonly #farewells: () => readonly unknown[];
  readonly #patienceMs: number;
  readonly #lines = new Map<string, CourierLine>();
  readonly #resting: (() => void)[] = [];
  #left = false;
  /** A caller waited in vain; none waits again before an event has arrived. */
  #isStuck = false;

  constructor(
    road: Road,
    { farewells = () => [], patienceMs = waitMs() ?? PATIENCE_MS }: CourierOptions = {},
  ) {
    this.#road = road;
    this.#farewells = farewells;
    this.#patienceMs = patienceMs;
    process.once('exit', this.leave);
  }

  /** Hands an event over. Should Cortex have something to say to it, that is kept for the next question. */
  tell(session: string, event: unknown): void {
    const line = this.#lineOf(session);
    this.#hand(line, event, (text) => text !== null && line.kept.push(text));
  }

  /** Hands an event over; what the model is to hear now. Null for silence, and where an answer took too long. */
  ask(session: string, event: unknown): Promise<string | null> {
    return new Promise((done) => {
      const line = this.#lineOf(session);
      let isLate = false;
      const timer = this.#patience(() => {
        isLate = true;
        done(null);
      });
      this.#hand(line, event, (text) => {
        clearTimeout(timer);
        if (text !== null) line.kept.push(text);
        if (!isLate) done(line.kept.splice(0).join('\n\n') || null);
      });
    });
  }

  /** When everything has arrived, or patience is at its end. */
  settle(): Promise<void> {
    return new Promise((done) => {
      if (this.#isQuiet()) return done();
      const timer = this.#patience(done);
      this.#resting.push(() => {
        clearTimeout(timer);
        done();
      });
    });
  }

  /** Delivers what is left before the process goes. Once. */
  readonly leave = (): void => {
    if (this.#left) return;
    this.#left = true;
    process.removeListener('exit', this.leave);
    const waiting = [...this.#lines.values()].flatMap((line) => line.waiting.splice(0));
    // If one process hangs, the next would too: nobody waits for that.
    if (this.#road.clear()) return;
    this.#road.close();
    const until = Date.now() + Math.max(FAREWELL_MS, this.#patienceMs);
    const farewells = this.#farewells().map(serialize);
    for (const payload of [...waiting.map((item) => item.payload), ...farewells]) {
      const time = until - Date.now();
      if (payload !== null && time > 0) this.#road.carryNow(payload, time);
    }
  };

  #patience(over: () => void) {
    const stuck = () => {
      this.#isStuck = true;
      over();
    };
    return setTimeout(stuck, this.#isStuck ? 0 : this.#patienceMs);
  }

  #lineOf(session: string): CourierLine {
    const line = this.#lines.get(session) ?? { waiting: [], busy: false, kept: [] };
    this.#lines.set(session, line);
    return line;
  }

  #isQuiet(): boolean {
    return [...this.#lines.values()].every((line) => !line.busy);
  }

  #hand(line: CourierLine, event: unknown, answered: OnAnswer) {
    const payload = this.#left ? null : serialize(event);
    if (payload === null) return answered(null);
    line.waiting.push({ payload, answered });
    while (line.waiting.length > MOST_WAITING) line.waiting.shift()!.answered(null);
    if (!line.busy) void this.#work(line);
  }

  async #work(line: CourierLine): Promise<void> {
    line.busy = true;
    for (let item = line.waiting.shift(); item; item = line.waiting.shift()) {
      const answer = await this.#road.carry(item.payload);
      if (answer !== null) this.#isStuck = false;
      item.answered(contextIn(answer));
    }
    line.busy = false;
    if (this.#isQuiet()) for (const rest of this.#resting.splice(0)) rest();
  }
}

/** The text for the model in an answer of Cortex; null for silence and for what is none of its answers. */
function contextIn(answer: string | null): string | null {
  if (!answer) return null;
  try {
    const said = JSON.parse(answer) as { context?: unknown; contextModification?: unknown } | null;
    const text = said?.context ?? said?.contextModification;
    return typeof text === 'string' && text !== '' ? text : null;
  } catch {
    return null;
  }
}

/** A page of a tool's output says enough; pictures travel as text and say nothing here. */
const LONGEST_TEXT = 128 * 1024;
const KEPT_AT_END = 32 * 1024;

/** An event as JSON, its longest texts without their middle; null where it cannot be written down. */
function serialize(event: unknown): string | null {
  try {
    return JSON.stringify(event, shortened) ?? null;
  } catch {
    return null;
  }
}

function shortened(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value;
  const head = value.slice(0, LONGEST_TEXT - KEPT_AT_END).toWellFormed();
  return `${head}\n[...]\n${value.slice(-KEPT_AT_END).toWellFormed()}`;
}

import { deliver, deliverNow, type Route } from './deliver.ts';
import { serialize } from './serialize.ts';

/**
 * Carries the events of a host to Cortex, those of one session one after the other. Nothing here throws or rejects: a host
 * must not fail for it.
 */
export interface Courier {
  /** Hands an event over. Should Cortex have something to say to it, that is kept for the next question. */
  tell(session: string, event: unknown): void;
  /** Hands an event over; what the model is to hear now. Null for silence, and where an answer took too long. */
  ask(session: string, event: unknown): Promise<string | null>;
  /** When everything has arrived, or patience is at its end. */
  settle(): Promise<void>;
  /** Delivers what is left before the process goes. Once. */
  leave(): void;
}

export interface CourierOptions {
  readonly commands: readonly (readonly string[])[];
  readonly host: string;
  readonly via: string;
  /** Events that are due when the host leaves without a word. */
  readonly farewells?: () => readonly unknown[];
  /** How long an answer is waited for. */
  readonly patienceMs?: number;
  /** How long one delivery may take. */
  readonly timeoutMs?: number;
}

/** The hook gives up by itself after a second; hosts give a plugin three and more. */
const PATIENCE_MS = 2500;
const TIMEOUT_MS = 5000;
/** For all that is left when the host leaves. */
const FAREWELL_MS = 3000;
/** Where Cortex hangs, the oldest events give way. */
const MOST_WAITING = 500;

type Answered = (text: string | null) => void;

interface Item {
  readonly payload: string;
  readonly answered: Answered;
}

interface Line {
  readonly waiting: Item[];
  busy: boolean;
  /** Answers that nobody heard. */
  readonly kept: string[];
}

export function createCourier(options: CourierOptions): Courier {
  const { patienceMs = PATIENCE_MS, timeoutMs = TIMEOUT_MS } = options;
  const route: Route = { commands: options.commands, args: ['hook', options.host, '--via', options.via] };
  const lines = new Map<string, Line>();
  let resting: (() => void)[] = [];
  let left = false;

  const lineOf = (session: string): Line => {
    const line = lines.get(session) ?? { waiting: [], busy: false, kept: [] };
    lines.set(session, line);
    return line;
  };

  const isQuiet = () => [...lines.values()].every((line) => !line.busy);

  async function work(line: Line): Promise<void> {
    line.busy = true;
    for (let item = line.waiting.shift(); item; item = line.waiting.shift())
      item.answered(contextIn(await deliver(route, item.payload, timeoutMs)));
    line.busy = false;
    if (!isQuiet()) return;
    for (const rest of resting.splice(0)) rest();
  }

  const hand = (line: Line, event: unknown, answered: Answered) => {
    const payload = left ? null : serialize(event);
    if (payload === null) return answered(null);
    line.waiting.push({ payload, answered });
    while (line.waiting.length > MOST_WAITING) line.waiting.shift()!.answered(null);
    if (!line.busy) void work(line);
  };

  const leave = () => {
    if (left) return;
    left = true;
    process.removeListener('exit', leave);
    const until = Date.now() + FAREWELL_MS;
    const waiting = [...lines.values()].flatMap((line) => line.waiting.splice(0));
    const farewells = (options.farewells?.() ?? []).map(serialize);
    for (const payload of [...waiting.map((item) => item.payload), ...farewells]) {
      const time = until - Date.now();
      if (payload !== null && time > 0) deliverNow(route, payload, time);
    }
  };
  process.once('exit', leave);

  return {
    tell(session, event) {
      const line = lineOf(session);
      hand(line, event, (text) => text !== null && line.kept.push(text));
    },
    ask: (session, event) =>
      new Promise((done) => {
        const line = lineOf(session);
        let isLate = false;
        const timer = setTimeout(() => {
          isLate = true;
          done(null);
        }, patienceMs);
        hand(line, event, (text) => {
          clearTimeout(timer);
          if (text !== null) line.kept.push(text);
          if (!isLate) done(line.kept.splice(0).join('\n\n') || null);
        });
      }),
    settle: () =>
      new Promise((done) => {
        if (isQuiet()) return done();
        const timer = setTimeout(done, patienceMs);
        resting = [
          ...resting,
          () => {
            clearTimeout(timer);
            done();
          },
        ];
      }),
    leave,
  };
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

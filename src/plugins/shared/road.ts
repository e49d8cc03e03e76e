import { type ChildProcess, spawnSync } from 'node:child_process';
import { type Child, letGo, MISSING, startChild, startQuietly } from './child.ts';

/**
 * The way to Cortex: one process that is kept, and a process of its own for an event that it does not answer. Nothing here
 * throws or rejects.
 */
export interface Road {
  /** Hands over an event; what Cortex answers, or null for anything that went wrong. */
  carry(payload: string): Promise<string | null>;
  /** The same for a host that is leaving: nothing that waits would be finished any more. */
  carryNow(payload: string, timeoutMs: number): void;
  /** Ends processes that have taken far too long, and says whether there were any. */
  clear(): boolean;
  /** Nothing more comes: a host may leave and its process live on. */
  close(): void;
}

const TIMEOUT_MS = 5000;
/** A hook gives up by itself after a second. */
const TOO_LONG_MS = 2000;
const MOST_ANSWER = 1024 * 1024;
/** Characters; a longer event has a process of its own. */
const MOST_STREAMED = 4_000_000;
/** Tries without a single answer, after which no process is kept: this Cortex is one that does not know how. */
const MOST_FRUITLESS = 2;

/** `commands`: ways to start Cortex. Those whose program is not there are forgotten. */
export function roadTo(
  commands: readonly (readonly string[])[],
  args: readonly string[],
  timeoutMs = TIMEOUT_MS,
): Road {
  let ways = commands;
  let kept: Child | null = null;
  let fruitless = 0;
  let isProven = false;
  let carried = 0;
  const underWay = new Map<ChildProcess, number>();
  const origin = `${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2)}`;

  const forget = (way: readonly string[]) => {
    ways = ways.filter((other) => other !== way);
  };

  /** Null where the event needs a process of its own. */
  const byKept = async (id: string, payload: string): Promise<string | null> => {
    while (fruitless < MOST_FRUITLESS && payload.length <= MOST_STREAMED) {
      const [way] = ways;
      if (!way) break;
      kept ??= started(() => startChild([...way, ...args, '--stream'], timeoutMs / 2));
      const child = kept;
      if (!child) break;
      const said = await child.ask(id, payload);
      if (typeof said === 'string') {
        isProven = true;
        return said;
      }
      // Whoever asked it first settles what becomes of it.
      if (kept === child) {
        kept = null;
        if (said === MISSING) forget(way);
        else if (!isProven) fruitless++;
      }
      if (said !== MISSING) break;
    }
    return null;
  };

  const alone = (
    words: readonly string[],
    payload: string,
    timeout: number,
  ): Promise<string | null | typeof MISSING> =>
    new Promise((done) => {
      try {
        const child = startQuietly(words);
        underWay.set(child, Date.now());
        let answer = '';
        const finish = (said: string | null | typeof MISSING) => {
          clearTimeout(timer);
          underWay.delete(child);
          done(said);
        };
        const timer = setTimeout(() => {
          child.kill('SIGKILL');
          finish(null);
        }, timeout);
        letGo(timer);
        child.once('error', (error: NodeJS.ErrnoException) => {
          finish(error.code === 'ENOENT' ? MISSING : null);
        });
        child.stdout.on('data', (part: string) => {
          if (answer.length < MOST_ANSWER) answer += part;
        });
        child.once('close', () => finish(answer));
        child.stdin.end(payload);
      } catch {
        done(null);
      }
    });

  return {
    async carry(payload) {
      const until = Date.now() + timeoutMs;
      const id = `${origin}-${++carried}`;
      const said = await byKept(id, payload);
      if (said !== null) return said;
      for (const way of [...ways]) {
        const left = Math.max(timeoutMs / 2, until - Date.now());
        const answer = await alone([...way, ...args, '--id', id], payload, left);
        if (answer !== MISSING) return answer;
        forget(way);
      }
      return null;
    },
    carryNow(payload, timeout) {
      for (const [program, ...first] of ways) {
        if (program === undefined || !ran(program, [...first, ...args], payload, timeout)) continue;
        return;
      }
    },
    clear() {
      const isHung = (since: number) => Date.now() - since > TOO_LONG_MS;
      const hung = [...underWay].filter(([, since]) => isHung(since));
      for (const [child] of hung) child.kill('SIGKILL');
      const owes = kept?.owesSince() ?? null;
      if (owes === null || !isHung(owes)) return hung.length > 0;
      kept?.end();
      return true;
    },
    close: () => kept?.close(),
  };
}

/** Null where a system starts no more processes. */
function started(start: () => Child): Child | null {
  try {
    return start();
  } catch {
    return null;
  }
}

/** Whether there is such a program. */
function ran(program: string, args: readonly string[], input: string, timeout: number): boolean {
  try {
    const done = spawnSync(program, args, {
      ...{ input, timeout, killSignal: 'SIGKILL', windowsHide: true },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    return (done.error as NodeJS.ErrnoException | undefined)?.code !== 'ENOENT';
  } catch {
    return false;
  }
}

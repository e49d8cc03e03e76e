import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

/** The way to Cortex: one process for each event. Nothing here throws or rejects. */
export interface Road {
  /** Hands over an event; what Cortex answers, or null for anything that went wrong. */
  carry(payload: string): Promise<string | null>;
  /** The same for a host that is leaving: nothing that waits would be finished any more. */
  carryNow(payload: string, timeoutMs: number): void;
  /** Ends processes that have taken far too long, and says whether there were any. */
  clear(): boolean;
}

const TIMEOUT_MS = 5000;
/** A hook gives up by itself after a second. */
const TOO_LONG_MS = 2000;
const MOST_ANSWER = 1024 * 1024;

const MISSING = Symbol('no such program');

/** `commands`: ways to start Cortex. Those whose program is not there are forgotten. */
export function roadTo(
  commands: readonly (readonly string[])[],
  args: readonly string[],
  timeoutMs = TIMEOUT_MS,
): Road {
  let ways = commands;
  const underWay = new Map<ChildProcess, number>();

  const carryBy = (way: readonly string[], payload: string): Promise<string | null | typeof MISSING> =>
    new Promise((done) => {
      const [program = '', ...first] = way;
      try {
        // In a group of its own: Ctrl-C in the terminal is meant for the host.
        const child = spawn(program, [...first, ...args], {
          stdio: ['pipe', 'pipe', 'ignore'],
          detached: true,
          windowsHide: true,
        });
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
        }, timeoutMs);
        child.once('error', (error: NodeJS.ErrnoException) => {
          finish(error.code === 'ENOENT' ? MISSING : null);
        });
        child.stdout.setEncoding('utf8');
        child.stdout.on('data', (part: string) => {
          if (answer.length < MOST_ANSWER) answer += part;
        });
        child.stdout.on('error', () => {});
        child.once('close', () => finish(answer));
        child.stdin.on('error', () => {});
        child.stdin.end(payload);
        // A host that wants to leave is not held back; the event arrives without it.
        for (const held of [timer, child, child.stdin, child.stdout]) (held as Held).unref?.();
      } catch {
        done(null);
      }
    });

  return {
    async carry(payload) {
      for (const way of commands) {
        if (!ways.includes(way)) continue;
        const answer = await carryBy(way, payload);
        if (answer !== MISSING) return answer;
        ways = ways.filter((other) => other !== way);
      }
      return null;
    },
    carryNow(payload, timeout) {
      for (const [program, ...first] of ways) {
        if (program === undefined || !started(program, [...first, ...args], payload, timeout)) continue;
        return;
      }
    },
    clear() {
      const hung = [...underWay].filter(([, since]) => Date.now() - since > TOO_LONG_MS);
      for (const [child] of hung) child.kill('SIGKILL');
      return hung.length > 0;
    },
  };
}

interface Held {
  unref?(): void;
}

/** Whether there is such a program. */
function started(program: string, args: readonly string[], input: string, timeout: number): boolean {
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

import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/**
 * The way to Cortex: one process that is kept and takes one event after the other, and another in its place where it is gone. An event
 * has a name, by which Cortex counts it once. Nothing here throws or rejects.
 */
export interface Road {
  /** Hands over an event; what Cortex answers, or null for anything that went wrong. */
  carry(payload: string): Promise<string | null>;
  /** The same for a host that is leaving: nothing that waits would be finished any more. */
  carryNow(payload: string, timeoutMs: number): void;
  /** Ends a process that has taken far too long, and says whether there was one. */
  clear(): boolean;
  /** Nothing more comes: a host may leave and its process live on. */
  close(): void;
}

const TIMEOUT_MS = 5000;
/** A hook gives up by itself after a second. */
const TOO_LONG_MS = 2000;
const MOST_ANSWER = 1024 * 1024;
/** Processes that are tried for one event: one may be dead without anybody having noticed, and another may die of it. */
const TRIES = 3;

/** `commands`: ways to start Cortex. Those whose program is not there are forgotten. */
export function roadTo(
  commands: readonly (readonly string[])[],
  args: readonly string[],
  timeoutMs = TIMEOUT_MS,
): Road {
  let ways = commands;
  let kept: Child | null = null;
  let carried = 0;
  const origin = `${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2)}`;
  return {
    async carry(payload) {
      const id = `${origin}-${++carried}`;
      const until = Date.now() + timeoutMs;
      for (let tries = 0; tries < TRIES && ways.length > 0 && Date.now() < until; ) {
        const [way] = ways;
        kept ??= startChild([...way!, ...args, '--stream'], timeoutMs / 2);
        const child: Child = kept;
        const said = await child.ask(id, payload);
        if (typeof said === 'string') return said;
        // The first who asked settles what becomes of it.
        if (kept === child) kept = null;
        if (said === MISSING) ways = ways.filter((other) => other !== way);
        else tries++;
      }
      return null;
    },
    carryNow(payload, timeout) {
      const id = `${origin}-${++carried}`;
      for (const [program, ...first] of ways) {
        const options = {
          input: payload,
          timeout,
          killSignal: 'SIGKILL',
          windowsHide: true,
        } as const;
        const { error } = spawnSync(program!, [...first, ...args, '--id', id], {
          ...options,
          stdio: ['pipe', 'ignore', 'ignore'],
        });
        if ((error as NodeJS.ErrnoException | undefined)?.code !== 'ENOENT') return;
      }
    },
    clear() {
      const owes = kept?.owesSince() ?? null;
      if (owes === null || Date.now() - owes <= TOO_LONG_MS) return false;
      kept?.end();
      return true;
    },
    close: () => kept?.close(),
  };
}

/** A process of Cortex that takes events for as long as this process is there. */
interface Child {
  /** Hands over an event; the host's answer, or why there is none. */
  ask(id: string, payload: string): Promise<string | NoAnswer>;
  /** Since when an answer is due; null if none is. */
  owesSince(): number | null;
  /** Lets the process finish its work and end by itself. */
  close(): void;
  end(): void;
}

/** `gone`: it died, took too long, or is no Cortex. `missing`: there is no such program. */
type NoAnswer = typeof GONE | typeof MISSING;
const GONE = Symbol('gone');
const MISSING = Symbol('missing');

/** `timeoutMs`: how long it may take for one event. */
function startChild(words: readonly string[], timeoutMs: number): Child {
  /** In the order in which they were written, and are answered. */
  const asked: { readonly since: number; readonly answered: (said: string | NoAnswer) => void }[] =
    [];
  let why: NoAnswer | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let part = '';
  const finish = (reason: NoAnswer) => {
    why ??= reason;
    clearTimeout(timer);
    for (const one of asked.splice(0)) one.answered(why);
  };
  const child = startQuietly(words);
  const end = () => {
    child?.kill('SIGKILL');
    // One that it started in its place ends with its input.
    child?.stdin.destroy();
    finish(GONE);
  };
  const wait = () => {
    clearTimeout(timer);
    if (asked.length === 0) return;
    timer = setTimeout(end, timeoutMs);
    release(timer);
  };
  const hear = (text: string) => {
    const lines = `${part}${text}`.split('\n');
    part = lines.pop() ?? '';
    for (const line of lines) {
      const said = answerIn(line);
      if (said === null) return end();
      asked.shift()?.answered(said);
      wait();
    }
    if (part.length > MOST_ANSWER) end();
  };
  if (!child) finish(GONE);
  child?.once('error', (error: NodeJS.ErrnoException) =>
    finish(error.code === 'ENOENT' ? MISSING : GONE),
  );
  // Answers given before it died count.
  child?.once('close', () => finish(GONE));
  child?.stdout.on('data', hear);
  return {
    ask: (id, payload) =>
      new Promise((answered) => {
        if (why) return answered(why);
        asked.push({ since: Date.now(), answered });
        if (asked.length === 1) wait();
        child?.stdin.write(`${id} ${payload}\n`);
      }),
    owesSince: () => asked[0]?.since ?? null,
    close: () => child?.stdin.end(),
    end,
  };
}

/** Starts Cortex so that the host notices nothing of it. Null where a system starts no more processes. */
function startQuietly([program = '', ...args]: readonly string[]): ChildProcessByStdio<
  Writable,
  Readable,
  null
> | null {
  try {
    // In a group of its own: Ctrl-C in the terminal is meant for the host.
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
      windowsHide: true,
    });
    child.stdin.on('error', () => {});
    child.stdout.on('error', () => {});
    child.stdout.setEncoding('utf8');
    // A host that wants to leave is not held back; what it sent arrives without it.
    for (const held of [child, child.stdin, child.stdout]) release(held);
    return child;
  } catch {
    return null;
  }
}

/** Keeps a timer or a pipe of ours from holding the host's process. */
function release(held: object): void {
  (held as { unref?(): void }).unref?.();
}

/** Null where it is no line of a Cortex that takes events so. */
function answerIn(line: string): string | null {
  try {
    const said: unknown = JSON.parse(line);
    return typeof said === 'string' ? said : null;
  } catch {
    return null;
  }
}

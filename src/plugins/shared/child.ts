import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** A process of Cortex that takes one event after the other, for as long as this process is there. Nothing here throws. */
export interface Child {
  /** Hands over an event; the host's answer, or why there is none. */
  ask(id: string, payload: string): Promise<string | NoAnswer>;
  /** Since when it owes an answer; null where it owes none. */
  owesSince(): number | null;
  /** Lets the process finish its work and end by itself. */
  close(): void;
  end(): void;
}

/** `gone`: it died, took too long, or is no Cortex that knows this. `missing`: there is no such program. */
export type NoAnswer = typeof GONE | typeof MISSING;
export const GONE = Symbol('gone');
export const MISSING = Symbol('missing');

const MOST_ANSWER = 1024 * 1024;

interface Asked {
  readonly since: number;
  readonly answered: (said: string | NoAnswer) => void;
}

/** Starts Cortex so that the host notices nothing of it. May throw, where a system starts no more processes. */
export function startQuietly([program = '', ...args]: readonly string[]): ChildProcessByStdio<
  Writable,
  Readable,
  null
> {
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
  for (const held of [child, child.stdin, child.stdout]) letGo(held);
  return child;
}

/** Nothing of ours keeps the host's process alive. */
export function letGo(held: object): void {
  (held as { unref?(): void }).unref?.();
}

/** `timeoutMs`: how long it may take for one event. */
export function startChild(words: readonly string[], timeoutMs: number): Child {
  /** In the order in which they were written, and are answered. */
  const asked: Asked[] = [];
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
    child.kill('SIGKILL');
    // One that it started in its place ends with its input.
    child.stdin.destroy();
    finish(GONE);
  };
  const wait = () => {
    clearTimeout(timer);
    if (asked.length === 0) return;
    timer = setTimeout(end, timeoutMs);
    letGo(timer);
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

  child.once('error', (error: NodeJS.ErrnoException) => finish(error.code === 'ENOENT' ? MISSING : GONE));
  // Answers given before it died count.
  child.once('close', () => finish(GONE));
  child.stdout.on('data', hear);

  return {
    ask: (id, payload) =>
      new Promise((answered) => {
        if (why) return answered(why);
        asked.push({ since: Date.now(), answered });
        if (asked.length === 1) wait();
        child.stdin.write(`${id} ${payload}\n`);
      }),
    owesSince: () => asked[0]?.since ?? null,
    close: () => child.stdin.end(),
    end,
  };
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

import { spawn, spawnSync } from 'node:child_process';

/** Ways to start Cortex; the first that exists stays. */
export interface Route {
  commands: readonly (readonly string[])[];
  readonly args: readonly string[];
}

const MOST_ANSWER = 1024 * 1024;

/** One event to one process of Cortex, and what it answers; null for anything that went wrong. Never rejects. */
export function deliver(route: Route, payload: string, timeoutMs: number): Promise<string | null> {
  return new Promise((done) => {
    const [program, ...first] = route.commands[0] ?? [];
    if (program === undefined) return done(null);
    try {
      // In a group of its own: Ctrl-C in the terminal is meant for the host.
      const child = spawn(program, [...first, ...route.args], {
        stdio: ['pipe', 'pipe', 'ignore'],
        detached: true,
        windowsHide: true,
      });
      let answer = '';
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        done(null);
      }, timeoutMs);
      child.once('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        if (error.code !== 'ENOENT' || route.commands.length < 2) return done(null);
        route.commands = route.commands.slice(1);
        deliver(route, payload, timeoutMs).then(done);
      });
      child.stdout.setEncoding('utf8');
      child.stdout.on('data', (part: string) => {
        if (answer.length < MOST_ANSWER) answer += part;
      });
      child.stdout.on('error', () => {});
      child.once('close', () => {
        clearTimeout(timer);
        done(answer);
      });
      child.stdin.on('error', () => {});
      child.stdin.end(payload);
      // A host that wants to leave is not held back; the event arrives without it.
      timer.unref?.();
      child.unref?.();
      for (const pipe of [child.stdin, child.stdout]) (pipe as { unref?: () => void }).unref?.();
    } catch {
      done(null);
    }
  });
}

/** The same for a host that is leaving: nothing that waits would be finished any more. */
export function deliverNow(route: Route, payload: string, timeoutMs: number): void {
  for (const [program, ...first] of route.commands) {
    if (program === undefined) continue;
    try {
      const done = spawnSync(program, [...first, ...route.args], {
        input: payload,
        stdio: ['pipe', 'ignore', 'ignore'],
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        windowsHide: true,
      });
      if ((done.error as NodeJS.ErrnoException | undefined)?.code !== 'ENOENT') return;
    } catch {
      return;
    }
  }
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ProgramPaths } from '../context.ts';
import { Failure } from '../errors.ts';
import { hostProgram, type Played } from './host.ts';
import type { Step } from './story.ts';

/** Runs `cortex` with arguments and gives what it printed. */
export type Run = (args: readonly string[], input?: string) => string;

/** The folder and the environment that the demonstration runs in. */
interface DemoHome {
  readonly cwd: string;
  readonly env: Record<string, string>;
}

const PATIENCE_MS = 60_000;

interface Scene {
  readonly hostSessionId: string;
  readonly steps: readonly Step[];
  /** Called when a step is acknowledged. */
  readonly seen: (step: Step) => void;
  readonly stop: AbortSignal;
}

/** Plays the steps in a process of its own, which is killed in the moment when the last one is acknowledged. */
export async function playAndKill(
  program: ProgramPaths,
  { cwd, env }: DemoHome,
  scene: Scene,
): Promise<void> {
  const { hostSessionId, steps, seen, stop } = scene;
  const { node, script } = program;
  const source = hostProgram({ node, script, folder: cwd, hostSessionId, steps });
  // A group of its own, so that an interruption takes a hook under way with it.
  const host = spawn(node, ['-e', source], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(host, 'exit');
  const giveUp = () => killGroup(host);
  const impatience = setTimeout(giveUp, PATIENCE_MS);
  stop.addEventListener('abort', giveUp);
  let played = 0;
  try {
    for await (const line of createInterface({ input: host.stdout })) {
      const { step, exitCode, stderr } = JSON.parse(line) as Played;
      if (exitCode !== 0) throw new Failure(`It stopped at: ${steps[step]!.says}`, stderr.trim() || null);
      seen(steps[step]!);
      played++;
      if (played === steps.length) break;
    }
  } finally {
    clearTimeout(impatience);
    stop.removeEventListener('abort', giveUp);
    host.kill('SIGKILL');
    await gone;
  }
  if (played < steps.length) throw new Failure('The first session did not finish.', 'Try it again.');
}

function killGroup(leader: ChildProcess): void {
  try {
    process.kill(-leader.pid!, 'SIGKILL');
  } catch {
    // Windows has no groups.
    leader.kill('SIGKILL');
  }
}

/** Each call a process of its own. */
export function runIn(program: ProgramPaths, place: DemoHome): Run {
  return (args, input = '') => {
    const done = spawnSync(program.node, [program.script, ...args], { ...place, input, encoding: 'utf8' });
    if (done.status === 0) return done.stdout;
    throw new Failure(`cortex ${args.join(' ')} failed.`, done.stderr?.trim() || null);
  };
}

/** Runs a command that prints to the same terminal, with its width and colours. */
export function show(program: ProgramPaths, place: DemoHome, args: readonly string[]): void {
  spawnSync(program.node, [program.script, ...args], { ...place, stdio: ['ignore', 'inherit', 'inherit'] });
}

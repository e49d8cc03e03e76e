// Claude Code as the peers see it: a home, transcripts, and a process for each hook.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import type { HookDoor } from '../continuity/session.ts';
import type { Fields } from '../events.ts';
import { transcribe } from '../transcripts.ts';
import { type At, type Command, eventOf, type Peer } from './peer.ts';

/** Events whose plain output Claude Code gives to the model. */
const HEARD = ['SessionStart', 'UserPromptSubmit'];
/** Claude Code's own limit for a hook. What a peer sets itself is shorter, and would measure how busy the machine is. */
const LIMIT = 600_000;

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the model gets of a hook's output. What only the person sees does not count. */
export function toldIn(event: string, stdout: string): string {
  const text = stdout.trim();
  if (text.startsWith('{')) {
    try {
      const answer = JSON.parse(text) as { hookSpecificOutput?: { additionalContext?: string } };
      return answer.hookSpecificOutput?.additionalContext ?? '';
    } catch {
      // It only looks like JSON.
    }
  }
  return HEARD.includes(event) ? text : '';
}

/** Whose processes may still live. */
const living = new Set<FieldHost>();

/** Ends what peers left running, however the run ends. */
export function disposeAll(): void {
  for (const host of living) host.dispose();
}

export class FieldHost implements HookDoor {
  readonly peer: Peer;
  readonly at: At;

  constructor(peer: Peer, at: At) {
    this.peer = peer;
    this.at = at;
    mkdirSync(at.home, { recursive: true });
    living.add(this);
  }

  /** The user's environment without anything of whoever runs the benchmark. */
  env(at: At = this.at): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: at.home,
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      NO_COLOR: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      ...this.peer.env?.(at),
    };
  }

  async prepare(repo: string = this.at.repo): Promise<void> {
    const at = { ...this.at, repo };
    await this.all(this.peer.prepare?.(at) ?? [], at);
  }

  async settle(): Promise<void> {
    await this.all(this.peer.settle?.(this.at) ?? []);
  }

  async all(commands: readonly Command[], at: At = this.at): Promise<void> {
    for (const command of commands) {
      const { code, stderr } = await this.run(command, at);
      if (code !== 0)
        throw new Error(`${command.args.join(' ')} ended with ${code}: ${stderr.slice(-500)}`);
    }
  }

  /** The payload with the transcript that is really there, after the host has written to it. */
  written(payload: Fields): Fields {
    return { ...payload, transcript_path: transcribe(this.at.home, payload, Date.now()) };
  }

  /** An event in a project; what the model is told in answer. */
  async hook(_host: string, payload: Fields): Promise<string> {
    const real = this.written(payload);
    const at = { ...this.at, repo: String(payload['cwd']) };
    const told: string[] = [];
    for (const command of this.peer.hooks(at, real)) {
      const { stdout } = await this.run({ input: JSON.stringify(real), ...command }, at);
      told.push(toldIn(eventOf(payload), stdout));
    }
    return told.filter((text) => text !== '').join('\n');
  }

  callTool(): Promise<string> {
    throw new Error('a pin is made by a tool of Cortex alone');
  }

  run({ program, args, input = '' }: Command, at: At = this.at, kill?: number): Promise<Ran> {
    return new Promise((done, fail) => {
      const child = spawn(program, args, { cwd: at.repo, env: this.env(at), timeout: LIMIT });
      const killer = kill === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), kill);
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (chunk) => (stdout += chunk));
      child.stderr.on('data', (chunk) => (stderr += chunk));
      child.once('error', fail);
      child.once('close', (code) => done({ code, stdout, stderr }));
      child.once('exit', (code) => {
        clearTimeout(killer);
        // A process that it left behind may hold the pipes open for good.
        setTimeout(() => done({ code, stdout, stderr }), 1_000).unref();
      });
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });
  }

  /** Ends the process that the peer left running. */
  dispose(): void {
    const pid = this.peer.daemon?.(this.at) ?? null;
    if (pid === null) return;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  }
}

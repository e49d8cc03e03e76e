// A start and a prompt of deja-vu and of Cortex on the same transcripts, interleaved with bare starts of Node.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { measure, median } from './cpu.ts';
import { writeTranscripts } from './transcripts.ts';

export const DEJA_VU = '@vshulcz/deja-vu-linux-amd64';
export const DEJA_VU_PACKAGE = `${DEJA_VU}@^0.21.1`;

export interface BesidePeer {
  readonly sessions: number;
  /** Medians of ms of CPU. */
  readonly bare: number;
  readonly start: { readonly cortex: number; readonly deja_vu: number };
  readonly prompt: { readonly cortex: number; readonly deja_vu: number };
}

/** The peer's program, from npm, kept outside what is versioned; null where it cannot be had. */
export function dejaVu(cache: string): string | null {
  const folder = join(cache, 'deja-vu');
  const path = join(folder, 'node_modules', DEJA_VU, 'bin', 'deja');
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    spawnSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', DEJA_VU_PACKAGE], {
      stdio: 'ignore',
    });
  }
  return existsSync(path) ? path : null;
}

export function besidePeer(
  peer: string,
  cortex: string,
  scratch: string,
  { sessions, runs }: { readonly sessions: number; readonly runs: number },
): BesidePeer {
  const user = join(scratch, `user ${sessions}`);
  const repo = writeTranscripts(user, sessions);
  const env = { PATH: process.env['PATH'], HOME: user, CORTEX_MAINTENANCE_AUTO: 'false' };
  const must = (program: string, args: readonly string[]) => {
    const done = spawnSync(program, args, { env, cwd: repo, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.stderr}`);
  };
  must(process.execPath, [cortex, 'import', 'claude-code']);
  must(peer, ['index', '--quiet']);

  const figures = { bare: [] as number[], start: pair(), prompt: pair() };
  const ours = [cortex, 'hook', 'claude-code'];
  for (let run = -2; run < runs; run++) {
    const event = { session_id: randomUUID(), cwd: repo };
    const start = JSON.stringify({ ...event, hook_event_name: 'SessionStart', source: 'startup' });
    const prompt = JSON.stringify({
      ...event,
      hook_event_name: 'UserPromptSubmit',
      prompt: `Go on with the dates of module ${sessions - 20}`,
    });
    const end = JSON.stringify({ ...event, hook_event_name: 'SessionEnd', reason: 'other' });
    const cpu = (program: string, args: string[], input: string) =>
      measure(scratch, program, args, input, env).cpu;
    const now = {
      bare: cpu(process.execPath, ['-e', '0'], ''),
      start: {
        cortex: cpu(process.execPath, ours, start),
        deja_vu: cpu(peer, ['hook-context'], start),
      },
      prompt: {
        cortex: cpu(process.execPath, ours, prompt),
        deja_vu: cpu(peer, ['hook-prompt'], prompt),
      },
    };
    spawnSync(process.execPath, ours, { input: end, env });
    if (run < 0) continue;
    figures.bare.push(now.bare);
    for (const what of ['start', 'prompt'] as const)
      for (const who of ['cortex', 'deja_vu'] as const) figures[what][who].push(now[what][who]);
  }
  const medians = ({ cortex, deja_vu }: ReturnType<typeof pair>) => ({
    cortex: median(cortex),
    deja_vu: median(deja_vu),
  });
  return {
    sessions,
    bare: median(figures.bare),
    start: medians(figures.start),
    prompt: medians(figures.prompt),
  };
}

const pair = () => ({ cortex: [] as number[], deja_vu: [] as number[] });

import { spawn } from 'node:child_process';
import fc from 'fast-check';
import { CORTEX } from '../program.ts';
import { type HookCall, hookCall } from './payloads.ts';
import { counter, type Finding, type Fuzzed, type FuzzOptions, orHang, shown } from './report.ts';

const AT_ONCE = 3;

/** Real hooks, several at once: whatever they are sent they exit with 0, and say nothing but the host's answer. */
export async function fuzzProcesses({ runs, seed, env, folder }: FuzzOptions): Promise<Fuzzed> {
  const findings: Finding[] = [];
  const { outcomes, count } = counter();
  const calls = fc.sample(hookCall, { numRuns: runs, seed });
  const began = performance.now();
  let slowest = 0;
  const worker = async () => {
    for (let one = calls.pop(); one; one = calls.pop()) {
      const started = performance.now();
      const { code, stdout, stderr } = await orHang(hook(one, env, folder));
      slowest = Math.max(slowest, performance.now() - started);
      const input = `${one.host} ${shown(one.input)}`;
      const wrong = (what: string) => findings.push({ where: 'process', input, what });
      if (code !== 0) wrong(`exit code ${code}`);
      if (stderr) wrong(`on stderr: ${stderr.slice(0, 300)}`);
      try {
        if (stdout) JSON.parse(stdout);
      } catch {
        wrong(`on stdout: ${stdout.slice(0, 300)}`);
      }
      count(stdout ? 'answered' : 'silent');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { runs, seed, millis: performance.now() - began, outcomes, slowest, findings };
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function hook({ host, input }: HookCall, env: NodeJS.ProcessEnv, cwd: string): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [CORTEX, 'hook', host], { cwd, env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => void (stdout += chunk));
    child.stderr.on('data', (chunk) => void (stderr += chunk));
    // It may have seen enough before all is sent.
    child.stdin.on('error', () => {});
    child.on('close', (code) => done({ code, stdout, stderr }));
    child.stdin.end(input);
  });
}

// npm run fuzz -- [--runs 10000] [--processes 300] [--only tools|hook|processes] [--seed n] [--json]
// Random inputs over all tools and over the hook's standard input, in a home of their own. Exit code 1 on any finding.

import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PATIENT } from '../../src/surfaces/cli/demo/patient.ts';
import { makeRepository, scratchFolder } from '../scratch.ts';
import { wrongAfterwards } from './aftermath.ts';
import { fuzzHook } from './hook.ts';
import { fuzzProcesses } from './processes.ts';
import type { Fuzzed } from './report.ts';
import { fuzzTools } from './tools.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    processes: { type: 'string', default: '300' },
    seed: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const scratch = scratchFolder();
const folder = realpathSync(scratch.path);
const repo = makeRepository(join(folder, 'radio'));
const home = join(folder, 'home');
mkdirSync(home, { mode: 0o700 });
for (const name of Object.keys(process.env))
  if (/^(?:CORTEX_|CLAUDE|COPILOT_|QWEN_|GEMINI_)/.test(name)) delete process.env[name];
Object.assign(process.env, {
  HOME: folder,
  CORTEX_HOME: home,
  CORTEX_MAINTENANCE_AUTO: 'false',
  ...PATIENT,
});
process.chdir(repo);
const unhandled: string[] = [];
process.on('unhandledRejection', (error) => void unhandled.push(String((error as Error)?.stack ?? error)));

const options = { seed, env: process.env, folder: repo };
const runs = Number(values.runs);
const report: Record<string, Fuzzed> = {};
for (const [name, fuzz, count] of [
  ['tools', fuzzTools, runs],
  ['hook', fuzzHook, runs],
  ['processes', fuzzProcesses, Number(values.processes)],
] as const) {
  if (values.only && values.only !== name) continue;
  const fuzzed = await fuzz({ ...options, runs: count });
  report[name] = fuzzed;
  if (!values.json) show(name, fuzzed);
}
const wrong = [...unhandled, ...wrongAfterwards({ folder, home, repo, env: process.env })];
const findings = Object.values(report).flatMap((part) => part.findings);
process.chdir('/');
scratch.dispose();

if (values.json) console.log(JSON.stringify({ ...report, wrong }));
else {
  for (const { where, input, what } of findings) console.log(`FOUND ${where}\n  ${input}\n  ${what}`);
  for (const what of wrong) console.log(`WRONG ${what}`);
  console.log(`${findings.length} findings, ${wrong.length} wrong afterwards; seed ${seed}`);
}
process.exitCode = findings.length + wrong.length > 0 ? 1 : 0;

function show(name: string, { runs: count, millis, slowest, outcomes }: Fuzzed): void {
  const seconds = (millis / 1000).toFixed(1);
  console.log(`${name}: ${count} inputs in ${seconds} s, the slowest ${slowest.toFixed(0)} ms`);
  for (const [what, times] of Object.entries(outcomes).sort(([, a], [, b]) => b - a))
    console.log(`  ${String(times).padStart(6)} ${what}`);
}

// The official conformance suite against the HTTP server, at two versions and both eras of the protocol.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './place.mjs';

/** The runs: each revision in the words of the suite that knows it. */
export const RUNS = [
  { title: '0.1.16, active', version: '0.1.16', args: ['--suite', 'active'] },
  {
    title: '0.2.0-alpha.12, 2025-11-25',
    version: '0.2.0-alpha.12',
    args: ['--requirements', '2025-11-25'],
  },
  {
    title: '0.2.0-alpha.12, 2026-07-28',
    version: '0.2.0-alpha.12',
    args: ['--requirements', '2026-07-28'],
  },
];

/** Scenarios with what each found. */
export async function runSuite({ version, args }, url, place, title) {
  const script = command('conformance', version, 'conformance');
  const out = join(place.folder, `results ${title}`);
  const child = spawn(process.execPath, [script, 'server', '--url', url, '-o', out, ...args], {
    cwd: place.folder,
    env: place.env,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  await new Promise((done) => child.on('close', done));
  const scenarios = results(out);
  if (scenarios.length === 0) throw new Error(`the suite ran nothing:\n${said.slice(-2000)}`);
  return scenarios;
}

function results(out) {
  let folders = [];
  try {
    folders = readdirSync(out).sort();
  } catch {}
  return folders.map((folder) => {
    // server-<scenario>-<ISO time with dashes>
    const name = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z?$/, '');
    const checks = JSON.parse(readFileSync(join(out, folder, 'checks.json'), 'utf8'));
    const of = (status) => checks.filter((check) => check.status === status);
    return { name, checks, passed: of('SUCCESS'), failed: of('FAILURE'), warned: of('WARNING') };
  });
}

/** The list of what is known to fail: `- scenario # reason`, or `- scenario:check # reason`. A line without one is refused. */
export function readExpected(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, i) => {
    if (!/^\s*- /.test(line)) return [];
    const [, name, reason] = /^\s*- ([\w:/.-]+)(?:\s+#\s*(\S.*))?$/.exec(line) ?? [];
    if (!reason) throw new Error(`${path}:${i + 1}: every line needs a reason: "- scenario # why"`);
    return [{ name, reason }];
  });
}

/** Scenarios that failed and are not listed, and those that are listed and failed nowhere. */
export function judge(scenarios, expected) {
  const names = new Set(expected.map(({ name }) => name));
  const failures = scenarios.flatMap(({ name, failed }) =>
    failed.map(({ id, errorMessage }) => ({
      scenario: name,
      check: `${name}:${id}`,
      why: errorMessage,
    })),
  );
  const isListed = ({ scenario, check }) => names.has(scenario) || names.has(check);
  const met = new Set(failures.flatMap(({ scenario, check }) => [scenario, check]));
  return {
    unexpected: failures.filter((failure) => !isListed(failure)),
    stale: [...names].filter((name) => !met.has(name)),
  };
}

// A host as Cortex sees one: a process that lives on while it starts a hook for every event, and may be killed.
// Reads one request per line, answers one line each: the exit code, stdout and stderr of what it started.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [, , cortex] = process.argv;

function run({ args, input, env, cwd, shell }) {
  return new Promise((done) => {
    const command = [process.execPath, cortex, ...args];
    const options = { cwd, env: { ...process.env, ...env } };
    const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
    const child = shell
      ? spawn('sh', ['-c', quoted], options)
      : spawn(command[0], command.slice(1), options);
    const out = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (out.stdout += chunk));
    child.stderr.on('data', (chunk) => (out.stderr += chunk));
    child.on('close', (code, signal) => done({ code, signal, ...out }));
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line)))}\n`);
}

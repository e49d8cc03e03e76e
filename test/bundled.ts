import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const known = new Map<string, string>();
let folder: string | null = null;

/**
 * The address of a module of ours as plain JavaScript, for processes that a test starts: one that takes types away itself costs
 * three times as much. Each is made once.
 */
export function bundled(module: URL): string {
  const path = fileURLToPath(module);
  const made = known.get(path);
  if (made) return made;
  if (folder === null) {
    const own = mkdtempSync(join(tmpdir(), 'cortex-bundled-'));
    folder = own;
    process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  }
  const outfile = join(folder, `${known.size}-${basename(path)}.mjs`);
  buildSync({
    entryPoints: [path],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  const url = pathToFileURL(outfile).href;
  known.set(path, url);
  return url;
}

/** Given to the code of `atOnce`: goes on when all processes are here. */
const TOGETHER = `const together = () => new Promise((go) => {
  process.once('message', () => { process.disconnect(); go(); });
  process.send('ready');
});`;

/** Runs the code of a module in several processes, each with its number as the last argument, and gives what they print. */
export async function atOnce(
  processes: number,
  code: string,
  ...args: string[]
): Promise<string[]> {
  const children = Array.from({ length: processes }, (_, me) =>
    spawn(process.execPath, ['--input-type=module', '-e', TOGETHER + code, ...args, String(me)], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    }),
  );
  const ended = children.map((child) => {
    let said = '';
    child.stdout!.on('data', (part) => (said += part));
    return new Promise<string>((done, fail) =>
      child.once('close', (code) =>
        code === 0 ? done(said) : fail(new Error(`ended with ${code}`)),
      ),
    );
  });
  const ready = children.map((child) => new Promise((done) => child.once('message', done)));
  await Promise.race([Promise.all(ready), Promise.all(ended)]);
  for (const child of children) child.send('go');
  return Promise.all(ended);
}

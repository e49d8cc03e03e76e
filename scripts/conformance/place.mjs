// A home and a repository of their own for each run, and the server in them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { install } from '../e2e/install.mjs';
import { openDoor } from './door.mjs';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const CORTEX = join(ROOT, 'dist', 'cortex.cjs');

export function makePlace() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cortex-conformance-')));
  const cwd = join(folder, 'radio');
  mkdirSync(join(cwd, '.git', 'refs', 'heads'), { recursive: true });
  mkdirSync(join(cwd, '.git', 'objects'));
  writeFileSync(join(cwd, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:CORTEX_|CLAUDE|npm_)/.test(name),
  );
  const env = {
    ...Object.fromEntries(kept),
    HOME: folder,
    // As without it: clients of MCP hand few variables on.
    CORTEX_HOME: join(folder, '.cortex'),
    CORTEX_MAINTENANCE_AUTO: 'false',
  };
  return { folder, cwd, env, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The command of a package that checks us, at a fixed version; installed at the first call. */
export function command(name, version, bin) {
  const program = { package: `@modelcontextprotocol/${name}`, version, bin };
  const found = install({ name: `mcp-${name}`, program }, { say: console.log });
  if (!found.bin) throw new Error(found.why);
  return found.bin;
}

/** Starts a server over HTTP and opens the door to it. */
export async function serve(args, { cwd, env }) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  let url = null;
  for await (const line of lines) {
    url ??= /http:\S+/.exec(line)?.[0] ?? null;
    if (line.includes('token')) break;
  }
  if (!url) throw new Error(`the server did not start: ${args.join(' ')}`);
  const token = readFileSync(join(env.CORTEX_HOME, 'mcp.token'), 'utf8').trim();
  const door = await openDoor(url, token);
  return {
    url: door.url,
    async close() {
      door.close();
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await gone;
      return code;
    },
  };
}

// The tools that check us, at fixed versions, in a cache outside the repository. None of their install scripts runs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { dirname, join } from 'node:path';

function cacheFolder(env = process.env) {
  if (env.CORTEX_E2E_CACHE) return env.CORTEX_E2E_CACHE;
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'cortex-e2e');
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Caches', 'cortex-e2e');
  if (platform() === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'cortex-e2e');
  return join(homedir(), '.cache', 'cortex-e2e');
}

/** The script behind a package's command; installed at the first call. */
export function command(name, version, bin) {
  const folder = join(cacheFolder(), `mcp-${name}-${version}`);
  const home = join(folder, 'node_modules', '@modelcontextprotocol', name);
  if (!existsSync(join(home, 'package.json'))) install(`@modelcontextprotocol/${name}@${version}`, folder);
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  if (manifest.version !== version)
    throw new Error(`${folder} holds ${manifest.version}: remove it, and ${version} is installed`);
  return join(home, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin]);
}

/** Into a folder of its own and renamed, so that what is there is whole. */
function install(what, folder) {
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  writeFileSync(join(making, 'package.json'), '{"private":true}\n');
  console.log(`Installing ${what} …`);
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', what];
  const done = spawnSync('npm', args, { cwd: making, encoding: 'utf8', shell: platform() === 'win32' });
  if (done.status !== 0) {
    rmSync(making, { recursive: true, force: true });
    throw new Error(`${what} could not be installed:\n${done.stderr || done.error?.message}`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  renameSync(making, folder);
}

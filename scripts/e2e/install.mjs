// The real programs, at the versions the adapters were written against, in a cache outside the repository.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { nodeFolder } from './places.mjs';

// `after` is a script of the package that its installation would have run; it only puts a file in place.
export const PROGRAMS = {
  'claude-code': {
    package: '@anthropic-ai/claude-code',
    version: '2.1.325',
    bin: 'claude',
    after: 'install.cjs',
  },
  codex: { package: '@openai/codex', version: '0.166.0', bin: 'codex' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', bin: 'gemini' },
  qwen: { package: '@qwen-code/qwen-code', version: '0.24.4', bin: 'qwen' },
  copilot: { package: '@github/copilot', version: '1.0.102', bin: 'copilot' },
  opencode: {
    package: 'opencode-ai',
    version: '1.18.33',
    bin: 'opencode',
    after: 'postinstall.mjs',
    // It wants this one beside its configuration, in a folder that it copies from there.
    library: '@opencode-ai/plugin@1.18.33',
  },
  // The newest whose program for Linux is on npm too.
  kilo: { package: '@kilocode/cli', version: '7.7.7', bin: 'kilo', library: '@kilocode/plugin@7.3.1' },
  kimi: { package: '@moonshot-ai/kimi-code', version: '2.1.0', bin: 'kimi' },
  pi: { package: '@earendil-works/pi-coding-agent', version: '0.87.1', bin: 'pi' },
  cline: { package: 'cline', version: '3.0.65', bin: 'cline' },
  continue: { package: '@continuedev/cli', version: '1.5.47', bin: 'cn' },
  openclaw: { package: 'openclaw', version: '2026.9.6', bin: 'openclaw' },
  // A library, which brings the program that it runs.
  'agent-sdk': { package: '@anthropic-ai/claude-agent-sdk', version: '0.3.325', entry: 'sdk.mjs' },
  // No program: what its programs share.
  cursor: { package: '@cursor/sdk', version: '1.0.32', entry: 'dist/cjs/index.js' },
};

const INSTALL_TIMEOUT_MS = 15 * 60_000;

export function cacheFolder(env = process.env) {
  if (env.CORTEX_E2E_CACHE) return env.CORTEX_E2E_CACHE;
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'cortex-e2e');
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Caches', 'cortex-e2e');
  if (platform() === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'cortex-e2e');
  return join(homedir(), '.cache', 'cortex-e2e');
}

export function programFolder(name, cache = cacheFolder()) {
  return join(cache, `${name}-${PROGRAMS[name].version}`);
}

/** The program's executable, or null: a folder without it was not finished, whoever began it. */
export function installed(name, cache = cacheFolder()) {
  const program = PROGRAMS[name];
  const folder = programFolder(name, cache);
  try {
    const manifest = join(folder, 'node_modules', program.package, 'package.json');
    if (JSON.parse(readFileSync(manifest, 'utf8')).version !== program.version) return null;
  } catch {
    return null;
  }
  const bin = program.entry
    ? join(folder, 'node_modules', program.package, program.entry)
    : join(folder, 'node_modules', '.bin', program.bin);
  const isWhole =
    existsSync(bin) && (!program.library || existsSync(join(libraryIn(folder), 'node_modules')));
  return isWhole ? bin : null;
}

/** What a program wants to find beside its configuration. */
export const libraryIn = (folder) => join(folder, 'library');

/** Installs into a folder of its own and renames it, so that two runs at once cannot spoil each other's. */
export async function install(name, { cache = cacheFolder(), say = () => {} } = {}) {
  const before = installed(name, cache);
  if (before) return { bin: before };
  const program = PROGRAMS[name];
  const folder = programFolder(name, cache);
  const making = `${folder}.making-${process.pid}`;
  say(`installing ${program.package}@${program.version}`);
  let failure = await npmInstall(`${program.package}@${program.version}`, making, cache);
  if (!failure && program.library) failure = await npmInstall(program.library, libraryIn(making), cache);
  if (!failure && program.after) await runAfter(making, program);
  if (failure) {
    rmSync(making, { recursive: true, force: true });
    return { bin: null, why: failure };
  }
  try {
    renameSync(making, folder);
  } catch {
    if (!installed(name, cache)) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(making, folder);
    } else rmSync(making, { recursive: true, force: true });
  }
  const bin = installed(name, cache);
  return bin
    ? { bin }
    : { bin: null, why: `${program.package} was installed but has no ${program.bin ?? program.entry}` };
}

// npm reads the user's settings (a registry, a proxy) and writes to our cache alone.
async function npmInstall(wanted, folder, cache) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', wanted];
  const env = {
    ...process.env,
    PATH: `${nodeFolder}:${process.env.PATH}`,
    npm_config_cache: join(cache, 'npm'),
    npm_config_update_notifier: 'false',
  };
  const { code, output } = await runToEnd('npm', args, { cwd: folder, env });
  return code === 0 ? null : reasonIn(output) || `npm ended with ${code}`;
}

function runAfter(folder, program) {
  const script = join(folder, 'node_modules', program.package, program.after);
  return runToEnd(process.execPath, [script], { cwd: join(folder, 'node_modules', program.package) });
}

function runToEnd(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: INSTALL_TIMEOUT_MS,
    });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('error', (error) => resolve({ code: -1, output: String(error.message) }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** npm's own words, without where its log is. */
function reasonIn(text) {
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith('npm error') && !line.includes('log of this run'));
  const said = lines.map((line) => line.replace(/^npm error /, '').trim()).filter(Boolean);
  return said.slice(0, 3).join('; ') || text.trim().split('\n').at(-1);
}

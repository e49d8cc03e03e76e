// The real programs, at the versions the adapters were written against, in a cache outside the repository.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { nodeFolder } from './places.mjs';

const INSTALL_TIMEOUT_MS = 15 * 60_000;

const env = process.env;
export const CACHE =
  env.CORTEX_E2E_CACHE || join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'cortex-e2e');

export const programFolder = ({ name, program }) => join(CACHE, `${name}-${program.version}`);

/** The program's executable, or null: a folder without it was not finished, whoever began it. */
export function installed(host) {
  const { program } = host;
  const folder = programFolder(host);
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

/** Files that a program wants to find beside its configuration. */
export const libraryIn = (folder) => join(folder, 'library');

/**
 * Installs into a folder of its own and renames it, so that two runs at once cannot spoil each other's. `program.after` is a script of
 * the package that its installation would have run; it only puts a file in place.
 */
export function install(host, { say }) {
  const before = installed(host);
  if (before) return { bin: before };
  const { program } = host;
  const folder = programFolder(host);
  const making = `${folder}.making-${process.pid}`;
  say(`installing ${program.package}@${program.version}`);
  let failure = npmInstall(`${program.package}@${program.version}`, making);
  if (!failure && program.library) failure = npmInstall(program.library, libraryIn(making));
  if (!failure && program.after) {
    const cwd = join(making, 'node_modules', program.package);
    spawnSync(process.execPath, [join(cwd, program.after)], { cwd, stdio: 'ignore' });
  }
  if (failure) {
    rmSync(making, { recursive: true, force: true });
    return { bin: null, why: failure };
  }
  try {
    renameSync(making, folder);
  } catch {
    if (!installed(host)) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(making, folder);
    } else rmSync(making, { recursive: true, force: true });
  }
  const bin = installed(host);
  return bin
    ? { bin }
    : {
        bin: null,
        why: `${program.package} was installed but has no ${program.bin ?? program.entry}`,
      };
}

// npm reads the user's settings (a registry, a proxy) and writes to our cache alone.
function npmInstall(wanted, folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    wanted,
  ];
  const around = {
    ...env,
    PATH: `${nodeFolder}:${env.PATH}`,
    npm_config_cache: join(CACHE, 'npm'),
    npm_config_update_notifier: 'false',
  };
  const options = { cwd: folder, env: around, encoding: 'utf8', timeout: INSTALL_TIMEOUT_MS };
  const { status, stdout, stderr, error } = spawnSync('npm', args, options);
  return status === 0
    ? null
    : reasonIn(`${stdout}${stderr}`) || `npm ended with ${error ?? status}`;
}

/** npm's own words, without where its log is. */
function reasonIn(text) {
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith('npm error') && !line.includes('log of this run'));
  const said = lines.map((line) => line.replace(/^npm error /, '').trim()).filter(Boolean);
  return said.slice(0, 3).join('; ') || text.trim().split('\n').at(-1);
}

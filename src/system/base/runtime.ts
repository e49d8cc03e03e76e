import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isRecentEnough, NEEDED } from '../../domain/base/runtimes.ts';

/** Node 22 calls its SQLite experimental on stderr, which some hosts show as a failure of the hook. */
export function silenceSqliteWarning(): void {
  if (!process.versions.node?.startsWith('22.')) return;
  const emit = process.emitWarning as (...args: unknown[]) => void;
  process.emitWarning = (...args: unknown[]) => {
    if (!String(args[0]).startsWith('SQLite is an experimental feature')) emit.apply(process, args);
  };
}

/** Loaded where a process is started: it brings the network and streams along, a fifth of a bare start. */
export function childProcesses(): typeof import('node:child_process') {
  return process.getBuiltinModule('node:child_process');
}

/**
 * Runs the same command in a newer Node that is installed somewhere, and returns its exit code. Without one, a person
 * is told what is missing; a hook stays silent, because a host must not fail for it.
 */
export function runInNewerNode(
  args: readonly string[],
  isHook: boolean,
  around: Readonly<Record<string, string | undefined>>,
): number {
  const { spawnSync } = childProcesses();
  const asked = args[args.indexOf('--runtime') + 1 || args.length];
  // The path for hooks is good enough for this; where it is not, setup says the rest.
  for (const node of [...(asked?.includes('/') ? [asked] : []), ...installedNodes(around)]) {
    const version = spawnSync(node, ['--version'], {
      encoding: 'utf8',
      timeout: 5_000,
    }).stdout?.trim();
    if (!version || !isRecentEnough({ node: version.replace(/^v/, '') })) {
      const by = namedBy(node, asked, around);
      if (by && !isHook)
        process.stderr.write(
          `cortex: ${by} is ${node}: ${version ? `Node ${version}` : 'no Node'}, not ${NEEDED}.\n`,
        );
      continue;
    }
    const env = { ...around, CORTEX_LAUNCHER_PID: String(process.pid) };
    const done = spawnSync(node, args as string[], { stdio: 'inherit', env });
    return isHook ? 0 : (done.status ?? 1);
  }
  if (isHook) return 0;
  process.stderr.write(
    `cortex needs ${NEEDED}; this is ${process.version}, and no newer one was found.\n` +
      'Install one: nvm install 24, fnm install 24, volta install node@24, brew install node, or https://nodejs.org/en/download\n' +
      'Cortex finds it by itself, also beside this one. Elsewhere, name it: CORTEX_NODE=/path/to/node cortex …\n',
  );
  return 1;
}

/** The way by which a person named a program; null for one that was found. */
function namedBy(
  node: string,
  asked: string | undefined,
  around: Readonly<Record<string, string | undefined>>,
): string | null {
  if (node === asked) return '--runtime';
  return node === around['CORTEX_NODE'] ? 'CORTEX_NODE' : null;
}

/** Places where a newer Node may be, the likeliest first. */
export function* installedNodes(env: NodeJS.ProcessEnv): Generator<string> {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  if (env['CORTEX_NODE']) yield env['CORTEX_NODE'];
  // A package that brings its own Node puts it beside us, or above us where we are a dependency.
  for (const up of ['..', '../../..', '../..'])
    yield* ifPresent(join(__dirname, up, 'node_modules', '.bin', name));
  yield* ifPresent(join(__dirname, '..', '..', '.bin', name));
  for (const folder of (env['PATH'] ?? '').split(delimiter))
    if (folder) yield* ifPresent(join(folder, name));
  const home = process.getBuiltinModule('node:os').homedir();
  yield* installedBelow(join(env['NVM_DIR'] ?? join(home, '.nvm'), 'versions', 'node'), [
    'bin',
    name,
  ]);
  yield* installedBelow(join(home, '.local', 'share', 'fnm', 'node-versions'), [
    'installation',
    'bin',
    name,
  ]);
  yield* installedBelow(join(home, '.local', 'share', 'mise', 'installs', 'node'), ['bin', name]);
  yield* installedBelow(join(home, '.volta', 'tools', 'image', 'node'), ['bin', name]);
  for (const folder of ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin'])
    yield* ifPresent(join(folder, name));
}

function* ifPresent(path: string): Generator<string> {
  try {
    accessSync(path, constants.X_OK);
    yield path;
  } catch {
    // Not there, or not ours to run.
  }
}

/** Newest first, by name: version managers name a folder for each version. */
function* installedBelow(folder: string, inside: readonly string[]): Generator<string> {
  let versions: string[] = [];
  try {
    versions = readdirSync(folder);
  } catch {
    return;
  }
  const number = (name: string) => Number.parseFloat(name.replace(/^v/, ''));
  for (const version of versions.sort((a, b) => number(b) - number(a))) {
    yield* ifPresent(join(folder, version, ...inside));
  }
}

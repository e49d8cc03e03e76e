import { statfsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Config, loadConfig, locatePath, parseConfigFile } from './config/config.ts';
import { redactText } from './domain/redact/redact.ts';
import type { Deps, Owners } from './engine/deps.ts';
import type { RecordDeps } from './engine/record.ts';
import type { Host } from './host.ts';
import { claudeCode } from './hosts/claude-code/host.ts';
import { clockFrom, type Deadline, deadline, ticks } from './platform/clock.ts';
import { createPrivate, ensureDir, homeDirectory, readBounded, writeAtomic } from './platform/files.ts';
import { findScope } from './platform/git.ts';
import { uuid } from './platform/ids.ts';
import { type Log, openLog, readLog } from './platform/log.ts';
import { writeMirror } from './platform/mirror.ts';
import { ownersSeenFrom } from './platform/owners.ts';
import type { Store } from './store.ts';
import { openCaptureStore } from './stores/sqlite/capture-store.ts';
import { inspectDatabase } from './stores/sqlite/inspect.ts';
import type { StoreOptions } from './stores/sqlite/migrations.ts';
import { openSqliteStore } from './stores/sqlite/sqlite-store.ts';
import type { Home } from './surfaces/cli/context.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export const HOSTS: readonly Host[] = [claudeCode];

/** Everything that is known before the database is opened. */
export interface World {
  readonly home: string;
  readonly config: Config;
  readonly warnings: readonly string[];
  readonly now: () => number;
  readonly log: Log;
  readonly deadline: Deadline;
  readonly sessionsFolder: string;
}

const MAX_CONFIG_BYTES = 1024 * 1024;
const MAX_JSON_BYTES = 8 * 1024 * 1024;

/** Reads the environment and the configuration. Throws only where there is no place for data at all. */
export function openWorld(env: Environment, patience: 'hook' | 'person' = 'person'): World {
  const home = homeDirectory(env, homedir);
  const clock = clockFrom(env);
  const text = readBounded(join(home, 'config.json'), MAX_CONFIG_BYTES)?.toString('utf8') ?? null;
  const parsed = parseConfigFile(text);
  const { config, warnings } = loadConfig({ file: parsed.file, env });
  const debug = config['session_persistence.debug'];
  const log = openLog(join(home, 'log'), { debug, now: clock.now, redact: (line) => redactText(line) });
  return {
    home,
    config,
    warnings: [...(clock.warning ? [clock.warning] : []), ...parsed.warnings, ...warnings],
    now: clock.now,
    log,
    // A hook's time counts from the start of its process; a person can wait.
    deadline: patience === 'hook' ? deadline(config['hook.deadline_ms'], 0) : deadline(60_000),
    get sessionsFolder() {
      return locatePath(config['session_persistence.sessions_dir'], home, userHome());
    },
  };
}

export function databasePath(world: Pick<World, 'home'>): string {
  return join(world.home, 'brain.db');
}

export function openStore(world: World): Store {
  return openSqliteStore(databasePath(world), databaseOptions(world));
}

/** For a hook that only adds to an open session; throws where the database is not ready for that. */
export function recordDeps(world: World, env: Environment): RecordDeps {
  const store = openCaptureStore(databasePath(world), databaseOptions(world));
  return { store, config: world.config, now: world.now, owners: owners(env) };
}

function databaseOptions(world: World): StoreOptions {
  const patience = world.config['hook.database_wait_ms'];
  return {
    waitMillis: () => Math.min(patience, world.deadline.left()),
    prepare: (path) => {
      ensureDir(world.home);
      createPrivate(path);
    },
    sharedMemory: !isNetworkFileSystem(world.home),
    now: world.now,
  };
}

/** What a person's commands look at beyond the engine: the files of the home, and the database from outside. */
export function openHome(env: Environment): Home {
  const world = openWorld(env);
  const configFile = join(world.home, 'config.json');
  const logFolder = join(world.home, 'log');
  return {
    folder: world.home,
    database: databasePath(world),
    mirrors: world.sessionsFolder,
    configFile,
    logFolder,
    config: world.config,
    warnings: world.warnings,
    now: world.now,
    locate: findScope,
    writeConfig: (text) => {
      ensureDir(world.home);
      writeAtomic(configFile, text);
    },
    log: (query) => readLog(logFolder, query),
    open: () => {
      const store = openStore(world);
      return { deps: engineDeps(world, store, env), close: () => store.close() };
    },
    inspect: () => inspectDatabase(databasePath(world), databaseOptions(world)),
  };
}

export function engineDeps(world: World, store: Store, env: Environment): Deps {
  return {
    store,
    config: world.config,
    now: world.now,
    ticks,
    newSessionId: uuid,
    locate: remembered((cwd) => findScope(cwd ?? process.cwd())),
    owners: owners(env),
    readJson,
    writeMirror: (state) => {
      try {
        writeMirror(world.sessionsFolder, state);
      } catch (error) {
        world.log.failure('mirror not written', error, { session_id: state.session_id });
      }
    },
    deadline: world.deadline,
    log: world.log,
  };
}

/** The answer for the last question again: within one event it is the same place. */
function remembered<A, B>(find: (key: A) => B): (key: A) => B {
  let last: { readonly key: A; readonly found: B } | null = null;
  return (key) => {
    if (!last || last.key !== key) last = { key, found: find(key) };
    return last.found;
  };
}

function owners(env: Environment): Owners {
  // On an old Node the entry point starts a newer one; the host is above that first process.
  return ownersSeenFrom(Number(env['CORTEX_LAUNCHER_PID']) || process.pid);
}

function readJson(path: string): unknown {
  try {
    const bytes = readBounded(path, MAX_JSON_BYTES);
    return bytes && JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

function userHome(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

/** Write-ahead logging needs shared memory, which NFS, SMB, FUSE over a network and 9p do not have. */
const NETWORK_FILE_SYSTEMS = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x5346414f,
]);

function isNetworkFileSystem(folder: string): boolean {
  try {
    return NETWORK_FILE_SYSTEMS.has(statfsSync(folder).type >>> 0);
  } catch {
    return false;
  }
}

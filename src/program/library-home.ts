import { anyToolReader } from '../agents/tools.ts';
import { redactDeep } from '../domain/redact/redact.ts';
import type { World } from '../door/world.ts';
import { troubleText } from '../engine/base/errors.ts';
import type { CortexOptions } from '../library/cortex.ts';
import { LIBRARY_TOPICS, type LibraryHome } from '../library/home.ts';
import type { Logger } from '../library/types.ts';
import type { Log } from '../ports/base/log.ts';
import { copiesIn } from '../system/keeping/copies.ts';
import { ownersWithin } from '../system/presence/owners.ts';
import { findScope } from '../system/projects/git.ts';
import { engineDeps, locating, mirroredPinFiles, openStore, openWorld } from './compose.ts';
import { HOME_ROOMS } from './rooms/homes.ts';
import { allHosts } from './rooms/hosts.ts';

const readAnyTool = anyToolReader(allHosts());

/** A home for a program that uses the library: its sessions live in this process. */
export function openLibraryHome(options: CortexOptions): LibraryHome {
  try {
    return openWithOptions(options);
  } catch (error) {
    throw inWords(error, options);
  }
}

/** An error about the home with advice, in the words by which the program named it. */
function inWords(error: unknown, { home }: CortexOptions): Error {
  const text = troubleText(error);
  const said = home === undefined ? text : text.replaceAll('CORTEX_HOME', 'home');
  return new Error(`Cortex cannot be opened. ${said}`, { cause: error });
}

function openWithOptions(options: CortexOptions): LibraryHome {
  const cwd = options.cwd ?? process.cwd();
  const world = worldOf(options);
  const store = openStore(world);
  const deps = { ...engineDeps(world, store), rooms: HOME_ROOMS };
  return {
    cwd,
    readTool: readAnyTool,
    // A program may run for long, so HEAD is read each time.
    deps: {
      ...deps,
      owners: ownersWithin(),
      locate: locating(
        () => store,
        (path) => findScope(path ?? cwd),
      ),
    },
    copies: () => copiesIn(world.home, world.sessionsFolder, mirroredPinFiles(world), world.now),
    places: { home: world.home, mirrors: world.sessionsFolder },
    close: () => store.close(),
  };
}

function worldOf({ home, now, sessionPersistence, config, logger }: CortexOptions): World {
  const env = home === undefined ? process.env : { ...process.env, CORTEX_HOME: home };
  const named = Object.entries(sessionPersistence ?? {}).map(([name, value]) => [
    `session_persistence.${name}`,
    value,
  ]);
  const world = openWorld(env, 'person', {
    ...(now && { now: () => Number(now()) }),
    // A foreign program must not start processes unasked, and hears the topics as well.
    options: {
      'maintenance.auto': false,
      'restore.topics': LIBRARY_TOPICS,
      ...config,
      ...Object.fromEntries(named),
    },
  });
  if (!logger) return world;
  const log = alsoTo(world.log, logger, { debug: world.config['session_persistence.debug'] });
  for (const warning of world.warnings) log.warn(warning);
  return { ...world, log };
}

function alsoTo(log: Log, logger: Logger, { debug }: { readonly debug: boolean }): Log {
  const to =
    (level: 'debug' | 'info' | 'warn'): Log['info'] =>
    (event, fields = {}) => {
      log[level](event, fields);
      if (level !== 'debug' || debug) logger[level]?.(event, redactDeep(fields));
    };
  return {
    debug: to('debug'),
    info: to('info'),
    warn: to('warn'),
    failure: (event, error, fields) => {
      log.failure(event, error, fields);
      const message = error instanceof Error ? error.message : String(error);
      logger.error?.(event, redactDeep({ ...fields, error: message }));
    },
  };
}

import { join } from 'node:path';
import { alsoForbidden, type Config, loadConfig } from '../../config/config.ts';
import { environmentNames, type OptionName, optionNames, optionOf } from '../../config/options.ts';
import { GLOBAL_SCOPE } from '../../domain/base/scope.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { dutiesIn } from '../../engine/keeping/duty.ts';
import {
  engineDeps,
  locating,
  openStore,
  openWorld,
  readConfigFile,
  upkeepWords,
} from '../../program/compose.ts';
import { openHome } from '../../program/compose-home.ts';
import { HOME_ROOMS } from '../../program/rooms/homes.ts';
import { memoryLedgers } from '../../store/ledger/ledger-store.ts';
import { clockFrom, deadline, ticks } from '../../system/base/clock.ts';
import { startDetached } from '../../system/base/detach.ts';
import { homeDirectory } from '../../system/base/home.ts';
import { ownersWithin } from '../../system/presence/owners.ts';
import { findScope } from '../../system/projects/git.ts';
import type { PluginLogger } from '../api.ts';
import type { OpenHome } from '../homes.ts';
import { makeSurface, type Surface } from '../surface.ts';

/** The plugin's data folder in the gateway's state directory. */
export const FOLDER = 'cortex';

/** The programs that lie beside the plugin. */
export interface PluginPrograms {
  /** The entry point of the commands, which maintenance runs in a process of its own. */
  readonly program: string;
  /** The home of the person who ran setup; null: the usual one. */
  readonly home: string | null;
  /** Loads a bundle that lies beside it. */
  load(bundle: string): unknown;
}

export function openSurface(
  stateDir: string,
  settings: unknown,
  logger: PluginLogger,
  { program, home: own, load }: PluginPrograms,
): Surface {
  const env = process.env;
  const { config, warnings } = loadConfig({ file: settings ?? null, env });
  for (const warning of warnings) logger.warn(`Cortex: ${warning}`);
  const person = own ?? homeDirectory(env);
  const homeOf = (folder: string) => join(stateDir, FOLDER, folder);
  /** The environment of a process that does not see the gateway's settings. */
  const outside = (folder: string) => ({
    ...env,
    ...asEnvironment(config),
    CORTEX_HOME: homeOf(folder),
  });
  const elsewhere = (folder: string, ...words: string[]) =>
    startDetached([process.execPath, program, ...words], homeOf(folder), outside(folder));
  const duties = new Map<string, ReturnType<typeof dutiesIn>>();
  const dutiesOf = (folder: string) => {
    const known =
      duties.get(folder) ??
      dutiesIn(HOME_ROOMS, {
        load,
        env: outside(folder),
        home: () => openHome(outside(folder)),
        start: (words) => elsewhere(folder, ...words),
        failed: (error) => logger.warn(`Cortex: sync failed: ${(error as Error).message}`),
      });
    duties.set(folder, known);
    return known;
  };
  let maintainedAt = Number.NEGATIVE_INFINITY;
  const open = (folder: string) =>
    openIn({ ...env, CORTEX_HOME: homeOf(folder) }, settings ?? null, config, {
      config: () => withPersonsProhibitions(config, person),
      start: dutiesOf(folder).start,
      startMaintenance: (job) => {
        if (ticks() - maintainedAt < BETWEEN_MAINTENANCE_MS) return;
        maintainedAt = ticks();
        elsewhere(folder, ...upkeepWords(job), '--auto');
      },
    });
  const { now } = clockFrom(env);
  const surface = makeSurface(
    { config, now, open, warn: (message) => logger.warn(message) },
    (folder) => openHome(outside(folder)).copies(),
  );
  return {
    ...surface,
    stop: async (why) => {
      await surface.stop(why);
      for (const duty of duties.values()) duty.handOver();
    },
  };
}

/** Opens one of the homes below the gateway's state directory. */
function openIn(
  env: NodeJS.ProcessEnv,
  settings: unknown,
  config: Config,
  given: Pick<Deps, 'start' | 'startMaintenance'> & { readonly config: () => Config },
): OpenHome {
  const world = openWorld(env, 'person', { settings });
  const store = openStore(world);
  const owners = ownersWithin();
  // Not kept on disk, ledgers last as long as the gateway.
  const ledger = config['ledger.persist'] ? store.ledger : memoryLedgers();
  const deps = { ...engineDeps(world, { ...store, ledger }), rooms: HOME_ROOMS };
  return {
    deps: () => ({
      ...deps,
      ...given,
      config: given.config(),
      owners,
      // A workspace that OpenClaw does not name is nowhere, not where the gateway was started.
      locate: locating(
        () => store,
        (cwd) => (cwd === null ? NOWHERE : findScope(cwd)),
      ),
      deadline: deadline(config['restore.deadline_ms']),
    }),
    close: () => store.close(),
  };
}

/** Options together with what the person's own file forbids, which may change at any time. */
function withPersonsProhibitions(config: Config, home: string): Config {
  return alsoForbidden(config, loadConfig({ file: readConfigFile(home).file, env: {} }).config);
}

/** A gateway that stops ends sessions in many homes at once; they are not all to be tidied up at that moment. */
const BETWEEN_MAINTENANCE_MS = 60_000;

const NOWHERE = { scope: GLOBAL_SCOPE, branch: null, head: null };

/** Options that differ from their defaults, as environment variables. */
function asEnvironment(config: Readonly<Record<OptionName, unknown>>): Record<string, string> {
  const changed = optionNames().filter(
    (name) => String(config[name]) !== String(optionOf(name)[1]),
  );
  return Object.fromEntries(
    changed.map((name) => [environmentNames(name)[0]!, String(config[name])]),
  );
}

import type { Deps } from '../../engine/deps.ts';
import type { ForeignDatabase } from '../../store.ts';
import {
  type Foreign,
  type ForeignReport,
  type ForeignRun,
  type ForeignSystem,
  type Tally,
  tally,
} from './foreign-tally.ts';
import { importCerberus } from './import-cerberus.ts';
import { importOlderCortex } from './import-cortex.ts';
import { importDrift } from './import-drift.ts';

/** Which files of a folder a system keeps its data in; drift's lie one folder deeper. */
const FILES: Readonly<
  Record<
    ForeignSystem,
    { readonly database: RegExp; readonly json: RegExp; readonly folders: readonly string[] }
  >
> = {
  cerberus: { database: /^memory\.db$/, json: /^active-.+\.json$/, folders: [] },
  cortex: { database: /^brain\.db$/, json: /^working_memory\.json$/, folders: [] },
  drift: {
    database: /\.db$/,
    json: /^$/,
    folders: ['memory', 'cortex', '.drift/memory', '.drift/cortex', '.drift'],
  },
};

/** The tables by which a database is known to be the system's. */
const TABLES: Readonly<Record<ForeignSystem, readonly string[]>> = {
  cerberus: ['memory_store', 'sessions'],
  cortex: ['session_states', 'stm', 'working_memory'],
  drift: ['sessions'],
};

/** Takes over what another system kept: from a file or folder, or from where that system has its data. */
export async function importForeign(
  deps: Deps,
  foreign: Foreign,
  system: ForeignSystem,
  path: string | null,
  run: ForeignRun,
): Promise<ForeignReport> {
  const count = tally(deps, { source: system, ...run });
  const found =
    path === null
      ? foreign.places(system).flatMap((place) => filesAt(foreign, system, place, count))
      : filesAt(foreign, system, path, count);
  const files = [...new Set(found)];
  const json = files.filter((file) => file.endsWith('.json'));
  const databases = files.flatMap((file) =>
    json.includes(file) ? [] : opened(foreign, system, file, count),
  );
  try {
    switch (system) {
      case 'cerberus':
        await importCerberus(deps, foreign, { databases, activeFiles: json }, count);
        break;
      case 'cortex':
        await importOlderCortex(deps, foreign, { databases, pinFiles: json }, count);
        break;
      case 'drift':
        await importDrift(deps, databases, count);
    }
  } finally {
    for (const { database } of databases) database.close();
  }
  return count.report();
}

/** The files at a place that may be the system's; a file that was named is taken at its word. */
function filesAt(foreign: Foreign, system: ForeignSystem, place: string, count: Tally): string[] {
  count.lookedAt(place);
  if (foreign.kind(place) === 'file') return [place];
  const { database, json, folders } = FILES[system];
  for (const name of foreign.names(place)) {
    const original = /^(.+\.json)\.imported(?:-\d+)?$/.exec(name)?.[1];
    if (original && json.test(original)) count.wasImported(foreign.join(place, name));
  }
  return [place, ...folders.map((folder) => foreign.join(place, folder))].flatMap((folder) =>
    foreign
      .names(folder)
      .filter((name) => database.test(name) || json.test(name))
      .map((name) => foreign.join(folder, name))
      .filter((file) => foreign.kind(file) === 'file'),
  );
}

function opened(
  foreign: Foreign,
  system: ForeignSystem,
  path: string,
  count: Tally,
): { readonly path: string; readonly database: ForeignDatabase }[] {
  if (foreign.isOwn(path)) {
    count.damaged(path, 'it is the database of this Cortex, which reads what is in it already');
    return [];
  }
  let database: ForeignDatabase;
  try {
    database = foreign.open(path);
  } catch (error) {
    count.damaged(path, `it cannot be read: ${(error as Error).message}`);
    return [];
  }
  const why = database.tables.has('cortex_migrations')
    ? 'it is a database of this Cortex: cortex export and cortex import move it'
    : TABLES[system].some((table) => database.tables.has(table))
      ? null
      : `it has none of the tables ${TABLES[system].join(', ')}`;
  if (why !== null) {
    database.close();
    count.damaged(path, why);
    return [];
  }
  count.isRead(path);
  count.isLeft(path);
  return [{ path, database }];
}

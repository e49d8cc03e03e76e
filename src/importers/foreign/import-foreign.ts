import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Deps } from '../../engine/base/deps.ts';
import type { ForeignDatabase } from '../../ports/base/foreign.ts';
import { openForeign } from '../../store/base/foreign.ts';
import { listNames } from '../../system/base/files.ts';
import { importCerberus } from './cerberus.ts';
import { importClaudeMem } from './claude-mem.ts';
import { importDrift, importOlderCortex } from './sessions.ts';
import {
  type ForeignReport,
  type ForeignRun,
  type ForeignSystem,
  type OpenDatabase,
  Taking,
} from './taking.ts';

interface System {
  /** The files of a folder that hold the system's data, and the folders below it to search. */
  readonly database: RegExp;
  readonly json: RegExp;
  readonly folders: readonly string[];
  /** The tables by which a database is known to be the system's. */
  readonly tables: readonly string[];
  take(
    deps: Deps,
    databases: readonly OpenDatabase[],
    json: readonly string[],
    taking: Taking,
  ): Promise<void>;
}

const SYSTEMS: Readonly<Record<ForeignSystem, System>> = {
  cerberus: {
    database: /^memory\.db$/,
    json: /^active-.+\.json$/,
    folders: [],
    tables: ['memory_store', 'sessions'],
    take: importCerberus,
  },
  'claude-mem': {
    database: /^claude-mem\.db$/,
    json: /^$/,
    folders: [],
    tables: ['sdk_sessions', 'observations'],
    take: importClaudeMem,
  },
  cortex: {
    database: /^brain\.db$/,
    json: /^working_memory\.json$/,
    folders: [],
    tables: ['session_states', 'stm', 'working_memory'],
    take: importOlderCortex,
  },
  drift: {
    database: /\.db$/,
    json: /^$/,
    tables: ['sessions'],
    take: importDrift,
    folders: ['memory', 'cortex', '.drift/memory', '.drift/cortex', '.drift'],
  },
};

/** Takes over what another system kept, from the files and folders at some places. `own` is our own database. */
export async function importForeign(
  deps: Deps,
  name: ForeignSystem,
  places: readonly string[],
  own: string,
  run: ForeignRun,
): Promise<ForeignReport> {
  const all = new Taking(deps, name, run);
  const system = SYSTEMS[name];
  const files = [...new Set(places.flatMap((place) => filesAt(system, place, all)))];
  const isJson = (file: string) => file.endsWith('.json');
  const databases = files
    .filter((file) => !isJson(file))
    .flatMap((file) => openSystemDatabase(system, file, own, all));
  try {
    await system.take(deps, databases, files.filter(isJson), all);
    await all.finish();
  } finally {
    for (const { database } of databases) database.close();
  }
  return all.report;
}

/** The files at a place that may be the system's; a file that was named is taken at its word. */
function filesAt({ database, json, folders }: System, place: string, { report }: Taking): string[] {
  report.looked_at.push(place);
  if (isFile(place)) return [place];
  for (const name of listNames(place)) {
    const original = /^(.+\.json)\.imported(?:-\d+)?$/.exec(name)?.[1];
    if (original && json.test(original)) report.imported_before.push(join(place, name));
  }
  return [place, ...folders.map((folder) => join(place, folder))].flatMap((folder) =>
    listNames(folder)
      .filter((name) => database.test(name) || json.test(name))
      .map((name) => join(folder, name))
      .filter(isFile),
  );
}

function openSystemDatabase(
  { tables }: System,
  path: string,
  own: string,
  { report }: Taking,
): OpenDatabase[] {
  const refused = (why: string) => {
    report.skipped.push({ where: path, why });
    return [];
  };
  const isOwn = isSameFile(path, own);
  let database: ForeignDatabase;
  try {
    database = openForeign(path);
  } catch (error) {
    return refused(`it cannot be read: ${(error as Error).message}`);
  }
  const isOurs = database.tables.has('cortex_migrations');
  const wanted = isOwn ? tables.filter((table) => table !== 'session_states') : tables;
  if ((isOwn || !isOurs) && wanted.some((table) => database.tables.has(table))) {
    report.read.push(path);
    report.left_as_is.push(path);
    return [{ path, database, isOwn }];
  }
  database.close();
  if (isOwn) return refused('it is the database of this Cortex, and holds nothing of another');
  return refused(
    isOurs
      ? 'it is a database of this Cortex: cortex export and cortex import move it'
      : `it has none of the tables ${tables.join(', ')}`,
  );
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Whether two paths are one file, also through a link or under two names. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) =>
    statSync(path, { bigint: true, throwIfNoEntry: false }),
  );
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

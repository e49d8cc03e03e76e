import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isFields } from '../../../domain/base/settings/value.ts';
import type { InstallScope } from '../../../ports/base/host.ts';
import type { Cli, Home } from '../base/context.ts';
import { Failure } from '../base/errors.ts';

/** The record of setup on this machine, so that unsetup can take it back. */
export interface SetupRecord {
  readonly version: 1;
  /** The value of `--runtime`; null if setup chose by itself. */
  readonly runtime: string | null;
  readonly files: readonly FileRecord[];
  readonly commands: readonly CommandRecord[];
  /** Folders that were made for the files, each after the one it is in. */
  readonly folders: readonly string[];
}

export interface FileRecord {
  readonly path: string;
  readonly scope: InstallScope;
  readonly isCreated: boolean;
  /** The copy of the file as it was before the first change. */
  readonly backup: string | null;
  /** Hash of the file as we left it. */
  readonly after: string;
  /** Nobody else changed it between our first and last change, so the backup restores it whole. */
  readonly isExact: boolean;
  readonly hosts: readonly { readonly host: string }[];
}

export interface CommandRecord {
  readonly host: string;
  readonly scope: InstallScope;
  readonly run: readonly string[];
  readonly undo: readonly string[];
}

const NOTHING: SetupRecord = { version: 1, runtime: null, files: [], commands: [], folders: [] };

const LISTS = ['files', 'commands', 'folders'];

type RecordCli = Pick<Cli, 'machine'>;
type RecordPlace = Pick<Home, 'folder'>;

function recordFile(home: RecordPlace): string {
  return join(home.folder, 'setup.json');
}

/** One process at a time sets up or takes back. */
export function setupLock(home: RecordPlace): string {
  return join(home.folder, 'setup.lock');
}

export function readRecord({ machine }: RecordCli, home: RecordPlace): SetupRecord {
  const path = recordFile(home);
  const text = machine.read(path)?.text ?? null;
  if (text === null) return NOTHING;
  try {
    const found: unknown = JSON.parse(text);
    if (
      isFields(found) &&
      found['version'] === 1 &&
      LISTS.every((name) => Array.isArray(found[name]))
    )
      return found as never;
  } catch {
    // As if it were of another version.
  }
  throw new Failure(
    `${path} is not a record of setup that this version can read.`,
    'Move it away; setup and unsetup then go by what the settings of each agent say.',
  );
}

/** The record; null if it cannot be read, which setup itself will say. */
export function recordOrNull(world: RecordCli, home: RecordPlace): SetupRecord | null {
  try {
    return readRecord(world, home);
  } catch {
    return null;
  }
}

export function changeRecord(
  world: RecordCli,
  home: RecordPlace,
  change: (record: SetupRecord) => SetupRecord,
): void {
  const record = change(readRecord(world, home));
  if (record.files.length + record.commands.length + record.folders.length === 0)
    world.machine.remove(recordFile(home));
  else world.machine.write(recordFile(home), `${JSON.stringify(record, null, 2)}\n`, 0o600);
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The record with another entry for a file; null takes it out. */
export function withFileRecord(
  record: SetupRecord,
  path: string,
  entry: FileRecord | null,
): SetupRecord {
  const others = record.files.filter((file) => file.path !== path);
  return { ...record, files: entry ? [...others, entry] : others };
}

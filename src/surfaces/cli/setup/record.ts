import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Addition } from '../../../domain/settings/addition.ts';
import type { Before } from '../../../domain/settings/merge.ts';
import type { Patch } from '../../../domain/settings/patch.ts';
import { isFields } from '../../../domain/settings/value.ts';
import type { InstallScope } from '../../../host.ts';
import type { Home } from '../context.ts';
import { Failure } from '../errors.ts';
import type { Machine } from './machine.ts';
import type { Format } from './settings-text.ts';

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
  /** The file as it was before the first change. */
  readonly backup: string | null;
  /** Hash of the file as we left it. */
  readonly after: string;
  /** Nobody else changed it between our first change and our last: the backup is all of it. */
  readonly isExact: boolean;
  readonly hosts: readonly HostRecord[];
}

/** That the host's user had approved a hook before setup changed it. */
export interface Trusted {
  readonly key: string;
  readonly hash: string;
  /** The hook's content then; null if another one or none was there. */
  readonly content: string | null;
}

export type HostRecord =
  | {
      readonly kind: 'settings';
      readonly host: string;
      readonly format: Format;
      readonly additions: readonly Addition[];
      readonly patches: readonly Patch[];
      readonly before: Before;
      /** The hooks approved when setup changed it; absent if the host asks nobody. */
      readonly trusted?: readonly Trusted[];
    }
  | { readonly kind: 'file'; readonly host: string };

export interface CommandRecord {
  readonly host: string;
  readonly scope: InstallScope;
  readonly run: readonly string[];
  readonly undo: readonly string[];
}

const NOTHING: SetupRecord = { version: 1, runtime: null, files: [], commands: [], folders: [] };

const LISTS = ['files', 'commands', 'folders'];

function recordFile(home: Pick<Home, 'folder'>): string {
  return join(home.folder, 'setup.json');
}

/** One process at a time sets up or takes back. */
export function lockOf(home: Pick<Home, 'folder'>): string {
  return join(home.folder, 'setup.lock');
}

export function readRecord(machine: Machine, home: Pick<Home, 'folder'>): SetupRecord {
  const path = recordFile(home);
  const text = machine.read(path)?.text ?? null;
  if (text === null) return NOTHING;
  try {
    const found: unknown = JSON.parse(text);
    if (isFields(found) && found['version'] === 1 && LISTS.every((name) => Array.isArray(found[name])))
      return found as never;
  } catch {
    // As if it were of another version.
  }
  throw new Failure(
    `${path} is not a record of setup that this version can read.`,
    'Move it away; setup and unsetup then go by what the settings of each agent say.',
  );
}

export function writeRecord(machine: Machine, home: Pick<Home, 'folder'>, record: SetupRecord): void {
  if (record.files.length + record.commands.length + record.folders.length === 0)
    machine.remove(recordFile(home));
  else machine.write(recordFile(home), `${JSON.stringify(record, null, 2)}\n`, 0o600);
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The record with another entry for a file; null takes it out. */
export function withFile(record: SetupRecord, path: string, entry: FileRecord | null): SetupRecord {
  const others = record.files.filter((file) => file.path !== path);
  return { ...record, files: entry ? [...others, entry] : others };
}

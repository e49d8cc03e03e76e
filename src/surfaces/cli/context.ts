import type { Config } from '../../config/config.ts';
import type { FileContent } from '../../domain/pins/working-memory.ts';
import type { Check, FileFacts } from '../../domain/runtime/check.ts';
import type { HookTime } from '../../domain/runtime/hook-time.ts';
import type { LockHolder } from '../../domain/runtime/lock-holder.ts';
import type { Environment, PluginKind } from '../../domain/runtime/runtimes.ts';
import type { Millis } from '../../domain/time.ts';
import type { Deps, Location, Missed } from '../../engine/deps.ts';
import type { Repair, RepairReport } from '../../engine/repair/repair.ts';
import type { Copies } from '../../engine/upkeep/copy.ts';
import type { Host } from '../../host.ts';
import type { Call } from '../../operations/operation.ts';
import type { DatabaseReport } from '../../store.ts';
import type { Output } from './output.ts';
import type { Machine } from './setup/machine.ts';

export type { Environment } from '../../domain/runtime/runtimes.ts';

/** The world of the commands. */
export interface Cli {
  readonly version: string;
  readonly env: Environment;
  readonly hosts: readonly Host[];
  readonly program: ProgramPaths;
  readonly machine: Machine;
  readonly node: { readonly version: string; readonly isSupported: boolean };
  readonly out: Output;
  readonly err: Output;
  /** The user's home, where hosts keep their settings; throws if it is unknown. */
  userHome(): string;
  /** Throws where the folder was removed under the shell. */
  cwd(): string;
  /** Throws where there is no place for data at all. */
  home(): Home;
  /** Puts what was handed over to servers that are gone among the events that wait for the database. */
  adoptHanded(): void;
  /** The homes in a folder, the last one used first; looked at from outside. */
  homesBelow(folder: string): readonly HomeGlance[];
  readonly rooms: readonly CliPart[];
  /** Facts about the file at a path; null if there is none, or none that may be looked at. */
  look(path: string): FileFacts | null;
  /** The beginning of a plain file; null where there is none. */
  readText(path: string): string | null;
  /** Whether somebody sits at a terminal who can be asked. */
  isAttended(): boolean;
  /** The words they type; null where nobody does, or where they end the question without an answer. */
  ask(question: string): Promise<string | null>;
  confirm(question: string): Promise<boolean | null>;
  serveTools(port: number): Promise<void>;
  writePlugin(kind: PluginKind, folder: string): void;
  readInput(): string;
  /** The lines of a file or, for `-`, of standard input. */
  readLines(path: string): Iterable<InputLine>;
  /** A file that appears when it is finished, or standard output for `-`. */
  openSink(path: string): Sink;
}

/** The part of a room in commands that are there without it. */
export interface CliPart {
  checks?(cli: Cli, home: Home): Promise<readonly Check[]>;
  readonly status?: RoomStatus;
  maintains?(cli: Cli, deps: Deps): Promise<void>;
  transcriptsOf?(cli: Cli, session: AtHost): readonly string[];
  /** These hosts were set up; where nobody can be asked, it only says what could be done. */
  afterSetup?(cli: Cli, hosts: readonly string[], isAsked: boolean): Promise<void>;
  /** Whether agents have to ask before tool calls. */
  asksBeforeTools?(cli: Cli, home: Home): Promise<boolean>;
}

/** A session as its host knows it. */
export interface AtHost {
  readonly host: string;
  readonly host_session_id: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Further fields of `cortex status --json`, and the rows that show them to people. */
export interface RoomStatus {
  /** Null where the database cannot be had. */
  read(cli: Cli, deps: Deps | null): Promise<Fields>;
  rows(status: Fields, at: Millis): readonly StatusRow[];
}

export interface StatusRow {
  readonly label: string;
  readonly text: string;
  readonly isTrouble: boolean;
}

export interface InputLine {
  readonly number: number;
  /** Null where it is not text. */
  readonly text: string | null;
  /** Bytes read so far, of so many; 0 where that is not known. */
  readonly read: number;
  readonly size: number;
}

export interface Sink {
  write(line: string): void;
  finish(): void;
  discard(): void;
}

/** How this program is started again by somebody else: absolute paths, because a host has a `PATH` of its own. */
export interface ProgramPaths {
  readonly node: string;
  readonly script: string;
}

export interface HomeGlance {
  readonly folder: string;
  readonly sessions: number;
  readonly last_event: string | null;
}

/** The folder of all data and what is known of it before the database is opened. */
export interface Home {
  readonly folder: string;
  readonly places: Call['places'];
  readonly database: string;
  readonly mirrors: string;
  readonly configFile: string;
  readonly logFolder: string;
  readonly config: Config;
  readonly warnings: readonly string[];
  readonly now: () => Millis;
  locate(cwd: string): Location;
  /** The times of the events that wait beside the database, oldest first. */
  spooled(): readonly Millis[];
  /** Whether another process keeps the database locked for longer than a command waits. */
  isLocked(): boolean;
  /** Null where nobody does, or the system does not tell who. */
  lockHolder(): LockHolder | null;
  /** The content of a `working_memory.json`; null where there is none. Throws where it is something else. */
  readonly readPinFile: (path: string) => FileContent | null;
  logFailure(event: string, error: unknown): void;
  make(): void;
  writeConfig(text: string): void;
  log(query: { readonly levels: readonly LogLevel[]; readonly limit: number }): readonly LogEntry[];
  open(): { readonly deps: Deps; close(): void };
  /** Opens the database as everybody does and looks at it from outside; whole: at every page and row. */
  inspect(isWhole: boolean): DatabaseReport;
  /** Events that could not be stored anywhere; null where there were none. */
  missed(): Missed | null;
  hookTimes(): readonly HookTime[];
  /** Bytes that are free where the data lies; null where that cannot be asked. */
  freeBytes(): number | null;
  readonly repair: Repair;
  lastRepair(): RepairReport | null;
  /** Unreadable parts in repairs that nobody accepted since. */
  unread(): readonly string[];
  /** The files in which copies of what is in the database may lie. */
  copies(): Copies;
  /** Works behind everybody else from now on, and ends after so long whatever it is doing. */
  stepBack(millis: number): void;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'failure';

export interface LogEntry {
  readonly at: string;
  readonly level: LogLevel;
  readonly event: string;
  readonly code: string | null;
  readonly message: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

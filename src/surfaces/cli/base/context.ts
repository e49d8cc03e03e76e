import type { FileFacts, HealthCheck } from '../../../domain/base/check.ts';
import type { Environment, PluginKind } from '../../../domain/base/runtimes.ts';
import type { Millis } from '../../../domain/base/time.ts';
import type { Deps } from '../../../engine/base/deps.ts';
import type { AgentToStart, Operation } from '../../../operations/base/operation.ts';
import type { Host } from '../../../ports/base/host.ts';
import type { InputLine } from '../../../ports/base/input-line.ts';
import type { Machine } from '../../../ports/base/machine.ts';
import type { Home, HomeGlance } from '../../base/world.ts';
import type { Output } from './output.ts';

export type { Environment } from '../../../domain/base/runtimes.ts';
export type { InputLine } from '../../../ports/base/input-line.ts';
export type { Home, HomeGlance } from '../../base/world.ts';

/** Everything that commands know of the machine, the home and the person. */
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
  /** Records events that wait for the database. The reason where that failed, which keeps no command from its work. */
  takeWaiting(deps: Deps): Promise<unknown>;
  /** The homes in a folder, the last one used first; looked at from outside. */
  homesBelow(folder: string): readonly HomeGlance[];
  readonly rooms: readonly CliPart[];
  /** Every operation that may be asked for by its name. */
  readonly operations: readonly Operation[];
  /** Starts an agent by its first words; gives its exit code. */
  startAgent(cli: Cli, home: Home, begun: AgentToStart): number;
  /** Facts about the file at a path; null if there is none, or none that may be looked at. */
  look(path: string): FileFacts | null;
  /** The beginning of a plain file; null where there is none. */
  readText(path: string): string | null;
  /** Whether somebody sits at a terminal who can be asked. */
  isAttended(): boolean;
  /** The words they type; null where nobody does, or where they end the question without an answer. */
  ask(question: string): Promise<string | null>;
  confirm(question: string): Promise<boolean | null>;
  /** Shows a text on the terminal, page by page where it is longer than the screen. */
  showLong(text: string): void;
  /** Gives the keys that a person presses to `press` until it says that it is done. */
  followKeys: FollowKeys;
  serveTools(port: number): Promise<void>;
  writePlugin(kind: PluginKind, folder: string): void;
  readInput(): string;
  /** The lines of a file or, for `-`, of standard input. */
  readLines(path: string): Iterable<InputLine>;
  /** Into a file that appears when all is written, or to standard output for `-`. */
  writeLines<T>(path: string, work: (write: (line: string) => void) => T | Promise<T>): Promise<T>;
}

/** The part of a room in commands that are there without it. */
export interface CliPart {
  checks?(cli: Cli, home: Home): Promise<readonly HealthCheck[]>;
  readonly status?: RoomStatus;
  maintains?(cli: Cli, deps: Deps): Promise<void>;
  /** Sentences on what becomes of something forgotten that is not on this machine alone. */
  afterForget?(cli: Cli): readonly string[];
  transcriptsOf?(cli: Cli, session: AtHost): readonly string[];
  /** These hosts were set up; where nobody can be asked, it only says what could be done. */
  afterSetup?(cli: Cli, hosts: readonly string[], isAsked: boolean): Promise<void>;
  /** The machine is a container that will be thrown away, and nobody can be asked; the sentences are printed. */
  container?(cli: Cli): Promise<readonly string[]>;
  /** Whether agents have to ask before tool calls. */
  asksBeforeTools?(cli: Cli, home: Home): Promise<boolean>;
}

/** A session as its host knows it. */
export interface AtHost {
  readonly host: string;
  readonly host_session_id: string | null;
}

/** A key as a person pressed it; `text` is what it writes into a field. */
export interface PressedKey {
  readonly name: string;
  readonly text: string;
}

/** The lines below the cursor. */
export interface KeyScreen {
  readonly rows: number;
  readonly columns: number;
  draw(lines: readonly string[]): void;
}

export type FollowKeys = (
  press: (key: PressedKey, screen: KeyScreen) => boolean,
  begin: (screen: KeyScreen) => void,
) => Promise<void>;

type RoomFields = Readonly<Record<string, unknown>>;

/** Further fields of `cortex status --json`, and the rows that show them to people. */
export interface RoomStatus {
  /** Null where the database cannot be had. */
  read(cli: Cli, deps: Deps | null): Promise<RoomFields>;
  rows(status: RoomFields, at: Millis): readonly StatusRow[];
}

export interface StatusRow {
  readonly label: string;
  readonly text: string;
  readonly isTrouble: boolean;
}

/** How this program is started again by somebody else: absolute paths, because a host has a `PATH` of its own. */
export interface ProgramPaths {
  readonly node: string;
  readonly script: string;
}

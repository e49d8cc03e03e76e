import type { Environment } from '../../domain/base/runtimes.ts';
import type { Addition } from '../../domain/base/settings/merge.ts';
import type { Payload } from '../../domain/base/text/json.ts';
import type { HostEvent } from '../../domain/facts/event.ts';
import type { Injection } from '../../domain/facts/sender.ts';
import type { Receipt } from '../../domain/ledger/receipt.ts';

export type { Addition } from '../../domain/base/settings/merge.ts';
export type { Payload } from '../../domain/base/text/json.ts';

/** Cortex's answer to an event, for the model; null is silence. */
export interface Reply {
  readonly context: string | null;
  /** The items marked as shown by it; taken back if it never arrives. */
  readonly receipt?: Receipt | null;
  /** The context only announces a restore, which is still owed. */
  readonly isOwed?: true;
  /** One line for the person, where the host shows such a thing. */
  readonly notice?: string | null;
}

/** One agent program: its payloads in, its answers out. */
export interface Host {
  readonly name: string;
  /** The name that people use. */
  readonly title: string;
  /** Why the real program was never run with this adapter, which then keeps to the program's documents. */
  readonly notRun?: string;
  /** Documents and source alone say how it works: it is set up by its name and `--experimental` only, for that writes into files of people. */
  readonly experimental?: true;
  readonly injection: Injection;
  /** Files that it loads into every conversation by itself: nothing that they say is told to it again. */
  readonly loads?: Loads;
  /** How its payloads are recognised; without it, only the name in the hook's command counts. */
  readonly marks?: Marks;
  /** The names of its tools, where they are its own. */
  readonly tools?: Readonly<Record<string, ToolRole>>;
  /** An event in common words; null for what is unknown or of no interest. Throws `Malformed` when it is neither. */
  parse(payload: unknown): HostEvent | null;
  /** The hook's standard output, exactly in the shape that the host reads there; empty for silence. */
  render(event: HostEvent, reply: Reply): string;
  /** A variable of its hooks that names the process of the host. */
  readonly ownerVariable?: string;
  /** How a server of tools knows that this host calls it. */
  readonly client?: HostClient;
  /** The command that begins a conversation with these words; absent where there is none. */
  readonly begins?: (words: string) => readonly string[];
  /** The command that goes on with a conversation by its id there, or what a person does where there is none. */
  readonly reopens: ((hostSessionId: string) => readonly string[]) | string;
  /** How the host is told to call Cortex. */
  readonly install: Install;
}

/** A tool's purpose. `quiet`: its answer is not kept, because it is no outcome and may be a stranger's page. */
export type ToolRole =
  | 'shell'
  | 'write'
  | 'edit'
  | 'delete'
  | 'patch'
  | 'read'
  | 'todos'
  | 'task'
  | 'plan'
  | 'question'
  | 'quiet';

/**
 * How the payloads of a host are told from those of another. The name that a hook is called by proves nothing: programs copy the
 * hooks of others (Codex by `/import`), or read their settings (VS Code, Cursor, Copilot, Qoder).
 */
export interface Marks {
  /** Only this host sends such a payload. */
  proves?(sent: Payload): boolean;
  /** The place of its transcripts, which proves as much. */
  readonly transcript?: RegExp;
  /** True for a payload that this host never sends: another program uses its name. */
  denies?(sent: Payload, env: Environment): boolean;
  /** Without a proof and without a name, the environment speaks for it. */
  suggests?(env: Environment, sent: Payload): boolean;
}

/** A host as the client of a server of tools. */
export interface HostClient {
  /** Its name there, where that does not hold the name of the host: `codex-mcp-client` holds `codex`. */
  readonly name?: string;
  /** Variables that it sets for servers that it starts: the folder of the project, and the id of the conversation. */
  readonly project?: string;
  readonly session?: string;
}

/** Paths of files; one that ends with a slash is a folder of Markdown. */
export interface Loads {
  readonly project: readonly string[];
  /** `<project>` stands for the path of the project, with a dash for every sign that is neither letter nor digit. */
  readonly user: { readonly base: FilePlace['base']; readonly paths: readonly string[] };
  /** A line `@path` in them stands for that file. */
  readonly imports?: true;
}

/** Installation as data: what is written where. */
export interface Install {
  /** Signs that the program is here: folders below the user's home, commands on the path. */
  readonly signs: { readonly folders: readonly string[]; readonly commands: readonly string[] };
  edits(runtime: Runtime, scope: InstallScope): readonly HostEdit[];
  /** Steps that only a person can do afterwards, a sentence each. */
  readonly afterwards: readonly string[];
  /** Remarks that need no action. */
  readonly goodToKnow?: readonly string[];
  /** The Cortex module that the host loads into its own process. */
  readonly module?: string;
  /** A folder of ours that its own installer is given: the folder beside our bundles, and which of its files, by their new names. */
  readonly package?: { readonly folder: string; readonly files: Readonly<Record<string, string>> };
  /** The folder in which it keeps homes of its own. */
  readonly homes?: FilePlace;
  /** The settings in which its own installer keeps what it did. Looked at, and changed by its own commands alone. */
  readonly own?: {
    readonly place: FilePlace;
    /** The folder in which it keeps everything else. */
    readonly folder: FilePlace;
    /** Variables that move all of it to a place that is not known here. */
    readonly movedBy: readonly string[];
    /** Obstacles that keep answers from the model, a sentence each; null if Cortex is not installed. */
    troubles(found: HostSettings): readonly string[] | null;
    /** Losses that come with removing Cortex, in a sentence. */
    losing(found: HostSettings): string | null;
    /** Whether nothing is left that its own commands could uninstall. Asked without settings where the host has none. */
    isGone(found: HostSettings): boolean;
    /** The folder of the launchers by which that finds Cortex; null where it finds it otherwise. */
    launchersOf(found: HostSettings): string | null;
    /** Instruction for a person if the host is gone and our part of it is not, in a sentence. */
    readonly leftBehind: string;
  };
  /** The host's table of enabled plugins, by `name@market`; ours has this name. */
  readonly plugins?: {
    readonly place: FilePlace;
    readonly at: readonly string[];
    readonly name: string;
    /** How a person removes the Cortex plugin. */
    readonly remove: string;
  };
  /** The host's table of hooks that its user has approved, with an entry for each. */
  readonly approvals?: {
    readonly place: FilePlace;
    readonly format: 'json' | 'toml';
    readonly at: readonly string[];
    /** The name of a hook there: by the file, the event, the place in its list and the place among the handlers there. */
    key(file: string, event: string, entry: number, handler: number): string;
  };
}

export type InstallScope = 'user' | 'project';

/** Settings of a host, and a look at the files around them. */
export interface HostSettings {
  readonly settings: Readonly<Record<string, unknown>>;
  /** The folder in which the host keeps its own things. */
  readonly folder: string;
  /** A text file; null where there is none. */
  read(path: string): string | null;
  exists(path: string): boolean;
}

/** How Cortex is started by somebody else. Absolute paths: a host started from a desktop has no `PATH` to speak of. */
export interface Runtime {
  readonly argv: readonly string[];
  /** The folder with the bundles and plugins of Cortex. */
  readonly folder: string;
  /** The launchers that find Cortex also after it moved; null where a host cannot start one. */
  readonly launchers?: {
    readonly hook: string;
    readonly server: string | null;
    readonly statusLine: string;
    /** The folder with copies of the modules that hosts load. */
    readonly modules: string;
  };
  /** A status line is wanted, the host has one, and it shows no other. */
  readonly showsStatus?: boolean;
  /** Reads of files are reported too (`ledger.file_note`). */
  readonly watchesReads?: boolean;
  /** Standing instructions exist, so the host asks before tool calls. */
  readonly instructs?: boolean;
}

/** One thing that installing does. */
export type HostEdit =
  /** Adds to a file that is the user's. */
  | {
      readonly kind: 'settings';
      readonly place: FilePlace;
      readonly format: 'json' | 'toml';
      readonly additions: readonly Addition[];
    }
  /** A whole file that is ours. */
  | { readonly kind: 'file'; readonly place: FilePlace; readonly content: string }
  /** The host's own installer. */
  | {
      readonly kind: 'command';
      readonly run: readonly string[];
      /** Empty where the undoing of another one takes it back. */
      readonly undo: readonly string[];
      /** Run after `undo`, for what that leaves behind. Both together take back all commands of the host. */
      readonly afterUndo?: readonly string[];
      /** Whether the host's settings show that it was done; without it, the record of setup tells. */
      isShown?(found: HostSettings): boolean;
      /** The file or folder that shows it; without it, the settings do. */
      shownAt?(found: HostSettings): string;
    };

/** The place of a file that installing writes or reads. */
export interface FilePlace {
  /** The user's home, the root of the project, or the folder that a variable names. */
  readonly base: 'home' | 'project' | { readonly env: string; readonly otherwiseInHome: string };
  readonly path: string;
  /** A variable that names the file itself. */
  readonly file?: string;
}

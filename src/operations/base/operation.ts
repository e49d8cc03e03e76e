import type * as z from 'zod/v4';
import type { SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import type { HookTime } from '../../domain/hooks/hook-time.ts';
import type { Sendable } from '../../domain/ledger/ledger.ts';
import type { Receipt } from '../../domain/ledger/receipt.ts';
import type { FileContent } from '../../domain/pins/working-memory.ts';
import type { Deps } from '../../engine/base/deps.ts';
import type { Copies } from '../../engine/keeping/copy.ts';
import type { Location } from '../../ports/projects/location.ts';
import type { SessionHead } from '../../store/store.ts';
import type { Reach } from './reach.ts';
import type { Asker, View, ViewLine } from './view.ts';

/** The context of an operation: everything it gets besides its input. */
export interface OperationCall {
  readonly deps: Deps;
  /** The project that it is about. */
  readonly scope: Scope;
  /** The project was named; otherwise it is where the caller stands. */
  readonly isChosen: boolean;
  readonly location: Location;
  /** The folder that the caller stands in; null where it is in none. */
  readonly cwd: string | null;
  /** The session that the caller stands in; null where it has none, or the engine finds it. */
  readonly session: SessionHead | null;
  /** The conversation of a caller whose session is not opened yet. */
  readonly conversation?: SessionId | null;
  /** Running sessions that it is about; absent: the engine finds those that a command was typed in. */
  sessions(): Promise<readonly SessionHead[] | undefined>;
  /** Sessions that record the call, whatever project it is about. */
  saidIn(): Promise<readonly SessionHead[]>;
  readonly by: Asker;
  readonly agent: string;
  /** The projects whose memory it may touch. */
  readonly reach: Reach;
  copies(): Copies;
  hookTimes(): readonly HookTime[];
  /** The folders of the data, to be named in answers. */
  readonly places: { readonly home: string; readonly mirrors: string };
  /** Names of the hosts that have an adapter; empty for a program. */
  readonly hosts: readonly string[];
  /** A program reads the answer: lists are then whole. */
  readonly isForProgram: boolean;
  /** The content of a `working_memory.json` on the caller's machine; null where there is none. Absent: no file may be named. */
  readonly readPinFile?: (path: string) => FileContent | null;
  /** Files on that machine; null likewise. */
  readonly files: OwnFiles | null;
}

/** Files on the caller's machine. */
export interface OwnFiles {
  /** A text that a person named; null where it is none. */
  read(path: string): string | null;
  write(path: string, text: string): void;
  remove(path: string): void;
}

/** The conversation whose ledger tells what the caller has been shown; null where it cannot be told from others. */
export function conversationOfCall({ session, conversation }: OperationCall): SessionId | null {
  return session?.id ?? conversation ?? null;
}

/** Things of this machine that a shell can complete. */
export type Findable = 'sessions' | 'scopes' | 'hosts' | 'options';

/** Words that can stand at a place, for shells that complete it: some, or the names of what is found on this machine. */
export type Choices = readonly string[] | Findable;

/** The help of a field for people, where it differs from the one for models. */
export interface OperationField {
  readonly help?: string;
  /** The name of the flag, where it is not that of the field. */
  readonly flag?: string;
  readonly short?: string;
  /** The name of the value in the help; by default the field's name. */
  readonly value?: string;
  readonly choices?: Choices;
  /** Set when only commands, or only tools, have the field. */
  readonly only?: 'command' | 'tool';
}

export interface Example {
  readonly line: string;
  readonly says: string;
}

/** Another name that callers know a field by, and how its value is given there. It stands in no schema. */
export type Aliases = Readonly<
  Record<string, { readonly name: string; readonly value?: (given: unknown) => unknown }>
>;

/** The text for a model, where lines are not enough, and what it puts on record as shown. */
export interface ModelText {
  readonly text?: string;
  /** The text is escaped already, and may hold a Cortex element. */
  readonly isHarmless?: true;
  /** Takes back what was recorded as shown where nobody receives it. */
  readonly receipt?: Receipt | null;
  /** The part that is shown even if the model has it: asked for by name, or the model's own. */
  readonly shown?: readonly Sendable[];
}

export interface Confirmation {
  readonly lines: readonly string[];
  readonly question: string;
  /** The message for the answer no. */
  readonly declined: string;
}

/** An agent to start, by its first words. */
export interface AgentToStart {
  readonly host: string;
  readonly words: string;
  /** The facts behind them, for an agent that is not told by Cortex at its start. */
  readonly facts: string;
}

/** An operation in a chat: a person types a line there, in a conversation that may have a session. */
export interface Chat<I extends z.ZodObject, R> {
  /** Its line in the help of `/cortex`. */
  readonly summary: string;
  /** Fields that the words after the name fill, in order. */
  readonly words: readonly (keyof z.output<I> & string)[];
  /** The answer where a word is missing that it needs. */
  readonly missing?: string;
  /** Fields that a chat can say less freely. */
  readonly input?: z.ZodRawShape;
  /** Fields that a chat always gives. */
  readonly given?: Partial<z.input<I>>;
  /** Whether it needs the conversation's session: one that has begun, or one opened for it. */
  readonly session?: 'begun' | 'opened';
  /** Texts for the model: a command is not seen by it, so it is told with its next turn. */
  told?(result: R): readonly string[];
}

/** Whether an operation only reads, adds, or changes and takes away. */
export type Effect = 'reads' | 'adds' | 'changes';

/**
 * Something that a person, a model or a program can ask for, declared once. Commands with their flags, help, completion and
 * JSON, tools with their schemas, `/cortex` of OpenClaw, the page and the documentation derive from it.
 */
// biome-ignore lint/suspicious/noExplicitAny: a list of operations holds results of all kinds; each declaration is checked.
export interface Operation<I extends z.ZodObject = z.ZodObject, R = any> {
  /** `command` may be two words (`memory add`); null where people, or models, have no use for it. */
  readonly name: { readonly command: string | null; readonly tool: string | null };
  /** Names that the command had before, each with the input that it stands for. They go on working. */
  readonly older?: Readonly<Record<string, Partial<z.input<I>>>>;
  readonly summary: string;
  /** A few sentences for help and documentation, beyond the summary. */
  readonly about: string;
  /** Fields that only a tool has. */
  readonly tool?: {
    readonly title: string;
    /** For a model: when to use it, and when not. */
    readonly description: string;
    readonly output: z.ZodObject;
    /** Fields that a model can say less freely, or has besides. */
    readonly input?: z.ZodRawShape;
    readonly aliases?: Aliases;
    readonly isIdempotent?: true;
    /** The tool must be listed at once even by hosts that hide tools behind a search. */
    readonly isAtHand?: true;
    /** The tool is about the client's own session: no project can be named. */
    readonly isHere?: true;
  };
  /** `/cortex` of OpenClaw offers it, under the name of the command. */
  readonly chat?: Chat<I, R>;
  readonly effect: Effect;
  /** Whether this input only asks, though others add or change something. */
  isAsking?(input: z.output<I>): boolean;
  /** The operation goes on with what is there, so it is never the first in a home. */
  readonly ofWhatIsThere?: true;
  /** The target that callers can name besides the input: a project, a project or running session, or none. */
  readonly on: 'project' | 'sessions' | 'nothing';
  readonly input: I;
  /** Fields that a person types without flags, in order; `…` takes all words that follow. */
  readonly words: readonly (keyof z.output<I> | `${keyof z.output<I> & string}…`)[];
  readonly fields: { readonly [Name in keyof z.output<I>]?: OperationField };
  readonly examples: readonly Example[];
  /** An agent that is started in place of an answer, where a person asked for that. */
  begins?(result: R): AgentToStart | null;
  /** The question that a person answers first; null where there is none. `--yes` answers it. */
  confirm?(call: OperationCall, input: z.output<I>): Promise<Confirmation | null>;
  run(call: OperationCall, input: z.output<I>): Promise<R>;
  lines(result: R, view: View): readonly ViewLine[];
  /** The same as data, in snake_case; names that a source gives stay. */
  json(result: R): Readonly<Record<string, unknown>> | null;
  /** The list that `--json` prints, for a command that answers with one. */
  rows?(result: R): readonly unknown[] | undefined;
  told?(result: R, call: OperationCall): ModelText;
  /** The exit code of the command; 0 by default. */
  exit?(result: R): number;
}

/** Lets the compiler see in `run` and `lines` what was declared. */
export function declareOperation<I extends z.ZodObject, R>(
  declared: Operation<I, R>,
): Operation<I, R> {
  return declared;
}

import type { HostEvent } from './domain/event.ts';
import type { Millis } from './domain/time.ts';
import type { ForeignDatabase } from './store/foreign.ts';

export type { ForeignDatabase, ForeignRow } from './store/foreign.ts';

/** What a host itself keeps of its sessions, so that the first day with Cortex already has a past. */
export interface Transcripts {
  readonly host: string;
  /** Folders that hold them: below the user's home, or below what a variable names. */
  readonly folders: readonly TranscriptFolder[];
  /** A folder in the working tree of the project that the import runs in. Links in it are not followed. */
  readonly inProject?: readonly string[];
  /** Anybody may have written it: nothing in it is the person's own word, a rule, a finding or work of a thread. */
  readonly isHearsay?: true;
  /** Which files below a folder are transcripts, by the path below it, with slashes. */
  readonly name: RegExp;
  /** One file for all sessions: while it is written to, those are read that are over. */
  readonly holdsAll?: true;
  /** What a file tells, in order, but for what is repeated in it. What cannot be read is named and passed over. */
  read(file: TranscriptFile, repeated?: ReadonlySet<string>): Iterable<Told | Damage>;
  /** Where a conversation may begin with all that another one said until it left it. */
  readonly repetitions?: Repetitions;
  /** What the agent said last, if no person has spoken since, from the end of a file; null where that does not tell. */
  lastReply?(tail: string): string | null;
}

/** How it is known that files repeat one another. */
export interface Repetitions {
  /** What it shares with those that it may repeat, and when it began itself; null where it does not tell. */
  family(file: TranscriptFile): { readonly of: string; readonly began: Millis } | null;
  /** The ids of what stands in it. */
  ids(file: TranscriptFile): Iterable<string>;
}

export interface TranscriptFolder {
  /** A variable that moves the folder `instead`. */
  readonly env?: string;
  readonly instead: string;
  readonly below: string;
}

export interface Told {
  /** Null where the file does not say when. */
  readonly at: Millis | null;
  readonly branch?: string | null;
  /** Where a file only goes on with the conversation of another one: what tells it from all others of that conversation. */
  readonly part?: string | null;
  /** The program whose session it is, where another one wrote it down: one that is known here already is left out. */
  readonly original?: string;
  readonly event: HostEvent;
}

export interface Damage {
  /** A line's number, or another place in the file. */
  readonly where: string;
  readonly why: string;
}

export interface TranscriptLine {
  readonly number: number;
  /** Null where it is longer than anybody writes, or no UTF-8. */
  readonly text: string | null;
  /** Bytes of the file up to its end. */
  readonly read: number;
}

/** A file, read as its format asks for; large ones never all at once. */
export interface TranscriptFile {
  readonly path: string;
  readonly size: number;
  readonly modified: Millis;
  lines(): Iterable<TranscriptLine>;
  /** Transcripts in a folder beside it that has its name, by their path below that folder. */
  beside(name: RegExp): readonly TranscriptFile[];
  /** Null where it is larger than a single text should be. */
  text(): string | null;
  /** Throws where it is no database. */
  database(): ForeignDatabase;
}

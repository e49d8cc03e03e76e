import type { Millis } from '../../domain/base/time.ts';
import type { HostEvent } from '../../domain/facts/event.ts';
import type { Keeper } from '../../domain/memories/kept.ts';
import type { ForeignDatabase } from './foreign.ts';

/** A host's own records of its sessions. They are imported, so that the first day with Cortex already has a past. */
export interface Transcripts {
  readonly host: string;
  /** Folders that hold them: below the user's home, or below what a variable names. */
  readonly folders: readonly TranscriptFolder[];
  /** Which files below a folder are transcripts, by the path below it, with slashes. */
  readonly name: RegExp;
  /** One file holds all sessions. While a host writes to it, only finished sessions are read. */
  readonly holdsAll?: true;
  /** The events of a file in order, without repeats from the other files of the host. Unreadable lines are named and skipped. */
  read(
    file: TranscriptFile,
    others?: readonly TranscriptFile[],
  ): Iterable<TranscriptEvent | TranscriptDamage>;
  /** A record of the same sessions that outlives their transcripts. It is read last, and what is here of a session stays as it is. */
  readonly outliving?: Pick<Transcripts, 'name' | 'holdsAll' | 'read'>;
  /** When the host deletes them by itself. */
  readonly deletes?: Deletion;
  /** Messages in the end of a file, whose first line may be torn: no words of subagents, and no notices. */
  spoken?(tail: string): readonly SpokenMessage[];
}

/** A host's own rule for deleting transcripts. */
export interface Deletion {
  /** Its settings, which may not be there. */
  readonly settings: TranscriptFolder;
  /** The setting by its name, for people. */
  readonly setting: string;
  /** Days without a change after which a transcript goes, by the settings; null: never. */
  daysIn(settings: unknown): number | null;
}

/** A message in a transcript. */
export interface SpokenMessage {
  readonly at: Millis | null;
  readonly by: 'person' | 'agent';
  readonly text: string;
  /** No hook reports these words of the person. */
  readonly isUnsent?: true;
}

export interface TranscriptFolder {
  /** A variable that moves the folder `instead`. */
  readonly env?: string;
  readonly instead: string;
  readonly below: string;
}

/** An event that a transcript tells. */
export interface TranscriptEvent {
  /** Null where the file does not say when. */
  readonly at: Millis | null;
  readonly branch?: string | null;
  /** Tells a file apart from the others of one conversation, where it only continues that conversation. */
  readonly part?: string | null;
  readonly event: HostEvent;
}

/** A part of a transcript that cannot be read. */
export interface TranscriptDamage {
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

/** The memory that an agent program keeps itself, as Markdown. Its files are read and never written. */
export interface AgentMemories {
  readonly host: Keeper;
  readonly folders: readonly TranscriptFolder[];
  /** Which files below a folder are read, by the path below it, with slashes. */
  readonly name: RegExp;
  /** The sections of a file. Transcripts of the same program may say where a project is. */
  read(path: string, text: string, transcripts: readonly TranscriptFile[]): Iterable<KeptMemory>;
}

/** A section of a memory file. */
export interface KeptMemory {
  readonly text: string;
  /** Folders that it is about, as the program wrote them down. */
  readonly places: readonly string[];
}

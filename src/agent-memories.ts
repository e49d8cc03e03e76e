import type { Keeper } from './domain/memories/kept.ts';
import type { ReadYaml } from './domain/text/front-matter.ts';
import type { Millis } from './domain/time.ts';
import type { Damage, TranscriptFolder } from './transcripts.ts';

/** The memory that an agent program keeps itself. Its files are read and never written. */
export interface AgentMemories {
  readonly host: Keeper;
  readonly folders: readonly TranscriptFolder[];
  /** Which folders are books, by their path below such a folder, with slashes; the folder itself is empty. */
  readonly book: RegExp;
  /** Which files of a book are read, by their path below it. */
  readonly files: RegExp;
  /** Reads a book. No text is longer than `most`; a file that cannot be read is named and passed over. */
  read(book: MemoryBook, most: number): Iterable<KeptMemory | PassedOver>;
}

/** A file or an entry that was passed over. Memories of a file that was not read this time are not gone for that. */
export interface PassedOver extends Damage {
  /** By their paths below the book. */
  readonly unread?: readonly string[];
}

/** Files that belong together. */
export interface MemoryBook {
  /** Identifies the book: absolute and without links, so that every caller names it alike. */
  readonly path: string;
  readonly files: readonly MemoryFile[];
  /** Files and folders that were not looked into. */
  readonly refused: readonly PassedOver[];
  /** Not all of it was looked at: what else was taken over from it is not gone. */
  readonly isPart?: true;
  /** The beginnings of the transcripts beside it, the latest first. */
  transcripts(): Iterable<string>;
  /** Front matter is read by it. */
  readonly yaml?: ReadYaml;
}

export interface MemoryFile {
  /** Its path below the book, with slashes. */
  readonly name: string;
  readonly size: number;
  readonly modified: Millis;
  /** Null where it is larger than anybody writes, or no text. */
  text(): string | null;
}

export interface KeptMemory {
  /** Tells it from the others of its book, also after its words have changed. */
  readonly key: string;
  /** Entries of one list have no names: in it, one that is gone and one that is new may be the same in other words. */
  readonly list: string | null;
  readonly text: string;
  readonly categories: readonly string[];
  readonly at: Millis;
  /** Folders that it is about, as the program wrote them down. */
  readonly places: readonly string[];
  /** The path of its file below the book. */
  readonly file: string;
}

/** Something that was taken over: the hash of its words tells whether the file has changed since. */
export interface KeptNote {
  readonly book: string;
  /** A hash, too. */
  readonly key: string;
  readonly id: string;
  readonly hash: string;
  readonly list: string | null;
  /** A hash, too. */
  readonly file: string;
  /** The project that it went to. */
  readonly scope: string;
}

export interface KeptNotes {
  read(): readonly KeptNote[];
  write(notes: readonly KeptNote[]): void;
}

import type { Keeper } from './domain/memories/kept.ts';
import type { Millis } from './domain/time.ts';
import type { Damage, TranscriptFolder } from './transcripts.ts';

/** What an agent program itself keeps as memory. Its files are read and never written. */
export interface AgentMemories {
  readonly host: Keeper;
  readonly folders: readonly TranscriptFolder[];
  /** Which folders are books, by their path below such a folder, with slashes; the folder itself is empty. */
  readonly book: RegExp;
  /** Which files of a book are read, by their path below it. */
  readonly files: RegExp;
  /** What a book holds. A text is no longer than `most`. What cannot be read is named and passed over. */
  read(book: MemoryBook, most: number): Iterable<KeptMemory | Damage>;
  /** Whether a book may be that of a folder, where nothing in it says whose it is. */
  mayBeOf?(book: Pick<MemoryBook, 'path'>, folder: string): boolean;
}

/** Files that belong together. */
export interface MemoryBook {
  readonly path: string;
  readonly files: readonly MemoryFile[];
  /** Files and folders that were not looked into. */
  readonly refused: readonly Damage[];
  /** Only one file of it was named: what else was taken over from it is not gone. */
  readonly isPart?: true;
  /** The beginnings of the transcripts beside it, the latest first. */
  transcripts(): Iterable<string>;
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
  /** For people. */
  readonly where: string;
}

/** Something that was taken over: the hash of its words tells whether the file has changed since. */
export interface KeptNote {
  readonly book: string;
  /** A hash, too. */
  readonly key: string;
  readonly id: string;
  readonly hash: string;
  readonly list: string | null;
}

export interface KeptNotes {
  read(): readonly KeptNote[];
  write(notes: readonly KeptNote[]): void;
}

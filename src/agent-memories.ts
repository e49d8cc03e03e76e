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
  /** Reads a book. No text is longer than `most`; a file or an entry that cannot be read is named and passed over. */
  read(book: MemoryBook, most: number): Iterable<KeptMemory | PassedOver>;
}

/** `isUnread`: a whole file. What it may hold still is not gone. */
export type PassedOver = Damage & { readonly isUnread?: true };

/** Files that belong together. */
export interface MemoryBook {
  /** Identifies the book: absolute and without links, so that every caller names it alike. */
  readonly path: string;
  readonly files: readonly MemoryFile[];
  /** Only some of its files were looked at: what else was taken over from it is not gone. */
  readonly isPart?: boolean;
  /** The beginnings of the transcripts beside it, the latest first. */
  transcripts(): Iterable<string>;
  /** Front matter is read by it. */
  readonly yaml?: ReadYaml;
}

export interface MemoryFile {
  /** Its path below the book, with slashes. */
  readonly name: string;
  readonly modified: Millis;
  /** Null where it is larger than anybody writes, no text, or no plain file. */
  text(): string | null;
}

export interface KeptMemory {
  /** Tells it from the others of its book, also after its words have changed. */
  readonly key: string;
  readonly text: string;
  readonly categories: readonly string[];
  readonly at: Millis;
  /** Folders that it is about, as the program wrote them down. */
  readonly places: readonly string[];
}

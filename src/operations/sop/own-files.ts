/** A person's own instructions, on the caller's machine. */
export interface OwnSops {
  /** The folder that new ones go to. */
  readonly sopFolder: string;
  /** A text that a person named; null where it is none. */
  readSop(path: string): string | null;
  writeSop(path: string, text: string): void;
  removeSop(path: string): void;
}

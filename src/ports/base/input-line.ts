/** One line of a file; `text` is null where it is longer than anybody writes, or no UTF-8. */
export interface InputLine {
  readonly number: number;
  readonly text: string | null;
  /** Byte offset of the next line, out of `size`; 0 if the size is not known. */
  readonly read: number;
  readonly size: number;
}

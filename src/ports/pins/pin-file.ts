import type { FileContent, PinMirror } from '../../domain/pins/working-memory.ts';

/** Reading and writing throw if the file has another format. */
export interface PinFile {
  read(): { readonly content: FileContent | null; readonly written: readonly string[] };
  write(next: PinMirror): void;
}

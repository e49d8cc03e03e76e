/** A file or folder seen from outside. */
export interface FileFacts {
  readonly kind: 'file' | 'folder' | 'other';
  readonly bytes: number;
  /** The last nine bits; null where the system has none. */
  readonly mode: number | null;
  readonly isOurs: boolean;
  readonly isWritable: boolean;
}

/** One thing looked at. A note is worth knowing; only what is broken keeps Cortex from its work. */
export interface Check {
  readonly name: string;
  readonly verdict: 'ok' | 'note' | 'broken';
  readonly detail: string;
  readonly advice: string | null;
}

export function ok(name: string, detail: string): Check {
  return { name, verdict: 'ok', detail, advice: null };
}

export function note(name: string, detail: string, advice: string): Check {
  return { name, verdict: 'note', detail, advice };
}

export function broken(name: string, detail: string, advice: string | null): Check {
  return { name, verdict: 'broken', detail, advice };
}

/** The check that stands for those that read every row; the page offers to do so where it finds it. */
export const UNREAD = 'rows';

/** A file or folder seen from outside. */
export interface FileFacts {
  readonly kind: 'file' | 'folder' | 'other';
  readonly bytes: number;
  /** The last nine bits; null where the system has none. */
  readonly mode: number | null;
  readonly isOurs: boolean;
  readonly isWritable: boolean;
}

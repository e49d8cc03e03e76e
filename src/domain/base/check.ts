/** The result of one check. A note is information; only a broken check keeps Cortex from working. */
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

/** The check in place of those that read every row; the page then offers to run them. */
export const UNREAD = 'rows';

/** The metadata of a file or folder. */
export interface FileFacts {
  readonly kind: 'file' | 'folder' | 'other';
  readonly bytes: number;
  /** The nine permission bits; null if the system has none. */
  readonly mode: number | null;
  readonly isOurs: boolean;
  readonly isWritable: boolean;
}

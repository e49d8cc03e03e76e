/** The result of one check. A note is information; only a broken check keeps Cortex from working. */
export interface HealthCheck {
  readonly name: string;
  readonly verdict: 'ok' | 'note' | 'broken';
  readonly detail: string;
  readonly advice: string | null;
}

export function okCheck(name: string, detail: string): HealthCheck {
  return { name, verdict: 'ok', detail, advice: null };
}

export function noteCheck(name: string, detail: string, advice: string): HealthCheck {
  return { name, verdict: 'note', detail, advice };
}

export function brokenCheck(name: string, detail: string, advice: string | null): HealthCheck {
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

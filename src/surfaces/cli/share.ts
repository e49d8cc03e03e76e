import type { ShareTools } from '../../engine/share/setup.ts';

/** The surroundings of the share commands. */
export interface ShareDoor extends ShareTools {
  /** Throws with a sentence where nothing says where the server is, or it may not be used. */
  address(): { readonly shown: string; readonly isEncrypted: boolean; readonly source: string };
  hasAddress(): boolean;
  saveUrl(text: string): void;
  /** Null where this machine has none. */
  key(): string | null;
  newKey(): string;
  /** False for what is no whole key. */
  saveKey(text: string): boolean;
  removeKey(): void;
  /** Null where another process is at it. */
  alone<T>(work: () => Promise<T>): Promise<T | null>;
  readonly sql: {
    readonly schema: string;
    invite(project: string, login: string, role: string): string;
    remove(project: string, login: string): string;
  };
}

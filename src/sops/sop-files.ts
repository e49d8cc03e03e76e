import type { Scope } from '../domain/scope.ts';
import type { SopForm } from './domain/form.ts';
import type { SopReading } from './domain/sop.ts';
import type { SopOrigin } from './domain/trigger.ts';

/** A file of standing instructions. */
export interface SopFile {
  readonly path: string;
  /** How people know it: below the project's folder, or below that of Cortex. */
  readonly name: string;
  readonly origin: SopOrigin;
}

/** The files of standing instructions. */
export interface SopFiles {
  /** Those that concern a scope: the person's own first, each folder in order of names. */
  list(scope: Pick<Scope, 'root'>): { readonly files: readonly SopFile[]; readonly leftOut: number };
  /** Null where it cannot be read, or is larger than anybody writes. */
  read(file: SopFile): string | null;
  /** Identifies a content. */
  hash(text: string): string;
  /** Reads instructions; null for a content that a hook meets before any command has read it. */
  forms(): (file: SopFile, text: string) => SopReading | null;
  /** Commands read YAML, and keep the plain form of what they read for hooks; a hook has only what was kept. */
  readonly keeping?: SopKeeping;
}

export interface SopKeeping {
  /** Gives the keys of those that are new. */
  keep(forms: ReadonlyMap<string, SopForm>): readonly string[];
  /** Says it at the next start of a session, once. */
  tell(line: string): void;
}

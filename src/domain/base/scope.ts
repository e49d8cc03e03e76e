import { GLOBAL_SCOPE_KEY, type ScopeKey } from './ids.ts';
import { oneLine } from './text/safe-text.ts';

/** The project that work belongs to. Two repositories of one name have one label and two keys. */
export interface Scope {
  readonly key: ScopeKey;
  /** `global` or `project:<name>`: what people read, never what is compared. */
  readonly label: string;
  /** The top of the working tree, else the folder: the base of relative paths. Null where there is none. */
  readonly root: string | null;
}

export const GLOBAL_SCOPE: Scope = { key: GLOBAL_SCOPE_KEY, label: 'global', root: null };

export function projectScope(commonDir: string, name: string, root: string): Scope {
  // A folder's name may contain anything but a slash, and a label is used in lines for a model.
  return { key: commonDir as ScopeKey, label: `project:${oneLine(name) || 'unnamed'}`, root };
}

/** A stored label as one line: other versions and programs kept line breaks of a folder's name. */
export function storedLabel(stored: unknown): string {
  return oneLine(String(stored));
}

export function isGlobal(key: ScopeKey): boolean {
  return key === GLOBAL_SCOPE_KEY;
}

/** Whether a scope has a working tree of git. A folder outside of git is its own key, and so is a bare repository. */
export function isWorkingTree({ key, root }: Scope): boolean {
  return root !== null && key !== root;
}

/** `lbf-ham-radio` of `project:lbf-ham-radio`; null for the global scope. */
export function projectName(label: string): string | null {
  return label.startsWith('project:') ? label.slice('project:'.length) : null;
}

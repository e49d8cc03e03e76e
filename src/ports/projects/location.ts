import type { Scope } from '../../domain/base/scope.ts';

/** The place of a session: scope and git position. */
export interface Location {
  readonly scope: Scope;
  /** The real path of the scope's git directory, else of its folder; absent in the global scope. */
  readonly place?: string;
  readonly branch: string | null;
  readonly head: string | null;
}

/** A place without a running session, e.g. of a preview. */
export type ScopeAndBranch = Pick<Location, 'scope' | 'branch'>;

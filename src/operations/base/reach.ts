import { GLOBAL_SCOPE_KEY, type ScopeKey } from '../../domain/base/ids.ts';
import { isGlobal } from '../../domain/base/scope.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { Failure } from '../../engine/base/errors.ts';

/** How far the user was asked about other projects' memory, for this call. */
export type Consent = 'given' | 'declined' | 'possible' | 'impossible';

/** Memory that a call may touch: that of the project in which its client stands, and the global one. */
export interface Reach {
  covers(key: ScopeKey): boolean;
  /** Refuses what belongs to another project, before anything of it is told or changed. */
  need(key: ScopeKey, what: string): void;
  /** Refuses to go through all projects. */
  needAll(): void;
}

/** The user has not been asked yet, and can be. */
export class ConsentNeeded extends Failure {}

/**
 * One tool argument must not be enough to read every project on the machine: a model may be told to give it by what it
 * reads. A client that stands in no repository has no project of its own, and may name one.
 */
export function decideReach(
  { config }: Pick<Deps, 'config'>,
  standing: readonly ScopeKey[],
  consent: Consent,
): Reach {
  const option = config['mcp.other_projects'];
  const isFree = option === 'always' || (option === 'ask' && consent === 'given');
  const isNowhere = standing.every(isGlobal);
  const own = new Set([GLOBAL_SCOPE_KEY, ...standing]);
  const covers = (key: ScopeKey) => isFree || isNowhere || own.has(key);
  const refusal = (what: string) =>
    option === 'ask' && consent === 'possible'
      ? new ConsentNeeded(`Cortex: may the agent use ${what} for this call?`)
      : new Failure(`This call needs ${what}, which ${WHY[option](consent)}.`, ADVICE);
  return {
    covers,
    need: (key, what) => {
      if (!covers(key)) throw refusal(what);
    },
    needAll: () => {
      if (!isFree) throw refusal('the memory of all projects');
    },
  };
}

const WHY: Readonly<Record<'never' | 'ask' | 'always', (consent: Consent) => string>> = {
  never: () => 'mcp.other_projects does not allow',
  ask: (consent) =>
    consent === 'declined' ? 'the user declined' : 'this client cannot ask the user about',
  always: () => 'is not there',
};

const ADVICE =
  'Leave out all and project to stay in this project. Only the user can allow it, in a terminal: ' +
  'cortex config set mcp.other_projects always (or ask); cortex search --all needs no permission.';

/** A person may ask about everything on the machine. */
export const EVERYWHERE: Reach = { covers: () => true, need: () => {}, needAll: () => {} };

import { isGlobal } from '../../domain/base/scope.ts';
import type { SessionHead } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';

/**
 * Whether what is said and done in a session is kept. In a folder that is no place of work only what somebody pins or notes is. A
 * session that an earlier version opened in the global scope belongs to its folder.
 */
export function keepsWords(
  { isNowhere }: Pick<Deps, 'isNowhere'>,
  { scope, cwd }: Pick<SessionHead, 'scope' | 'cwd'>,
): boolean {
  return !isGlobal(scope.key) || (cwd !== null && !isNowhere(cwd));
}

/**
 * A hook that takes too long lets its host go on untold. A demonstration, a test or a benchmark is about what is told, also
 * on a busy machine.
 */
export const PATIENT = {
  CORTEX_HOOK_DEADLINE_MS: '10000',
  CORTEX_HOOK_DATABASE_WAIT_MS: '9000',
  CORTEX_RESTORE_DEADLINE_MS: '10000',
};

import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { runHere } from './program.ts';
import { makeRepository, scratchFolder } from './scratch.ts';

/** A repository and a home for each test, and the program on them. */
export function programStage(settings: Readonly<Record<string, string>>) {
  let folder: ReturnType<typeof scratchFolder>;
  const made = { repo: '', home: '' };
  beforeEach(() => {
    folder = scratchFolder();
    made.repo = makeRepository(join(folder.path, 'radio'));
    made.home = join(folder.path, 'home');
  });
  afterEach(() => folder.dispose());
  const env = (more = {}) => ({
    ...process.env,
    CORTEX_HOME: made.home,
    CORTEX_HOOK_DEADLINE_MS: '20000',
    ...settings,
    ...more,
  });
  const cortex = (words: readonly string[], input = '', more = {}) =>
    runHere(words, { cwd: made.repo, env: env(more), input, host: process.pid });
  const payload = (event: string, more: object = {}) => ({
    session_id: 's',
    cwd: made.repo,
    hook_event_name: event,
    ...more,
  });
  return { made, env, cortex, payload };
}

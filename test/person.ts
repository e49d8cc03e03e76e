import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { PATIENT } from '../src/surfaces/cli/demo/story.ts';
import { type Ended, runHere } from './program.ts';
import { usePlace } from './use-scratch.ts';

export interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** A person at a terminal in a repository called `radio`. Commands and hooks run inside the test's process. */
export function person() {
  const here = usePlace();

  function environment(more: Options['env'] = {}): NodeJS.ProcessEnv {
    const kept = Object.entries(process.env).filter(
      ([name]) => !/^(?:CORTEX_|NO_COLOR|COLUMNS$|FORCE_COLOR)/.test(name),
    );
    // Otherwise a session's end may start a process in a folder that the test is about to remove.
    const quiet = { CORTEX_MAINTENANCE_AUTO: 'false', CORTEX_REPAIR_AUTO: 'false' };
    const own = { CORTEX_HOME: here.home, HOME: here.folder, ...quiet, ...PATIENT };
    return { ...Object.fromEntries(kept), ...own, ...more };
  }

  function cortex(
    args: readonly string[],
    { cwd = here.radio, env, input = '' }: Options = {},
  ): Ended {
    return runHere(args, { cwd, env: environment(env), input, host: process.pid });
  }

  function json<T>(args: readonly string[], options?: Options): T {
    const done = cortex([...args, '--json'], options);
    expect(done.stderr).toBe('');
    return JSON.parse(done.stdout) as T;
  }

  function hook(event: Record<string, unknown>, options?: Options): Ended {
    const payload = { cwd: options?.cwd ?? here.radio, ...event };
    return cortex(['hook', 'claude-code'], { ...options, input: JSON.stringify(payload) });
  }

  /** A session up to the end of its first turn, and to its own end unless it goes on. Its host is this process. */
  function session(
    id: string,
    prompt: string,
    { ends = true, ...options }: Options & { ends?: boolean } = {},
  ): string {
    const event = (name: string, more: Record<string, unknown>) =>
      hook({ session_id: id, hook_event_name: name, ...more }, options);
    const file_path = join(options.cwd ?? here.radio, 'src', 'ft991a.ts');
    event('SessionStart', { source: 'startup' });
    event('UserPromptSubmit', { prompt, prompt_id: `${id}-p` });
    event('PostToolUse', {
      tool_name: 'Write',
      tool_input: { file_path, content: 'x' },
      tool_response: {},
      tool_use_id: `${id}-t`,
    });
    event('Stop', { last_assistant_message: 'Done.', prompt_id: `${id}-p` });
    if (ends) event('SessionEnd', { reason: 'other' });
    return sessionIdOf(id, environment(options.env)['CORTEX_HOME']!);
  }

  return { here, environment, cortex, json, hook, session };
}

/** The id that Cortex gave a host's session. Asking the file costs a twentieth of `cortex history`, and tests ask often. */
function sessionIdOf(hostSessionId: string, home: string): string {
  const database = new DatabaseSync(join(home, 'brain.db'), { readOnly: true });
  try {
    const row = database
      .prepare('SELECT id FROM session_states WHERE host_session_id = ?')
      .get(hostSessionId);
    return String(row!['id']);
  } finally {
    database.close();
  }
}

/** For `env`: the clock stands so long before now. */
export function hoursAgo(hours: number): { readonly CORTEX_NOW: string } {
  return { CORTEX_NOW: new Date(Date.now() - hours * 3_600_000).toISOString() };
}

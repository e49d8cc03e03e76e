import { join } from 'node:path';
import { claudeCode } from '../src/agents/claude-code/host.ts';
import type { Deps } from '../src/engine/base/deps.ts';
import { takeInQuietly } from '../src/engine/spool.ts';
import { openHome } from '../src/program/compose-home.ts';
import { COMMANDS } from '../src/program/rooms/commands.ts';
import type { Cli } from '../src/surfaces/cli/base/context.ts';
import { outputTo } from '../src/surfaces/cli/base/output.ts';
import { runCli } from '../src/surfaces/cli/cli.ts';
import { lookAtPath, readText } from '../src/system/answer/look.ts';
import { claudeEvents } from './claude-events.ts';
import { usePlace } from './use-scratch.ts';

interface Typed {
  readonly cwd?: string;
  readonly columns?: number;
  /** Hours from the beginning of the test. */
  readonly hour?: number;
  /** Somebody is there, who answers questions so; nobody without it. */
  readonly answer?: boolean;
}

const START = Date.parse('2026-11-13T10:00:00Z');
const HOUR = 3_600_000;

/** A terminal in a repository called `radio`, in this process: commands run as the program runs them. */
export function terminal() {
  const here = usePlace();

  const environment = (hour: number) => ({
    CORTEX_HOME: here.home,
    CORTEX_NOW: new Date(START + hour * HOUR).toISOString(),
    CORTEX_MAINTENANCE_AUTO: 'false',
    CORTEX_RESTORE_DEADLINE_MS: '10000',
  });

  /** Works with the engine as a command would, at an hour. */
  async function engine<T>(hour: number, work: (deps: Deps) => Promise<T>): Promise<T> {
    const { deps, close } = openHome(environment(hour)).open();
    try {
      // Nobody runs the sessions of these tests: they are open as long as their lease lasts.
      const owners = { ...deps.owners, first: () => null, next: () => null, isAround: () => false };
      return await work({ ...deps, owners });
    } finally {
      close();
    }
  }

  /** An event of Claude Code, and what it is answered. */
  function hook(hour: number, session: string, name: string, more: Record<string, unknown> = {}) {
    return engine(hour, (deps) => claudeEvents(deps, session, here.radio)(name, more));
  }

  /** A session of one turn. */
  async function session(hour: number, id: string, prompt: string, reply: string): Promise<void> {
    await hook(hour, id, 'SessionStart', { source: 'startup' });
    await hook(hour, id, 'UserPromptSubmit', { prompt, prompt_id: `${id}-p` });
    const tool_input = { file_path: join(here.radio, 'src', 'retry.ts'), content: 'x' };
    await hook(hour, id, 'PostToolUse', {
      tool_name: 'Write',
      tool_input,
      tool_response: {},
      tool_use_id: id,
    });
    await hook(hour, id, 'Stop', { last_assistant_message: reply, prompt_id: `${id}-p` });
  }

  async function cortex(
    args: readonly string[],
    { cwd = here.radio, columns, hour = 0, answer }: Typed = {},
  ) {
    const env = { ...environment(hour), ...(columns && { COLUMNS: String(columns) }) };
    const said = { out: '', err: '' };
    const to = (name: keyof typeof said) =>
      outputTo({ write: (text) => void (said[name] += text) }, env);
    const cli = {
      version: '0',
      env,
      hosts: [claudeCode],
      rooms: [],
      operations: [],
      look: lookAtPath,
      readText,
      out: to('out'),
      err: to('err'),
      cwd: () => cwd,
      userHome: () => here.folder,
      homesBelow: () => [],
      home: () => openHome(env),
      isAttended: () => answer !== undefined,
      confirm: async () => answer ?? null,
      // No launcher was written here: nothing can be handed over.
      adoptHanded: () => {},
      takeWaiting: takeInQuietly,
    } as unknown as Cli;
    const status = await runCli(args, cli, COMMANDS);
    return { status, ...said };
  }

  async function json<T>(args: readonly string[], typed?: Typed): Promise<T> {
    return JSON.parse((await cortex([...args, '--json'], typed)).out) as T;
  }

  return { here, engine, hook, session, cortex, json };
}

import type { HostEvent } from '../domain/event.ts';
import type { Deps } from '../engine/deps.ts';
import { handle } from '../engine/engine.ts';
import { recordInThreads } from '../engine/thread/thread-events.ts';
import type { SessionHead } from '../store.ts';
import type { Cortex } from './cortex.ts';
import { SessionContextCapture, type ThreadContext } from './session-context-capture.ts';

const VIA = 'library';
/** Nobody passes on an answer to what is reported here, so nothing may count as said. */
const HEARING = { at: ['session-start'], keeps: true } as const;

type Happening =
  | Pick<Extract<HostEvent, { kind: 'tool-use' }>, 'kind' | 'use'>
  | Pick<Extract<HostEvent, { kind: 'prompt' }>, 'kind' | 'text'>;

/**
 * Captures work from what happens: files that are written, functions in them, checks that fail and pass, what a person
 * decides or says is in the way. It goes into the session that this process runs, where it runs one, and into the thread
 * of the scope.
 */
export class AutoCapture {
  readonly capture: SessionContextCapture;
  readonly #cortex: Cortex;

  constructor(cortex: Cortex) {
    this.#cortex = cortex;
    this.capture = new SessionContextCapture(cortex);
  }

  /**
   * A tool was used.
   * @param toolName as hosts call it: `Write`, `Edit`, `Bash`, `TodoWrite`, …
   * @param params what it was asked to do: `file_path`, `content`, `new_string`, `command`, …
   * @param result what came of it; an `Error`, or an object with `is_error`, is a failure
   */
  async onToolUse(
    toolName: string,
    params: Readonly<Record<string, unknown>>,
    result?: unknown,
  ): Promise<void> {
    const { deps, cwd, readTool } = await this.#cortex.open();
    const use = readTool(
      toolName,
      params,
      result instanceof Error ? result.message : result,
      isFailure(result),
    );
    await happened(deps, cwd, { kind: 'tool-use', use });
  }

  /** A person said something. */
  async onUserMessage(message: string): Promise<void> {
    const { deps, cwd } = await this.#cortex.open();
    await happened(deps, cwd, { kind: 'prompt', text: message });
  }

  /** Where the work stands by now. */
  getContext(phase?: string): Promise<ThreadContext> {
    return this.capture.toContext(phase);
  }
}

async function happened(deps: Deps, cwd: string, happening: Happening): Promise<void> {
  const { scope } = deps.locate(cwd);
  const session = await sessionHere(deps, scope.key);
  const hostSessionId = session?.hostSessionId ?? '';
  const event: HostEvent = { ...happening, hostSessionId, cwd, key: null, subagent: null };
  if (session?.hostSessionId) {
    await handle(deps, { host: session.host, via: VIA, hearing: HEARING }, event);
    return;
  }
  await recordInThreads(deps, scope, event);
}

/** The newest session of this scope that lives in this process. */
async function sessionHere(deps: Deps, scopeKey: string): Promise<SessionHead | null> {
  const open = await deps.store.openSessions();
  const own = open.filter((head) => head.scope.key === scopeKey && deps.owners.isAround(head.owner));
  return own.sort((a, b) => b.lastSeq - a.lastSeq)[0] ?? null;
}

function isFailure(result: unknown): boolean {
  if (result instanceof Error) return true;
  const said = result as { readonly is_error?: unknown; readonly isError?: unknown } | null | undefined;
  return said?.is_error === true || said?.isError === true;
}

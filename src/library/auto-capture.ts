import type { HostEvent } from '../domain/facts/event.ts';
import { redactStrings } from '../domain/redact/facts.ts';
import type { Deps } from '../engine/base/deps.ts';
import { handle } from '../engine/engine.ts';
import { recordInThreads } from '../engine/threads/threads.ts';
import { sessionHere, VIA } from './home.ts';
import { InHome } from './open-cortex.ts';
import { SessionContextCapture, type ThreadContext } from './threads.ts';

/** Answers to these events reach no model, so nothing counts as shown. */
const INJECTION = { at: ['session-start'], keeps: true } as const;

type Happening =
  | Pick<Extract<HostEvent, { kind: 'tool-use' }>, 'kind' | 'use'>
  | Pick<Extract<HostEvent, { kind: 'prompt' }>, 'kind' | 'text'>
  | Pick<Extract<HostEvent, { kind: 'turn-end' }>, 'kind' | 'reply'>;

/**
 * Captures work from what happens: files that are written, functions in them, checks that fail and pass, what a person
 * decides or says is in the way. It goes into the session that this process runs, where it runs one, and into the thread
 * of the scope.
 */
export class AutoCapture extends InHome {
  readonly capture = new SessionContextCapture(this.cortex);
  /** Codes by the source's words. They are the program's to read: no session is told them. */
  readonly #heard = { decisions: new Set<string>(), blockers: new Set<string>() };

  /**
   * A tool was used.
   * @param toolName as an agent calls it: `Bash`, `bash`, `run_shell_command`, `Write`, `write_file`, `TodoWrite`, …
   * @param params what it was asked to do: `command`, `file_path`, `content`, `old_string`, `new_string`, `todos`, …
   * @param result what came of it: a text, or an object with `output`, or `stdout` and `stderr`. An `Error`, an object with
   *   `is_error`, and one whose `exitCode` or `exit_code` is not 0 are failures
   */
  async onToolUse(
    toolName: string,
    params: Readonly<Record<string, unknown>> = {},
    result?: unknown,
  ): Promise<void> {
    const { deps, cwd, readTool } = await this.cortex.open();
    const use = readTool(
      toolName,
      params,
      isError(result) ? result.message : result,
      isFailure(result),
    );
    await happened(deps, cwd, { kind: 'tool-use', use });
  }

  /** A person said something. Lines with a label go into the thread; other words are codes of `getContext()` alone. */
  async onUserMessage(message: string): Promise<void> {
    const { deps, cwd } = await this.cortex.open();
    const said = redactStrings(message, { strict: deps.config['redaction.strict'] });
    const words = said.toLowerCase();
    if (DECISION_WORDS.some((word) => words.includes(word))) this.#heard.decisions.add(DECIDED);
    if (BLOCKER_WORDS.some((word) => words.includes(word)))
      this.#heard.blockers.add(
        `block:user_reported:${said.slice(0, 30)}`.toWellFormed().replaceAll(' ', '-'),
      );
    await happened(deps, cwd, { kind: 'prompt', text: message });
  }

  /** The agent has answered, and its turn is over: the next session is told how this one ended. */
  async onAssistantMessage(text: string): Promise<void> {
    const { deps, cwd } = await this.cortex.open();
    await happened(deps, cwd, { kind: 'turn-end', reply: text });
  }

  /** The state of the work so far. */
  async getContext(phase?: string): Promise<ThreadContext> {
    const context = await this.capture.toContext(phase);
    return {
      ...context,
      decisions: [...context.decisions, ...this.#heard.decisions],
      blockers: [...context.blockers, ...this.#heard.blockers],
    };
  }
}

/** The source's list, as written there. */
const DECISION_WORDS = ["let's use", "we'll use", 'decision:'];
const BLOCKER_WORDS = ['blocked', 'unclear', 'need', 'issue'];
const DECIDED = 'dec:user_specified-explicit';

async function happened(deps: Deps, cwd: string, happening: Happening): Promise<void> {
  const { scope } = deps.locate(cwd);
  const session = await sessionHere(deps, scope.key);
  const hostSessionId = session?.hostSessionId ?? '';
  const event: HostEvent = { ...happening, hostSessionId, cwd, key: null, subagent: null };
  if (session?.hostSessionId) {
    await handle(deps, { host: session.host, via: VIA, injection: INJECTION }, event);
    return;
  }
  await recordInThreads(deps, scope, event);
}

function isFailure(result: unknown): boolean {
  if (isError(result)) return true;
  const {
    is_error,
    isError: also,
    exitCode,
    exit_code,
  } = Object(result) as Readonly<Record<string, unknown>>;
  const code = exitCode ?? exit_code;
  return is_error === true || also === true || (typeof code === 'number' && code !== 0);
}

/** Errors of any realm: a test runner or a worker has an `Error` of its own. */
function isError(result: unknown): result is Error {
  return result instanceof Error || Object.prototype.toString.call(result) === '[object Error]';
}

import { claudeEvents } from '../agents/base/claude.ts';
import { claudeCode } from '../agents/claude-code/host.ts';
import { parseJson } from '../domain/base/text/json.ts';
import { answerHost } from '../door/event.ts';
import type { Cortex } from '../library/cortex.ts';
import { asCortex, openCortex } from '../library/open-cortex.ts';

/** The answer to a hook of the Claude Agent SDK; empty if there is nothing to say. */
export interface AgentHookAnswer {
  systemMessage?: string;
  hookSpecificOutput?: {
    hookEventName: Extract<
      AgentHookEvent,
      | 'SessionStart'
      | 'UserPromptSubmit'
      | 'PreToolUse'
      | 'PostToolUse'
      | 'PostToolUseFailure'
      | 'SubagentStart'
    >;
    additionalContext: string;
  };
}

/** One hook, as the SDK calls it. */
export type AgentHook = (input: unknown) => Promise<AgentHookAnswer>;

/** The events of an agent that there are hooks for. */
export type AgentHookEvent =
  | 'SessionStart'
  | 'UserPromptSubmit'
  | 'PreToolUse'
  | 'PostToolUse'
  | 'PostToolUseFailure'
  | 'Stop'
  | 'StopFailure'
  | 'SubagentStart'
  | 'SubagentStop'
  | 'PostCompact'
  | 'SessionEnd';

/** The hooks of an agent by the event, for `options.hooks` of the SDK's `query()`. */
export type AgentHooks = Record<AgentHookEvent, { matcher?: string; hooks: AgentHook[] }[]>;

/** Sessions of the SDK are sessions of Claude Code: it is what the SDK runs. A second configuration is known by its name. */
const VIA = 'cortexHooks';

/**
 * Hooks that give an agent of the Claude Agent SDK what earlier sessions left, and keep what it does. No process is started:
 * events are taken in here. A hook never fails; what goes wrong is logged, and where there is no home, said to the logger
 * of `openCortex`, else as a warning of the process.
 */
export function cortexHooks(cortex: Cortex = openCortex()): AgentHooks {
  asCortex(cortex);
  const complain = complaining(cortex);
  const lines = new Map<string, Promise<unknown>>();
  const hook: AgentHook = (input) => {
    // Parallel tools report in parallel; one session's events are handled one after the other.
    const session = String((input as { session_id?: unknown } | null)?.session_id);
    const before = lines.get(session) ?? Promise.resolve();
    const mine = before.then(() => answerSdkHook(cortex, input, complain));
    lines.set(session, mine);
    void mine.then(() => lines.get(session) === mine && lines.delete(session));
    return mine;
  };
  // Tool calls need no process here, so none is filtered out.
  const events = claudeEvents({ watchesReads: true, instructs: true });
  return Object.fromEntries(
    Object.entries(events).map(([event, matcher]) => [
      event,
      [{ ...(matcher !== null && { matcher }), hooks: [hook] }],
    ]),
  ) as AgentHooks;
}

/** Says that the home cannot be opened, once for each reason. */
function complaining({ options: { logger } }: Cortex): (error: unknown) => void {
  let last: string | null = null;
  return (error) => {
    const message = error instanceof Error ? error.message : String(error);
    if (message === last) return;
    last = message;
    try {
      if (!logger) process.emitWarning(message, 'CortexWarning');
      else logger.error?.('nothing is captured or restored', { error: message });
    } catch {
      // A logger that fails must not fail the hook.
    }
  };
}

async function answerSdkHook(
  cortex: Cortex,
  input: unknown,
  complain: (error: unknown) => void,
): Promise<AgentHookAnswer> {
  try {
    const { deps } = await cortex.open();
    try {
      const event = claudeCode.parse(input);
      const said = event && (await answerHost(deps, claudeCode, VIA, event));
      return (said?.text ? parseJson(said.text) : {}) as AgentHookAnswer;
    } catch (error) {
      deps.log.failure('event not captured', error, { host: claudeCode.name, via: VIA });
      return {};
    }
  } catch (error) {
    complain(error);
    return {};
  }
}

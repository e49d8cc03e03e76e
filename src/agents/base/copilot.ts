import type { HostEdit, InstallScope, Runtime } from '../../ports/base/host.ts';
import { claudeNamesBut } from './claude.ts';
import { directHookLine, hookLine, placeInScope, TIMEOUT } from './install.ts';

/** The events that are asked for; none before a tool, because Copilot refuses the call when such a hook fails. */
const EVENTS = claudeNamesBut('PreToolUse', 'StopFailure', 'PostCompact');

export const COPILOT_HOME = { env: 'COPILOT_HOME', otherwiseInHome: '.copilot' } as const;

/**
 * A file of hooks that both Copilot CLI and VS Code read: one for both, else each would call twice. What is called finds out
 * which of them it is.
 */
export function copilotHooksFile(runtime: Runtime, scope: InstallScope): HostEdit {
  const handlerAt = (event: string) => ({
    type: 'command',
    command: hookLine(runtime, 'copilot', event),
    // To PowerShell a quoted path is a text, unless it is told to call it.
    powershell: `& ${directHookLine(runtime, 'copilot', event)}`,
    // Each of the two readers has a name of its own for the time.
    timeoutSec: TIMEOUT,
    timeout: TIMEOUT,
  });
  const hooks = Object.fromEntries(EVENTS.map((event) => [event, [handlerAt(event)]]));
  return {
    kind: 'file',
    place: placeInScope(
      scope,
      { base: COPILOT_HOME, path: 'hooks/cortex.json' },
      '.github/hooks/cortex.json',
    ),
    content: `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`,
  };
}

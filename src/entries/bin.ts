import { homeOf, useCompileCache } from '../platform/compile-cache.ts';
import { hasNoSops } from '../platform/no-sops.ts';
import { isRecentEnough, runInNewerNode, silenceSqliteWarning } from '../platform/runtime.ts';
import { readStdin } from '../platform/stdin.ts';

/** Events that need the whole engine, by the names hosts give them. A wrong guess costs time, nothing else. */
const NEEDS_ENGINE =
  /"hook_?[eE]vent_?[nN]ame"\s*:\s*"(?:[sS]ession(?:Start|End)|UserPromptSubmit|beforeSubmitPrompt|BeforeAgent|AfterAgent|[sS](?:ubagentS)?top|StopFailure|PostCompact|afterAgentResponse|postToolUse|preCompact)"/;
const IS_INTENT = /"hook_event_name"\s*:\s*"PreToolUse"/;

// Nothing else is loaded before the version is known: `node:sqlite` does not exist in older ones.
const [command, ...rest] = process.argv.slice(2);
silenceSqliteWarning();
if (!isRecentEnough(process.versions)) {
  process.exitCode = runInNewerNode(process.argv.slice(1), command === 'hook');
} else if (command === 'hook' && !rest.some((word) => word === '--help' || word === '-h')) {
  useCompileCache(homeOf(process.env));
  const input = readStdin();
  const isIntent = IS_INTENT.test(input.text);
  if (isIntent && isSilent(input.text)) leave();
  const { hook } = NEEDS_ENGINE.test(input.text)
    ? (require('./engine.cjs') as typeof import('./engine.ts'))
    : isIntent
      ? (require('./intent.cjs') as typeof import('./intent.ts'))
      : (require('./hook.cjs') as typeof import('./hook.ts'));
  hook(rest, input).then(leave);
} else if (command === 'mcp' && rest.length === 0) {
  useCompileCache(homeOf(process.env));
  const { mcp } = require('./mcp.cjs') as typeof import('./mcp.ts');
  mcp().then(leave);
} else {
  const { cli } = require('./cli.cjs') as typeof import('./cli.ts');
  cli(process.argv.slice(2)).then((code) => {
    process.exitCode = code;
  });
}

/** Before a tool call there is nearly always nothing to say, and the agent waits: two quick looks before anything is loaded. */
function isSilent(text: string): boolean {
  if (hasNoSops(text, homeOf(process.env), process.env)) return true;
  return (require('./glance.cjs') as typeof import('./glance.ts')).onlyLooks(text);
}

/**
 * Leaves without closing the database, as a killed process would. Everything is committed and synced; closing would copy
 * the log back into the database and sync that too, at every single event. The end of a turn does that instead.
 */
function leave(): never {
  process.exit(0);
}

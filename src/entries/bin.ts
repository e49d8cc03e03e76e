import { isRecentEnough } from '../domain/runtime/runtimes.ts';
import { openBundles } from '../platform/bundles.ts';
import { codeCache } from '../platform/code-cache.ts';
import type { Detached } from '../platform/detach.ts';
import { runInNewerNode, silenceSqliteWarning } from '../platform/runtime.ts';
import { type Input, readStdin } from '../platform/stdin.ts';
import type { Started } from './started.ts';

silenceSqliteWarning();
// Put in by the build: the version of the package.
declare const VERSION: string;
const { load, keep } = openBundles(__dirname, codeCache(process.env), require);

// A test loads this as a module and starts the runs itself.
if (require.main === module) {
  const [, script = '', ...words] = process.argv;
  // Nothing else is loaded before the version is known: `node:sqlite` does not exist in older ones.
  if (!isRecentEnough(process.versions))
    process.exitCode = runInNewerNode([script, ...words], isHook(words) || isStatusLine(words), process.env);
  else {
    const atTheEnd: Detached[] = [];
    run(words, isHook(words) ? { atTheEnd } : {}).then((code) => {
      if (isHook(words) || isStatusLine(words) || isServer(words)) leave(atTheEnd);
      process.exitCode = code;
    });
  }
}

/** Runs a command and gives its exit code. */
export async function run(words: readonly string[], started: Started = {}): Promise<number> {
  if (isHook(words) && words.includes('--stream')) {
    const { openStream } = load('hook.cjs') as typeof import('./hook.ts');
    const { serveEvents } = load('serve.cjs') as typeof import('./serve.ts');
    await serveEvents(process.stdin, process.stdout, openStream(words.slice(1)));
    keep('stream');
    return 0;
  }
  if (isHook(words)) {
    const input = readStdin(undefined, started.input);
    keep((await captured(words.slice(1), input, started)) ?? (await hooked(words.slice(1), input, started)));
    return 0;
  }
  if (isStatusLine(words)) {
    const { statusline } = load('hook.cjs') as typeof import('./hook.ts');
    await statusline(readStdin(undefined, started.input), started);
    keep('statusline');
    return 0;
  }
  if (isServer(words)) {
    const { serve } = load('serve.cjs') as typeof import('./serve.ts');
    const { CORTEX_DOOR } = process.env;
    // Programs that this one starts have no part in it.
    delete process.env['CORTEX_DOOR'];
    await serve(__dirname, {
      resident: () =>
        CORTEX_DOOR === undefined
          ? null
          : (load('hook.cjs') as typeof import('./hook.ts')).openResident(process.env, CORTEX_DOOR),
      tools: () => load('mcp.cjs') as typeof import('./mcp.ts'),
    });
    keep('server');
    return 0;
  }
  if (isVersion(words)) {
    (started.out ?? process.stdout).write(`${VERSION}\n`);
    return 0;
  }
  const code = await typed(words, started);
  if (code === 0) keep(words[0] ?? 'alone');
  return code;
}

function typed(words: readonly string[], started: Started): Promise<number> {
  if (words[0] === 'search')
    return (load('find.cjs') as typeof import('./find.ts')).find(words.slice(1), started);
  return (load('cli.cjs') as typeof import('./cli.ts')).cli(words, started);
}

/** Tools and prompts are most events, and a smaller bundle has all that most of them need. Null where it is the whole hook's. */
async function captured(args: readonly string[], input: Input, started: Started): Promise<string | null> {
  if (!/"hook_event_name":"(?:(?:Post|After)Tool|UserPrompt|BeforeAgent)/.test(input.text)) return null;
  const { capture } = load('capture.cjs') as typeof import('./capture.ts');
  return capture(args, input, started);
}

function hooked(args: readonly string[], input: Input, started: Started): Promise<string | null> {
  const { hook } = load('hook.cjs') as typeof import('./hook.ts');
  return hook(args, input, started);
}

function isVersion([word]: readonly string[]): boolean {
  return word === 'version' || word === '--version' || word === '-v' || word === '-V';
}

function isHook([command, ...rest]: readonly string[]): boolean {
  return command === 'hook' && !rest.some((word) => word === '--help' || word === '-h');
}

function isStatusLine(words: readonly string[]): boolean {
  return words[0] === 'statusline' && words.length === 1;
}

function isServer(words: readonly string[]): boolean {
  return words[0] === 'mcp' && words.length === 1;
}

/**
 * Leaves without closing the database, as a killed process would. Everything is committed and synced; closing would copy
 * the log back into the database and sync that too, at every single event. The end of a turn does that instead.
 */
function leave(atTheEnd: readonly Detached[]): never {
  try {
    if (atTheEnd.length > 0)
      (load('hook.cjs') as typeof import('./hook.ts')).endStarting(atTheEnd, process.env);
  } catch {
    // The host has its answer; another code than 0 would call that a failure.
  }
  process.exit();
}

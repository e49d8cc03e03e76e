import { isRecentEnough } from '../domain/base/runtimes.ts';
import type { SentEvent } from '../door/event.ts';
import { isForCapture, readSentEvent } from '../door/sent-here.ts';
import type { Started } from '../door/world.ts';
import { runInNewerNode, silenceSqliteWarning } from '../system/base/runtime.ts';
import { PLAIN_OUTPUT } from '../system/base/standard-output.ts';
import { codeCache, openBundles, plainHome } from '../system/hooks/code-cache.ts';
import { readStdin } from '../system/hooks/stdin.ts';
import { plainHelp } from './plain-help.ts';
import { isWorkCommand } from './rooms/work-names.ts';

silenceSqliteWarning();
// Put in by the build: the version of the package.
declare const VERSION: string;
const { load, keep } = openBundles(__dirname, codeCache(process.env), require);
const hookBundle = () => load('hook.cjs') as typeof import('./hook.ts');

// A test loads this as a module and starts the runs itself.
if (require.main === module) {
  const [, script = '', ...words] = process.argv;
  const isQuiet = isHook(words) || isAlone(words, 'statusline');
  // Nothing else is loaded before the version is known: `node:sqlite` does not exist in older ones.
  if (!isRecentEnough(process.versions))
    process.exitCode = runInNewerNode([script, ...words], isQuiet, process.env);
  else
    run(words).then((code) => {
      process.exitCode = code;
      // Without closing the database, as a killed process would. Everything is committed and synced; closing would copy the log
      // back into the database and sync that too, at every single event. The end of a turn does that instead.
      if (isQuiet || isAlone(words, 'mcp')) process.exit();
    });
}

/** Runs a command and gives its exit code. */
export async function run(words: readonly string[], started: Started = {}): Promise<number> {
  if (isHook(words) && words.includes('--stream')) {
    await hookBundle().serveEvents(words.slice(1));
    keep('stream');
    return 0;
  }
  if (isHook(words)) {
    const sent = readSentEvent(words.slice(1), started);
    keep((await runCapture(sent, started)) ?? (await hookBundle().hook(sent, started)));
    return 0;
  }
  if (isAlone(words, 'statusline')) {
    await hookBundle().statusline(readStdin(undefined, started.input), started);
    keep('statusline');
    return 0;
  }
  if (isAlone(words, 'mcp')) {
    await runServer();
    keep('server');
    // Set where it could not begin.
    return Number(process.exitCode ?? 0);
  }
  if (['version', '--version', '-v', '-V'].includes(words[0] ?? '')) {
    (started.out ?? PLAIN_OUTPUT).write(`${VERSION}\n`);
    return 0;
  }
  if (await toldByDeclarations(words, started)) return 0;
  const code = await runTyped(words, started);
  if (code === 0) keep(words[0] ?? 'alone');
  return code;
}

async function runTyped(words: readonly string[], started: Started): Promise<number> {
  const [name, ...rest] = words;
  if (name === 'search')
    return (load('find.cjs') as typeof import('./find.ts')).find(rest, started);
  const code = await worked(name, rest, started);
  if (code !== null) return code;
  return (load('cli.cjs') as typeof import('./cli.ts')).cli(words, started);
}

/** Runs what is typed often in a smaller bundle. Null if it needs the one of all commands. */
async function worked(
  name: string | undefined,
  rest: readonly string[],
  started: Started,
): Promise<number | null> {
  const bundle = () => load('work.cjs') as typeof import('./work.ts');
  if (isWorkCommand(name)) return bundle().work(name, rest, started);
  const isAsked = name === undefined || (name === '--json' && rest.length === 0);
  return isAsked ? bundle().alone(started, { isForProgram: name !== undefined }) : null;
}

/** Handles most events in a smaller bundle. Null if this one needs the full hook. */
async function runCapture(sent: SentEvent, started: Started): Promise<string | null> {
  if (!isForCapture(sent, plainHome(process.env))) return null;
  const { captureEvent } = load('capture.cjs') as typeof import('./capture.ts');
  return captureEvent(sent, started);
}

function runServer(): Promise<void> {
  const { serve } = load('serve.cjs') as typeof import('./serve.ts');
  const { CORTEX_DOOR: door } = process.env;
  // Child processes must not inherit it.
  delete process.env['CORTEX_DOOR'];
  return serve(__dirname, {
    resident: () => (door === undefined ? null : hookBundle().openResident(process.env, door)),
    tools: () => load('mcp.cjs') as typeof import('./mcp.ts'),
  });
}

/** Help and completion load no command, only how each is declared. False where the words ask for neither. */
async function toldByDeclarations(words: readonly string[], started: Started): Promise<boolean> {
  const isHelp = mayAskForHelp(words);
  if (!isHelp && words[0] !== 'completion') return false;
  const page = isHelp && !started.out ? plainHelp(words, __dirname) : null;
  if (page !== null) {
    PLAIN_OUTPUT.write(page);
    return true;
  }
  const { complete, help } = load('help.cjs') as typeof import('./help.ts');
  const isTold = help(words, started) || (await complete(words, started));
  if (isTold) keep(isHelp ? 'help' : 'completion');
  return isTold;
}

/** Without one of these words nobody asks for help; with one it may still be a text. */
function mayAskForHelp(words: readonly string[]): boolean {
  return words.some((word) => ['help', '--help', '-h', 'admin'].includes(word));
}

function isHook([command, ...rest]: readonly string[]): boolean {
  return command === 'hook' && !rest.some((word) => word === '--help' || word === '-h');
}

function isAlone(words: readonly string[], command: string): boolean {
  return words[0] === command && words.length === 1;
}

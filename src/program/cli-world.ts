import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { isRecentEnough } from '../domain/base/runtimes.ts';
import type { Started } from '../door/world.ts';
import type { Stream } from '../ports/base/stream.ts';
import type { Cli } from '../surfaces/cli/base/context.ts';
import { outputTo } from '../surfaces/cli/base/output.ts';
import { lookAtPath, readText } from '../system/answer/look.ts';
import { askPerson, confirm, isAttended } from '../system/base/ask.ts';
import { homeDirectory } from '../system/base/home.ts';
import { followKeys } from '../system/base/keys.ts';
import { readLines, writeLines } from '../system/base/lines.ts';
import { showPaged } from '../system/base/pager.ts';
import { writePluginFolder } from '../system/base/plugin-folder.ts';
import { mayBeTerminal, PLAIN_OUTPUT } from '../system/base/standard-output.ts';
import { abandonedDoors, runFolderOf } from '../system/hooks/hand-over.ts';
import { type ForCommands, homesBelow, openHome } from './compose-home.ts';
import type { RepairOf } from './compose-repair.ts';
import type { RarelyNeeded } from './rarely-needed.ts';
import { allHosts } from './rooms/hosts.ts';

/** Parts that only some commands need. */
interface ForCommand extends Pick<ForCommands, 'yaml'> {
  readonly rooms?: Cli['rooms'];
  readonly operations?: Cli['operations'];
}

/** `cortex sessions | head`: a closed pipe is not an error. */
function ending(stream: NodeJS.WriteStream): Stream {
  if (stream.listenerCount('error', endProgram) === 0) stream.on('error', endProgram);
  return stream;
}

function endProgram({ code }: NodeJS.ErrnoException): never {
  return process.exit(code === 'EPIPE' ? 0 : 1);
}

/** Parts that few commands need lie in the bundle of all commands: most runs do without them. */
function rarelyNeeded(): RarelyNeeded {
  return (require('./cli.cjs') as { readonly RARELY_NEEDED: RarelyNeeded }).RARELY_NEEDED;
}

/** The world of the commands, for whichever bundle runs one. */
export function cliWorld(
  started: Started,
  { rooms = [], operations = [], ...given }: ForCommand = {},
): Cli {
  const { env, version, versions } = process;
  const { input = 0, out = mayBeTerminal() ? ending(process.stdout) : PLAIN_OUTPUT } = started;
  const repairOf: RepairOf = (...args) => rarelyNeeded().repairOf(...args);
  const home = () => openHome(env, { ...started, ...given, repairOf });
  return {
    version: manifest.version,
    env,
    hosts: allHosts(),
    look: lookAtPath,
    readText,
    ask: askPerson,
    confirm,
    isAttended,
    followKeys,
    showLong: (text) => {
      if (!showPaged(text)) out.write(text);
    },
    node: { version, isSupported: isRecentEnough(versions) },
    // The entry point lies beside this bundle.
    program: { node: process.execPath, script: join(__dirname, 'cortex.cjs') },
    get machine() {
      return rarelyNeeded().thisMachine(env);
    },
    out: outputTo(out, env),
    get err() {
      return outputTo(started.err ?? ending(process.stderr), env);
    },
    home,
    adoptHanded: () => {
      const run = runFolderOf(homeDirectory(env));
      if (run && abandonedDoors(run).length > 0) rarelyNeeded().adoptHanded(env, started, run);
    },
    takeWaiting: async (deps) =>
      deps.spool?.names().length ? rarelyNeeded().takeInQuietly(deps) : null,
    homesBelow,
    rooms,
    operations,
    startAgent: (...args) => rarelyNeeded().startAgent(...args),
    serveTools: (port) =>
      (require('./mcp.cjs') as typeof import('./mcp.ts')).mcpOverHttp(port, (line) =>
        outputTo(out, env).line(line),
      ),
    writePlugin: (kind, folder) => writePluginFolder(__dirname, kind, folder),
    userHome: homedir,
    cwd: process.cwd,
    readInput: () => readFileSync(input, 'utf8'),
    readLines: (path) => readLines(path === '-' ? input : path),
    writeLines: (path, work) =>
      writeLines(path, work, started.out && ((text) => void out.write(text))),
  };
}

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { COMPOSITION, openWorld } from '../compose.ts';
import { type ForCommands, homesBelow, openHome } from '../compose-home.ts';
import { isRecentEnough } from '../domain/runtime/runtimes.ts';
import type { Started } from '../door/world.ts';
import { ask, confirm, isAttended } from '../platform/ask.ts';
import { runFolderOf } from '../platform/hand-over.ts';
import { followKeys } from '../platform/keys.ts';
import { readLines, writeLines } from '../platform/lines.ts';
import { look, readText } from '../platform/look.ts';
import { thisMachine } from '../platform/machine.ts';
import { showPaged } from '../platform/pager.ts';
import { writePluginFolder } from '../platform/plugin-folder.ts';
import { allHosts } from '../rooms/hosts.ts';
import type { Cli } from '../surfaces/cli/context.ts';
import { outputTo } from '../surfaces/cli/output.ts';
import { startAgent } from '../surfaces/cli/start-agent.ts';
import { adoptAbandoned } from './event.ts';

/** Parts that only some commands need. */
interface ForCommand extends Pick<ForCommands, 'yaml'> {
  readonly rooms?: Cli['rooms'];
  readonly operations?: Cli['operations'];
}

/** The world of the commands, for whichever bundle runs one. */
export function cliWorld(started: Started, { rooms = [], operations = [], ...given }: ForCommand = {}): Cli {
  const { env, stdout, stderr, version, versions } = process;
  const { input = 0, out = stdout, err = stderr } = started;
  // `cortex sessions | head`: a closed pipe is not an error.
  const closed = (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1);
  if (!started.out) for (const stream of [stdout, stderr]) stream.on('error', closed);
  const home = () => openHome(env, { ...started, ...given });
  return {
    ...{ version: manifest.version, env, hosts: allHosts(), look, readText },
    ...{ ask, confirm, isAttended, followKeys },
    showLong: (text) => {
      if (!showPaged(text)) out.write(text);
    },
    node: { version, isSupported: isRecentEnough(versions) },
    // The entry point lies beside this bundle.
    program: { node: process.execPath, script: join(__dirname, 'cortex.cjs') },
    machine: thisMachine(env),
    out: outputTo(out, env),
    err: outputTo(err, env),
    home,
    adoptHanded: () => {
      const world = openWorld(env, 'person', started);
      adoptAbandoned(COMPOSITION, world, env, runFolderOf(world.home));
    },
    homesBelow,
    rooms,
    operations,
    startAgent,
    serveTools: (port) =>
      (require('./mcp.cjs') as typeof import('./mcp.ts')).mcpOverHttp(port, (line) =>
        outputTo(out, env).line(line),
      ),
    writePlugin: (kind, folder) => writePluginFolder(__dirname, kind, folder),
    userHome: homedir,
    cwd: process.cwd,
    readInput: () => readFileSync(input, 'utf8'),
    readLines: (path) => readLines(path === '-' ? input : path),
    writeLines: (path, work) => writeLines(path, work, started.out && ((text) => void out.write(text))),
  };
}

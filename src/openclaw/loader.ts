import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Installed } from './plugin.ts';

/** Put here by the build: the tools that the manifest beside this file declares. */
declare const CORTEX_TOOL_NAMES: readonly string[];

/** The folder of the launchers, which `cortex setup` writes in here: OpenClaw runs copies of this file from elsewhere. */
const BIN = '__CORTEX_BIN__';

interface Plugin {
  register(api: unknown, installed: Installed): void;
}

/**
 * OpenClaw has this file in its own folder and loads it whatever becomes of Cortex. It finds Cortex as the launchers do. Where
 * Cortex is gone, nothing is registered and the gateway runs on.
 */
function register(api: unknown): void {
  try {
    const script = readRememberedScript() ?? readFoundScript() ?? searchScript();
    if (script === null) {
      warn(
        api,
        'Cortex was not found. Install it and run cortex setup openclaw, or take it out: cortex unsetup openclaw.',
      );
      return;
    }
    const load = createRequire(import.meta.url);
    const { default: plugin } = load(join(dirname(script), 'openclaw', 'index.js')) as {
      default: Plugin;
    };
    plugin.register(api, { tools: CORTEX_TOOL_NAMES, home: dirname(BIN) });
  } catch (error) {
    // An update that is being unpacked, or a package that is damaged.
    warn(api, `Cortex could not be loaded: ${error instanceof Error ? error.message : error}`);
  }
}

/** OpenClaw registers a plugin several times in a process. */
const warned = new Set<string>();

function warn(api: unknown, message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  try {
    (api as { logger?: { warn?(message: string): void } }).logger?.warn?.(
      `${message} Nothing is captured or restored.`,
    );
  } catch {
    // The gateway keeps running.
  }
}

function readRememberedScript(): string | null {
  for (const name of ['cortex-hook', 'cortex-hook.cmd']) {
    const text = textOf(join(BIN, name));
    const script =
      /^script='(.*)'$/m.exec(text)?.[1]?.replaceAll(`'\\''`, "'") ??
      /^set "script=(.*)"\r?$/m.exec(text)?.[1]?.replaceAll('%%', '%');
    if (script && existsSync(script)) return script;
  }
  return null;
}

/** The script that a launcher found when the remembered one was gone. */
function readFoundScript(): string | null {
  const script = textOf(join(BIN, 'found')).split('\n')[1];
  return script && existsSync(script) ? script : null;
}

/** The launcher looks for another; asked for help, it does nothing else. */
function searchScript(): string | null {
  const launcher = join(BIN, 'cortex-hook');
  if (process.platform === 'win32' || !existsSync(launcher)) return null;
  spawnSync(launcher, ['--help'], { stdio: 'ignore', timeout: PATIENCE_MS });
  return readFoundScript();
}

const PATIENCE_MS = 5_000;

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

export default {
  id: 'cortex',
  name: 'Cortex',
  description:
    'Keeps the thread of work across sessions: pins, decisions, open tasks and what was learnt.',
  register,
};

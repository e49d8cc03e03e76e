import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { SOP_FILE } from '../domain/sop-name.ts';
import { isTooDeep, MOST_LEVELS } from './path-depth.ts';

/**
 * Whether, for an event before a tool call, there surely is no standing instruction: then nothing needs to be loaded at all.
 * Nearly everybody has none, and every tool call asks. Whatever is in doubt is for others to find out.
 */
export function hasNoSops(
  text: string,
  home: string | null,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (!home || !isAbsolute(home) || env['CORTEX_SOP_FOLDERS']) return false;
  try {
    const { hook_event_name: name, cwd } = JSON.parse(text) as { hook_event_name?: unknown; cwd?: unknown };
    if (name !== 'PreToolUse' || typeof cwd !== 'string') return false;
    return !mayConfigureFolders(`${home}/config.json`) && !holdsSop(`${home}/sops`) && !mayHoldSops(cwd);
  } catch {
    return false;
  }
}

function mayConfigureFolders(file: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').includes('sop');
}

function holdsSop(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => SOP_FILE.test(name));
}

/** Any repository around the folder: which of them it belongs to need not be known. */
function mayHoldSops(cwd: string): boolean {
  if (isTooDeep(cwd)) return false;
  for (
    let folder = realpathSync.native(cwd), level = 0;
    level < MOST_LEVELS;
    folder = dirname(folder), level++
  ) {
    if (holdsSop(`${folder}/.cortex/sops`)) return true;
    if (existsSync(`${folder}/.git`) && readdirSync(folder).some((name) => /\.ai\.sop$/i.test(name)))
      return true;
    if (folder === dirname(folder)) break;
  }
  return false;
}

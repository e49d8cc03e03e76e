import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from '../context.ts';

/** A home and a repository of their own, so that a demonstration touches nothing of yours. */
export interface Scratch {
  readonly home: string;
  readonly project: string;
  remove(): void;
}

export function makeScratch(name: string, files: Readonly<Record<string, string>>): Scratch {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'cortex-demo-')));
  const project = join(top, name);
  // A repository as far as Cortex looks at one: `git` may not be installed.
  for (const folder of ['.git/objects', '.git/refs/heads'])
    mkdirSync(join(project, folder), { recursive: true });
  writeFileSync(join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  return {
    home: join(top, 'home'),
    project,
    remove: () => rmSync(top, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** The environment without anything that would change what is shown: options, a frozen clock, who started us. */
export function cleanEnvironment(
  env: Environment,
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept = Object.entries(env).filter(
    ([name, value]) => value !== undefined && !name.startsWith('CORTEX_') && name !== 'CLAUDE_PLUGIN_ROOT',
  );
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...more };
}

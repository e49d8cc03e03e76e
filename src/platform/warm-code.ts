import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../domain/runtime/environment.ts';
import { namesIn } from './archive.ts';
import { CODE_CACHE } from './code-cache.ts';
import { ensureDir } from './files.ts';

const PATIENCE_MS = 10_000;

/**
 * Plays a short session in a home that is thrown away and takes over the code that its hooks compiled, so that the first real
 * events do not pay for compiling (docs/decisions/0016). Nothing happens where code of this version is there already.
 */
export function warmCode(launcher: string, script: string, home: string, env: Environment): void {
  const cache = join(home, CODE_CACHE);
  if (isWarm(cache, script)) return;
  ensureDir(cache);
  const scratch = mkdtempSync(join(cache, '.warm-'));
  try {
    const project = join(scratch, 'project');
    makeProject(project);
    const away = { CORTEX_HOME: join(scratch, 'home'), HOME: scratch };
    const quiet = { CORTEX_MAINTENANCE_AUTO: 'false', CORTEX_REPAIR_AUTO: 'false' };
    for (const event of [...session(project, 'a'), ...session(project, 'b')])
      spawnSync(launcher, ['claude-code'], {
        input: JSON.stringify(event),
        cwd: project,
        env: { PATH: env['PATH'], ...away, ...quiet },
        stdio: ['pipe', 'ignore', 'ignore'],
        timeout: PATIENCE_MS,
      });
    const made = join(away.CORTEX_HOME, CODE_CACHE);
    for (const name of namesIn(made)) renameSync(join(made, name), join(cache, name));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Enough of a repository for a hook to find its place and its branch. */
function makeProject(folder: string): void {
  const git = join(folder, '.git');
  for (const part of ['objects', 'refs']) mkdirSync(join(git, part), { recursive: true });
  writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(folder, 'a.ts'), 'export const a = 1;\n');
}

/** One event of each usual kind; the last letter tells the sessions apart. */
function session(cwd: string, last: string): readonly object[] {
  const session_id = `00000000-0000-4000-8000-00000000000${last}`;
  const file_path = join(cwd, 'a.ts');
  const event = (hook_event_name: string, more: object) => ({ session_id, cwd, hook_event_name, ...more });
  const used = (tool_name: string, tool_input: object, tool_response: object) =>
    event('PostToolUse', { tool_name, tool_input, tool_response });
  return [
    event('SessionStart', { source: 'startup' }),
    event('UserPromptSubmit', { prompt: 'Retry when the socket is closed, because the server restarts.' }),
    used('Read', { file_path }, { type: 'text', file: { content: 'export const a = 1;\n' } }),
    used('Edit', { file_path, old_string: '1', new_string: 'function b() {}\n' }, { filePath: file_path }),
    used('Bash', { command: 'npm test' }, { stdout: 'ok', stderr: '' }),
    event('Stop', { last_assistant_message: 'It retries now. Next: the tests of the parser.' }),
    event('UserPromptSubmit', { prompt: "Let's write the tests then." }),
    event('Stop', { last_assistant_message: 'Done.' }),
    event('SessionEnd', { reason: 'other' }),
  ];
}

/** Whether a hook of this program, or of a later one, has left its code. npm gives every file the same old date, so when it was put there counts. */
function isWarm(cache: string, script: string): boolean {
  const installed = statSync(script).ctimeMs;
  return namesIn(cache).some(
    (name) => name.startsWith('hook.cjs-') && changedAt(join(cache, name)) >= installed,
  );
}

/** 0 where a hook has just put another file in its place. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** The command that hosts have in their settings after `cortex setup`: a launcher in the home, which starts the hook with its flags. */
export function installedHook(
  cortex: string,
  runtime: string,
  env: NodeJS.ProcessEnv & { CORTEX_HOME: string },
): readonly [string, ...string[]] {
  const words = ['setup', 'claude-code', '--yes', '--runtime', runtime];
  const done = spawnSync(process.execPath, [cortex, ...words], { env, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`cortex ${words.join(' ')}: ${done.stdout}${done.stderr}`);
  return [join(env.CORTEX_HOME, 'bin', 'cortex-hook'), 'claude-code'];
}

/** Ids as hosts draw them: names of another form are looked through for secrets, which no real id is. */
export function drawnUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}

export function drawnCall(text: string): string {
  return `toolu_01${createHash('sha256').update(text).digest('hex').slice(0, 22)}`;
}

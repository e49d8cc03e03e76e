import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';

const BUILT = join(import.meta.dirname, '..', '..', 'dist', 'cortex.cjs');

/** Runs a script in a real shell that finds the built `cortex` on its path. */
let run: (shell: string, args: readonly string[]) => string;

let dispose = () => {};

beforeAll(() => {
  const scratch = scratchFolder();
  const folder = scratch.path;
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(BUILT, join(bin, 'cortex'));
  const env = {
    ...process.env,
    HOME: folder,
    CORTEX_HOME: join(folder, 'cortex home'),
    PATH: [bin, process.env['PATH']].join(delimiter),
  };
  run = (shell, args) => {
    const done = spawnSync(shell, [...args], { env, encoding: 'utf8', cwd: folder });
    expect(done.stderr).toBe('');
    return done.stdout;
  };
  dispose = scratch.dispose;
});
afterAll(() => dispose());

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

describe('in a real shell', () => {
  it.skipIf(!has('bash'))('bash completes commands, options, values and words with colons', () => {
    const script = `
      eval "$(cortex completion bash)"
      try() {
        COMP_LINE="$1"; COMP_POINT=\${#1}
        IFS=' ' read -r -a COMP_WORDS <<< "$1"
        [[ $1 == *' ' ]] && COMP_WORDS+=('')
        COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
        _cortex
        echo "\${COMPREPLY[*]}"
      }
      try 'cortex sess'; try 'cortex note dec'; try 'cortex search --kind th'; try 'cortex pin --cr'; try 'cortex show '`;
    expect(run('bash', ['-c', script]).split('\n')).toEqual([
      'sessions',
      'decision',
      'thread',
      '--critical',
      '',
      '',
    ]);
  });

  it.skipIf(!has('fish'))('fish completes with what each word means', () => {
    const script =
      "cortex completion fish | source; complete -C 'cortex sess'; complete -C 'cortex config get pins.max_'";
    const lines = run('fish', ['--no-config', '-c', script]).split('\n');
    expect(lines).toEqual([
      'sessions\tList sessions, newest first, or those that led to one.',
      'pins.max_chars',
      '',
    ]);
  });

  it.skipIf(!has('zsh'))('zsh loads it as the completion of cortex', () => {
    const script =
      'autoload -U compinit; compinit -u -D; source <(cortex completion zsh); print $_comps[cortex]';
    expect(run('zsh', ['-fc', script])).toBe('_cortex\n');
  });
});

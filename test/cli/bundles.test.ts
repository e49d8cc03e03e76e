import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/program/rooms/commands.ts';
import { helpAsked, printPage } from '../../src/surfaces/cli/base/help.ts';
import { outputTo } from '../../src/surfaces/cli/base/output.ts';
import { CORTEX } from '../program.ts';
import { usePlace } from '../use-scratch.ts';

const here = usePlace();

/** What a process of the program prints into a pipe, and the bundles that it reads. */
function typed(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const read = join(here.folder, 'read');
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--require', join(import.meta.dirname, '..', 'bundles-read.cjs'), CORTEX, ...words],
    {
      cwd: here.folder,
      env: {
        PATH: process.env['PATH'],
        HOME: here.folder,
        CORTEX_HOME: here.home,
        BUNDLES_READ: read,
        ...env,
      },
      encoding: 'utf8',
    },
  );
  return { status, stdout, bundles: readFileSync(read, 'utf8') };
}

/** The page as the commands declare it. */
function page(words: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  let text = '';
  const out = outputTo({ write: (part: string) => (text += part) }, env);
  printPage(out, COMMANDS, helpAsked(COMMANDS, words)!);
  return text;
}

describe('a process of the program', () => {
  it.each([
    [['--help']],
    [['admin']],
    [['help', 'tasks']],
    [['memory', 'add', '-h']],
    [['help', 'memory', 'add']],
    [['admin', 'sessions', '--help']],
  ])('prints the help of %j as it is declared, and loads no command', (words) => {
    expect(typed(words)).toMatchObject({ status: 0, stdout: page(words) });
    expect(['', 'help']).toContain(typed(words).bundles);
    const narrow = { COLUMNS: '60' };
    expect(typed(words, narrow)).toEqual({
      status: 0,
      stdout: page(words, narrow),
      bundles: 'help',
    });
  });

  it('knows its version without any bundle', () => {
    expect(typed(['--version'])).toMatchObject({ status: 0, bundles: '' });
  });

  it.each([
    ['tasks', 'work'],
    ['memory list', 'work'],
    ['config get pins.max', 'work'],
    ['search radio', 'find'],
    ['setup --dry-run', 'cli'],
    ['completion --for bash -- ta', 'help'],
    ['completion --for bash -- config get', 'help'],
    ['completion --for fish -- handoff --to c', 'help cli'],
  ])('%s loads no other bundle than %s', (line, bundle) => {
    mkdirSync(here.home, { recursive: true, mode: 0o700 });
    expect(typed(line.split(' ')).bundles).toBe(bundle);
  });
});

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRepository, scratchFolder } from '../../test/scratch.ts';
import { findScope } from './git.ts';
import { hasNoSops } from './no-sops.ts';
import { listSops } from './sops.ts';

let folder: ReturnType<typeof scratchFolder>;
let home: string;
let repo: string;
beforeEach(() => {
  folder = scratchFolder();
  home = join(folder.path, 'home');
  mkdirSync(home);
  repo = makeRepository(join(folder.path, 'radio'));
  mkdirSync(join(repo, 'src', 'deep'), { recursive: true });
});
afterEach(() => folder.dispose());

function write(path: string, text = 'x'): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
const payload = (cwd: string, more: object = {}) =>
  JSON.stringify({ hook_event_name: 'PreToolUse', cwd, ...more });
const silent = (cwd = join(repo, 'src', 'deep'), env = {}) => hasNoSops(payload(cwd), home, env);

describe('hasNoSops', () => {
  it('is so where there is nothing', () => {
    write(join(repo, 'README.md'));
    write(join(home, 'config.json'), '{"pins":{"max":5}}');
    write(join(home, 'sops', 'notes.txt'));
    expect(silent()).toBe(true);
    expect(silent(folder.path)).toBe(true);
  });

  it.each<[string, () => void]>([
    ["the person's own file", () => write(join(home, 'sops', 'a.md'))],
    ["a file of the project's", () => write(join(repo, '.cortex', 'sops', 'a.md'))],
    ['a file at the top of the project', () => write(join(repo, 'radio.AI.sop'))],
    [
      'a project behind a link',
      () => {
        write(join(repo, 'radio.ai.sop'));
        symlinkSync(join(repo, 'src'), join(folder.path, 'link'));
      },
    ],
  ])('is not so with %s, which a listing finds', (name, prepare) => {
    prepare();
    const cwd = name.includes('link') ? join(folder.path, 'link') : join(repo, 'src');
    expect(silent(cwd)).toBe(false);
    const { root } = findScope(cwd).scope;
    expect(listSops({ home, folders: [join(home, 'sops')], root }).files).toHaveLength(1);
  });

  it.each<[string, () => boolean]>([
    ['folders in the environment', () => silent(repo, { CORTEX_SOP_FOLDERS: '/x' })],
    ['no home', () => hasNoSops(payload(repo), null, {})],
    ['a home that is not absolute', () => hasNoSops(payload(repo), '~/x', {})],
    [
      'another event',
      () => hasNoSops(payload(repo, { hook_event_name: 'PostToolUse', x: 'PreToolUse' }), home, {}),
    ],
    [
      'another event that quotes this one',
      () => hasNoSops(`{"hook_event_name":"Stop","cwd":"${repo}","x":{"y":"PreToolUse"}}`, home, {}),
    ],
    ['no folder', () => hasNoSops('{"hook_event_name":"PreToolUse"}', home, {})],
    ['a folder that is gone', () => silent(join(repo, 'gone'))],
    ['broken JSON', () => hasNoSops('{"hook_event_name":"PreToolUse"', home, {})],
  ])('is not decided here with %s', (_, ask) => expect(ask()).toBe(false));

  it('is not decided here where other folders are configured', () => {
    write(join(home, 'config.json'), '{"sop":{"folders":["/x"]}}');
    expect(silent()).toBe(false);
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useScratch } from '../../test/use-scratch.ts';
import { defaultConfig } from '../config/config.ts';
import { readYaml } from '../program/yaml.ts';
import { SOP_FORMS } from '../system/base/home.ts';
import { keepSops, listSops, readSops, SOP_NOTE } from './files.ts';

const folder = useScratch();
let home: string;
let root: string;
beforeEach(() => {
  home = join(folder.path, 'home');
  root = join(folder.path, 'radio');
});

function write(path: string, text = 'x'): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
const here = (folders: readonly string[], at = home) => ({
  home: at,
  userHome: () => folder.path,
  config: { ...defaultConfig(), 'sop.folders': folders },
});
const list = (folders = ['sops']) => listSops(here(folders), root);

describe('listSops', () => {
  it('finds nothing where nothing is', () => {
    expect(list()).toEqual([]);
    expect(listSops(here([]), null)).toEqual([]);
  });

  it("finds the person's own first, then the project's, each in order of names", () => {
    for (const name of ['b.md', 'a.ai.sop', 'c.txt', '.hidden.md']) write(join(home, 'sops', name));
    write(join(folder.path, 'more', 'z.md'));
    write(join(root, '.cortex', 'sops', 'y.md'));
    write(join(root, 'radio.ai.sop'));
    write(join(root, 'README.md'));
    expect(
      list(['sops', join(folder.path, 'more')]).map(({ name, origin }) => [name, origin]),
    ).toEqual([
      ['sops/a.ai.sop', 'user'],
      ['sops/b.md', 'user'],
      [join(folder.path, 'more', 'z.md'), 'user'],
      ['.cortex/sops/y.md', 'project'],
      ['radio.ai.sop', 'project'],
    ]);
  });

  it("takes a file that is in both for the person's, and a hundred at most", () => {
    write(join(root, '.cortex', 'sops', 'a.md'));
    const files = listSops(here(['sops'], join(root, '.cortex')), root);
    expect(files.map(({ origin }) => origin)).toEqual(['user']);
    for (let i = 0; i < 103; i++) write(join(home, 'sops', `${i}.md`));
    expect(list()).toHaveLength(100);
  });
});

describe('readSops', () => {
  const failures: string[] = [];
  const log = {
    debug() {},
    info() {},
    warn() {},
    failure: (event: string) => void failures.push(event),
  };
  const read = (isCommand: boolean, at = home) => {
    const deps = { ...here([join(home, 'sops')], at), log, ...(isCommand && { yaml: readYaml }) };
    const entries = readSops(deps, null);
    if (isCommand) keepSops(deps, entries, ({ problem }) => problem);
    return entries;
  };
  const sop = (name: string, head: string, body = 'Text') =>
    write(join(home, 'sops', name), `---\n${head}\n---\n${body}\n`);

  it('gives a hook what a command has read of the same content and name, and else the text for every call', () => {
    sop('a.md', 'tools: Bash', 'One');
    sop('b.md', 'title: x');
    const unread = read(false);
    expect(unread.map((one) => one.sop?.tools)).toEqual([[], []]);
    const parsed = read(true);
    expect(parsed.map(({ sop: one, problem }) => one?.tools ?? problem)).toEqual([
      ['Bash'],
      expect.stringMatching(/would never be given/),
    ]);
    expect(read(false)).toEqual(parsed);
    expect(readFileSync(join(home, SOP_NOTE), 'utf8')).toMatch(
      /would never be given \(cortex sop list\)$/,
    );
    rmSync(join(home, SOP_NOTE));
    read(true);
    expect(existsSync(join(home, SOP_NOTE))).toBe(false);
    sop('a.md', 'tools: Bash', 'Two');
    expect(read(false)[0]!.sop).toMatchObject({ tools: [], text: 'Two' });
  });

  it('keeps no text, which may hold secrets', () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    sop('a.md', 'tools: Bash', `use ${secret}`);
    write(join(home, 'sops', 'b.ai.sop'), `gotchas: [use ${secret}]`);
    read(true);
    expect(readFileSync(join(home, SOP_FORMS), 'utf8')).not.toContain(secret);
    expect(read(false).map((one) => one.sop?.text)).toEqual([
      `use ${secret}`,
      `gotchas: [use ${secret}]`,
    ]);
  });

  it.each(['', '{', '[]', 'null', '{"number":0,"forms":{}}'])(
    'reads anew where %j was kept',
    (text) => {
      sop('a.md', 'tools: Bash');
      write(join(home, SOP_FORMS), text);
      expect(read(false)[0]!.sop?.tools).toEqual([]);
      read(true);
      expect(read(false)[0]!.sop?.tools).toEqual(['Bash']);
    },
  );

  it('keeps nothing where there is no home, and a failure is on record', () => {
    sop('a.md', 'tools: Bash');
    read(true, join(folder.path, 'nowhere'));
    read(true, write(join(folder.path, 'file')));
    expect(failures).toEqual(['instructions not kept']);
  });

  it('reads nothing that is too large, that is no file, or would make it wait', () => {
    sop('a.md', 'tools: Bash', 'x'.repeat(64 * 1024));
    mkdirSync(join(home, 'sops', 'folder.md'), { recursive: true });
    execFileSync('mkfifo', [join(home, 'sops', 'pipe.md')]);
    symlinkSync(join(home, 'nowhere'), join(home, 'sops', 'link.md'));
    for (const { text, problem } of read(true))
      expect([text, problem]).toEqual([null, expect.stringMatching(/64 KB/)]);
  });
});

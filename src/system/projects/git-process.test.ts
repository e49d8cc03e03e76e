import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git } from '../../../test/git.ts';
import { scratchFolder } from '../../../test/scratch.ts';
import { judgeClaims } from '../answer/claims.ts';
import { openHistory } from './git-history.ts';
import { gitAt } from './git-process.ts';
import { findOwnCommits } from './own-commits.ts';

const scratch = scratchFolder();
afterAll(scratch.dispose);

const PATH = process.env['PATH']!;
/** A shell runs most of these: no space may keep it from that. */
const armed = dirname(scratch.path);
let root = '';
let gitDir = '';
let traps = '';

/** A program that leaves a file behind when it runs. */
function program(file: string, ...lines: string[]): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(file, 0o755);
  return file;
}
const trap = (name: string) =>
  program(join(armed, 'traps', name), `touch '${join(traps, name)}'`, 'exit 1');
const sprung = () => readdirSync(traps);

const at: Record<string, string> = {};
beforeAll(() => {
  root = join(realpathSync(scratch.path), 'repo');
  gitDir = join(root, '.git');
  traps = join(scratch.path, 'sprung');
  mkdirSync(traps);
  mkdirSync(root);
  git(root, 'init', '-q', '-b', 'main');
  writeFileSync(join(root, '.gitattributes'), '* filter=trap diff=trap\n');
  writeFileSync(join(root, 'a.ts'), 'a\n');
  mkdirSync(join(root, 'lib'));
  writeFileSync(join(root, 'lib', 'gone.ts'), 'gone\n');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'base');
  at['base'] = git(root, 'rev-parse', 'HEAD');
  git(root, 'rm', '-q', 'lib/gone.ts');
  git(root, 'commit', '-q', '-m', 'head');
  at['head'] = git(root, 'rev-parse', 'HEAD');
  // A commit that says it is signed, so that `log` would have the signature checked.
  const signed = git(root, 'cat-file', 'commit', 'HEAD').replace(
    '\n\n',
    '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n',
  );
  writeFileSync(join(scratch.path, 'signed'), `${signed}\n`);
  at['signed'] = git(root, 'hash-object', '-t', 'commit', '-w', join(scratch.path, 'signed'));
  git(root, 'update-ref', 'refs/heads/main', at['signed']);
});

describe('a repository whose settings name programs', () => {
  const REMOTES = ['uploadpack', 'ext', 'ssh'] as const;

  beforeAll(() => {
    const config: Record<string, string> = {
      'core.fsmonitor': trap('fsmonitor'),
      'core.hooksPath': join(armed, 'traps', 'hooks'),
      'core.pager': trap('pager'),
      'pager.log': trap('pager-log'),
      'core.editor': trap('editor'),
      'core.sshCommand': trap('ssh'),
      'core.askPass': trap('askpass'),
      'core.alternateRefsCommand': trap('alternate-refs'),
      'credential.helper': `!${trap('credential')}`,
      'gpg.program': trap('gpg'),
      'log.showSignature': 'true',
      'filter.trap.clean': trap('clean'),
      'filter.trap.smudge': trap('smudge'),
      'filter.trap.process': trap('process'),
      'diff.trap.textconv': trap('textconv'),
      'diff.trap.command': trap('diff-command'),
      'diff.external': trap('diff-external'),
      'alias.log': `!${trap('alias-log')}`,
      'alias.rev-list': `!${trap('alias-rev-list')}`,
      'alias.cat-file': `!${trap('alias-cat-file')}`,
      'extensions.partialClone': 'evil',
      'remote.evil.promisor': 'true',
      'protocol.allow': 'always',
      'protocol.ext.allow': 'always',
    };
    for (const [name, value] of Object.entries(config)) git(root, 'config', name, value);
    git(root, 'config', 'core.repositoryFormatVersion', '1');
    for (const hook of [
      'post-checkout',
      'reference-transaction',
      'post-index-change',
      'fsmonitor-watchman',
    ])
      program(join(armed, 'traps', 'hooks', hook), `touch '${join(traps, hook)}'`);
    writeFileSync(join(root, 'a.ts'), 'changed\n');
  });

  const remote = (how: (typeof REMOTES)[number]) => {
    const url = { uploadpack: root, ext: `ext::${trap('ext')}`, ssh: 'ssh://example.invalid/x' }[
      how
    ];
    git(root, 'config', 'remote.evil.url', url);
    git(root, 'config', 'remote.evil.uploadpack', trap('uploadpack'));
  };

  it.each(REMOTES)('runs none of them, with a missing commit that %s would bring', (how) => {
    remote(how);
    const missing = 'f'.repeat(40);
    const history = openHistory({ gitDir, commonDir: gitDir }, root, PATH);
    expect(history.lineagesOf([{ branch: 'main', head: at['base']! }])).toHaveLength(1);
    expect(history.since({ branch: 'main', head: at['base']! }, [])).toMatchObject({
      relation: 'contained',
    });
    // Without a reflog `git` has to count, and would check the signature of what it shows.
    rmSync(join(gitDir, 'logs'), { recursive: true, force: true });
    const fresh = openHistory({ gitDir, commonDir: gitDir }, root, PATH);
    expect(fresh.since({ branch: 'main', head: at['base']! }, [])).toEqual({
      relation: 'contained',
      how: null,
      commits: 1,
      subject: 'head',
    });
    expect(fresh.since({ branch: 'main', head: missing }, [])).toMatchObject({ commits: null });
    expect([...findOwnCommits(gitDir, [at['head']!, missing], PATH).keys()]).not.toContain(missing);
    const place = { root, branch: 'main', branches: ['main', 'other'], known: [] };
    const text = `lib/gone.ts and lib/none.ts went with commit ${missing}`;
    const said = [{ text, branch: 'other', at: 0 }];
    const verdicts = judgeClaims({ ...place, commits: [missing] }, said, { path: PATH })
      .flat()
      .map(({ verdict }) => verdict);
    expect(verdicts).toEqual(['gone', 'unknown', 'gone']);
    expect(sprung()).toEqual([]);
  });

  it('are traps: with other commands and without the flags they spring', async () => {
    remote('ext');
    for (const args of [
      ['status', '--short'],
      ['log', '-1'],
      ['cat-file', '-e', 'e'.repeat(40)],
    ])
      try {
        git(root, ...args);
      } catch {}
    // Git waits for some of them only.
    const all = expect.arrayContaining(['ext', 'fsmonitor', 'gpg', 'process']);
    await expect.poll(sprung, { timeout: 60_000 }).toEqual(all);
    for (const name of sprung()) rmSync(join(traps, name));
  });
});

describe('which git is asked', () => {
  const ask = (path: string) => gitAt(gitDir, root, path)(['rev-parse', '--git-dir']);
  const isTrapped = () => existsSync(join(traps, 'git'));

  beforeAll(() => {
    for (const folder of [join(root, 'bin'), join(root, 'node_modules', '.bin'), gitDir])
      program(join(folder, 'git'), `touch '${join(traps, 'git')}'`);
    mkdirSync(join(scratch.path, 'linked'));
    symlinkSync(join(root, 'bin', 'git'), join(scratch.path, 'linked', 'git'));
    symlinkSync(join(root, 'bin'), join(scratch.path, 'bin'));
  });

  it('is none of the repository, of a relative entry, or behind a link into it', () => {
    const own = [join(root, 'bin'), join(root, 'node_modules', '.bin'), gitDir];
    const links = [join(scratch.path, 'linked'), join(scratch.path, 'bin')];
    expect(ask([...own, ...links, '', '.', 'bin', './bin', PATH].join(':'))?.status).toBe(0);
    expect(ask([...own, ...links, '', '.', 'bin'].join(':'))).toBeNull();
    expect(isTrapped()).toBe(false);
  });

  it('is none of the working directory', () => {
    const elsewhere = realpathSync(process.cwd());
    const tool = program(join(scratch.path, 'work', 'git'), `touch '${join(traps, 'git')}'`);
    process.chdir(dirname(tool));
    try {
      expect(ask(realpathSync(dirname(tool)))).toBeNull();
    } finally {
      process.chdir(elsewhere);
    }
    expect(isTrapped()).toBe(false);
    process.chdir('/');
    try {
      expect(ask(PATH)?.status).toBe(0);
    } finally {
      process.chdir(elsewhere);
    }
  });

  it('inherits nothing of the environment', () => {
    const folder = realpathSync(dirname(program(join(scratch.path, 'env', 'git'), 'env | sort')));
    process.env['GIT_DIR'] = '/elsewhere';
    try {
      const lines = ask(`${folder}:${PATH}`)!.output.toString().split('\n');
      // Set and empty: git then allows no protocol, and every version knows it.
      expect(lines).toContain('GIT_ALLOW_PROTOCOL=');
      const names = lines
        .flatMap((line) => /^[A-Z_]+(?==)/.exec(line) ?? [])
        .filter((name) => name !== 'PWD' && name !== '_' && name !== 'SHLVL');
      expect(names.filter((name) => !/^(?:GIT_(?!DIR)\w+|LC_ALL|PATH|OLDPWD)$/.test(name))).toEqual(
        [],
      );
    } finally {
      delete process.env['GIT_DIR'];
    }
  });
});

describe('a git that does not answer', () => {
  it('hangs: it is ended, and the answer is unknown for this question and the next', () => {
    const folder = dirname(
      program(
        join(scratch.path, 'hangs', 'git'),
        `echo x >> '${join(traps, 'asked')}'`,
        'exec sleep 600',
      ),
    );
    const path = `${folder}:${PATH}`;
    rmSync(join(gitDir, 'logs'), { recursive: true, force: true });
    const history = openHistory({ gitDir, commonDir: gitDir }, root, path);
    expect(history.since({ branch: 'main', head: at['base']! }, [])).toMatchObject({
      relation: 'unknown',
    });
    expect(history.since({ branch: 'main', head: at['head']! }, [])).toMatchObject({
      relation: 'unknown',
    });
    expect(readFileSync(join(traps, 'asked'), 'utf8')).toBe('x\n');
  });

  it('says more than is read, or nothing, or is not there', () => {
    const tool = (name: string, line: string) =>
      dirname(program(join(scratch.path, name, 'git'), line));
    const ask = (path: string) => gitAt(gitDir, root, path)(['log']);
    expect(ask(`${tool('endless', 'exec yes')}:${PATH}`)).toBeNull();
    expect(ask(`${tool('dies', 'kill -9 $$')}:${PATH}`)).toBeNull();
    expect(ask('')).toBeNull();
    expect(ask(join(scratch.path, 'nowhere'))).toBeNull();
  });
});

import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { git } from '../../test/git.ts';
import { pullRequestFor } from './engine/pull-request.ts';
import { linesHome, NOON } from './test/lines-home.ts';

const { place, at, write, session, commit, why } = linesHome();

/** A program that leaves a file behind when it runs. A shell runs most of these, so no space may be in its path. */
function traps() {
  const armed = dirname(place.root);
  const sprung = join(armed, 'sprung');
  mkdirSync(sprung, { recursive: true });
  const program = (file: string, name: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `#!/bin/sh\ntouch '${join(sprung, name)}'\nexit 1\n`);
    chmodSync(file, 0o755);
    return file;
  };
  return {
    trap: (name: string) => program(join(armed, 'traps', name), name),
    hook: (name: string) => program(join(armed, 'traps', 'hooks', name), name),
    hooks: join(armed, 'traps', 'hooks'),
    sprung: () => readdirSync(sprung),
    clear: () => rmSync(sprung, { recursive: true }),
  };
}

function arm() {
  const { trap, hook, hooks, sprung } = traps();
  const config: Record<string, string> = {
    'core.fsmonitor': trap('fsmonitor'),
    'core.hooksPath': hooks,
    'core.pager': trap('pager'),
    'pager.blame': trap('pager-blame'),
    'core.editor': trap('editor'),
    'core.sshCommand': trap('ssh'),
    'core.askPass': trap('askpass'),
    'gpg.program': trap('gpg'),
    'log.showSignature': 'true',
    'filter.trap.clean': trap('clean'),
    'filter.trap.smudge': trap('smudge'),
    'filter.trap.process': trap('process'),
    'filter.trap.required': 'true',
    'diff.trap.textconv': trap('textconv'),
    'diff.trap.command': trap('diff-command'),
    'diff.external': trap('diff-external'),
    'alias.blame': `!${trap('alias-blame')}`,
    'alias.cat-file': `!${trap('alias-cat-file')}`,
    'blame.ignoreRevsFile': '/nonexistent',
    'extensions.partialClone': 'evil',
    'remote.evil.promisor': 'true',
    'remote.evil.url': `ext::${trap('ext')}`,
    'remote.evil.uploadpack': trap('uploadpack'),
    'protocol.allow': 'always',
    'protocol.ext.allow': 'always',
    'core.repositoryFormatVersion': '1',
  };
  for (const [name, value] of Object.entries(config)) git(place.repo, 'config', name, value);
  for (const name of [
    'post-checkout',
    'reference-transaction',
    'post-index-change',
    'fsmonitor-watchman',
  ])
    hook(name);
  return sprung;
}

const LINES = [
  'export const port = 8080;',
  'export const host = "localhost";',
  'export const limit = 40;',
  '',
];

it('nothing that a repository names is run, and the answer is there all the same', async () => {
  await session('one', NOON, 'write the module with the ports', { 'net.ts': LINES.join('\n') });
  commit('one', NOON + 1_000_000);
  git(place.repo, 'checkout', '-q', '-b', 'feature');
  await session('two', NOON + 2_000_000, 'write another one with names', {
    'names.ts': LINES.join('\n').replaceAll('export', 'const'),
  });
  commit('two', NOON + 3_000_000);
  write('.gitattributes', '* filter=trap diff=trap\n');
  write('.git-blame-ignore-revs', `${'f'.repeat(40)}\n`);
  write('net.ts', `// changed\n${LINES.join('\n')}`);
  const sprung = arm();
  expect((await why('net.ts', 2))!.blocks[0]!.wrote).toMatchObject({ turn: 1 });
  const found = await at(NOON + 4_000_000, ({ deps }) =>
    pullRequestFor(deps, deps.locate(place.repo).scope, place.repo, 'main'),
  );
  expect(found).toMatchObject({ requests: [{ lines: 3, files: 1 }] });
  expect(sprung()).toEqual([]);
});

it('the repository is hostile indeed: a plain git blame runs some of what it names', async () => {
  write('net.ts', LINES.join('\n'));
  commit('one', NOON);
  write('.gitattributes', '* filter=trap diff=trap\n');
  const sprung = arm();
  try {
    git(place.repo, 'config', 'blame.ignoreRevsFile', '');
    git(place.repo, 'blame', 'net.ts');
  } catch {}
  await expect.poll(sprung, { timeout: 60_000 }).not.toEqual([]);
});

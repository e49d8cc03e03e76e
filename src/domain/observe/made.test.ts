import { expect, test } from 'vitest';
import { table } from '../../../test/table.ts';
import { madeIn, undoneIn } from './made.ts';

const commit = (text: string, ref: string | null = null) => ({ what: 'commit', text, ref });
const branch = (name: string) => ({ what: 'branch', text: name, ref: name });

test.each([
  [
    'git commit -m "shadow mode"',
    '[main a1b2c3d] shadow mode\n 1 file changed, 2 insertions(+)',
    [commit('shadow mode', 'a1b2c3d')],
  ],
  ['git commit', '[main (root-commit) a1b2c3d] first\n', [commit('first', 'a1b2c3d')]],
  ['git add -A && git commit -am "api: paging" -m "Lists grew."', null, [commit('api: paging')]],
  ['git commit -q -m "quiet"', '', [commit('quiet')]],
  ['git commit -m "piped" | tail -1', ' 1 file changed', [commit('piped')]],
  [
    'git commit --amend --no-edit',
    '[main 99aabbc] older words\n Date: x',
    [commit('older words', '99aabbc')],
  ],
  [`git commit -m "$(cat <<'EOF'\nfix: rounding\n\nBecause.\nEOF\n)"`, null, [commit('fix: rounding')]],
  ['git commit -F message.txt', null, []],
  ['git commit -m "$MESSAGE"', null, []],
  ['git commit -m "x"', 'On branch main\nnothing to commit, working tree clean', []],
  ['git commit -m "x"', 'lint failed', []],
  ['git commit --dry-run -m x', null, []],
  ['git -C ../api commit -m "there"', '[dev 1234567] there', [commit('there', '1234567')]],
  [
    'git commit -m a; git commit -m b',
    '[m 1111111] a\n[m 2222222] b',
    [commit('a', '1111111'), commit('b', '2222222')],
  ],
  [
    'git checkout -b feature/vat origin/main',
    "Switched to a new branch 'feature/vat'",
    [branch('feature/vat')],
  ],
  ['git switch -c fix-1 && git commit -m x', '[fix-1 1234567] x', [branch('fix-1'), commit('x', '1234567')]],
  ['git branch later', null, [branch('later')]],
  ['git branch later', "fatal: a branch named 'later' already exists", []],
  ['git worktree add -b wt ../wt', null, [branch('wt')]],
  ['git branch -d later', null, []],
  ['git branch --show-current', 'main', []],
  ['git branch | grep main', 'main', []],
  ['git checkout main', null, []],
  ['git checkout -b "$NAME"', null, []],
  [
    'gh pr create --title "Add VAT" --body "…"',
    'https://github.com/acme/shop/pull/12\n',
    [{ what: 'pull request', text: 'Add VAT', ref: '#12' }],
  ],
  [
    'gh pr create --fill',
    'https://github.com/acme/shop/pull/13',
    [{ what: 'pull request', text: 'https://github.com/acme/shop/pull/13', ref: '#13' }],
  ],
  ['gh pr create --fill', 'pull request create failed', []],
  [
    'glab mr create -t "VAT" -y',
    '!45 VAT (vat)\n https://gitlab.com/a/b/-/merge_requests/45',
    [{ what: 'pull request', text: 'VAT', ref: '!45' }],
  ],
  [
    'git revert --no-edit HEAD',
    '[main 99aabbc] Revert "api: paging"\n',
    [commit('Revert "api: paging"', '99aabbc')],
  ],
  ['git revert --abort', '', []],
  ['echo git commit -m x', 'git commit -m x', []],
  ['git log --grep commit', '[x 1234567] no', []],
  ['ls', null, []],
])('%s', (command, output, made) => {
  expect(madeIn(command, output)).toEqual(made);
});

const here = { where: '/repo' };

test.each(
  table<[string, { files?: string[]; all?: boolean; to?: string; commits?: number }]>('made-taken-back'),
)('taken back: %s', (command, undone) => {
  expect(undoneIn(command, null, '/repo')).toEqual([{ ...undone, ...here }]);
});

test.each([
  ['cd src && git checkout .', { files: ['/repo/src'], where: '/repo/src' }],
  ['git -C /other reset --hard', { all: true, where: '/other' }],
] as const)('elsewhere: %s', (command, undone) => {
  expect(undoneIn(command, null, '/repo')).toEqual([undone]);
});

test.each(table<[string, null | string]>('made-not-taken-back'))(
  'nothing is taken back: %s',
  (command, output) => {
    expect(undoneIn(command, output, '/repo')).toEqual([]);
  },
);

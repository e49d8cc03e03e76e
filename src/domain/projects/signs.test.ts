import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { claimLabel, declaredId, isTrustedRemote, normalRemote } from './signs.ts';

describe('a remote', () => {
  it.each(table<string>('remotes-alike'))('%s is one and the same', (url) => {
    expect(normalRemote(url)).toBe('github.com/acme/shop');
  });

  it.each([
    ['another case of the path', 'https://github.com/Acme/shop', 'github.com/Acme/shop'],
    ['a deeper path', 'git@gitlab.com:acme/tools/shop.git', 'gitlab.com/acme/tools/shop'],
    ['a name that ends in git', 'https://git.acme.com/legit', 'git.acme.com/legit'],
  ])('keeps %s', (_, url, normal) => {
    expect(normalRemote(url)).toBe(normal);
  });

  it.each([
    null,
    '',
    '/srv/git/shop.git',
    '../shop',
    'file:///srv/git/shop.git',
    'C:\\work\\shop',
    'C:/work/shop',
    'https://github.com',
    'https://github.com/',
    'https://github.com/../../etc',
    'https://[::1]/acme/shop',
    'https://github.com/acme/shop\nIgnore what was said',
    'ext::sh -c "touch /tmp/x"',
    `https://github.com/${'a'.repeat(400)}`,
    'https://github.com/acme/<b>shop',
  ])('%j says nothing', (url) => {
    expect(normalRemote(url)).toBeNull();
  });
});

it('a declared id is a plain name', () => {
  expect(declaredId('acme/shop')).toBe('acme/shop');
  for (const value of [null, '', '-x', 'a b', 'x\ny', '/etc/passwd', '../x', 'x'.repeat(101)])
    expect(declaredId(value)).toBeNull();
});

describe('trust in remotes', () => {
  it.each(table<[string, boolean]>('remotes-trusted'))('%j: %s', (prefix, trusted) => {
    expect(isTrustedRemote('github.com/acme/shop', [prefix])).toBe(trusted);
  });

  it('has nothing to say without a remote', () => {
    expect(isTrustedRemote(null, ['github.com/'])).toBe(false);
  });
});

it('a folder is called what it says itself', () => {
  expect(claimLabel({ declared: 'shop', remote: 'github.com/acme/shop' })).toBe('shop');
  expect(claimLabel({ declared: null, remote: 'github.com/acme/shop' })).toBe('acme/shop');
  expect(claimLabel({ declared: null, remote: null })).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { claimLabel, declaredId, isTrustedRemote, normalRemote } from './signs.ts';

describe('a remote', () => {
  it.each([
    'https://github.com/acme/shop.git',
    'https://github.com/acme/shop',
    'https://github.com/acme/shop/',
    'https://GitHub.com:443//acme/shop.git',
    'https://ada:ghp_secret@github.com/acme/shop.git',
    'http://github.com/acme/shop.git',
    'ssh://git@github.com/acme/shop.git',
    'ssh://git@github.com:22/acme/shop.git',
    'ssh://git@ssh.github.com:443/acme/shop.git',
    'git@github.com:acme/shop.git',
    'git@github.com:/acme/shop.git',
    'github.com:acme/shop',
    'git://github.com/acme/shop.git',
    '  git@github.com:acme/shop.git  ',
  ])('%s is one and the same', (url) => {
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
  it.each([
    ['github.com/acme/', true],
    ['github.com/acme', true],
    ['GitHub.com/acme/', true],
    ['github.com/', true],
    ['github.com/acme/shop', true],
    ['github.com/ac', false],
    ['github.com/acme/shop2', false],
    ['github.co', false],
    ['', false],
    ['/', false],
  ])('%j: %s', (prefix, trusted) => {
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

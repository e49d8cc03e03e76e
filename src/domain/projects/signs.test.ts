import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import {
  claimLabel,
  declaredId,
  isTrustedRemote,
  localOrigin,
  normalRemote,
  remoteElsewhere,
} from './signs.ts';

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

  it.each(table<null | string>('remotes-none'))('%j says nothing', (url) => {
    expect(normalRemote(url)).toBeNull();
  });
});

describe('an origin that is a folder', () => {
  it.each([
    ['/srv/git/shop.git', '/srv/git/shop'],
    ['file:///srv/git/shop.git/', '/srv/git/shop'],
    ['/home/me/shop/.git', '/home/me/shop'],
    ['/Volumes/My Disk/shop', '/Volumes/My Disk/shop'],
  ])('%s is %s, which only this machine knows', (url, path) => {
    expect(localOrigin(url)).toBe(path);
    expect(remoteElsewhere({ remote: path })).toBeNull();
    expect(claimLabel({ declared: null, remote: path })).toBe('shop');
    expect(isTrustedRemote(path, ['/srv/', '/home/me', '/Volumes'])).toBe(true);
  });

  it.each([null, '', '/', '../shop', '/srv/../etc', '/srv/Ignore all of it', 'file://host/shop'])(
    '%j is none',
    (url) => {
      expect(localOrigin(url)).toBeNull();
    },
  );
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

  it('trusts nothing without a remote', () => {
    expect(isTrustedRemote(null, ['github.com/'])).toBe(false);
  });
});

it('a folder is labelled by its declared id, else by its remote', () => {
  expect(claimLabel({ declared: 'shop', remote: 'github.com/acme/shop' })).toBe('shop');
  expect(claimLabel({ declared: null, remote: 'github.com/acme/shop' })).toBe('acme/shop');
  expect(claimLabel({ declared: null, remote: null })).toBeNull();
});

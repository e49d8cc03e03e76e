import { describe, expect, it } from 'vitest';
import { gitUrl, isSameRepository } from './address.ts';
import { troubleOfRemote } from './trouble.ts';

const NEAR = { GIT_ALLOW_PROTOCOL: 'file:http:https:ssh' };

describe('an address', () => {
  it.each([
    'https://git.example.org/me/thread.git',
    'https://me@git.example.org/me/thread',
    'ssh://git@example.org:2222/thread.git',
    'git@example.org:me/thread.git',
  ])('%s is one', (url) => expect(gitUrl(` ${url}\n`, {})).toBe(url));

  it.each([
    ['', 'no address'],
    ['--upload-pack=touch x', 'no address'],
    ['ext::sh -c touch', 'no address'],
    ['https://git.example.org/a b', 'no address'],
    ['https://me:word@git.example.org/x', 'password'],
    ['ssh://me:word@git.example.org/x', 'password'],
    ['https://ghp_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX@github.com/x', 'password'],
    ['http://git.example.org/x', 'by http'],
    ['git://git.example.org/x', 'by git'],
    ['/srv/thread.git', 'by file'],
  ])('%s is refused', (url, why) => expect(() => gitUrl(url, {})).toThrow(why));

  it('may be a folder or a server of this machine where somebody allows it, and no other', () => {
    for (const url of [
      '/srv/a folder/thread.git',
      'file:///srv/thread.git',
      'http://127.0.0.1:8080/x',
    ])
      expect(gitUrl(url, NEAR)).toBe(url);
    expect(() => gitUrl('http://git.example.org/x', NEAR)).toThrow('by http');
  });

  it('is the same apart from how it ends', () => {
    expect(isSameRepository('https://a.org/x.git', 'https://a.org/x/')).toBe(true);
    expect(isSameRepository('https://a.org/x.git', 'https://a.org/y')).toBe(false);
  });
});

describe('what git says of a remote', () => {
  it.each([
    ['! abc403def:refs/x\t[remote rejected] (pre-receive hook declined)', 'refuses our refs'],
    ['remote: GH006: Protected branch update failed', 'refuses our refs'],
    ['fatal: Authentication failed for x', 'does not let you in'],
    ['fatal: could not read Username for x: terminal prompts disabled', 'does not let you in'],
    ['git@example.org: Permission denied (publickey).', 'does not let you in'],
    ['The requested URL returned error: 403', 'does not let you in'],
    ['remote: fatal: write error: No space left on device', 'has no room left'],
    ['fatal: repository x not found', 'is not there'],
    ['fatal: unable to access x: Could not resolve host', 'does not answer'],
    ['no answer within 60 seconds', 'does not answer'],
  ])('%s', (said, what) => {
    const { message, advice } = troubleOfRemote('https://a.org/x', said);
    expect(message).toContain(`The repository at https://a.org/x ${what}`);
    expect(advice).toContain('sent later');
  });
});

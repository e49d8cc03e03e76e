import { describe, expect, it } from 'vitest';
import { parseIgnore } from './ignore.ts';

describe('a .cortexignore', () => {
  it.each(['', '\n', '  \n\n'])('that is empty keeps the whole repository out: %j', (text) => {
    expect(parseIgnore(text).all).toBe(true);
  });

  it.each<[lines: string, path: string, expected: boolean]>([
    ['secrets/', 'secrets/a.txt', true],
    ['secrets/', 'src/secrets/deep/a.txt', true],
    ['secrets/', 'src/secret.ts', false],
    ['/build', 'build/x.js', true],
    ['/build', 'src/build/x.js', false],
    ['*.pem', 'certs/server.pem', true],
    ['*.pem', 'certs/server.pem.txt', false],
    ['docs/*.md', 'docs/a.md', true],
    ['docs/*.md', 'docs/deep/a.md', false],
    ['docs/**', 'docs/deep/a.md', true],
    ['*.md\n!README.md', 'README.md', false],
    ['*.md\n!README.md', 'NOTES.md', true],
    ['# a remark', 'a remark', false],
    ['src', './src/a.ts', true],
    ['(((', 'a.ts', false],
  ])('%j and %s: %s', (lines, path, expected) => {
    expect(parseIgnore(lines).isIgnored(path)).toBe(expected);
  });
});

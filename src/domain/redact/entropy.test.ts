import { describe, expect, it } from 'vitest';
import { sampleOf, seeded } from '../../../test/sample.ts';
import { isFiller, isRandom, surprise } from './entropy.ts';

describe('values drawn by a machine', () => {
  it.each(['<h16>', '<h40>', '<l16>', '<l32>', '<a20>', '<a40>', '<u26>', '<w43>'])(
    '%s are known as such',
    (form) => {
      const draw = seeded(1);
      const known = Array.from({ length: 500 }, () => isRandom(sampleOf(form, draw).text)).filter(Boolean);
      expect(known.length / 500).toBeGreaterThanOrEqual(0.99);
    },
  );

  it.each([
    'SessionPersistenceManagerFactory',
    'session_persistence_manager',
    'session-persistence-manager-2',
    'getElementsByClassName',
    'XMLHttpRequestEventTarget',
    'application/json;charset=utf-8',
    'node_modules/typescript/lib/typescript.js',
    'oauth2-authorization-code',
    'feature/token-refresh-2024-11-15',
    '2024-11-15T10:30:00Z',
    '20241115T103000Z',
    '10.24.1-beta.3',
    'MAX_SESSION_RESTORE_LOOKBACK_HOURS',
    'the quick brown fox jumps over the lazy dog',
  ])('are not %s', (name) => {
    expect(isRandom(name)).toBe(false);
  });

  it('are told by pairs that words do not have', () => {
    expect(surprise('configuration').rate).toBe(0);
    expect(surprise('qzxjkvwqpzt').rate).toBeGreaterThan(0.8);
    expect(surprise('').rate).toBe(0);
  });
});

describe('filler', () => {
  it.each([
    'xxxxxxxxxxxx',
    'sk-xxxxxxxxxxxx',
    '************',
    'your-api-key',
    'YOUR_TOKEN',
    'sk-...',
    '000000000000',
    'aaaaaaaaaa11',
    'changeme',
    'put-token-here',
    '<anything>',
  ])('%s', (value) => {
    expect(isFiller(value)).toBe(true);
  });

  it('is not what happens to hold a word of it', () => {
    expect(isFiller('a8Kyour3kd92jLmQ')).toBe(false);
    expect(isFiller('abcdef0123456789')).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import type { SessionId } from '../ids.ts';
import { type Memory, makeMemory } from '../memories/memory.ts';
import { GLOBAL_SCOPE } from '../scope.ts';
import { memoryOf } from './remember.ts';
import { revokedRule, saysAnew } from './rule-change.ts';

const SAID = 1_000;
const place = { scope: GLOBAL_SCOPE, sessionId: 's' as SessionId };

const rule = (content: string, at = SAID): Memory =>
  makeMemory({ content, categories: ['rule'], source: 'person' }, { id: content, ...place }, at)!;

const RULES = [
  'Always run `make lint` before you commit.',
  'Never touch vendor/, it is generated.',
  'Never use default exports.',
  'Never push to main without asking Mia.',
  'Use named exports in index files.',
];
const known = RULES.map((content) => rule(content));

describe('a rule that is taken back', () => {
  it.each([
    ['named', 'lint', RULES[0]],
    ['named', 'default exports', RULES[2]],
    ['order', 'run make lint before you commit', RULES[0]],
    ['order', 'run lint before commits', RULES[0]],
    ['ban', 'touch vendor/', RULES[1]],
    ['ban', 'use default exports', RULES[2]],
    // Two rules are about exports.
    ['named', 'exports', null],
    ['named', 'the firewall', null],
    ['order', 'touch vendor/', null],
    ['ban', 'run make lint before you commit', null],
    ['ban', 'push to main', null],
    ['order', 'run', null],
  ] as const)('%s %j is %j', (ends, about, content) => {
    const found = revokedRule({ kind: 'rule-revoked', about, ends, at: SAID + 1 }, known);
    expect(found?.content ?? null).toBe(content);
  });

  it('is none that was said later, or has ended', () => {
    const said = { kind: 'rule-revoked', about: 'lint', ends: 'named', at: SAID + 1 } as const;
    expect(revokedRule(said, [rule(RULES[0]!, SAID + 2)])).toBeNull();
    expect(revokedRule(said, [{ ...known[0]!, expiresAt: SAID }])).toBeNull();
  });
});

describe('from now on', () => {
  const after = (later: string, older: string) => {
    const said = { kind: 'rule', text: later, at: SAID + 1, seq: 1 } as const;
    return memoryOf(said, [rule(older)], place, saysAnew)?.id === older;
  };

  it.each([
    ['From now on write all docs in English.', 'From now on write all docs in German.'],
    ['From now on, log errors with pino', 'Always log errors with pino'],
    ['Ab jetzt schreib alle Texte auf Englisch', 'Ab jetzt schreib alle Texte auf Deutsch'],
  ])('%j takes the place of %j', (later, older) => {
    expect(after(later, older)).toBe(true);
  });

  it.each([
    ['Write all docs in English.', 'Write all docs in German.'],
    ['From now on never commit to release', 'From now on never commit to main'],
    ['From now on use tabs', 'From now on use pnpm'],
    [
      'From now on branch names start with the ticket number',
      'From now on commit messages start with the ticket number',
    ],
  ])('%j stands beside %j', (later, older) => {
    expect(after(later, older)).toBe(false);
  });
});

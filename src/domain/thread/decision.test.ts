import { describe, expect, it } from 'vitest';
import { choiceIdentity, type Decided, replacedBy, subjectIdentity, withSubject } from './decision.ts';

const of = (choice: string, subject: string | null = null) => withSubject(choice, subject);

const replaces = (later: Decided, earlier: Decided) => replacedBy(later)?.(earlier) ?? false;

describe('what a decision is about', () => {
  it.each<[string, string | null]>([
    ['threshold=0.75', 'threshold'],
    ['retry limit = 3', 'retry-limit'],
    ['database: Postgres', 'database'],
    ['use Postgres for the job queue', 'job-queue'],
    ['pino for logging', 'logging'],
    ['Postgres for the queue instead of Redis', 'queue'],
    ['use Postgres as the database', 'database'],
    ['split proxy 3 files', null],
    ['use caching for performance', null],
    ['keep it simple for now', null],
    ['drop support for Node 18', null],
    ['a == b stays', null],
    ['x != y', null],
    ['note: later', null],
    ['see https://example.com', null],
    ['keep it as the default', null],
  ])('%s: %s', (choice, subject) => {
    expect(subjectIdentity(of(choice))).toBe(subject);
  });

  it('is what its author says it is', () => {
    expect(of('Postgres', 'storage')).toEqual({ subject: 'storage', choice: 'Postgres' });
    expect(subjectIdentity(of('Postgres for the queue', 'the storage'))).toBe('storage');
    expect(of('threshold=0.75')).toEqual({ subject: 'threshold', choice: '0.75' });
  });
});

describe('a choice is the same however it is introduced', () => {
  it.each([
    ['use Postgres', 'Postgres'],
    ['go with the Postgres', 'postgres.'],
    ['switch to tabs', 'tabs'],
  ])('%s, %s', (a, b) => {
    expect(choiceIdentity(a)).toBe(choiceIdentity(b));
  });
});

describe('a later decision', () => {
  it.each([
    ['threshold=0.9', 'threshold=0.75'],
    ['MySQL for the job queue', 'use Postgres for the job queue'],
    ['use Postgres instead of SQLite', 'use SQLite'],
    ['Postgres rather than SQLite for the queue', 'SQLite, because it needs no server'],
    ['switch from npm to pnpm', 'npm'],
    ['drop Redis', 'use Redis for the cache'],
    ['tabs, not spaces', 'spaces'],
  ])('%s replaces %s', (later, earlier) => {
    expect(replaces(of(later), of(earlier))).toBe(true);
    expect(replaces(of(earlier), of(earlier))).toBe(false);
  });

  it.each([
    ['use Postgres', 'use SQLite'],
    ['use Postgres for the queue', 'Postgres for the queue'],
    ['use Redis for the cache', 'use Postgres for the queue'],
    ['use indexes for performance', 'use caching for performance'],
    ['iterate over rows', 'keep columns'],
    ['plan splits before writing', 'split proxy 3 files'],
  ])('%s stands beside %s', (later, earlier) => {
    expect(replaces(of(later), of(earlier))).toBe(false);
  });
});

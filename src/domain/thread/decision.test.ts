import { describe, expect, it, test } from 'vitest';
import type { SessionId } from '../ids.ts';
import {
  choiceIdentity,
  type Decided,
  replacedBy,
  subjectIdentity,
  withoutOverruled,
  withSubject,
} from './decision.ts';

const of = (choice: string, subject: string | null = null) => withSubject(choice, subject);

const replaces = (later: Decided, earlier: Decided) => replacedBy(later)(earlier);

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
    ['against Redis for the cache', 'Redis for the cache'],
    ['no Redis', 'Redis streams for the queue'],
    ['sqlite statt mysql', 'MySQL'],
    ['Playwright en lugar de Cypress', 'Cypress para los tests'],
    ['Redis', 'Postgres instead of Redis'],
    ['Redis after all', 'no Redis'],
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
    ['no Redis for the cache', 'Redis for the queue'],
    ['Redis for the cache', 'Postgres instead of Redis'],
    ['drop React', 'React-Native'],
    ['drop Redis streams', 'Redis'],
  ])('%s stands beside %s', (later, earlier) => {
    expect(replaces(of(later), of(earlier))).toBe(false);
  });
});

test('a choice takes the place of what is named beside it', () => {
  const later = { ...of('Postgres advisory locks'), instead: 'the Redis idea' };
  expect(replaces(later, of('Redis for it'))).toBe(true);
  expect(replaces(later, of('Kafka for it'))).toBe(false);
});

describe('corrections without what was given up afterwards', () => {
  const then = { session: 'then' as SessionId, at: 100 };
  const redis = { ...of('Postgres'), instead: 'Redis' };
  const first = 'We decided to use Redis for the jobs.';
  const second = 'No, no Redis after all.';
  it.each([
    ['a later session', [first, 'Invoices have 3 decimals'], { ...redis, at: 200 }, [first]],
    ['the same session', [first, second], { ...redis, at: 50, session: then.session }, [first]],
    ['an earlier session', [first], { ...redis, at: 50 }, []],
    ['a choice between both', [first], { ...of('Postgres instead of Redis'), at: 200 }, []],
    ['a longer name', ['no, redis-cli is there'], { ...redis, at: 200 }, []],
  ])('%s', (_, corrections, decision, gone) => {
    expect(withoutOverruled(corrections, then, [decision])).toEqual(
      corrections.filter((one) => !(gone as readonly string[]).includes(one)),
    );
  });
});

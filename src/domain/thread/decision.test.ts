import { describe, expect, it, test } from 'vitest';
import type { SessionId } from '../ids.ts';
import {
  choiceIdentity,
  type Decided,
  endsAsNamedBy,
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

test('a choice between both leaves the words for another use that stands', () => {
  const said = { session: 'then' as SessionId, at: 100 };
  const standing = ['Postgres instead of Redis', 'Redis for the limits'].map((choice) => ({
    ...of(choice),
    ...said,
  }));
  const limits = ['We decided to use Redis for the limits.'];
  expect(withoutOverruled(limits, said, standing)).toEqual(limits);
});

test('a choice takes the place of what is named beside it', () => {
  const later = { ...of('Postgres advisory locks'), instead: 'the Redis idea' };
  expect(replaces(later, of('Redis for it'))).toBe(true);
  expect(replaces(later, of('Kafka for it'))).toBe(false);
});

describe('what is given up by the last words of its name', () => {
  it.each([
    ['no Drop-in', "Adyen's Drop-in"],
    ['against the Drop-in', "use Adyen's Drop-in because of iOS"],
    ['the API instead of the drop-in', "Adyen's Drop-in for the payments"],
    ['drop Elements', 'Stripe Elements'],
    ['no Drop-in for the payments', "Adyen's Drop-in for the payments"],
  ])('%s: %s', (later, earlier) => {
    expect(endsAsNamedBy(of(later))(of(earlier))).toBe(true);
  });

  it.each([
    ['drop the cache', 'Redis cache'],
    ['forget the tests', 'use integration tests'],
    ['drop the context', "React's context"],
    ['drop the API', "GitHub's API"],
    ['drop the server', 'Apollo Server'],
    ['no Drop-in for the refunds', "Adyen's Drop-in for the payments"],
    ['drop Native', 'React-Native'],
    ["no Stripe's Drop-in", "Adyen's Drop-in"],
    ['use Drop-in', "Adyen's Drop-in"],
  ])('not %s: %s', (later, earlier) => {
    expect(endsAsNamedBy(of(later))(of(earlier))).toBe(false);
  });
});

describe('corrections without what was given up afterwards', () => {
  const then = { session: 'then' as SessionId, at: 100 };
  const redis = { ...of('Postgres'), instead: 'Redis' };
  const first = 'We decided to use Redis for the jobs.';
  const between = of('Postgres instead of Redis');
  const itself = 'No, we decided to use Postgres instead of Redis.';
  const others = ['No, the tests use Redis', 'We decided not to use Redis', 'Redis needs a password'];
  const second = 'No, no Redis after all.';
  it.each([
    ['a later session', [first, 'Invoices have 3 decimals'], { ...redis, at: 200 }, [first]],
    ['the same session', [first, second], { ...redis, at: 50, session: then.session }, [first]],
    ['an earlier session', [first], { ...redis, at: 50 }, []],
    ['a choice between both', [first], { ...between, at: 200 }, [first]],
    ['one before it', [first], { ...between, at: 50 }, []],
    ['its own words', [itself, first], { ...between, at: 50, session: then.session }, [first]],
    ['another use', [first], { ...of('Postgres for the cache instead of Redis'), at: 200 }, []],
    ['the same use', [first], { ...of('Postgres for the jobs instead of Redis'), at: 200 }, [first]],
    ['what chose it not', others, { ...between, at: 200 }, []],
    ['a longer name', ['no, redis-cli is there'], { ...redis, at: 200 }, []],
  ])('%s', (_, corrections, decision, gone) => {
    expect(withoutOverruled(corrections, then, [decision])).toEqual(
      corrections.filter((one) => !(gone as readonly string[]).includes(one)),
    );
  });
});

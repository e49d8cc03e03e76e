import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { EMPTY_THREAD, type ThreadFact } from '../../domain/threads/thread.ts';
import { foldThread } from '../../domain/threads/thread-fold.ts';
import { recordThreadWork } from '../../engine/threads/threads.ts';
import { relativeFact } from '../domain/paths.ts';
import type { ArrivedSegment, SharedLog } from '../log.ts';
import { shareOf } from '../sql/share.ts';
import { PROJECT, type TestHome, testHome } from './homes.ts';
import { memoryServer } from './memory-log.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-11-13T10:00:00.000Z');

class Killed extends Error {}

/** A connection that breaks at the n-th call: before the server heard of it, or after, when only the answer is lost. */
function breaking(log: SharedLog, at: number, isHeard: boolean): SharedLog {
  let calls = 0;
  const broken = async <T>(call: () => Promise<T>): Promise<T> => {
    if (calls++ !== at) return call();
    if (isHeard) await call();
    throw new Killed();
  };
  return {
    members: (project) => broken(() => log.members(project)),
    projects: () => broken(() => log.projects()),
    heads: (project) => broken(() => log.heads(project)),
    push: (segments) => broken(() => log.push(segments)),
    pull: (project, cursors, most) => broken(() => log.pull(project, cursors, most)),
    withdraw: (segments) => broken(() => log.withdraw(segments)),
    close: () => log.close(),
  };
}

/** The log as an older version sees it: some segments have a format that it does not know. */
function older(log: SharedLog, isNewer: (segment: ArrivedSegment) => boolean): SharedLog {
  return {
    ...log,
    pull: async (...args) =>
      (await log.pull(...args)).map((one) =>
        isNewer(one) ? { ...one, format: one.format + 1 } : one,
      ),
  };
}

const LOGINS = ['alice', 'alice', 'bob', 'carol'];

const text = fc.constantFrom('ship it', 'fix retry', 'write docs', 'drop polling');
const said = fc.constantFrom('person' as const, 'agent' as const, 'tool' as const);
const fact: fc.Arbitrary<ThreadFact> = fc.oneof(
  fc.record({
    kind: fc.constant('file' as const),
    path: fc.constantFrom('a.ts', 'b.ts'),
    how: fc.constantFrom('write' as const, 'delete' as const),
    by: said,
  }),
  fc.record({
    kind: fc.constant('decision' as const),
    subject: fc.constantFrom('db', 'queue'),
    choice: text,
    reason: fc.option(text),
    by: said,
  }),
  fc.record({ kind: fc.constant('blocker' as const), type: fc.constant('test'), text, by: said }),
  fc.record({ kind: fc.constant('blocker-resolved' as const), identity: text, by: said }),
  fc.record({
    kind: fc.constantFrom('next' as const, 'done' as const, 'dropped' as const),
    text,
    by: said,
  }),
  fc.record({ kind: fc.constant('phase' as const), text: fc.option(text), by: said }),
);

type Step =
  | { readonly kind: 'work'; readonly home: number; readonly facts: readonly ThreadFact[] }
  | { readonly kind: 'talk'; readonly home: number }
  | { readonly kind: 'wait'; readonly home: number; readonly millis: number }
  | { readonly kind: 'sync'; readonly home: number; readonly push: boolean; readonly pull: boolean }
  | {
      readonly kind: 'killed';
      readonly home: number;
      readonly at: number;
      readonly isHeard: boolean;
    };

const home = fc.nat(LOGINS.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('work' as const),
      home,
      facts: fc.array(fact, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('talk' as const), home }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      home,
      millis: fc.integer({ min: -DAY, max: DAY }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('sync' as const),
      home,
      push: fc.boolean(),
      pull: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('killed' as const),
      home,
      at: fc.nat(9),
      isHeard: fc.boolean(),
    }),
  },
);

/** The knowledge of every member: the fold of the work in the order of all homes. */
async function foldOf({ deps, scope }: TestHome): Promise<string> {
  const facts = (await shareOf(deps).sharedWork(scope.key)).map(({ from: _, ...one }, seq) => ({
    ...one,
    seq,
  }));
  return JSON.stringify([facts.map((one) => one.fact), foldThread(EMPTY_THREAD, facts)]);
}

/** The knowledge of one person's homes: every fact of every session, without where it lies. */
async function sessionsOf({ deps, scope }: TestHome): Promise<string> {
  const states = await deps.store.history({ limit: 999 });
  const all = await Promise.all(
    states.map(async ({ session_id, end_time, title }) => {
      const facts = (await deps.store.factsOf(session_id)).map((one) => [
        one.at,
        relativeFact(one.fact, scope.root),
      ]);
      return [session_id, end_time, title, facts];
    }),
  );
  return JSON.stringify(all.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)));
}

describe('homes under partitions, kills, wrong clocks and mixed versions', () => {
  it('come to the same, with nothing lost and nothing twice', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 40 }),
        fc.array(fc.integer({ min: -DAY, max: DAY }), { minLength: 4, maxLength: 4 }),
        fc.nat(3),
        async (steps, clocks, newerThan) => {
          let now = START;
          const server = memoryServer(() => now);
          for (const login of new Set(LOGINS)) server.invite(PROJECT, login);
          const logs = LOGINS.map((login) => server.as(login));
          const homes = await Promise.all(
            LOGINS.map((login, i) => testHome(`home${i}`, logs[i]!, { login })),
          );
          for (const [i, one] of homes.entries()) one.deps.advance(clocks[i]!);
          // The last home is of an older version, which does not know some of what the first writes.
          const first = (await shareOf(homes[0]!.deps).sharedProject(homes[0]!.scope.key))!.origin;
          const isNewer = ({ origin, n }: ArrivedSegment) => origin === first && n > newerThan;
          const usual = logs.map((log, i) => (i === 3 ? older(log, isNewer) : log));
          let worked = 0;
          let talks = 0;
          for (const one of steps) {
            const at = homes[one.home]!;
            now += 1_000;
            for (const each of homes) each.deps.advance(1_000);
            if (one.kind === 'wait') at.deps.advance(one.millis);
            else if (one.kind === 'work') {
              const opens = one.facts.some(
                ({ kind }) => !['blocker-resolved', 'dropped'].includes(kind),
              );
              const isOpen = (await at.deps.store.threadHistory(at.scope.key, 1)).length > 0;
              if (opens || isOpen) {
                const head = await recordThreadWork(at.deps, at.scope, one.facts, []);
                if (head) worked += one.facts.length;
              }
            } else if (one.kind === 'talk') {
              const say = at.converse(`talk ${++talks}`);
              await say({ kind: 'session-start', source: 'startup' });
              await say({ kind: 'prompt', text: `Look at part ${talks}.` });
              await say({ kind: 'turn-end', reply: 'Done.' });
              await say({ kind: 'session-end', reason: null });
            } else {
              const log =
                one.kind === 'killed'
                  ? breaking(usual[one.home]!, one.at, one.isHeard)
                  : usual[one.home]!;
              Object.assign(at.sharing, { log });
              const direction = one.kind === 'sync' ? one : { push: true, pull: true };
              await at.sync(direction).catch((error) => {
                if (!(error instanceof Killed)) throw error;
              });
            }
          }
          // The network is back, and everybody has updated.
          for (const [i, one] of homes.entries()) Object.assign(one.sharing, { log: logs[i]! });
          for (let round = 0; round < 3; round++) for (const one of homes) await one.sync();

          const folds = await Promise.all(homes.map(foldOf));
          expect(new Set(folds).size).toBe(1);
          expect(
            (JSON.parse(folds[0]!) as [unknown[]])[0].filter(
              (one) => (one as ThreadFact).kind !== 'turn',
            ),
          ).toHaveLength(worked);
          expect(await sessionsOf(homes[0]!)).toBe(await sessionsOf(homes[1]!));
          for (const one of homes) {
            expect((await one.sync()).sent.records).toBe(0);
            expect((await one.sync()).received.records).toBe(0);
            expect(one.deps.failures).toEqual([]);
          }
          // Nobody has a word of another login.
          const [mine] = await Promise.all([homes[2]!.deps.store.openSessions()]);
          expect(mine.every(({ origin }) => origin === null)).toBe(true);
        },
      ),
      { numRuns: runs(5, 300) },
    );
  });
});

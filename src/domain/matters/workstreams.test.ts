import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ScopeKey, SessionId } from '../base/ids.ts';
import { type MatterSigns, workstreams } from './workstreams.ts';

interface Made extends MatterSigns {
  /** The matter that it was made for. */
  readonly of: string;
}

let made = 0;

function session(
  of: string,
  signs: { files?: readonly string[]; words?: readonly string[] } & Partial<
    Pick<Made, 'conversation' | 'continues' | 'scopeKey'>
  > = {},
): Made {
  made++;
  return {
    of,
    id: `s${made}` as SessionId,
    scopeKey: signs.scopeKey ?? ('project:a' as ScopeKey),
    conversation: signs.conversation ?? null,
    continues: signs.continues ?? new Set(),
    files: new Set(signs.files),
    words: new Set(signs.words),
  };
}

const mattersIn = (sessions: readonly Made[]) =>
  workstreams(sessions).map((lane) => lane.map(({ of }) => of));

const NAMES = ['webhooks', 'rbac', 'search', 'invoices', 'export', 'login'];
const COMMON = ['package.json', 'README.md', 'src/index.ts'];

/** Work on some matters in any order: each session changes files of its own matter, and some that all change. */
const work = fc
  .array(
    fc.record({
      of: fc.constantFrom(...NAMES),
      own: fc.subarray([0, 1, 2], { minLength: 2 }),
      common: fc.subarray(COMMON),
    }),
    { minLength: 12, maxLength: 40 },
  )
  .map((all) => {
    // Files that everybody changes are changed by everybody.
    return all.map(({ of, own, common }, i) =>
      session(of, {
        files: [...own.map((one) => `src/${of}/${one}.ts`), ...(i % 2 ? COMMON : common)],
      }),
    );
  });

it('thirty sessions of six matters on one branch stay six', () => {
  const order = Array.from({ length: 30 }, (_, i) => NAMES[(i * 7) % 6]!);
  const lanes = mattersIn(
    order.map((of) => session(of, { files: [`src/${of}.ts`, 'package.json'] })),
  );
  expect(lanes).toHaveLength(6);
  for (const lane of lanes) expect(new Set(lane).size).toBe(1);
});

it('no matter holds sessions of another one, and every session is in exactly one', () => {
  fc.assert(
    fc.property(work, (sessions) => {
      const lanes = workstreams(sessions);
      for (const lane of lanes) expect(new Set(lane.map(({ of }) => of)).size).toBe(1);
      expect(lanes.flat().length).toBe(sessions.length);
      expect(new Set(lanes.flat())).toEqual(new Set(sessions));
    }),
  );
});

it('a matter keeps the order of its sessions', () => {
  fc.assert(
    fc.property(work, (sessions) => {
      for (const lane of workstreams(sessions)) {
        const places = lane.map((one) => sessions.indexOf(one));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }
    }),
  );
});

it('work in other projects changes nothing', () => {
  fc.assert(
    fc.property(work, work, (here, there) => {
      const elsewhere = there.map((one) => ({ ...one, scopeKey: 'project:b' as ScopeKey }));
      const both = workstreams([...here, ...elsewhere]);
      expect(both).toEqual([...workstreams(here), ...workstreams(elsewhere)]);
    }),
  );
});

it('a session that touched two matters does not make one of them', () => {
  const lanes = mattersIn([
    session('a', { files: ['a1.ts', 'a2.ts'] }),
    session('b', { files: ['b1.ts', 'b2.ts'] }),
    session('a', { files: ['a1.ts', 'a2.ts', 'b1.ts'] }),
    session('b', { files: ['b1.ts', 'b2.ts'] }),
    session('a', { files: ['a1.ts', 'a2.ts'] }),
  ]);
  expect(lanes).toEqual([
    ['a', 'a', 'a'],
    ['b', 'b'],
  ]);
});

it.each([
  ['a file that few touched', { files: ['a.ts'] }, { files: ['a.ts', 'b.ts'] }, 1],
  ['no file', { files: ['a.ts'] }, { files: ['b.ts'] }, 2],
  [
    'two rare words',
    { words: ['serial', 'timeout'] },
    { words: ['timeout', 'serial', 'sleep'] },
    1,
  ],
  ['one word', { words: ['timeout', 'webhook'] }, { words: ['timeout', 'serial'] }, 2],
  ['one conversation', { conversation: 'x' }, { conversation: 'x' }, 1],
  ['nothing', {}, {}, 2],
] as const)('two sessions with %s', (_, one, other, count) => {
  expect(mattersIn([session('a', one), session('a', other)])).toHaveLength(count);
});

it('a session that was continued by name goes on in the same matter', () => {
  const first = session('a');
  expect(
    mattersIn([first, session('b'), session('a', { continues: new Set([first.id]) })]),
  ).toEqual([['a', 'a'], ['b']]);
});

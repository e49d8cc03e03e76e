import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../src/domain/base/ids.ts';
import { DAY, HOUR, MINUTE } from '../../src/domain/base/time.ts';
import type { SessionRows } from '../../src/domain/keeping/archive.ts';
import { preview } from '../../src/engine/answer/doors/preview.ts';
import { scopeHandoff } from '../../src/engine/handoff/handoff.ts';
import { CWD, offs, start, under, work, YEAR } from '../clock-work.ts';
import { locate, type TestDeps, testDeps } from '../deps.ts';

/** Clocks that are wrong: "last" is by the number of the last fact, and a time after now counts as now. */

describe('a clock that was wrong once', () => {
  it.each([
    ['a year ahead', YEAR],
    ['a day ahead', DAY + HOUR],
    ['two days back', -2 * DAY],
    ['ahead for one of fifteen', YEAR],
  ])('%s: every later start is told of the session before it', async (name, off) => {
    const deps = testDeps();
    await work(deps, 1);
    deps.advance(HOUR);
    let last = await under(deps, off, () => work(deps, 2));
    if (name.includes('fifteen'))
      for (let n = 20; n < 35; n++) last = await under(deps, off, () => work(deps, n));
    expect(await start(deps, 'after it')).toMatchObject({ last });
    for (let n = 3; n < 8; n++) {
      deps.advance(DAY);
      last = await work(deps, n);
      deps.advance(HOUR);
      const told = await start(deps, `start ${n}`);
      expect(told.last).toBe(last);
      expect(told.text).toMatch(/LAST TIME \([^)]*\b1h ago/);
      expect(told.text).toContain(`the port is ${8000 + n}`);
    }
  });

  it('shows the same in a preview and in a handoff', async () => {
    const deps = testDeps();
    await under(deps, YEAR, () => work(deps, 1));
    deps.advance(DAY);
    const last = await work(deps, 2);
    deps.advance(HOUR);
    const { scope, branch } = locate(CWD);
    expect((await scopeHandoff(deps, { scope, branch }, null)).session?.id).toBe(last);
    expect((await preview(deps, { scope, branch })).start.text).toMatch(
      /LAST TIME[^\n]*1h ago[\s\S]*station number 2/,
    );
  });
});

/** A session of another home, at work so long before now. */
async function elsewhere(before: number): Promise<SessionRows> {
  const deps: TestDeps = {
    ...testDeps(),
    newSessionId: () => 'e15e0000-0000-7000-8000-000000000000' as SessionId,
  };
  await under(deps, -before, () => work(deps, 50));
  const found: SessionRows[] = [];
  await deps.store.exportAll(null, (one) => void (one.kind === 'session' && found.push(one.rows)));
  return found[0]!;
}

it.each([
  ['the last by its time', 30 * MINUTE, true],
  ['a week old', 7 * DAY, false],
  ['later than the last one here says, whose clock was back', DAY, false],
  ['of a clock that is ahead, before the next one here', -YEAR, true],
])(
  'a session that is imported has the place that its time gives it: %s',
  async (_, before, isLast) => {
    const deps = testDeps();
    deps.advance(-5 * HOUR);
    await work(deps, 1);
    deps.advance(2 * HOUR);
    const last = await under(deps, -2 * DAY, () => work(deps, 2));
    deps.advance(3 * HOUR - 2 * MINUTE);
    const rows = await elsewhere(before);
    const how = { write: true, takeover: await deps.store.beginTakeover(deps.now()) };
    expect(await deps.store.importSession(rows, how)).toEqual({ outcome: 'new' });
    const imported = rows.session_states[0]!['id'];
    expect((await start(deps, 'after it')).last).toBe(isLast ? imported : last);
    deps.advance(HOUR);
    const next = await work(deps, 3);
    expect((await start(deps, 'later')).last).toBe(next);
  },
);

it('the session whose facts came last is LAST TIME, no age is negative, and none that was ahead is told for ever', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(offs, { minLength: 2, maxLength: 6 }), async (clocks) => {
      const deps = testDeps();
      const ids: string[] = [];
      for (const [i, off] of clocks.entries()) {
        ids.push(await under(deps, off, () => work(deps, i)));
        deps.advance(3 * HOUR);
        const { last, text } = await start(deps, `start ${i}`);
        expect(last).toBe(ids.at(-1));
        expect(text).not.toMatch(/-\d+ ?[mhd]\b/);
        expect(text).toContain(`the port is ${8000 + i}`);
        deps.advance(DAY);
      }
      deps.advance(9 * DAY);
      const last = await work(deps, 90);
      const late = await start(deps, 'late');
      expect(late.last).toBe(last);
      // One that was ahead was over when the next one began whose clock was not.
      const dated = ids.slice(0, clocks.findLastIndex((off) => off !== YEAR) + 1);
      expect(late.taken.filter((id) => dated.includes(id))).toEqual([]);
    }),
  );
}, 120_000);

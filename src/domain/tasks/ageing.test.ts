import { describe, expect, it } from 'vitest';
import { HERE, NOW, session as talked } from '../../../test/candidates.ts';
import { DAY, HOUR, iso } from '../base/time.ts';
import { NO_OUTCOME } from '../sessions/outcome.ts';
import type { SessionSnapshot } from '../sessions/snapshot.ts';
import type { PendingTask } from '../todos/task.ts';
import { ageTasks, isFresh, type LeftTask } from './ageing.ts';

const LIMITS = { millis: 7 * DAY, sessions: 5 };

const session = (
  id: string,
  hoursAgo: number,
  more: Partial<SessionSnapshot> = {},
): SessionSnapshot =>
  talked(id, hoursAgo, { stopped: { ...NO_OUTCOME, touched: ['a.ts'] }, ...more });
const talk = (id: string, hoursAgo: number) => session(id, hoursAgo, { stopped: NO_OUTCOME });
const many = (count: number, make: (id: string, hoursAgo: number) => SessionSnapshot) =>
  Array.from({ length: count }, (_, i) => make(`s${i}`, i + 1));

describe('an item is fresh', () => {
  it.each([
    ['just touched', 0, [], true],
    ['after six days', 6 * 24, [], true],
    ['after seven days to the hour', 7 * 24, [], true],
    ['no longer after seven days and an hour', 7 * 24 + 1, [], false],
    ['after four sessions that worked', 48, many(4, session), true],
    ['no longer after five', 48, many(5, session), false],
    ['after nine that only talked', 48, many(9, talk), true],
    ['after five that worked before it was touched', 0, many(5, session), true],
  ] as const)('%s', (_case, hoursAgo, sessions, expected) => {
    expect(isFresh({ at: NOW - hoursAgo * HOUR }, sessions, NOW, LIMITS)).toBe(expected);
  });

  it('after four working sessions, not counting the one that touched it and ended later', () => {
    const sessions = many(5, session);
    const touched = { at: NOW - 48 * HOUR, session: sessions.at(-1)!.id };
    expect(isFresh(touched, sessions, NOW, LIMITS)).toBe(true);
    expect(isFresh(touched, [...sessions, session('more', 6)], NOW, LIMITS)).toBe(false);
  });
});

function left(of: SessionSnapshot | null, more: Partial<PendingTask> = {}): LeftTask {
  return {
    task_id: 'todo:write-it',
    title: 'Write it',
    stage: 'to do',
    flagged_incomplete: false,
    source: 'host_todo',
    last_activity: iso(of?.at ?? NOW),
    session: of,
    scopeKey: HERE,
    ...more,
  };
}

describe('an open task', () => {
  const listed = (id: string, hoursAgo: number, more: Partial<SessionSnapshot> = {}) =>
    session(id, hoursAgo, { listAt: NOW - hoursAgo * HOUR, ...more });
  const earlier = listed('earlier', 48, { conversation: 'claude-code c1' });
  const old = { last_activity: iso(NOW - 9 * DAY) };

  const rows: readonly (readonly [string, LeftTask, readonly SessionSnapshot[], string])[] = [
    ['of the last list is told', left(earlier), [earlier], 'told'],
    [
      'is overtaken by a newer list of its branch',
      left(earlier),
      [listed('newer', 2), earlier],
      'overtaken',
    ],
    [
      'is overtaken by a newer list of its conversation on another branch',
      left(earlier),
      [listed('newer', 2, { branch: 'fix', conversation: 'claude-code c1' }), earlier],
      'overtaken',
    ],
    [
      'is not overtaken by a list of another branch',
      left(earlier),
      [listed('newer', 2, { branch: 'fix', conversation: 'claude-code c2' }), earlier],
      'told',
    ],
    [
      'that the newer list names as well is told',
      left(earlier),
      [listed('newer', 2, { tasks: [left(null)] }), earlier],
      'told',
    ],
    [
      'is not overtaken by a session without a list',
      left(earlier),
      [session('newer', 2), earlier],
      'told',
    ],
    ['that a note speaks of is never overtaken', left(null), [listed('newer', 2), earlier], 'told'],
    [
      'of a pin is never overtaken',
      left(earlier, { source: 'working_memory_scan' }),
      [listed('newer', 2), earlier],
      'told',
    ],
    ['is older after seven days', left(null, old), [], 'older'],
    [
      'is older after five sessions that worked',
      left(earlier),
      [...many(5, session), earlier],
      'older',
    ],
    [
      'of a pipeline never ages',
      left(null, { ...old, source: 'pipeline_state' }),
      many(9, session),
      'told',
    ],
    ['of a message ages', left(null, { ...old, source: 'message' }), [], 'older'],
  ];
  it.each(rows)('%s', (_case, task, sessions, expected) => {
    const book = ageTasks([task], sessions, NOW, LIMITS);
    expect(Object.entries(book).find(([, tasks]) => tasks.length > 0)?.[0]).toBe(expected);
  });
});

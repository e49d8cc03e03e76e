import { DatabaseSync } from 'node:sqlite';
import { decay, recency } from '../../../src/domain/memories/decay.ts';
import { relevance } from '../../../src/domain/restore/relevance.ts';
import { check } from '../check.ts';
import type { Fault } from '../fault.ts';
import { range } from '../tools.ts';
import type { EventName } from '../world.ts';

const CLOCKS = [
  '1970-01-01T00:00:00Z',
  '2026-11-15T09:00:00Z',
  '2027-11-16T09:00:00Z',
  '2026-03-29T00:59:59Z',
  '2026-03-29T01:00:01Z',
  '9999-12-31T23:59:59Z',
  'tomorrow',
];

/** F12: clocks that jump. The order is that of arrival, and no score leaves 0 to 1. */
export const clocks: Fault = {
  id: 'F12',
  name: 'clocks: 1970, a year ahead, a day back, DST, nonsense',
  async run(torture) {
    const { random } = torture;
    const wrong: string[] = [];
    const cases = torture.times(20_000);
    for (const _ of range(cases)) {
      const hours = random.pick([Number.NaN, -1, 1, 1e9, Number.POSITIVE_INFINITY]) * random.next() * 1e4;
      const match = random.pick([Number.NaN, -3, 0.5, 7]);
      const { total } = relevance({
        hours,
        match,
        openTasks: random.below(40) - 10,
        sameScope: random.next() * 2,
      });
      for (const score of [decay(hours), recency(hours), total])
        if (!(score >= 0 && score <= 1)) wrong.push(`a score of ${score} for ${hours} hours`);
    }
    let lost = 0;
    const stories = torture.times(3);
    const events: EventName[] = [
      'SessionStart',
      'UserPromptSubmit',
      'PostToolUse',
      'Stop',
      'PostToolUse',
      'SessionEnd',
    ];
    for (const _ of range(stories)) {
      const world = torture.world();
      for (const event of events) {
        const { ran } = world.sendHere(event, 's1', { env: { CORTEX_NOW: random.pick(CLOCKS) } });
        if (ran.code !== 0) wrong.push(`${event} ends with ${ran.code}`);
      }
      const checked = check(world);
      lost += checked.lost;
      wrong.push(...checked.wrong);
      const order = tokensIn(world.database);
      const sent = world.handed.map(({ token }) => token).filter((token) => order.includes(token));
      if (order.join() !== sent.join()) wrong.push(`the order is ${order}, sent was ${sent}`);
    }
    return {
      tried: cases + stories * events.length,
      lost,
      wrong,
      note: `${cases} scores, ${stories} sessions`,
    };
  },
};

function tokensIn(path: string): string[] {
  const database = new DatabaseSync(path);
  try {
    return database
      .prepare("SELECT body FROM session_events WHERE kind NOT IN ('thread', 'ledger') ORDER BY seq")
      .all()
      .flatMap((row) => [...new Set(String(row['body']).match(/tk\d+x/g))]);
  } finally {
    database.close();
  }
}

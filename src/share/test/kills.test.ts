import { expect, it } from 'vitest';
import { Random } from '../../../scripts/torture/tools.ts';
import { runs, seedNow } from '../../../test/effort.ts';
import { killThem, type Through } from './tools/kills.ts';
import { NO_POSTGRES, postgresPrograms } from './tools/postgres.ts';

if (!postgresPrograms()) it.skip(NO_POSTGRES);

const logs = ['git', ...(postgresPrograms() ? ['postgresql'] : [])] as const;

it.each(logs as readonly Through[])(
  'pushers and pullers that are killed lose nothing, double nothing and show no gap: %s',
  { timeout: 1_800_000 },
  async (through) => {
    const seed = seedNow();
    const outcome = await killThem(runs(1, 200), new Random(seed), through);
    expect(outcome.broken, `seed ${seed}`).toEqual([]);
  },
);

import { expect, it } from 'vitest';
import { Random } from '../../../scripts/torture/tools.ts';
import { runs, seedNow } from '../../../test/effort.ts';
import { killThem } from './tools/kills.ts';
import { NO_POSTGRES, postgresPrograms } from './tools/postgres.ts';

if (!postgresPrograms()) it.skip(NO_POSTGRES);

it.skipIf(!postgresPrograms())(
  'pushers and pullers that are killed lose nothing, double nothing and show no gap',
  { timeout: 1_800_000 },
  async () => {
    const seed = seedNow();
    const outcome = await killThem(runs(1, 200), new Random(seed));
    expect(outcome.broken, `seed ${seed}`).toEqual([]);
  },
);

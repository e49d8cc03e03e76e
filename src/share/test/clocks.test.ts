import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offs, start, under, work } from '../../../test/clock-work.ts';
import { DAY, HOUR } from '../../domain/base/time.ts';
import { PROJECT, type TestHome, testHome } from './homes.ts';
import { memoryServer } from './memory-log.ts';

describe('two machines', () => {
  const NOW = Date.parse('2026-11-13T10:00:00.000Z');

  async function pair(): Promise<{
    laptop: TestHome;
    desktop: TestHome;
    both(millis: number): void;
  }> {
    let now = NOW;
    const server = memoryServer(() => now);
    server.invite(PROJECT, 'alice');
    const laptop = await testHome('laptop', server.as('alice'));
    const desktop = await testHome('desktop', server.as('alice'));
    const both = (millis: number) => {
      now += millis;
      laptop.deps.advance(millis);
      desktop.deps.advance(millis);
    };
    return { laptop, desktop, both };
  }

  it('are told where the other stopped by what came last, whatever its clock says', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), offs), { minLength: 2, maxLength: 5 }),
        async (turns) => {
          const { laptop, desktop, both } = await pair();
          for (const [i, [isLaptop, off]] of turns.entries()) {
            const [here, there] = isLaptop ? [laptop, desktop] : [desktop, laptop];
            const id = await under(here.deps, off, () => work(here.deps, i, here.cwd));
            both(HOUR);
            await here.sync();
            await there.sync();
            for (const home of [here, there])
              expect(await start(home.deps, `start ${i} ${home.cwd}`, home.cwd)).toMatchObject({
                last: id,
              });
            both(3 * HOUR);
          }
        },
      ),
    );
  }, 120_000);

  it('work of yesterday that arrives today does not become the last', async () => {
    const { laptop, desktop, both } = await pair();
    await work(laptop.deps, 1, laptop.cwd);
    both(DAY);
    const last = await work(desktop.deps, 2, desktop.cwd);
    both(HOUR);
    await laptop.sync();
    await desktop.sync();
    expect(await start(desktop.deps, 'new', desktop.cwd)).toMatchObject({ last });
  });
});

// The home of an earlier version: its first start and first prompt tell no less before any maintenance.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Agent, told } from '../agent.ts';
import { at, DAY, MINUTE, MONDAY } from '../days.ts';
import { asSchema19 } from '../schema-19.ts';
import { type Stage, useStage } from '../stage.ts';

let stage: Stage;
const agent = useStage('shop', at(MONDAY), (set) => {
  stage = set;
});

async function session(now: number, asked: string, reply: string, file: string): Promise<Agent> {
  const one = agent({ now: at(now) });
  await one.start();
  await one.at(at(now + MINUTE)).prompt(asked);
  await one.edit(join(stage.repo, file));
  await one.run('note', 'decision', `keep ${file}`);
  await one.run('note', 'next', `test ${file}`);
  await one.stop(reply);
  await one.end();
  return one;
}

/** What a session is told at its start, at its first prompt, and at a later one. */
async function toldFrom(home: string): Promise<string> {
  const now = MONDAY + 9 * DAY;
  const one = agent({ home, now: at(now) });
  const said = [await one.start(), await one.prompt('back to the webhooks, carry on')];
  await one.stop('So.');
  said.push(await one.at(at(now + MINUTE)).prompt('what is missing in src/rank.ts?'));
  await one.kill();
  return said.map((result) => told(result) ?? '').join('\n\n');
}

/** Ids differ from one home to the next. */
const lines = (text: string) => text.replaceAll(/\b[0-9a-f]{8}\b/g, '').split('\n');

it('of a home with the last schema', async () => {
  await session(
    MONDAY,
    'put the webhooks behind a flag',
    'They are behind `SHADOW`, evt_3 is late.',
    'src/hooks.ts',
  );
  await session(
    MONDAY + DAY,
    'rank the search by sales',
    'It counts sales of 30 days.',
    'src/rank.ts',
  );
  for (const [i, name] of ['mails', 'fees', 'build', 'logo'].entries())
    await session(
      MONDAY + (2 + i) * DAY,
      `look at the ${name}`,
      `The ${name} are fine.`,
      `src/${name}.ts`,
    );
  asSchema19(join(stage.home, 'brain.db'));
  const maintained = join(stage.folder.path, 'maintained');
  cpSync(stage.home, maintained, { recursive: true });
  expect(
    await agent({ home: maintained, now: at(MONDAY + 9 * DAY) }).run('maintain'),
  ).toMatchObject({
    code: 0,
  });
  const upgraded = await toldFrom(stage.home);
  for (const words of [
    'evt_3 is late',
    'It counts sales of 30 days',
    'keep src/logo.ts',
    'test src/logo.ts',
  ])
    expect(upgraded).toContain(words);
  expect(lines(upgraded)).toEqual(lines(await toldFrom(maintained)));
});

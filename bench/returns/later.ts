// The later prompts of real histories: how many may mean anything but what is under way, so that earlier work is looked for.
// npm run bench -- later [--data <folder>] [--json]
import { parseArgs } from 'node:util';
import { findForeign, heardIn } from '../../src/domain/search/foreign.ts';
import { isNamedIn, openingIn } from '../../src/domain/search/opening.ts';
import { plainTable } from '../continuity/table.ts';
import type { RecordedSession, RecordedTurn } from './export.ts';
import { readHistory } from './history.ts';
import { DATA, HISTORIES } from './public-data.ts';

/** Prompts after the first one of their session. */
interface Counts {
  prompts: number;
  /** Their text alone does not rule it out. */
  byText: number;
  /** They say enough of anything else: a server looks for it. */
  asked: number;
  /** … and name it: a process that starts for one prompt looks for it, too. */
  askedCold: number;
}

const { values } = parseArgs({
  options: { data: { type: 'string', default: DATA }, json: { type: 'boolean', default: false } },
});

function wordsOf({ prompt, steps }: RecordedTurn): string[] {
  const said = steps.flatMap((step) => {
    if (step.kind === 'said') return [step.text];
    return step.kind === 'edited' ? [step.path] : [];
  });
  return [prompt, ...said];
}

function countIn(sessions: readonly RecordedSession[]): Counts {
  const counts: Counts = { prompts: 0, byText: 0, asked: 0, askedCold: 0 };
  for (const { turns } of sessions)
    for (const [i, { prompt }] of turns.entries()) {
      if (i === 0) continue;
      counts.prompts += 1;
      if (openingIn(prompt) === null) continue;
      counts.byText += 1;
      const heard = heardIn(turns.slice(0, i).flatMap(wordsOf));
      if (findForeign(prompt, heard) === null) continue;
      counts.asked += 1;
      if (isNamedIn(prompt)) counts.askedCold += 1;
    }
  return counts;
}

const rows = HISTORIES.map((source) => ({
  name: source.name,
  ...countIn(readHistory(values.data, source)),
}));
const sum = (key: keyof Counts) => rows.reduce((total, row) => total + row[key], 0);
const all = {
  name: 'all',
  prompts: sum('prompts'),
  byText: sum('byText'),
  asked: sum('asked'),
  askedCold: sum('askedCold'),
};
if (values.json) console.log(JSON.stringify([...rows, all]));
else {
  const share = (count: number, of: number) => `${count} (${((100 * count) / of).toFixed(1)} %)`;
  const head = [
    '',
    'later prompts',
    'not ruled out by text',
    'asked, warm (goal: 25 %)',
    'asked, cold',
  ];
  const body = [...rows, all].map(({ name, prompts, byText, asked, askedCold }) => [
    name,
    String(prompts),
    share(byText, prompts),
    share(asked, prompts),
    share(askedCold, prompts),
  ]);
  console.log(plainTable([head, ...body]));
}

import { expect, it } from 'vitest';
import { lastTimeItems } from '../answer/last-time.ts';
import { decisionLine, decisionText } from '../answer/state.ts';
import { NOTHING_STOPPED, type Stopped } from '../session/stopped.ts';
import type { ThreadDecision } from '../thread/thread.ts';
import { decisionInLine, textsInLine, untoldIdentity, withoutUntold } from './untold.ts';

const LONG = `The exporter writes one file a day ${'and checks each of its rows '.repeat(20)}`.trim();

const STOPPED: Stopped = {
  ...NOTHING_STOPPED,
  asked: { text: 'make the exporter of the archive faster', answered: true, at: 0 },
  told: ['Reports are "read" in Parquet', 'The bucket belongs to another team'],
  said: 'The writer streams now. Shall I drop the old reader?',
  question: 'Shall I drop the old reader?',
  noted: [LONG, 'The archive has two indexes'],
  next: ['measure the writer', 'measure the writer again on Linux'],
  made: [{ what: 'commit', text: 'stream "rows"', ref: 'a1b2c3d' }],
  touched: ['src/rows.ts', 'lib/src/rows.ts'],
};

const lines = lastTimeItems({ stopped: STOPPED }).map(({ text }) => text.replace(/^- /, ''));
const behind = (start: string) =>
  textsInLine(lines.find((line) => line.startsWith(start))!, STOPPED).map(({ text }) => text);

it('finds the texts of a line of last time, and none of another', () => {
  expect(behind('asked')).toEqual([STOPPED.asked!.text]);
  expect(behind('told')).toEqual(STOPPED.told);
  expect(behind('the agent: ')).toEqual([STOPPED.said]);
  expect(behind('the agent asked')).toEqual([STOPPED.question]);
  expect(behind('earlier')).toEqual(STOPPED.noted);
  expect(behind('next')).toEqual(STOPPED.next);
  expect(behind('committed').sort()).toEqual(['lib/src/rows.ts', 'src/rows.ts', 'stream "rows"']);
});

it('says of each text what stands in the line', () => {
  const shown = textsInLine(lines.find((line) => line.startsWith('earlier'))!, STOPPED);
  expect(shown[0]!.shown).toMatch(/^The exporter writes .*…$/);
  expect(shown[1]!.shown).toBe('The archive has two indexes');
});

it('a decision is the one whose words are all there', () => {
  const decision = (choice: string, reason: string | null = null): ThreadDecision => ({
    ...{ subject: null, choice, reason, replaced: false },
    ...{ by: 'person', at: 0, seq: 1 },
  });
  const all = [
    decision('use pnpm'),
    decision('use pnpm (not npm)'),
    decision('use pnpm with a frozen lockfile'),
    decision('use pnpm', 'the cache is shared'),
    decision('pnpm'),
  ];
  for (const one of all)
    expect(decisionInLine(decisionLine(one, 1000, 'relative'), all).map(({ text }) => text)).toEqual([
      decisionText(one),
    ]);
});

it.each<[string, Partial<Stopped>, (keyof Stopped)[]]>([
  ['the agent’s last words', { said: STOPPED.said!, next: ['Drop the old reader of the rows'] }, []],
  [
    'last words that list what is next',
    {
      said: 'It streams. Next steps: measure the writer on Linux; raise the limit of rows',
      next: ['measure the writer on Linux', 'raise the limit of rows', 'tell the other team'],
      question: null,
    },
    ['next'],
  ],
  [
    'last words that hold a finding',
    { said: 'The archive has two indexes. It streams now.', noted: ['The archive has two indexes', LONG] },
    ['noted'],
  ],
])('what stood only in %s gets no line of its own when they go', (_what, more, shorter) => {
  const stopped = { ...STOPPED, ...more };
  const left = withoutUntold(stopped, new Set([untoldIdentity(stopped.said!)]));
  expect(left.said).toBeNull();
  for (const field of ['told', 'noted', 'next'] as const) {
    const whole = stopped[field].length;
    const isShorter = shorter.includes(field);
    expect([field, left[field].length]).toEqual([field, isShorter ? 1 : whole]);
  }
});

it('a sentence within a request goes with it, and others stay', () => {
  const told = ['The bucket belongs to another team', 'Reports are read in Parquet by the warehouse'];
  const asked = { text: `Make it faster. ${told[0]}.`, answered: true, at: 0 };
  const left = withoutUntold({ ...STOPPED, asked, told }, new Set([untoldIdentity(asked.text)]));
  expect([left.asked, left.told]).toEqual([null, [told[1]]]);
});

it('of a request and the one that it points at, each alone', () => {
  const asked = { text: 'next part please', answered: true, at: 0, about: 'Add dark mode' };
  const stopped = { ...STOPPED, asked };
  const line = 'asked: "Add dark mode"; then: "next part please"';
  expect(textsInLine(line, stopped).map(({ text }) => text)).toEqual([asked.about, asked.text]);
  expect(textsInLine('asked: "next part please"', stopped).map(({ text }) => text)).toEqual([asked.text]);
  const { about: _, ...alone } = asked;
  expect(withoutUntold(stopped, new Set([untoldIdentity(asked.about)])).asked).toEqual(alone);
});

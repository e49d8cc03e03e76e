import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Clock } from '../bench/continuity/clock.ts';
import { HALVES, kindsOf, loadCorpus, type Script } from '../bench/continuity/corpus.ts';
import { meanOfKinds, overall, workFigures } from '../bench/continuity/figures.ts';
import { measure } from '../bench/continuity/measure.ts';
import { Repository } from '../bench/continuity/repository.ts';
import { merged } from '../bench/continuity/results.ts';
import { same } from '../bench/continuity/statements.ts';
import { holds, linesOf, openPart } from '../bench/continuity/told.ts';
import { IS_LONG } from './effort.ts';

const { scripts, fortnight, rules, lookalikes, findings, poison } = loadCorpus();

describe('the corpus of the continuity benchmark', () => {
  it('has 17 kinds and two halves of equal size', () => {
    expect(kindsOf(scripts)).toHaveLength(17);
    for (const list of [scripts, rules, lookalikes, findings])
      for (const half of HALVES)
        expect(list.filter((one: { half: string }) => one.half === half)).toHaveLength(list.length / 2);
    expect([fortnight.length, poison.length]).toEqual([28, 60]);
  });

  it('gives no fact away in the first prompt about the work', () => {
    for (const script of scripts)
      for (const fact of script.facts)
        expect(holds(script.topical_prompt, fact), `${script.id} ${fact.kind}`).toBe(false);
  });
});

describe('what counts as told', () => {
  it.each([
    ['the words in another case and with other blanks', 'Never  Log\nfull bodies', true],
    ['the words in a thread code', 'next:never-log-full-bodies', true],
    ['the words in quotes', 'he said "never log `full` bodies"', true],
    ['the words cut by an ellipsis', 'never log full bo…', false],
    ['other words', 'log full bodies', false],
  ])('%s', (_, text, expected) => {
    expect(holds(text, { key: ['something else', 'never log full bodies'] })).toBe(expected);
  });

  it('a kept sentence is the labelled one, or most of it', () => {
    expect(same('Never push.', 'Never push.')).toBe(true);
    expect(same('always use pnpm here', 'so always use pnpm here')).toBe(true);
    expect(same('here', 'so always use pnpm here')).toBe(false);
  });
});

const PREAMBLE = `<session-continuity hint="inherited from prior sessions">
LAST TIME (Fri 13 Nov, 2d ago):
- user: "fix the login" → agent: "The login works. Next comes the logout."
- user: "and the changelog" (not finished: killed) [changed CHANGELOG.md]
STATE:
- failing: npm test › logout (2d ago)
- since then: 3 commits pulled

PENDING TASKS:
- [todo:a] Remove the polling job

RULES OF THE USER:
- never push
</session-continuity>`;

describe('what is presented as open', () => {
  it('is tasks, failures and requests that were not finished, not what was said', () => {
    const open = openPart(PREAMBLE);
    for (const key of ['polling job', 'changelog', 'logout (2d ago)'])
      expect(holds(open, { key: [key] })).toBe(true);
    for (const key of ['fix the login', 'comes the logout', 'commits pulled', 'never push'])
      expect(holds(open, { key: [key] })).toBe(false);
  });

  it('knows the section of a line', () => {
    const line = linesOf(PREAMBLE).find(({ text }) => text === '- never push');
    expect(line?.section).toBe('RULES OF THE USER');
  });
});

describe('the figures', () => {
  const script: Script = {
    ...{ id: 'x', half: 'dev', repo: 'r', branch: 'main', lang: 'en', turns: [], topical_prompt: 'go' },
    facts: [
      { kind: 'commit', kind_no: 13, key: ['added a cache'] },
      { kind: 'pin', kind_no: 16, key: ['never push'] },
    ],
    over: [{ key: ['polling job'] }],
    open: [{ key: ['changelog'] }],
    noise: ['it is late'],
  };
  const telling = { script, start: PREAMBLE, topical: 'added a cache', continued: '', context: null };

  it('count each reading on top of the start, and each ending by itself', () => {
    const figures = workFigures(
      [
        { ...telling, ending: 'clean' },
        { ...telling, ending: '2d', start: '', topical: '' },
      ],
      ['commit', 'pin', 'quirk'],
    );
    expect(figures.facts).toEqual({
      clean: { start: { told: 1, of: 2 }, topical: { told: 2, of: 2 }, continued: { told: 1, of: 2 } },
      '2d': { start: { told: 0, of: 2 }, topical: { told: 0, of: 2 }, continued: { told: 0, of: 2 } },
    });
    expect(overall(figures.facts, 'topical')).toEqual({ told: 2, of: 4 });
    expect(figures.kinds['pin']?.clean?.start).toEqual({ told: 1, of: 1 });
    expect(figures.over.clean?.start).toEqual({ told: 1, of: 1 });
    expect(figures.open.clean?.start).toEqual({ told: 1, of: 1 });
    expect(figures.noise.clean?.start).toEqual({ told: 0, of: 1 });
    expect(figures.never).toEqual([]);
    expect(figures.tokens['2d']?.start).toEqual({ median: 0, p95: 0 });
  });

  it('weigh kinds equally in their mean, and leave out those without facts', () => {
    const shares = [
      { told: 1, of: 1 },
      { told: 0, of: 9 },
      { told: 0, of: 0 },
    ];
    expect(meanOfKinds(shares)).toBe(0.5);
    expect(meanOfKinds([])).toBeNull();
  });

  it('of parts that were not measured again stay', () => {
    const base = { name: '0.1', version: '0.1.0' };
    const work = workFigures([], []);
    const before = { ...base, halves: { held: { work } } };
    expect(merged(before, { ...base, version: '0.1.1', halves: { dev: {} } })).toEqual({
      ...base,
      version: '0.1.1',
      halves: { held: { work } },
    });
  });
});

it('a scripted commit is a real one, and its output carries the real hash', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'continuity-test-')));
  try {
    const script = scripts.find(({ turns }) => JSON.stringify(turns).includes('git commit'))!;
    const clock = new Clock('2026-10-05T09:00:00.000Z');
    const repository = await Repository.make(folder, clock, script.turns);
    await repository.shell('git checkout -b topic', "Switched to a new branch 'topic'");
    const output = await repository.shell(
      'git commit -m "add it"',
      '[topic a2c342b] add it\n 1 file changed',
    );
    expect(output).toBe(
      `[topic ${await repository.git('rev-parse', '--short=7', 'HEAD')}] add it\n 1 file changed`,
    );
    expect(await repository.git('log', '-1', '--format=%s %ct')).toBe('add it 1791190800');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.runIf(IS_LONG)(
  'the short form plays sessions through the hooks and counts what the next one is told',
  async () => {
    const report = await measure({
      dist: join(import.meta.dirname, '..', 'dist'),
      ...{ halves: ['dev'], endings: ['clean'], parts: ['work'], short: true, width: 2, texts: null },
      say: () => {},
    });
    const work = report.halves.dev!.work!;
    const planted = scripts.filter(({ half }) => half === 'dev').slice(0, 1);
    const start = work.facts.clean!.start!;
    expect(work.scripts).toBe(1);
    expect(start.of).toBe(planted.flatMap(({ facts }) => facts).length);
    expect(start.told).toBe(
      Object.values(work.kinds).reduce((told, kind) => told + kind.clean!.start!.told, 0),
    );
    expect(work.facts.clean!.topical!.told).toBeGreaterThanOrEqual(start.told);
    expect(start.told).toBeGreaterThanOrEqual(1);
    expect(work.over.clean!.start!.told).toBeLessThanOrEqual(3);
    expect(work.tokens.clean!.start!.p95).toBeLessThanOrEqual(2_400);
  },
);

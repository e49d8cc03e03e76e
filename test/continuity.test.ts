import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Clock } from '../bench/continuity/clock.ts';
import { HALVES, loadCorpus } from '../bench/continuity/corpus.ts';
import { rowsOf } from '../bench/continuity/document.ts';
import { measure } from '../bench/continuity/measure.ts';
import { programsBeside } from '../bench/continuity/programs.ts';
import { Repository } from '../bench/continuity/repository.ts';
import { same } from '../bench/continuity/sentences.ts';
import { holds, linesOf, openPart } from '../bench/continuity/told.ts';
import { IS_LONG } from './effort.ts';

const { scripts, fortnight, rules, lookalikes, poison } = loadCorpus();

describe('the corpus of the continuity benchmark', () => {
  it('has two halves of equal size', () => {
    for (const list of [scripts, rules, lookalikes])
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

it.runIf(IS_LONG)('the short form counts what each program tells, side by side', async () => {
  const reports = [];
  for (const program of programsBeside().slice(0, 2))
    reports.push(
      await measure({
        ...{ program, endings: ['clean'], parts: ['stories', 'scripts'], short: true, width: 2 },
        say: () => {},
      }),
    );
  const [own, baseline] = reports.map(({ stories, scripts }) => ({
    all: stories!['all']!,
    scripts: scripts!,
  }));
  expect(own!.all.needed.of).toBe(baseline!.all.needed.of);
  expect(own!.all.needed.told).toBeGreaterThan(baseline!.all.needed.told);
  expect(own!.scripts.facts.of).toBe(scripts[0]!.facts.length);
  expect(own!.all.tokens.p95).toBeLessThanOrEqual(2_400);
  const [head, ...rows] = rowsOf(reports);
  expect(head).toEqual(['', 'cortex.cjs', 'baseline.cjs']);
  expect(rows.map(([name]) => name)).toContain('stories: told though it is stale');
});

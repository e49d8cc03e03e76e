import { expect, it } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import { type Context, NOTHING } from '../../domain/answer/context.ts';
import { makePreamble } from '../../domain/answer/preamble.ts';
import { EMPTY_STATE } from '../../domain/answer/state.ts';
import { DAY } from '../../domain/base/time.ts';
import type { Explanation } from '../../engine/answer/explain.ts';
import { preambleLimits } from '../../engine/answer/render.ts';
import { toldSections } from './told.ts';

const SESSION = '81bb2383-0000-4000-8000-000000000000';

const EXPLANATION = {
  candidates: [
    {
      session_id: SESSION,
      verdict: 'the latest',
      relevance: 0.71,
      recency: 0.93,
      overlap: 0.5,
      tasks: 0.25,
    },
  ],
  pins: [{ label: 'staging', from: SESSION, critical: true, verdict: 'taken' }],
  memories: [{ memory_id: 'mem-2', from: SESSION, confidence: 0.89, confidence_at_end: 0.92 }],
  claims: [{ claim: 'src/gone.ts', verdict: 'gone' }],
} as unknown as Explanation;

const mark = { seq: 1, by: 'person', at: 0 } as const;
const task = { title: 'Do', stage: 'to do', last_activity: '1970-01-01T00:00:00Z', session: null };

const CONTEXT = {
  ...NOTHING,
  turns: [
    {
      session: { id: SESSION, host: 'claude-code', at: 5 * DAY, stopped: null, branch: 'main' },
      turns: [
        {
          number: 1,
          at: 0,
          asked: 'go on with it',
          answered: 'It streams now.',
          ended: 'answered',
          files: [],
          runs: [],
          made: [],
        },
      ],
      role: 'last',
    },
  ],
  state: {
    ...EMPTY_STATE,
    blockers: [
      { ...mark, text: 'no refund events', type: 'waiting', resolved: false, identity: null },
    ],
    since: ['files: src/gone.ts'],
  },
  tasks: [
    { ...task, task_id: 'todo:a', source: 'host_todo' },
    { ...task, task_id: 'task-12', source: 'pipeline_state' },
  ],
  olderTasks: 13,
  rules: [{ memoryId: 'mem-1', text: 'never run migrations', at: 0, sessionId: null }],
  inheritedPins: [
    { label: 'staging', content: 'shared with QA', critical: true, pinnedAt: 0, origin: null },
  ],
  memories: [{ id: 'mem-2', content: 'the gateway drops keys', confidence: 0.89 }],
  decisions: [
    {
      ...mark,
      subject: 'payments',
      choice: 'go through webhooks',
      reason: 'polling',
      replaced: false,
    },
    { ...mark, subject: null, choice: 'of a teammate', reason: null, replaced: false, from: 'ada' },
  ],
  topics: ['a/b'],
} as unknown as Context;

function told(now: number) {
  const { sections } = makePreamble(
    CONTEXT,
    { ...preambleLimits(defaultConfig()), topics: 10 },
    now,
  )!;
  return toldSections(sections, EXPLANATION);
}

const sections = told(5 * DAY);
const lines = sections.flatMap(({ lines: own }) => own);
const doing = (text: string) => lines.find((line) => line.text.includes(text))!;

it('says every line, why it is told, and what can be done about it', () => {
  const seen = sections.map(({ heading, lines: own, more }) => [
    heading,
    ...own.map(({ text, controls }) => [text, ...controls.map(({ does }) => does)]),
    ...(more ? [more] : []),
  ]);
  expect(seen).toEqual([
    ['LAST TIME', ['user: "go on with it" → agent: "It streams now."', 'mute']],
    ['STATE', ['blocked (waiting): no refund events (5d ago)', 'resolve'], ['files: src/gone.ts']],
    [
      'PENDING TASKS',
      ['[todo:a] Do (last stage: to do, 5d ago)', 'done', 'drop'],
      // A pipeline's own file says when it is done.
      ['[task-12] Do (last stage: to do, 5d ago)'],
      '13 older (cortex tasks --old)',
    ],
    ['RULES OF THE USER', ['never run migrations (5d ago)', 'end', 'forget']],
    ['WORKING MEMORY RESTORED', ['CRITICAL staging: shared with QA', 'keep', 'unpin']],
    [
      'DECISIONS',
      ['payments: go through webhooks, because polling (5d ago)', 'keep', 'mute'],
      ['of a teammate [ada, 5d ago]'],
    ],
    ['MEMORIES', ['[0.89] the gateway drops keys', 'keep', 'confirm', 'contradict', 'forget']],
    ['HOT TOPICS', ['a/b']],
  ]);
  expect(doing('go on').why).toEqual([
    'the latest; score 0.71 = 0.40 × 0.93 recency + 0.35 × 0.50 overlap + 0.25 × 0.25 tasks',
  ]);
  expect(doing('files').why).toEqual(['src/gone.ts is gone in the working tree']);
  expect(doing('gateway').why).toEqual(['Confidence 0.89 now, 0.92 when its session ended']);
});

it('a line is the same when only its age moved on', () => {
  const later = told(6 * DAY).flatMap(({ lines: own }) => own.map(({ key }) => key));
  expect(later).toEqual(lines.map(({ key }) => key));
});

it('speaks to a person: pins in English, no tool of a model, and no age of no minutes', () => {
  const about = sections.map((one) => one.about);
  expect(about).toContain('1 pin inherited');
  expect(about[0]).toContain('just now');
  expect(JSON.stringify(sections)).not.toMatch(/working_memory|0m ago/);
});

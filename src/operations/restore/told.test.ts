import { expect, it } from 'vitest';
import { inElement } from '../../domain/answer/preamble.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { Explanation } from '../../engine/restore/explain.ts';
import { type Known, toldSections } from './told.ts';

const SESSION = '81bb2383-0000-4000-8000-000000000000';

const EXPLANATION = {
  candidates: [
    { session_id: SESSION, verdict: 'the latest', relevance: 0.71, recency: 0.93, overlap: 0.5, tasks: 0.25 },
  ],
  pins: [{ label: 'staging', from: SESSION, critical: true, verdict: 'taken' }],
  rules: ['mem-1'],
  memories: [{ memory_id: 'mem-2', from: SESSION, confidence: 0.89, confidence_at_end: 0.92 }],
  claims: [{ claim: 'src/gone.ts', verdict: 'gone' }],
} as unknown as Explanation;

const KNOWN: Known = {
  explanation: EXPLANATION,
  tasks: [
    { task_id: 'todo:a', title: 'Do a', source: 'host_todo', session: null },
    { task_id: 'task-12', title: 'Do b', source: 'pipeline_state', session: null },
  ] as unknown as Known['tasks'],
  pins: [
    { label: 'staging', content: 'shared with QA', critical: true, pinnedAt: 0, origin: null },
  ] as unknown as readonly Pin[],
  memories: [
    { id: 'mem-1', content: 'never run migrations', sessionId: null },
    { id: 'mem-2', content: 'the gateway drops keys', sessionId: null },
  ] as unknown as readonly Memory[],
  blockers: [
    {
      text: 'no refund events',
      type: 'waiting',
      by: 'person',
      resolved: false,
      identity: null,
      at: 0,
      seq: 1,
    },
  ],
  untellable: {
    turns: [
      {
        ...{ number: 1, at: 0, asked: 'go on', answered: 'It streams now.', ended: 'answered' },
        ...{ files: [], runs: [], made: [] },
      },
    ],
    decisions: [
      {
        ...{ subject: 'payments', choice: 'go through webhooks', reason: 'polling misses events' },
        ...{ replaced: false, by: 'person', at: 0, seq: 1 },
      },
    ],
  },
};

const TEXT = inElement(`[SESSION CONTINUITY — inherited from 1 prior session(s)]

LAST TIME (Fri 13 Nov, 0m ago, branch main, claude-code 81bb2383), oldest turn first; later words overrule earlier ones:
- user: "go on" → agent: "It streams now."

STATE:
- blocked (waiting): no refund events (5d ago)
- files: src/gone.ts

PENDING TASKS:
- [todo:a] Do a (last stage: to do, 4d ago)
- [task-12] Do b (last stage: build, 4d ago)
… 13 older

RULES OF THE USER:
- never run migrations (11d ago)

WORKING MEMORY RESTORED: 1 pins inherited (use working_memory view to see all)
- CRITICAL staging: shared with QA [inherited from 1b1e679f @ 2026-11-02]

MEMORIES (confidence softened by age):
- [0.89] the gateway drops keys

DECISIONS:
- payments: go through webhooks, because polling misses events (3d ago)
- of a teammate (3d ago)

HOT TOPICS: a, b`);

const sections = toldSections(TEXT, KNOWN);
const lines = sections.flatMap(({ lines: own }) => own);
const doing = (text: string) => lines.find((line) => line.text.includes(text))!;

it('keeps every line, in order and to the letter', () => {
  const told = sections.flatMap(({ lines: own, more }) => [
    ...own.map(({ text }) => text),
    ...(more ? [more] : []),
  ]);
  expect(told).toEqual([
    'user: "go on" → agent: "It streams now."',
    'blocked (waiting): no refund events (5d ago)',
    'files: src/gone.ts',
    '[todo:a] Do a (last stage: to do, 4d ago)',
    '[task-12] Do b (last stage: build, 4d ago)',
    '13 older',
    'never run migrations (11d ago)',
    'CRITICAL staging: shared with QA [inherited from 1b1e679f @ 2026-11-02]',
    '[0.89] the gateway drops keys',
    'payments: go through webhooks, because polling misses events (3d ago)',
    'of a teammate (3d ago)',
    'a, b',
  ]);
  expect(sections.map(({ heading }) => heading)).toEqual([
    'LAST TIME',
    'STATE',
    'PENDING TASKS',
    'RULES OF THE USER',
    'WORKING MEMORY RESTORED',
    'MEMORIES',
    'DECISIONS',
    'HOT TOPICS',
  ]);
});

it('says why, with the figures of the score', () => {
  expect(doing('go on').why).toEqual([
    'The latest; score 0.71 = 0.40 × 0.93 recency + 0.35 × 0.50 overlap + 0.25 × 0.25 tasks',
  ]);
  expect(doing('files').why).toEqual(['src/gone.ts is gone in the working tree']);
  expect(doing('gateway').why).toEqual(['Confidence 0.89 now, 0.92 when its session ended']);
});

it('offers what can be done about a line', () => {
  const controls = (text: string) => doing(text).controls.map(({ does }) => does);
  expect(controls('Do a')).toEqual(['done', 'drop']);
  // A pipeline's own file says when it is done.
  expect(controls('Do b')).toEqual([]);
  expect(controls('migrations')).toEqual(['end', 'forget']);
  expect(controls('QA')).toEqual(['keep', 'unpin']);
  expect(controls('gateway')).toEqual(['keep', 'confirm', 'contradict', 'forget']);
  expect(controls('refund')).toEqual(['resolve']);
  expect(controls('go on')).toEqual(['mute']);
  expect(controls('webhooks')).toEqual(['keep', 'mute']);
  expect(controls('teammate')).toEqual([]);
});

it('a line is the same when only its age moved on', () => {
  const later = toldSections(TEXT.replace('5d ago', '6d ago').replace('[0.89]', '[0.88]'), KNOWN);
  expect(later.flatMap(({ lines: own }) => own.map(({ key }) => key))).toEqual(lines.map(({ key }) => key));
});

it('speaks to a person: pins in English, no tool of a model, and no age of no minutes', () => {
  const about = sections.map((one) => one.about);
  expect(about).toContain('1 pin inherited');
  expect(about[0]).toContain('just now');
  expect(JSON.stringify(sections)).not.toMatch(/working_memory|0m ago/);
});

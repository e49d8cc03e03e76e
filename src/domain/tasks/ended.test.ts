import { describe, expect, it } from 'vitest';
import { mayEnd } from '../thread/may-end.ts';
import type { NextAction } from '../thread/thread.ts';
import { endedIn } from './ended.ts';

const common = { status: 'pending', noted: false, list: 's', by: 'agent', at: 1, seq: 1 } as const;
const PLAN: readonly NextAction[] = [
  'Create table notification_outbox with a migration',
  'Write outbox rows in the same transaction in src/notify.ts',
  'Add a poller src/outbox/poller.ts with SKIP LOCKED',
].map((text, at) => ({ ...common, text, id: `plan-${at + 1}` }));
const LIST: readonly NextAction[] = [
  'Run the dedupe migration on staging',
  'Write release notes',
  'Write release checklist',
  'Drop the legacy users table',
].map((text) => ({ ...common, text, id: null }));

const numbers = (said: string, by: 'person' | 'agent' = 'agent', plan = PLAN) =>
  endedIn(said, plan, by).map(({ action, how }) => `${action.id} ${how}`);
const texts = (said: string, by: 'person' | 'agent') =>
  endedIn(said, LIST, by).map(({ action, how }) => `${how}: ${action.text}`);

describe('steps of a plan', () => {
  it.each([
    ['Steps 1 and 2 of the plan are done and committed. Next is the poller (step 3).', [1, 2]],
    ['Step 1 done.', [1]],
    ['Step 3 is now complete.', [3]],
    ['Steps 1-3 are finished.', [1, 2, 3]],
    ['**Steps 1, 2 and 3** are implemented.', [1, 2, 3]],
    ['## Summary\n\nFinished steps 1 and 2.', [1, 2]],
    ['All three steps of the plan are done and committed. Tests are green.', [1, 2, 3]],
    ['All steps are done.', [1, 2, 3]],
    ['The whole plan is implemented.', [1, 2, 3]],
    ['- [x] Create table notification_outbox with a migration\n- [ ] Add a poller src/outbox/poller.ts', [1]],
    ['✅ Create table notification_outbox with a migration\n⏳ Add a poller src/outbox/poller.ts', [1]],
    ['1. ✅ **Write outbox rows in the same transaction** (in src/notify.ts)', [2]],
    ['Added a poller src/outbox/poller.ts with SKIP LOCKED.', [3]],
  ])('are done after %j', (said, done) => {
    expect(numbers(said)).toEqual(done.map((number) => `plan-${number} done`));
  });

  it.each([
    'Step 1 is not done yet.',
    'Steps 1 and 2 are almost done.',
    'Once step 1 is done, I will start the poller.',
    'All steps are done except the poller.',
    'All two steps are done.',
    'Both steps are done.',
    'All steps are done in one transaction.',
    'Both steps of the migration guide are done.',
    'Step 1 complete the migration by hand.',
    'Is step 1 done?',
    'Step 2 should be done by Friday.',
    'If all steps are done, tag it.',
    'When all steps are done I will tag it.',
    'Step 7 is done.',
    '- [ ] Create table notification_outbox with a migration',
    '```\n- [x] Create table notification_outbox with a migration\n```',
    'Create table notification_outbox with a migration',
    '✅ Create table',
    'The plan is good.',
    'The plan is to create the table first.',
    'Next: step 2.',
  ])('stay after %j', (said) => {
    expect(numbers(said)).toEqual([]);
  });

  it('are those of the latest plan', () => {
    const later = PLAN.map((step) => ({ ...step, text: `${step.text} again`, list: 't', at: 9 }));
    expect(endedIn('Step 1 is done.', [...PLAN, ...later], 'agent')).toEqual([
      { action: later[0], how: 'done' },
    ]);
  });

  it.each([
    'stop, we drop the outbox plan, marketing buys a SaaS for this',
    'Scrap the plan.',
    "let's abandon this plan",
  ])('are dropped by a person: %j', (said) => {
    expect(numbers(said, 'person')).toEqual([1, 2, 3].map((number) => `plan-${number} dropped`));
    expect(mayEnd(said)).toBe(true);
    expect(numbers(said, 'agent')).toEqual([]);
  });

  it.each([
    'should we drop the plan?',
    'drop the pricing plan',
    'drop the plan column',
    'if it takes longer than a day we drop the plan',
    "don't drop the plan",
    'Ben said we drop the outbox plan',
  ])('are not dropped by %j', (said) => {
    expect(numbers(said, 'person')).toEqual([]);
  });
});

describe('an entry of a list', () => {
  it.each([
    [
      'I ran the dedupe migration on staging myself this morning, cross that off. now go on',
      'done: Run the dedupe migration on staging',
    ],
    [
      'The dedupe migration on staging went through. Cross that off.',
      'done: Run the dedupe migration on staging',
    ],
    ['cross off the release notes', 'done: Write release notes'],
    ['the release notes are done', 'done: Write release notes'],
    ['I already wrote the release notes', 'done: Write release notes'],
    ["skip the release notes, we don't need them. run the migration", 'dropped: Write release notes'],
    ["we don't need the release checklist any more", 'dropped: Write release checklist'],
    ['ok, forget about the release notes', 'dropped: Write release notes'],
  ])('ends by a person: %j', (said, ended) => {
    expect(texts(said, 'person')).toEqual([ended]);
    expect(mayEnd(said)).toBe(true);
  });

  it.each([
    ['Release notes written in docs/notes.md. Nothing left.', 'done: Write release notes'],
    ['Ran the dedupe migration on staging, 0 errors.', 'done: Run the dedupe migration on staging'],
    ['The dedupe migration on staging has been run.', 'done: Run the dedupe migration on staging'],
    ['I dropped the legacy users table.', 'done: Drop the legacy users table'],
  ])('ends by the agent: %j', (said, ended) => {
    expect(texts(said, 'agent')).toEqual([ended]);
  });

  it.each([
    'run the dedupe migration on staging',
    'write the release notes',
    'drop the legacy users table',
    'skip the release notes for now',
    "don't skip the release notes",
    'can we skip the release notes',
    'skip the release',
    'skip the release notes step in CI',
    'cross off the release',
    'I reviewed the release notes',
    'the release notes of 2.3 are done',
    'the release notes are not done',
    'the release notes will be done tomorrow',
    'I ran the dedupe migration on production',
    'are the release notes done?',
    'once the release notes are done, publish',
    '> skip the release notes',
  ])('stays after %j', (said) => {
    expect(texts(said, 'person')).toEqual([]);
  });

  it.each([
    'Skip the release notes.',
    'Ran the dedupe migration on staging, then rolled it back.',
    'Ran the dedupe migration on staging. It failed on row 7.',
    'Removed the legacy users table view.',
    "I haven't written the release notes.",
  ])('stays after the agent said %j', (said) => {
    expect(texts(said, 'agent')).toEqual([]);
  });
});

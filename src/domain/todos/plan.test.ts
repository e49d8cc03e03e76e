import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { planSteps } from './plan.ts';

const texts = (plan: string) => planSteps(plan).map(({ text }) => text);

describe('planSteps', () => {
  it.each([
    ['1. Read\n2. Write', [1, 2]],
    ['- [x] Read\n- [ ] Write\n- Write\n- Test', [2, 4]],
    ['0. Set up\n1. Write', [0, 1]],
  ])('counts as the plan does: %j', (plan, numbers) => {
    expect(planSteps(plan).map(({ number }) => number)).toEqual(numbers);
  });

  it('takes numbered items, and neither what is below them nor remarks', () => {
    const plan = table<string>('plan-steps');
    expect(texts(plan.join('\n'))).toEqual(['Write the tests', 'Fix the rounding']);
  });

  it('takes numbered headings before items', () => {
    const plan = '## Step 1: Read the code\n1. a\n2. b\n### 2. Change it\n- c\n';
    expect(texts(plan)).toEqual(['Read the code', 'Change it']);
  });

  it('takes bullets where nothing is numbered, without those that are ticked', () => {
    expect(texts('Do this:\r\n- [x] Read\r\n- [ ] Write\r\n* Test\r\n  - deeper')).toEqual([
      'Write',
      'Test',
    ]);
  });

  it('leaves out what surrounds the steps', () => {
    const plan =
      '## Context\n- the API is v2\n## Changes\n- Write\n- Test\n## Verification\n1. npm test\n2. look';
    expect(texts(plan)).toEqual(['Write', 'Test']);
    expect(texts('## 3-way merge\n- Write\n- Test')).toEqual(['Write', 'Test']);
  });

  it('finds no steps in prose', () => {
    expect(texts('I would look at it, and then decide.')).toEqual([]);
    expect(texts('')).toEqual([]);
  });

  it('keeps at most 20 of at most 140 characters, each once', () => {
    const steps = texts(
      Array.from({ length: 40 }, (_, i) => `${i + 1}. step ${i} ${'x'.repeat(200)}`).join('\n'),
    );
    expect(steps).toHaveLength(20);
    for (const step of steps) expect(step.length).toBeLessThanOrEqual(140);
    expect(texts('1. the same\n2. the same')).toEqual(['the same']);
  });
});

import { describe, expect, it } from 'vitest';
import { Failure } from '../errors.ts';
import { checkPromise } from './promise.ts';
import { PINS, TASK } from './story.ts';

const whole = [...Object.values(PINS), `[${TASK}] Reconnect (last stage: build, 2d ago)`].join('\n');

describe('the promise of the demonstration', () => {
  it('is kept by a preamble with every pin and the task', () => {
    expect(() => checkPromise(whole)).not.toThrow();
  });

  it.each([
    ['nothing was told', null],
    ['a pin is missing', whole.replace(PINS.ptt, '')],
    ['the task is missing', whole.replace(TASK, '')],
    ['its age is missing', whole.replace('2d ago', '')],
  ])('is broken where %s', (_name, preamble) => {
    expect(() => checkPromise(preamble)).toThrow(Failure);
  });
});

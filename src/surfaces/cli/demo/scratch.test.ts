import { expect, it } from 'vitest';
import { cleanEnvironment } from './scratch.ts';

it('plays without the options, the clock and the launcher of whoever watches', () => {
  const env = {
    PATH: '/bin',
    CORTEX_NOW: '2020-01-01',
    CORTEX_LAUNCHER_PID: '1',
    CORTEX_PINS_MAX: '1',
    EMPTY: undefined,
  };
  expect(cleanEnvironment(env, { CORTEX_HOME: '/x' })).toEqual({ PATH: '/bin', CORTEX_HOME: '/x' });
});

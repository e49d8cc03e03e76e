import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../config/config.ts';
import { settingOf } from './config.ts';

describe('an option comes from', () => {
  it.each([
    ['the default', null, {}, 10, 'default'],
    ['the file', { pins: { max: 8 } }, {}, 8, 'config.json'],
    ['the file, in the other spelling', { 'pins.max': 8 }, {}, 8, 'config.json'],
    ['the environment before the file', { pins: { max: 8 } }, { CORTEX_PINS_MAX: '7' }, 7, 'CORTEX_PINS_MAX'],
    ['the default, where the file is refused', { pins: { max: 99 } }, {}, 10, 'default'],
    [
      'the file, where the environment is refused',
      { pins: { max: 8 } },
      { CORTEX_PINS_MAX: 'x' },
      8,
      'config.json',
    ],
    ['the file, even where it says the default', { pins: { max: 10 } }, {}, 10, 'config.json'],
  ])('%s', (_name, file, env: Record<string, string>, value, from) => {
    const { config } = loadConfig({ file, env });
    expect(settingOf('pins.max', config, file, env)).toMatchObject({ value, from, default: 10 });
  });
});

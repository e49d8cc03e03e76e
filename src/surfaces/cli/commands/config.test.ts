import { describe, expect, it } from 'vitest';
import { table } from '../../../../test/table.ts';
import { loadConfig } from '../../../config/config.ts';
import { settingOf } from './config.ts';

describe('an option comes from', () => {
  it.each(
    table<[string, null | Record<string, unknown>, { CORTEX_PINS_MAX?: string }, number, string]>(
      'config-sources',
    ),
  )('%s', (_name, file, env: Record<string, string>, value, from) => {
    const { config } = loadConfig({ file, env });
    expect(settingOf('pins.max', config, file, env)).toMatchObject({ value, from, default: 10 });
  });
});

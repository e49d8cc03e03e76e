import { expect, it } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import { ledgerLimits } from './ledger.ts';

it('a ledger has the limits of the sources unless it is told others', () => {
  expect(ledgerLimits(defaultConfig())).toEqual({
    inactivityMillis: 1_800_000,
    durationMillis: 86_400_000,
    tokens: 1_000_000,
  });
});

import { describe, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { expectLinear } from '../../../test/growth.ts';
import { table } from '../../../test/table.ts';
import { redact } from './redact.ts';

/** Beginnings without ends, ends without beginnings, and what several rules fight over. */
const HOSTILE = table<string>('hostile-texts');

const SIZE = runs(5_000, 20_000);

describe('time', () => {
  it.each(HOSTILE)('grows with the length of the text and no faster: %j', (unit) => {
    expectLinear((times) =>
      redact(unit.repeat(Math.ceil((times * SIZE) / unit.length)), { strict: true }),
    );
  });
});

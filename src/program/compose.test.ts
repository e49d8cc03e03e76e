import { expect, it } from 'vitest';
import { randomId } from './compose.ts';

it.each([undefined, '/nowhere/uuid'])(
  'a UUID of version 4, another one each time, from %s',
  (kernel) => {
    const made = Array.from({ length: 500 }, () => randomId(kernel));
    for (const id of made)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(made).size).toBe(made.length);
  },
);

import { describe, expect, it } from 'vitest';
import { openingIn } from './opening.ts';

describe('what a later prompt may mean', () => {
  it.each([
    ['back to the webhooks', 'names'],
    ['carry on with the invoices please', 'names'],
    ['zurück zu den webhooks bitte', 'names'],
    ['what is missing in src/webhooks/shadow.ts?', 'names'],
    ['and #482?', 'names'],
    ['ABC-12 fails now', 'names'],
    ['the webhook filter drops evt_3', 'words'],
    ['TypeError: cannot read properties of undefined', 'words'],
    ['error[E0308]: mismatched types', 'words'],
    ['continue', null],
    ['ok, weiter bitte', null],
    ['继续', null],
    ['continue pls', null],
    ['continue stp', null],
    ['続けて', null],
    ['yes', null],
    ['run the tests again', null],
    ['looks good, commit it', null],
    ['and now the other one of these', null],
  ])('%s: %s', (prompt, opening) => {
    expect(openingIn(prompt)).toBe(opening);
  });
});

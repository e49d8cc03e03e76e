import { describe, expect, it } from 'vitest';
import { endsLastRule } from './endings.ts';

describe('ends the last rule', () => {
  it.each([
    'forget that',
    'Forget that rule, please.',
    'never mind that rule',
    'scratch that, tabs are fine',
    'ok, forget what I said about tabs',
    'I take that back.',
    "That rule doesn't apply any more.",
    'you can drop that rule',
    'Vergiss das wieder.',
    'die Regel gilt nicht mehr',
    'oublie ça',
    'cette règle ne vaut plus',
    'olvida eso',
    'esa regla ya no vale',
    'esquece isso',
    'essa regra não vale mais',
    '忘了那条规则吧',
    '当我没说',
  ])('%s', (message) => {
    expect(endsLastRule(message)).toBe(true);
  });
});

describe('ends nothing', () => {
  it.each([
    "don't forget that the port is 8080",
    'forget that function, look at the other one',
    'Did you forget that?',
    'I always forget that flag',
    'never mind the warnings in the log, they are old',
    'ignore that file in the linter config',
    'delete that line',
    '> forget that',
    'vergiss das Semikolon nicht',
    "n'oublie pas ça",
    'no olvides eso',
  ])('%s', (message) => {
    expect(endsLastRule(message)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { endsLastRule, revokedIn } from './endings.ts';

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

describe('takes back a rule by what it is about', () => {
  it.each([
    ['Forget the lint rule, we use pre-commit now.', 'named', 'lint'],
    ['ok, scrap the rule about default exports.', 'named', 'default exports'],
    ['The lint rule no longer applies.', 'named', 'lint'],
    ['you can drop the rule about `make lint` now', 'named', '`make lint`'],
    ['You no longer need to run make lint before you commit.', 'order', 'run make lint before you commit'],
    ["Don't run make lint any more, the hook does it.", 'order', 'run make lint'],
    ["You don't have to ask Mia anymore", 'order', 'ask mia'],
    ['You may touch vendor/ now, it is not generated any more.', 'ban', 'touch vendor/'],
    ['Vergiss die Regel mit make lint.', 'named', 'make lint'],
    ['Die Lint-Regel gilt nicht mehr.', 'named', 'lint'],
    ['Du musst make lint nicht mehr ausführen.', 'order', 'make lint ausführen'],
    ['Oublie la règle sur les exports.', 'named', 'les exports'],
    ["Tu n'as plus besoin de lancer make lint.", 'order', 'lancer make lint'],
    ['Olvida la regla sobre los exports', 'named', 'los exports'],
    ['Ya no hace falta ejecutar make lint', 'order', 'ejecutar make lint'],
    ['Esqueça a regra sobre exports', 'named', 'exports'],
    ['取消关于默认导出的规则', 'named', '默认导出'],
  ] as const)('%s', (message, ends, about) => {
    expect(revokedIn(message)).toEqual([{ ends, about }]);
  });

  it.each([
    'you can push to main now',
    'you may touch vendor/ now',
    "don't run make lint",
    'You no longer need to run it for this PR',
    'no need to run make lint this time',
    "you don't have to run make lint",
    'remove the lint rule from .eslintrc',
    'delete the firewall rule',
    'drop the lint rule in .eslintrc',
    'add the lint rule',
    'forget that',
    'Did you forget the lint rule?',
    "don't forget the lint rule",
    '> Forget the lint rule',
    'Ben wrote "forget the lint rule"',
    'no hace falta tocar el README',
  ])('not with %s', (message) => {
    expect(revokedIn(message)).toEqual([]);
  });
});

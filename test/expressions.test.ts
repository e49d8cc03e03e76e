import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutBoundaries } from '../scripts/expressions/boundaries.ts';
import { guarded } from '../scripts/expressions/guarded.ts';
import { guardedChoice } from '../scripts/expressions/guarded-choice.ts';
import { guardOf } from '../scripts/expressions/guards.ts';
import { alternativesOf, cheapExpressions, composedOf, literalsOf } from '../scripts/expressions/literals.ts';
import { type Choice, type Part, parseExpression } from '../scripts/expressions/parse.ts';
import { runs } from './effort.ts';

/** What the build makes of an expression in the bundles of hooks. */
function cheap(source: string, flags: string) {
  const choices = alternativesOf(source, flags);
  return choices ? guardedChoice(...choices.map((choice) => one(choice, flags))) : one(source, flags);
}

function one(source: string, flags: string) {
  const { begins, holds } = guardOf(source, flags);
  const make = () => new RegExp(withoutBoundaries(source), flags);
  const listed = (words: readonly string[] | null) => words?.join('\n') ?? '';
  return guarded(make, listed(begins), listed(holds), flags.includes('i'));
}

const found = (match: RegExpExecArray | null) => match && [match.index, ...match];

function readSources(matching: (name: string) => boolean): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && matching(name))
    .map((name) => readFileSync(`src/${name}`, 'utf8'));
}

const LITERALS = [
  ...new Map(
    readSources((name) => !name.endsWith('.test.ts'))
      .flatMap((text) => [...literalsOf(text), ...composedOf(text)])
      .map((literal) => [`/${literal.source}/${literal.flags}`, literal]),
  ).values(),
];

/** Sentences that people and agents say, as the tests of what reads them have them. */
const SENTENCES = [
  ...new Set(
    readSources((name) => /domain[\\/](?:observe|session|text)[\\/].*\.test\.ts$/.test(name)).flatMap(
      (text) =>
        [...text.matchAll(/'((?:[^'\\\n]|\\.){12,300})'/g)].map(([, said]) =>
          said!.replaceAll("\\'", "'").toLowerCase(),
        ),
    ),
  ),
];

/** A text that the expression may well match: a way through its parts. */
function textOf(choice: Choice, chance: () => number): string {
  const row = choice[Math.floor(chance() * choice.length)]!;
  return row.map((part) => ofPart(part, chance)).join('');
}

function ofPart(part: Part, chance: () => number): string {
  if (part.kind === 'group') return textOf(part.choice, chance);
  if (part.kind === 'repeated') {
    const times = part.least + Math.floor(chance() * (Math.min(part.most, part.least + 2) - part.least + 1));
    return Array.from({ length: times }, () => ofPart(part.part, chance)).join('');
  }
  if (part.kind !== 'character') return '';
  const letters =
    part.exactly ?? (part.can === 2 ? [' ', '\n'] : part.can === 1 ? ['a', '7'] : ['b', '0', ' ', '-']);
  return letters[Math.floor(chance() * letters.length)]!;
}

describe('expressions in the bundles of hooks', () => {
  it('finds every literal of the sources, and nothing else', () => {
    expect(LITERALS.length).toBeGreaterThan(1000);
    for (const { source, flags } of LITERALS) expect(() => new RegExp(source, flags)).not.toThrow();
    const text = `const a = \`x \${b / c} \${\`/no/\`} y\` + '/no/' / d! / e; // /no/
      return /[/]yes\\b/g.test(f) ? !/yes/ : 1 / g / 2;`;
    expect(literalsOf(text).map(({ source }) => source)).toEqual(['[/]yes\\b', 'yes']);
  });

  it('match texts of their own as the sources do', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LITERALS),
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        fc.constantFrom('', ' ', 'a', 'so ', '-', 'É'),
        fc.constantFrom('', ' ', 'x', '.', '\n', 'é'),
        fc.boolean(),
        ({ source, flags }, stream, before, after, isUpper) => {
          const own = textOf(parseExpression(source), () => stream.next().value);
          const text = before + (isUpper ? own.toUpperCase() : own) + after;
          const once = flags.replace(/[gy]/g, '');
          expect(found(cheap(source, once).exec(text))).toEqual(found(new RegExp(source, once).exec(text)));
          expect(text.replace(cheap(source, flags) as unknown as RegExp, '#')).toBe(
            text.replace(new RegExp(source, flags), '#'),
          );
        },
      ),
      { numRuns: runs(100, 5_000) },
    );
  });

  it('match what people and agents say as the sources do', () => {
    const long = LITERALS.filter(({ source }) => source.length > 150);
    expect(SENTENCES.length).toBeGreaterThan(1000);
    const every = runs(20, 1);
    const sentences = SENTENCES.filter((_, i) => i % every === 0);
    let matches = 0;
    for (const { source, flags } of long) {
      const once = flags.replace(/[gy]/g, '');
      const written = new RegExp(source, once);
      const bare = new RegExp(withoutBoundaries(source), once);
      for (const said of sentences) {
        const match = written.exec(said);
        if (match) matches += 1;
        if (match ? bare.exec(said)?.[0] !== match[0] : bare.test(said))
          expect([said, source]).toBe('the same');
        if (match && !cheap(source, once).test(said)) expect([said, source]).toBe('let through');
      }
    }
    expect(matches).toBeGreaterThan(300 / every);
  });

  it('have every property that the sources read of one', () => {
    const read = readSources((name) => !name.endsWith('.test.ts')).join('\n');
    const properties = Object.entries(Object.getOwnPropertyDescriptors(RegExp.prototype))
      .filter(([name, { get }]) => get && new RegExp(`\\.${name}\\b`).test(read))
      .map(([name]) => name);
    expect(properties).toContain('sticky');
    const literal = /\bso far\b/dgimsuy;
    const made = Object.fromEntries(properties.map((name) => [name, Reflect.get(literal, name)]));
    expect(guarded(() => literal, '', '', true)).toMatchObject(made);
  });

  it('are not made for a text that cannot match', () => {
    let made = 0;
    const make = () => {
      made += 1;
      return /^(?:we|they) (?:always|never) \w+/;
    };
    const { begins, holds } = guardOf('^(?:we|they) (?:always|never) \\w+', '');
    const expression = guarded(make, begins!.join('\n'), holds?.join('\n') ?? '', false);
    expect([expression.test('they sometimes do'), expression.exec('never'), made]).toEqual([false, null, 0]);
    expect([expression.test('we never do'), made]).toEqual([true, 1]);
  });

  it('are made only of the alternatives that can match', () => {
    const source = '\\bso far\\b|^never say (?:never|a|b)\\b|[|(]x|\\d+';
    expect(alternativesOf(source, '')).toEqual(['\\bso far\\b', '^never say (?:never|a|b)\\b', '[|(]x|\\d+']);
    expect(alternativesOf('(a)|b', '')).toBeNull();
    expect(alternativesOf('aa|bb', 'g')).toBeNull();
    const made: string[] = [];
    const making = (choice: RegExp, word: string) =>
      guarded(
        () => {
          made.push(word);
          return choice;
        },
        '',
        word,
        false,
      );
    const expression = guardedChoice(making(/so far/, 'far'), making(/never \w/, 'never'));
    expect([expression.test('we never do'), made]).toEqual([true, ['never']]);
    expect(found(expression.exec('never so far'))).toEqual(found(/so far|never \w/.exec('never so far')));
  });

  it('puts together what the module declares', () => {
    const declared = `const WHO = 'we|' +\n  'they';\nconst FORM = new RegExp(\`^(?:\${WHO}) \\\\w+\`, 'i');`;
    expect(composedOf(declared).map(({ source, flags }) => [source, flags])).toEqual([
      ['^(?:we|they) \\w+', 'i'],
    ]);
    expect(composedOf(`new RegExp(\`\${given}s\`)`)).toEqual([]);
  });

  it('leaves a module without expressions as it is', () => {
    expect(cheapExpressions('export const half = 1 / 2;', 'guarded')).toBeNull();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { codesIn, identifier, path, saying } from '../../../test/threads.ts';
import { oneLine } from '../text/safe-text.ts';
import { type Code, formatCode, parseCode } from './code.ts';
import { isFileName } from './file-names.ts';

const decision = (choice: string, reason: string | null = null, subject: string | null = null): Code => ({
  kind: 'decision',
  subject,
  choice,
  reason,
  replaced: false,
});

describe('a code', () => {
  it.each<[Code, string]>([
    [{ kind: 'scope', label: 'project:hydra' }, 'scope:project:hydra'],
    [{ kind: 'phase', text: 'PHASE-2-SEMANTIC' }, 'phase:PHASE-2-SEMANTIC'],
    [{ kind: 'file', path: 'proxy.go' }, 'impl:proxy.go'],
    [{ kind: 'file', path: 'api/my-proxy.go' }, 'impl:api/my-proxy.go'],
    [{ kind: 'file', path: './LICENCE' }, 'impl:./LICENCE'],
    [{ kind: 'function', name: 'supervisor.Process' }, 'impl:supervisor.Process'],
    [{ kind: 'function', name: 'config.Load' }, 'impl:config.Load'],
    [{ kind: 'function', name: 'pipeline.go' }, 'impl:pipeline.go()'],
    [{ kind: 'function', name: 'operator/' }, 'impl:operator/()'],
    [decision('split proxy 3 files'), 'dec:split-proxy-3-files'],
    [decision('0.75', 'precision', 'threshold'), 'dec:threshold=0.75--precision'],
    [decision('use SQLite', 'no server to run'), 'dec:use-SQLite--no-server-to-run'],
    [decision('compare a == b'), 'dec:compare-a-\\=\\=-b'],
    [decision('replaced: everything'), 'dec:replaced\\:-everything'],
    [{ ...decision('use MySQL'), replaced: true } as Code, 'dec:replaced:use-MySQL'],
    [{ kind: 'blocker', type: 'race', text: 'test failure line 712' }, 'block:race:test-failure-line-712'],
    [{ kind: 'blocker', type: 'a:b', text: 'c:d e' }, 'block:a\\:b:c:d-e'],
    [{ kind: 'next', text: 'add mutex to process struct' }, 'next:add-mutex-to-process-struct'],
    [{ kind: 'next', text: 're-run with --race' }, 'next:re\\-run-with-\\-\\-race'],
    [{ kind: 'next', text: '先修复 a-b' }, 'next:先修复-a\\-b'],
    [{ kind: 'next', text: 'look in C:\\dir' }, 'next:look-in-C:\\\\dir'],
    [{ kind: 'done', text: 'impl:proxy split' }, 'done:impl:proxy-split'],
    [{ kind: 'more', count: 12, of: 'files' }, '… 12 more files'],
    [{ kind: 'more', count: 1, of: 'next' }, '… 1 more next action'],
    [{ kind: 'more', count: 3, of: 'done' }, '… 3 more done'],
  ])('%j is %s, there and back', (code, line) => {
    expect(formatCode(code)).toBe(line);
    expect(parseCode(line)).toEqual(code);
  });

  it('is one harmless line', () => {
    expect(formatCode({ kind: 'next', text: 'a\nb</session-continuity>\u001b[31m c' })).toBe(
      'next:a-b&lt;/session\\-continuity>-c',
    );
    expect(formatCode({ kind: 'file', path: 'a\n<b>.ts' })).toBe('impl:a &lt;b>.ts');
  });

  it.each(['', 'hello', 'next:', 'dec:--why', 'block:race:', '… many more files', 'todo:x', ':x'])(
    '%j is none',
    (line) => {
      expect(parseCode(line)).toBeNull();
    },
  );

  it("reads the source's own example line by line", () => {
    const example = `scope:project:hydra
phase:proxy-refactor
impl:proxy.go
impl:supervisor.go
impl:supervisor.Process
impl:config.Load
dec:split-proxy-3-files
dec:plan-splits-before-writing
block:race:test-failure-line-712
next:add-mutex-to-process-struct
next:rerun-race-detector
done:impl:proxy-split
done:test:unit-tests`;
    const codes = codesIn(example);
    expect(codes.map((code) => code.kind)).toEqual([
      'scope',
      'phase',
      'file',
      'file',
      'function',
      'function',
      'decision',
      'decision',
      'blocker',
      'next',
      'next',
      'done',
      'done',
    ]);
    expect(codes.map(formatCode).join('\n')).toBe(example);
  });
});

describe('round trip', () => {
  const anything = fc.oneof(
    saying,
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...'-\\:=/. ab<\n中…'), maxLength: 20 }),
    fc.constantFrom(
      'replaced:',
      'replaced:a',
      '--',
      '-',
      '\\',
      '\\-',
      'a--b',
      'a - b',
      '=',
      '()',
      './',
      'a()',
    ),
  );
  const said = anything.filter((text) => oneLine(text) !== '');
  const optional = fc.option(said);
  const code: fc.Arbitrary<Code> = fc.oneof(
    fc.record({ kind: fc.constant('phase' as const), text: said }),
    fc.record({ kind: fc.constant('file' as const), path: fc.oneof(path, said) }),
    fc.record({ kind: fc.constant('function' as const), name: fc.oneof(identifier, said) }),
    fc.record({
      kind: fc.constant('decision' as const),
      subject: optional,
      choice: said,
      reason: optional,
      replaced: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('blocker' as const), type: said, text: said }),
    fc.record({ kind: fc.constantFrom('next' as const, 'done' as const), text: said }),
    fc.record({
      kind: fc.constant('more' as const),
      count: fc.integer({ min: 1, max: 9999 }),
      of: fc.constantFrom('files', 'functions', 'decisions', 'blockers', 'next', 'done'),
    }) as fc.Arbitrary<Code>,
  );
  /** Each field as one line; a file that does not look like one is named from the root. */
  const normal = (one: Code): Code => {
    const lines = Object.entries(one).map(([name, value]) => [
      name,
      typeof value === 'string' ? oneLine(value) : value,
    ]);
    const plain = Object.fromEntries(lines) as Code;
    return plain.kind === 'file' && !isFileName(plain.path) ? { ...plain, path: `./${plain.path}` } : plain;
  };

  it('gives every word back, as one harmless line each', () => {
    fc.assert(
      fc.property(fc.array(code, { maxLength: 20 }), (codes) => {
        const text = codes.map(formatCode).join('\n');
        expect(text).not.toContain('<');
        expect(text === '' ? 0 : text.split('\n').length).toBe(codes.length);
        const back = codesIn(text);
        expect(back).toEqual(codes.map(normal));
        expect(back.map(formatCode).join('\n')).toBe(text);
      }),
      { numRuns: runs(500, 2000) },
    );
  });

  it('has no blank in what was said in words', () => {
    fc.assert(
      fc.property(saying, (text) => {
        expect(formatCode({ kind: 'next', text })).not.toMatch(/\s/);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saying } from '../../../test/threads.ts';
import { type Code, formatCode } from './code.ts';

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
  ])('%j is %s', (code, line) => {
    expect(formatCode(code)).toBe(line);
  });

  it('is one harmless line', () => {
    expect(formatCode({ kind: 'next', text: 'a\nb</session-continuity>\u001b[31m c' })).toBe(
      'next:a-b&lt;/session\\-continuity>-c',
    );
    expect(formatCode({ kind: 'file', path: 'a\n<b>.ts' })).toBe('impl:a &lt;b>.ts');
  });

  it('has no blank in what was said in words', () => {
    fc.assert(
      fc.property(saying, (text) => {
        expect(formatCode({ kind: 'next', text })).not.toMatch(/\s/);
      }),
    );
  });
});

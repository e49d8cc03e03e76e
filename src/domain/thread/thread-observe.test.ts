import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recorded } from '../../../test/threads.ts';
import { NOTHING_DONE } from '../../../test/tool-use.ts';
import type { HostEvent, ToolUse } from '../event.ts';
import { formatThread } from './codes.ts';
import { EMPTY_THREAD } from './thread.ts';
import { foldThread } from './thread-fold.ts';
import { threadFactsOf } from './thread-observe.ts';

const context = { root: '/repo', tellsFailure: true };
const common = { hostSessionId: 'h', cwd: '/repo', key: null, subagent: null };
const prompt = (text: string): HostEvent => ({ kind: 'prompt', ...common, text });
const tool = (
  use: Partial<ToolUse>,
  more: Partial<typeof common> | { subagent: string } = {},
): HostEvent => ({
  kind: 'tool-use',
  ...common,
  ...more,
  use: { name: 'Tool', ...NOTHING_DONE, ...use },
});
const observed = (event: HostEvent) => threadFactsOf(event, context);
/** What a run of events shows in the end. */
const codes = (...events: HostEvent[]) =>
  formatThread(
    foldThread(EMPTY_THREAD, recorded(events.flatMap(observed))),
    1500,
    'project:repo',
  ).lines.slice(1);

describe('a change of files', () => {
  it('names the file, by its place in the scope, and what was defined in it', () => {
    const added = 'export function restore() {\n  return 1;\n}\nexport class Store {}\n';
    expect(
      observed(tool({ changes: [{ path: '/repo/src/restore.ts', kind: 'write', added, removed: null }] })),
    ).toEqual([
      { kind: 'file', path: 'src/restore.ts', how: 'write', by: 'agent' },
      { kind: 'function', name: 'restore', path: 'src/restore.ts', by: 'agent' },
      { kind: 'function', name: 'Store', path: 'src/restore.ts', by: 'agent' },
    ]);
  });

  it('names of an edit only what differs', () => {
    const removed = 'def load():\n    return 1\n\ndef save():\n    return 2\n';
    const added = 'def load():\n    return 1\n\ndef save():\n    return 3\n';
    const facts = observed(
      tool({ changes: [{ path: 'app.py', kind: 'edit', added, removed }] }, { cwd: '/repo/web' }),
    );
    expect(facts).toEqual([
      { kind: 'file', path: 'web/app.py', how: 'edit', by: 'agent' },
      { kind: 'function', name: 'save', path: 'web/app.py', by: 'agent' },
    ]);
  });

  it('keeps paths of other places absolute, and takes a deletion for what it is', () => {
    expect(
      observed(
        tool({
          changes: [
            { path: '/other/a.go', kind: 'edit', added: null, removed: null },
            { path: 'old.go', kind: 'delete', added: null, removed: 'func Old() {}' },
          ],
          workdir: '/repo/cmd',
        }),
      ),
    ).toEqual([
      { kind: 'file', path: '/other/a.go', how: 'edit', by: 'agent' },
      { kind: 'file', path: 'cmd/old.go', how: 'delete', by: 'agent' },
    ]);
  });

  it('of a subagent says so', () => {
    const change = { path: 'a.md', kind: 'write', added: 'x', removed: null } as const;
    expect(observed(tool({ changes: [change] }, { subagent: 'explore/a1' }))).toEqual([
      { kind: 'file', path: 'a.md', how: 'write', by: 'agent', subagent: 'explore/a1' },
    ]);
  });

  it('reading is no work', () => {
    expect(observed(tool({ reads: ['/repo/a.ts'] }))).toEqual([]);
  });
});

describe('a check', () => {
  const failing = (cwd = '/repo') =>
    tool(
      { command: 'npx vitest run', failed: true, output: 'Exit code 1\n FAIL  a.test.ts > keeps ten\n' },
      { cwd },
    );
  const passing = (command = 'npx vitest run', cwd = '/repo') => tool({ command, output: 'ok' }, { cwd });

  it('that fails is a blocker with the name of the test, said by a tool', () => {
    expect(observed(failing())).toMatchObject([
      {
        kind: 'blocker',
        type: 'test',
        text: 'a.test.ts > keeps ten',
        identity: 'check:. $ vitest run',
        by: 'tool',
      },
    ]);
  });

  it('that fails without a name is named by its command', () => {
    expect(codes(tool({ command: 'npm run lint', failed: true, output: 'Exit code 1' }))).toEqual([
      'block:lint:npm-lint-fails',
    ]);
  });

  it('that succeeds later ends it, however it is called; another or one elsewhere does not', () => {
    expect(codes(failing(), passing())).toEqual([]);
    expect(codes(failing(), passing('CI=1 pnpm exec vitest run --reporter=dot'))).toEqual([]);
    expect(codes(failing('/repo/web'), passing())).toEqual([]);
    expect(codes(failing(), passing('npx vitest run b.test.ts'))).toEqual([
      'block:test:a.test.ts->-keeps-ten',
    ]);
    expect(codes(failing(), passing('npx vitest run', '/repo/web'))).toEqual([
      'block:test:a.test.ts->-keeps-ten',
    ]);
  });

  const JEST = (failed: number) =>
    `FAIL test/tax.test.js\n  ● tax › rounds half up\n${failed > 1 ? '  ● tax › reverse charge\n' : ''}\nTests: ${failed} failed, 9 passed`;
  const GO =
    '--- FAIL: TestRound (0.00s)\n    tax_test.go:12: got 1\nFAIL\nFAIL\texample.com/pkg/tax\t0.003s\nFAIL';
  const ESLINT =
    '/repo/src/a.ts\n  1:12  error  Missing semicolon  semi\n\n✖ 1 problem (1 error, 0 warnings)';
  const TSC = "src/a.ts(1,13): error TS7006: Parameter 'n' implicitly has an 'any' type.";
  const PYTEST = 'FAILED tests/test_tax.py::test_round - assert 1 == 2\n1 failed, 3 passed in 0.2s';
  const npm = (name: string, ran: string, printed = '') => `\n> tax@1.0.0 ${name}\n> ${ran}\n\n${printed}`;
  const fails = (command: string, output: string) => tool({ command, failed: true, output });
  const passes = (command: string, output: string) => tool({ command, output });

  it.each([
    ['npx eslint .', ESLINT, 'npx eslint . --fix', ''],
    ['npx eslint src', ESLINT, 'npx eslint src --fix', ''],
    ['npx eslint .', ESLINT, 'npm run lint', npm('lint', 'eslint .')],
    ['npx eslint .', ESLINT, 'npm run -s lint', ''],
    ['npm run lint', npm('lint', 'eslint .', ESLINT), 'npx eslint .', ''],
    ['npm run lint', npm('lint', 'eslint .', ESLINT), 'pnpm lint', ''],
    ['npx tsc --noEmit', TSC, 'npm run typecheck', npm('typecheck', 'tsc --noEmit')],
    ['npx tsc --noEmit', TSC, 'npm run lint && npm run type-check', ''],
    ['npx tsc --noEmit', TSC, 'npx tsc -p .', ''],
    ['npm test', JEST(1), 'npx jest', 'ok'],
    ['npm test', npm('test', 'jest', JEST(3)), 'npx jest --ci --coverage', 'ok'],
    ['npx jest test/tax.test.js', JEST(1), 'npm test', 'ok'],
    ['npm test', JEST(1), 'npx jest test/tax.test.js', 'ok'],
    ['npm test', JEST(1), 'npx jest -t "rounds half up"', 'ok'],
    ['npm test -- tax', JEST(1), 'pnpm test', 'ok'],
    ['npx vitest', 'Tests  2 failed', 'npx vitest run', 'ok'],
    ['pytest tests/test_tax.py', PYTEST, 'make test', 'pytest\n4 passed in 0.2s'],
    ['pytest', PYTEST, 'pytest tests/test_tax.py::test_round', 'ok'],
    ['pytest', PYTEST, 'pytest -k test_round', 'ok'],
    ['go test ./...', GO, 'go test -run TestRound -v ./pkg/tax', 'ok'],
    ['cargo test', 'test a::b ... FAILED\n1 failed', 'cargo test --all', 'ok'],
  ])('that failed is green by another command (%#)', (red, output, green, printed) => {
    expect(codes(fails(red, output), passes(green, printed))).toEqual([]);
  });

  it.each([
    ['of less', 'npm test', JEST(2), 'npx jest test/tax.test.js', 'ok'],
    ['of another file', 'npm test', JEST(1), 'npx jest test/cart.test.js', 'ok'],
    ['of another test', 'npm test', JEST(1), 'npx jest -t "reverse charge"', 'ok'],
    ['of what failed last', 'pytest', PYTEST, 'pytest --lf', 'ok'],
    ['after a run that stopped early', 'pytest -x', PYTEST, 'pytest tests/test_tax.py', 'ok'],
    ['of what was shown in part', 'pytest | head -3', PYTEST, 'pytest tests/test_tax.py', 'ok'],
    ['of another tool', 'npx eslint .', ESLINT, 'npx prettier --check .', ''],
    ['of another tool', 'npm run lint', ESLINT, 'npx prettier --check .', ''],
    ['of another subcommand', 'ruff check .', 'a.py:1:1: F401 x', 'ruff format --check .', ''],
    ['of another kind', 'npx tsc --noEmit', TSC, 'npm run lint', npm('lint', 'eslint .')],
    ['of another language', 'npm test', JEST(1), 'pytest', '4 passed'],
    ['of another suite', 'npm test', JEST(1), 'npx playwright test', 'ok'],
    ['of another script', 'npx jest', JEST(1), 'npm run test:e2e', ''],
    [
      'of a script that ran something else',
      'npx eslint .',
      ESLINT,
      'npm run lint',
      npm('lint', 'prettier -c .'),
    ],
    ['of one package', 'cargo test', 'test a::b ... FAILED\n2 failed', 'cargo test -p core', 'ok'],
    ['of nothing', 'cargo test', 'test a::b ... FAILED\n1 failed', 'cargo test --all --no-run', 'ok'],
  ])('is not green by a run %s (%#)', (_, red, output, green, printed) => {
    expect(codes(fails(red, output), passes(green, printed))).toHaveLength(1);
  });

  it('that failed with changes is not green in a line that stashes them', () => {
    const stashed = passes('git stash && npm test; git stash pop', '4 passed');
    expect(codes(fails('npm test', JEST(2)), stashed)).toHaveLength(1);
    expect(codes(fails('npm test', JEST(2)), stashed, passes('npm test', 'ok'))).toEqual([]);
  });

  it('of a line with several is over when each was green', () => {
    const red = fails('npm run lint && npm test', JEST(2));
    expect(codes(red, passes('npx eslint .', ''))).toHaveLength(1);
    expect(codes(red, passes('npx eslint .', ''), passes('npx jest', 'ok'))).toEqual([]);
    expect(codes(red, passes('npm test', 'ok'), red, passes('npm run lint', ''))).toHaveLength(1);
  });

  it('is at the same place whether the host reports the directory before the line or after it', () => {
    const identity = (command: string, cwd: string | null) =>
      threadFactsOf(tool({ command }, { cwd } as { cwd: string }), context).map(
        (fact) => 'identity' in fact && fact.identity,
      );
    for (const [command, cwd] of [
      ['cd web && npm test', '/repo'],
      ['cd web && npm test', '/repo/web'],
      ['cd /repo/web && npm test', '/repo'],
      ['npm test', '/repo/web'],
    ] as const)
      expect(identity(command, cwd)).toEqual(['check:web $ npm test']);
    expect(identity('npm test', null)).toEqual(['check:. $ npm test']);
  });
});

describe('a to-do list', () => {
  it('becomes next and done', () => {
    const todos = (...items: [string, 'pending' | 'in_progress' | 'completed'][]) =>
      tool({ todos: { whole: true, items: items.map(([text, status]) => ({ id: null, text, status })) } });
    expect(
      codes(
        todos(['read the code', 'in_progress'], ['write tests', 'pending']),
        todos(['read the code', 'completed'], ['write tests', 'in_progress']),
      ),
    ).toEqual(['next:write-tests', 'done:read-the-code']);
  });
});

describe('a prompt', () => {
  it('gives what a line begins to name by its label, and nothing of other sentences', () => {
    const labelled =
      'Go on.\nDecision: SQLite, no server to run\n- **Blocked:** no staging key\nNext: the index';
    expect(observed(prompt(labelled))).toEqual([
      { kind: 'decision', choice: 'SQLite, no server to run', reason: null, by: 'person' },
      { kind: 'blocker', type: 'blocked', text: 'no staging key', by: 'person' },
      { kind: 'next', text: 'the index', by: 'person' },
    ]);
    // A request for now, which its own turn tells.
    expect(observed(prompt('next: the sitemap, only public posts'))).toEqual([]);
    expect(observed(prompt('Unblocked: no staging key'))).toEqual([
      { kind: 'blocker-resolved', identity: 'no staging key', by: 'person' },
    ]);
    expect(observed(prompt("Let's use SQLite. We're blocked by the missing staging credentials."))).toEqual(
      [],
    );
  });

  it('gives nothing of what Cortex wrote, or of what an agent told a subagent', () => {
    const own = '<session-continuity hint="x">\nDecision: SQLite\n</session-continuity>\nhello';
    expect(observed(prompt(own))).toEqual([]);
    expect(threadFactsOf({ ...prompt('Decision: SQLite'), subagent: 'x/1' }, context)).toEqual([]);
  });
});

describe('other events', () => {
  it('a turn is one turn; starts, ends and intents are no work', () => {
    expect(observed({ kind: 'turn-end', ...common, reply: "Let's use X because Y." })).toEqual([
      { kind: 'turn', by: 'agent' },
    ]);
    for (const event of [
      { kind: 'session-start', ...common, source: 'startup' },
      { kind: 'subagent-end', ...common, reply: 'done' },
      { kind: 'compacting', ...common },
      { kind: 'session-end', ...common, reason: null },
      { kind: 'tool-intent', ...common, intent: { name: 'Bash', paths: [], command: 'npm test' } },
    ] as HostEvent[])
      expect(observed(event)).toEqual([]);
  });

  it('whatever a host sends, facts come out and fold', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('npm test', 'cd a && go test', "let's use x"),
    );
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (a, b, c, failed) => {
        const events = [
          prompt(a),
          tool({
            command: a,
            output: b,
            failed,
            changes: [{ path: c, kind: 'write', added: b, removed: null }],
          }),
          tool({ todos: { whole: failed, items: [{ id: a, text: b, status: null }] } }),
        ];
        const { lines } = formatThread(
          foldThread(EMPTY_THREAD, recorded(events.flatMap(observed))),
          1500,
          'g',
        );
        for (const line of lines) expect(line).not.toMatch(/[\n<]/);
      }),
    );
  });
});

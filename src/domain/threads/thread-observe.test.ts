import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { recorded } from '../../../test/threads.ts';
import { NOTHING_DONE } from '../../../test/tool-use.ts';
import type { HostEvent, ToolUse } from '../facts/event.ts';
import { formatThread } from './codes.ts';
import { EMPTY_THREAD } from './thread.ts';
import { foldThread } from './thread-fold.ts';
import { observeThread } from './thread-observe.ts';

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
const observed = (event: HostEvent) => observeThread(event, context);
/** The codes of a thread after these events, without green tests. */
const codes = (...events: HostEvent[]) =>
  formatThread(foldThread(EMPTY_THREAD, recorded(events.flatMap(observed))), 1500, 'project:repo')
    .split('\n')
    .slice(1)
    .filter((line) => !line.startsWith('done:test:'));

describe('a change of files', () => {
  it('names the file, by its place in the scope, and what was defined in it', () => {
    const added = 'export function restore() {\n  return 1;\n}\nexport class Store {}\n';
    expect(
      observed(
        tool({ changes: [{ path: '/repo/src/restore.ts', kind: 'write', added, removed: null }] }),
      ),
    ).toEqual([
      { kind: 'file', path: 'src/restore.ts', how: 'write', by: 'agent' },
      { kind: 'function', name: 'restore', path: 'src/restore.ts', by: 'agent' },
      { kind: 'function', name: 'Store', path: 'src/restore.ts', by: 'agent' },
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
      {
        command: 'npx vitest run',
        failed: true,
        output: 'Exit code 1\n FAIL  a.test.ts > keeps ten\n',
      },
      { cwd },
    );
  const passing = (command = 'npx vitest run', cwd = '/repo') =>
    tool({ command, output: 'ok' }, { cwd });

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

  const TWO_RED =
    'FAIL test/tax.test.js\n  ● tax › rounds half up\n  ● tax › reverse charge\n\nTests: 2 failed, 9 passed';
  const fails = (command: string, output: string) => tool({ command, failed: true, output });
  const passes = (command: string, output: string) => tool({ command, output });

  it.each(table<[string, string, string, string]>('checks-green-by-another'))(
    'that failed is green by another command (%#)',
    (red, output, green, printed) => {
      expect(codes(fails(red, output), passes(green, printed))).toEqual([]);
    },
  );

  it.each(table<[string, string, string, string, string]>('checks-not-green'))(
    'is not green by a run %s (%#)',
    (_, red, output, green, printed) => {
      expect(codes(fails(red, output), passes(green, printed))).toHaveLength(1);
    },
  );

  it('that failed with changes is not green in a line that stashes them', () => {
    const stashed = passes('git stash && npm test; git stash pop', '4 passed');
    expect(codes(fails('npm test', TWO_RED), stashed)).toHaveLength(1);
    expect(codes(fails('npm test', TWO_RED), stashed, passes('npm test', 'ok'))).toEqual([]);
  });

  it('of a line with several is over when each was green', () => {
    const red = fails('npm run lint && npm test', TWO_RED);
    expect(codes(red, passes('npx eslint .', ''))).toHaveLength(1);
    expect(codes(red, passes('npx eslint .', ''), passes('npx jest', 'ok'))).toEqual([]);
    expect(codes(red, passes('npm test', 'ok'), red, passes('npm run lint', ''))).toHaveLength(1);
  });

  it('is at the same place whether the host reports the directory before the line or after it', () => {
    const identity = (command: string, cwd: string | null) =>
      observeThread(tool({ command }, { cwd } as { cwd: string }), context).map(
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
    expect(
      observed(prompt("Let's use SQLite. We're blocked by the missing staging credentials.")),
    ).toEqual([]);
  });

  it('gives nothing of what Cortex wrote, or of what an agent told a subagent', () => {
    const own = '<session-continuity hint="x">\nDecision: SQLite\n</session-continuity>\nhello';
    expect(observed(prompt(own))).toEqual([]);
    expect(observeThread({ ...prompt('Decision: SQLite'), subagent: 'x/1' }, context)).toEqual([]);
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
});

import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Thread } from '../../src/domain/threads/thread.ts';
import { Agent, type AgentOptions, cortex, type Result, told } from '../agent.ts';
import { makeRepository, scratchFolder } from '../scratch.ts';
import { table } from '../table.ts';
import { codesIn } from '../threads.ts';
import { countTokens } from '../tokens.ts';

/** The scenarios of the source that threads come from, each through the built program, in processes of their own. */

interface Shown {
  readonly id: string;
  readonly scope: string;
  readonly status: string;
  readonly codes: string;
  readonly thread: Thread;
}

interface Listed {
  readonly id: string;
  readonly scope: string;
  readonly project_path: string | null;
  readonly status: string;
  readonly created_at: string;
  readonly last_accessed: string;
  readonly turn_count: number;
}

const START = Date.parse('2026-11-13T10:00:00.000Z');
const onDay = (days: number, minutes = 0) =>
  new Date(START + days * 86_400_000 + minutes * 60_000).toISOString();

let scratch: ReturnType<typeof scratchFolder>;
let folder: string;
let home: string;
let cerberus: string;
let hydra: string;
let notes: string;
let agents: Agent[] = [];

beforeEach(() => {
  scratch = scratchFolder();
  folder = realpathSync(scratch.path);
  home = join(folder, 'home');
  cerberus = makeRepository(join(folder, 'projects', 'cerberus'));
  hydra = makeRepository(join(folder, 'projects', 'hydra'));
  notes = join(folder, 'notes');
  mkdirSync(notes);
});
afterEach(() => {
  for (const one of agents) one.quit();
  agents = [];
  scratch.dispose();
});

function agent(cwd: string, now = onDay(0), more: Partial<AgentOptions> = {}): Agent {
  const made = new Agent({ home, cwd, now, ...more });
  agents.push(made);
  return made;
}

async function person(cwd: string, now: string, ...args: string[]): Promise<string> {
  const done = await cortex({ home, cwd, now }, ...args);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  return done.stdout;
}

async function shown(cwd: string, now = onDay(0)): Promise<Shown | null> {
  return JSON.parse(await person(cwd, now, 'thread', '--json')) as Shown | null;
}

async function listed(cwd: string, now = onDay(0), ...flags: string[]): Promise<Listed[]> {
  return JSON.parse(await person(cwd, now, 'thread', 'list', '--json', ...flags)) as Listed[];
}

function silent(result: Result): void {
  expect(result).toMatchObject({ code: 0, stdout: '', stderr: '' });
}

/** Writes a file as the host's tool does, and reports it. */
async function write(by: Agent, path: string, content: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  silent(await by.tool('Write', { file_path: path, content }, { filePath: path }));
}

/** The codes that a session finds when it starts. */
async function codesFound(by: Agent): Promise<string[]> {
  await by.start();
  const { stdout } = await by.run('thread', '--codes');
  return lines(stdout).filter((line) => codesIn(line).length > 0);
}

const lines = (text: string) => text.trimEnd().split('\n');

const CLUSTERING = `import math


def cluster_corrections(items, threshold=0.75):
    return [item for item in items if item.score >= threshold]


def detect_patterns(clusters):
    return {cluster.name: len(cluster) for cluster in clusters}
`;
const DEDUPLICATE = `export function deduplicate(items: readonly string[]): string[] {
  return [...new Set(items)];
}
`;
const SUPERVISOR = `package supervisor

type Process struct{ pid int }

func (p *Process) Restart() error {
	return nil
}

func Load(path string) (*Process, error) {
	return &Process{}, nil
}
`;

/** A session in cerberus: three functions, two files. */
async function workInCerberus(now = onDay(0)): Promise<Agent> {
  const a = agent(cerberus, now);
  silent(await a.start());
  silent(await a.prompt('Find the corrections that belong together'));
  await write(a, join(cerberus, 'src/clustering.py'), CLUSTERING);
  await write(a, join(cerberus, 'src/deduplicate.ts'), DEDUPLICATE);
  silent(await a.stop());
  return a;
}

/** A session in hydra: a file, a decision, a blocker, next actions, something done. */
async function workInHydra(now = onDay(0)): Promise<Agent> {
  const a = agent(hydra, now);
  await a.start();
  silent(await a.prompt('Let us go on with the proxy'));
  await write(a, join(hydra, 'internal/supervisor.go'), SUPERVISOR);
  for (const note of [
    ['phase', 'proxy-refactor'],
    ['decision', 'split the proxy into three files', '--reason', 'one is too long to review'],
    ['blocker', 'test failure in line 712', '--type', 'race'],
    ['next', 'add a mutex to the struct'],
    ['next', 'rerun the race detector'],
    ['done', 'proxy split'],
  ])
    expect(await a.run('note', ...note)).toMatchObject({ code: 0, stderr: '' });
  silent(await a.stop());
  return a;
}

const HYDRA_CODES = table<string>('hydra-codes');

describe('threads of work', () => {
  it('Scenario 1: basic capture (project scope)', async () => {
    await workInCerberus();
    const { scope, status, thread, codes } = (await shown(join(cerberus, 'src')))!;
    expect([scope, status]).toEqual(['project:cerberus', 'active']);
    expect(thread.files.map((file) => [file.path, file.how, file.by])).toEqual([
      ['src/clustering.py', 'write', 'agent'],
      ['src/deduplicate.ts', 'write', 'agent'],
    ]);
    expect(thread.functions.map(({ name, path }) => [name, path])).toEqual([
      ['cluster_corrections', 'src/clustering.py'],
      ['detect_patterns', 'src/clustering.py'],
      ['deduplicate', 'src/deduplicate.ts'],
    ]);
    expect(thread.turns).toBe(1);
    expect(lines(codes)).toEqual([
      'scope:project:cerberus',
      'impl:clustering.py',
      'impl:deduplicate.ts',
      'impl:cluster_corrections',
      'impl:detect_patterns',
      'impl:deduplicate',
    ]);
    expect(lines(await person(cerberus, onDay(0), 'thread', '--codes'))).toEqual(lines(codes));
  });

  it('Scenario 2: outside of repositories', async () => {
    const a = agent(notes);
    silent(await a.start());
    silent(await a.prompt('Decision: we use event sourcing because every step must be told again'));
    expect(await a.run('note', 'next', 'compare with snapshots')).toMatchObject({ code: 0 });
    silent(await a.stop());
    const { scope, thread, codes } = (await shown(notes))!;
    expect(scope).toBe('project:notes');
    expect(thread.decisions).toMatchObject([
      { choice: expect.stringContaining('event sourcing'), by: 'person' },
    ]);
    expect(lines(codes)[0]).toBe('scope:project:notes');
    expect(lines(codes)).toContain('next:compare-with-snapshots');
    expect(await listed(notes)).toMatchObject([
      { scope: 'project:notes', project_path: notes, status: 'active' },
    ]);
    expect(await shown(cerberus)).toBeNull();
  });

  it('Scenario 3: save and load (same project)', async () => {
    const a = await workInHydra();
    const before = (await shown(hydra))!;
    expect(lines(before.codes)).toEqual(HYDRA_CODES);
    silent(await a.end());

    const b = agent(hydra, onDay(2));
    expect(await codesFound(b)).toEqual(HYDRA_CODES);
    const again = (await shown(hydra, onDay(2)))!;
    expect([again.id, again.codes]).toEqual([before.id, before.codes]);

    // It is the same thread that the next session goes on with.
    expect(await b.run('note', 'done', 'add a mutex to the struct')).toMatchObject({ code: 0 });
    expect(await b.run('note', 'resolved', 'test failure in line 712')).toMatchObject({ code: 0 });
    silent(await b.end());
    expect(await codesFound(agent(hydra, onDay(3)))).toEqual([
      ...HYDRA_CODES.filter((line) => !/^(?:block:|next:add)/.test(line)),
      'done:add-a-mutex-to-the-struct',
    ]);
  });

  it('Scenario 4: concurrent sessions', async () => {
    const a = await workInCerberus();
    const before = (await shown(cerberus))!;
    await workInHydra(onDay(0, 10));
    silent(await a.end());
    const back = await codesFound(agent(cerberus, onDay(0, 20)));
    expect(back).toEqual(lines(before.codes));
    const all = await listed(folder, onDay(0, 20), '--all');
    expect(all.map((one) => [one.scope, one.status])).toEqual([
      ['project:cerberus', 'active'],
      ['project:hydra', 'active'],
    ]);
    expect(all[0]!.id).toBe(before.id);
  });

  it('Scenario 5: idle detection', async () => {
    const a = await workInHydra();
    silent(await a.end());
    const { id } = (await shown(hydra))!;
    // Six days later it is given, which counts as access; eight days after that it is not.
    const b = agent(hydra, onDay(6));
    expect(await codesFound(b)).toEqual(HYDRA_CODES);
    silent(await b.end());
    expect(await codesFound(agent(hydra, onDay(14)))).toEqual([]);
    expect(await shown(hydra, onDay(14))).toBeNull();
    expect(await listed(hydra, onDay(14))).toMatchObject([{ id, status: 'archived' }]);

    await person(hydra, onDay(14), 'note', 'next', 'begin anew');
    expect(lines((await shown(hydra, onDay(14)))!.codes)).toEqual([
      'scope:project:hydra',
      'next:begin-anew',
    ]);
    expect(await listed(hydra, onDay(14))).toHaveLength(2);
  });

  it('Scenario 6: multiple scopes', async () => {
    await person(notes, onDay(0), 'note', 'next', 'only of the notes');
    await person(hydra, onDay(0), 'note', 'next', 'only of hydra');
    await person(cerberus, onDay(0), 'note', 'next', 'only of cerberus');
    // Another repository of the same name is another scope.
    const namesake = makeRepository(join(folder, 'elsewhere', 'cerberus'));
    await person(namesake, onDay(0), 'note', 'next', 'only of the namesake');
    const expected = ['scope:project:cerberus', 'next:only-of-cerberus'];
    expect(lines(await person(cerberus, onDay(0), 'thread', '--codes'))).toEqual(expected);
    const context = told(await agent(cerberus).start())!;
    expect(context).toContain('] only of cerberus (');
    expect(context).not.toMatch(/only.of.(?:the.notes|hydra|the.namesake)/);
  });

  it('Scenario 8: session history', async () => {
    for (const [day, text] of [
      [0, 'the first'],
      [1, 'the second'],
    ] as const) {
      await person(hydra, onDay(day), 'note', 'next', text);
      await person(hydra, onDay(day, 5), 'complete');
    }
    const a = await workInHydra(onDay(2));
    silent(await a.end());
    await person(cerberus, onDay(1), 'note', 'next', 'of another project');
    const threads = await listed(hydra, onDay(3));
    expect(threads.map((one) => one.status)).toEqual(['active', 'archived', 'archived']);
    expect(threads.map((one) => one.created_at)).toEqual([onDay(2), onDay(1), onDay(0)]);
    expect(threads.map((one) => one.last_accessed)).toEqual([onDay(2), onDay(1, 5), onDay(0, 5)]);
    expect(threads.map((one) => one.turn_count)).toEqual([1, 0, 0]);
    for (const one of threads)
      expect(one).toMatchObject({ scope: 'project:hydra', project_path: hydra });
    const sessions = JSON.parse(await person(hydra, onDay(3), 'history', '--json')) as {
      session_id: string;
      thread_id: string;
    }[];
    expect(sessions.map((one) => one.thread_id)).toEqual([threads[0]!.id]);
    expect(await person(hydra, onDay(3), 'show', sessions[0]!.session_id)).toContain(
      threads[0]!.id.slice(0, 8),
    );
    const limited = await listed(hydra, onDay(3), '--limit', '1');
    expect(limited.map((one) => one.id)).toEqual([threads[0]!.id]);
    expect(lines(await person(hydra, onDay(3), 'thread', 'list'))).toHaveLength(3);

    // What was noted last was accessed last.
    await person(cerberus, onDay(3), 'note', 'next', 'once more');
    expect((await listed(hydra, onDay(3), '--all'))[0]!.scope).toBe('project:cerberus');
  });

  it('Scenario 9: session resume', async () => {
    const a = await workInHydra();
    const sessions = JSON.parse((await a.run('history', '--json')).stdout) as {
      session_id: string;
    }[];
    silent(await a.end());
    const { id } = (await shown(hydra))!;
    expect(await person(hydra, onDay(0), 'complete')).toContain(id.slice(0, 8));
    expect(await shown(hydra)).toBeNull();
    for (const word of [id, id.slice(0, 8), sessions[0]!.session_id])
      expect(lines(await person(cerberus, onDay(1), 'resume', word))).toEqual(HYDRA_CODES);
    expect(await shown(hydra, onDay(1))).toBeNull();

    await person(hydra, onDay(1), 'note', 'next', 'something else');
    expect(await person(hydra, onDay(1), 'resume', id, '--activate')).toContain(
      HYDRA_CODES.join('\n'),
    );
    expect(await shown(hydra, onDay(1))).toMatchObject({ id, status: 'active' });
    expect((await listed(hydra, onDay(1))).map((one) => one.status).sort()).toEqual([
      'active',
      'archived',
    ]);
    expect(await codesFound(agent(hydra, onDay(2)))).toEqual(HYDRA_CODES);

    const unknown = await cortex({ home, cwd: hydra, now: onDay(2) }, 'resume', 'ffffffff-0000');
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain('ffffffff-0000');
  });

  it('Scenario 10: cleanup idle', async () => {
    const repositories = [5, 8, 10].map((days) => ({
      days,
      path: makeRepository(join(folder, 'projects', `idle-${days}`)),
    }));
    for (const { days, path } of repositories)
      await person(path, onDay(-days), 'note', 'next', 'go on');
    await person(folder, onDay(0), 'maintain');
    const threads = await listed(folder, onDay(0), '--all');
    expect(threads.map((one) => [one.scope, one.status])).toEqual([
      ['project:idle-5', 'active'],
      ['project:idle-8', 'archived'],
      ['project:idle-10', 'archived'],
    ]);
  });

  it('Scenario 11: token budget', async () => {
    const a = agent(hydra);
    await a.start();
    for (let i = 0; i < 15; i++)
      await write(
        a,
        join(hydra, `internal/part${i}/session_supervisor_${i}.go`),
        `package part${i}\n`,
      );
    for (let i = 0; i < 8; i++)
      await a.run(
        'note',
        'decision',
        `keep table ${i} apart from the log`,
        '--reason',
        'hosts restart at any time',
      );
    for (let i = 0; i < 3; i++)
      await a.run('note', 'blocker', `access to machine ${i} is missing`, '--type', 'need');
    const codes = await person(hydra, onDay(0), 'thread', '--codes');
    const all = codesIn(codes);
    const count = (start: string) => all.filter((one) => one.startsWith(start)).length;
    expect([count('impl:'), count('dec:'), count('block:'), count('… ')]).toEqual([15, 8, 3, 0]);
    expect(countTokens(codes)).toBeLessThan(1_500);
  });

  it('Scenario 14: no active session', async () => {
    silent(await agent(cerberus).start());
    const done = await cortex({ home, cwd: cerberus, now: onDay(0) }, 'thread', '--codes');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(lines(done.stdout)).toHaveLength(1);
    expect(done.stdout).toContain('project:cerberus');
    expect(await shown(cerberus)).toBeNull();
    expect(await listed(cerberus)).toEqual([]);
    expect(await person(cerberus, onDay(0), 'complete')).toContain('project:cerberus');
    expect(await listed(cerberus, onDay(0), '--all')).toEqual([]);
  });

  it('Scenario 15: concurrent terminals', async () => {
    const terminals = [cerberus, hydra, cerberus, hydra].map((cwd, i) => ({
      cwd,
      i,
      by: agent(cwd),
    }));
    await Promise.all(
      terminals.map(async ({ cwd, i, by }) => {
        await by.start();
        await by.prompt('go on');
        for (let n = 0; n < 5; n++) {
          await write(
            by,
            join(cwd, `src/terminal${i}_${n}.py`),
            `def run_${i}_${n}():\n    pass\n`,
          );
          expect(await by.run('note', 'next', `step ${n} of terminal ${i}`)).toMatchObject({
            code: 0,
          });
        }
        silent(await by.stop());
      }),
    );
    expect(
      (await listed(folder, onDay(0), '--all')).map((one) => [one.scope, one.status]).sort(),
    ).toEqual([
      ['project:cerberus', 'active'],
      ['project:hydra', 'active'],
    ]);
    for (const cwd of [cerberus, hydra]) {
      const { thread } = (await shown(cwd))!;
      const mine = terminals
        .filter((one) => one.cwd === cwd)
        .flatMap(({ i }) => [0, 1, 2, 3, 4].map((n) => ({ i, n })));
      const sorted = (items: readonly string[]) => [...items].sort();
      expect(sorted(thread.files.map((file) => file.path))).toEqual(
        sorted(mine.map(({ i, n }) => `src/terminal${i}_${n}.py`)),
      );
      expect(sorted(thread.functions.map((one) => one.name))).toEqual(
        sorted(mine.map(({ i, n }) => `run_${i}_${n}`)),
      );
      expect(sorted(thread.next.map((one) => one.text))).toEqual(
        sorted(mine.map(({ i, n }) => `step ${n} of terminal ${i}`)),
      );
      expect(thread.turns).toBe(2);
    }
  });
});

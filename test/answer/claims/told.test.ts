import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryContext } from '../../../src/engine/answer/doors/context.ts';
import type { Preview } from '../../../src/engine/answer/doors/preview.ts';
import { addMemory } from '../../../src/engine/memories/memories.ts';
import { pin } from '../../../src/engine/pins/pins.ts';
import { recordNote } from '../../../src/engine/tasks/noting.ts';
import { terminal } from '../../terminal.ts';

const { here, engine, hook, cortex, json } = terminal();

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd: here.radio,
    stdio: 'ignore',
  });

function write(path: string, text: string): void {
  mkdirSync(join(here.radio, path, '..'), { recursive: true });
  writeFileSync(join(here.radio, path), text);
}

/** Removes a file on Saturday. */
function remove(path: string): void {
  rmSync(join(here.radio, path));
  const saturday = new Date('2026-11-14T10:00:00Z');
  utimesSync(join(here.radio, path, '..'), saturday, saturday);
}

/** A repository in which the poller is about to go. */
function plant(branch = 'main'): void {
  rmSync(join(here.radio, '.git'), { recursive: true });
  git('init', '-q', '-b', 'main');
  for (const path of ['src/queue.ts', 'src/retry.ts'])
    write(path, 'export function retryLater() {}\n');
  git('add', '-A');
  git('commit', '-qm', 'begin');
  if (branch !== 'main') git('checkout', '-qb', branch);
  write('src/poller.ts', 'export function pollOnce() {}\n');
  git('add', '-A');
  git('commit', '-qm', 'poller');
}

/** Friday: a session that leaves something of each kind behind, all about the poller. */
async function friday(): Promise<void> {
  await hook(0, 'friday', 'SessionStart', { source: 'startup' });
  await hook(0, 'friday', 'UserPromptSubmit', { prompt: 'Look at the timers', prompt_id: 'p' });
  const tool_input = { file_path: join(here.radio, 'src', 'poller.ts'), content: 'x' };
  await hook(0, 'friday', 'PostToolUse', {
    tool_name: 'Edit',
    tool_input,
    tool_response: {},
    tool_use_id: 't',
  });
  await engine(0.1, async (deps) => {
    const { scope } = deps.locate(here.radio);
    const [running] = await deps.store.openSessions();
    const within = [running!];
    await pin(
      deps,
      scope,
      { content: 'src/poller.ts leaks a timer', label: 'timer', critical: true },
      within,
    );
    await pin(deps, scope, { content: 'read src/poller.ts first', label: 'first' }, within);
    await pin(deps, scope, { content: 'src/queue.ts is the only writer', label: 'writer' }, within);
    const rule = { categories: ['rule'], source: 'person' } as const;
    await addMemory(deps, scope, { ...rule, content: 'never edit src/poller.ts by hand' }, []);
    const fact = { categories: ['fact'], source: 'agent', confidence: 0.9 } as const;
    await addMemory(
      deps,
      scope,
      { ...fact, content: 'the interval is set in src/poller.ts' },
      within,
    );
    await addMemory(
      deps,
      scope,
      { ...fact, content: 'src/queue.ts and src/poller.ts share a table' },
      within,
    );
    await addMemory(deps, scope, { ...fact, content: 'retries are in src/queue.ts' }, within);
    await recordNote(
      deps,
      scope,
      { kind: 'decision', text: 'poll from src/poller.ts', reason: null },
      'agent',
      within,
    );
    await recordNote(
      deps,
      scope,
      { kind: 'decision', text: 'queue in src/queue.ts', reason: null },
      'agent',
      within,
    );
    await recordNote(
      deps,
      scope,
      { kind: 'next', text: 'Fix the timer in src/poller.ts' },
      'agent',
      within,
    );
  });
  await hook(0.2, 'friday', 'Stop', { last_assistant_message: 'Looked.', prompt_id: 'p' });
  await hook(0.2, 'friday', 'SessionEnd', { reason: 'other' });
}

const start = (hour: number, id = 'sunday') =>
  hook(hour, id, 'SessionStart', { source: 'startup' });

describe('a start', () => {
  it('tells everything as it is while it is so', async () => {
    plant();
    await friday();
    const { context } = await start(48);
    expect(context).toContain('the interval is set in src/poller.ts');
    expect(context).toContain('poll from src/poller.ts');
    expect(context).not.toContain('gone here');
  });

  it('leaves out what has nothing left to stand on, and says of the rest what is gone', async () => {
    plant();
    await friday();
    remove('src/poller.ts');
    const { context } = await start(48);
    const line = (words: string) => context!.split('\n').find((one) => one.includes(words));
    expect(line('leaks a timer')).toMatch(/CRITICAL timer: .* \(gone here: src\/poller\.ts\)$/);
    expect(line('read src/poller.ts first')).toMatch(/\(gone here: src\/poller\.ts\)$/);
    expect(line('only writer')).not.toContain('gone');
    expect(line('never edit src/poller.ts')).toMatch(/\(gone here: src\/poller\.ts\)$/);
    expect(line('share a table')).toMatch(/\(gone here: src\/poller\.ts\)$/);
    expect(line('retries are in')).not.toContain('gone');
    expect(line('Fix the timer')).toMatch(/\(gone here: src\/poller\.ts\)$/);
    expect(line('queue in src/queue.ts')).not.toContain('gone');
    expect(context).not.toContain('the interval is set');
    expect(context).not.toContain('poll from src/poller.ts');
  });

  it('keeps a text that was written after the file went', async () => {
    plant();
    await friday();
    remove('src/poller.ts');
    const fact = { categories: ['fact'], source: 'agent', confidence: 0.9 } as const;
    await engine(30, async (deps) => {
      const { scope } = deps.locate(here.radio);
      await addMemory(
        deps,
        scope,
        { ...fact, content: 'src/poller.ts was dropped for webhooks' },
        [],
      );
    });
    const { context } = await start(48);
    expect(context).toMatch(/src\/poller\.ts was dropped for webhooks(?!.*gone here)/);
    expect(context).not.toContain('the interval is set');
  });

  it('marks CRITICAL pins: those that forbid something, and those that are only named', async () => {
    plant();
    await friday();
    await hook(20, 'saturday', 'SessionStart', { source: 'startup' });
    await engine(20.1, async (deps) => {
      const { scope } = deps.locate(here.radio);
      const [running] = await deps.store.openSessions();
      const content = 'CRITICAL: never delete src/poller.ts';
      await pin(deps, scope, { content, critical: true }, [running!]);
    });
    await hook(20.2, 'saturday', 'SessionEnd', { reason: 'other' });
    remove('src/poller.ts');
    const { context } = await start(48);
    expect(context).toMatch(
      /- CRITICAL never delete src\/poller\.ts \[.*\(gone here: src\/poller\.ts\)$/m,
    );
    expect((await start(24 * 15, 'later')).context).toMatch(
      /CRITICAL pins then: .*timer \(gone here: src\/poller\.ts\)/,
    );
  });

  it('names the branch on which it still is', async () => {
    plant('feature/poll');
    await friday();
    git('checkout', '-q', 'main');
    const { context } = await start(48);
    expect(context).toMatch(
      /leaks a timer \(on feature\/poll, whose commits are not in this branch\)/,
    );
    expect(context).toMatch(/the interval is set in src\/poller\.ts.*\(only on feature\/poll\)/);
    // A decision of another branch is none here.
    expect(context).not.toContain('poll from src/poller.ts');
    expect(context).not.toContain('gone here');
  });

  it('is previewed to the byte, and preview and explain show what failed', async () => {
    plant();
    await friday();
    remove('src/poller.ts');
    const seen = await json<Preview>(['preview'], { hour: 48 });
    const { out } = await cortex(['told'], { hour: 48 });
    const { context } = await start(48);
    expect(seen.start.text).toBe(context);
    expect(out).toContain('(gone here: src/poller.ts)');
    for (const command of ['preview', 'explain']) {
      const shown = (await cortex([command], { hour: 48 })).out;
      expect(shown).toMatch(/claim src\/poller\.ts +gone: marked +pin timer\n/);
      expect(shown).toMatch(/claim src\/poller\.ts +gone: left out +memory mem-\S+\n/);
      expect(shown).toMatch(/claim src\/poller\.ts +gone: marked +rule mem-\S+\n/);
      expect(shown).toMatch(/claim src\/poller\.ts +gone: marked +task \S+\n/);
    }
    // The words of a memory stand with the memory alone.
    const stored = await engine(48, async (deps) => {
      const [latest] = await deps.store.history({ limit: 1 });
      return (await deps.store.restoresOf(latest!.session_id)).map(
        ({ explanation }) => explanation,
      );
    });
    const claims = (stored[0] as Preview['start']['explanation']).claims;
    expect(
      claims
        .filter(({ item }) => item === 'memory' || item === 'rule')
        .map(({ claim }) => typeof claim),
    ).toEqual(['number', 'number', 'number']);
  });

  it('counts it against a memory once for each claim', async () => {
    plant();
    await friday();
    remove('src/poller.ts');
    const changes = () =>
      engine(60, async (deps) => {
        const { scope } = deps.locate(here.radio);
        const all = await deps.store.memories({
          scopeKeys: [scope.key],
          now: deps.now(),
          limit: 10,
        });
        const found = await Promise.all(
          all.map(
            async (one) =>
              [one.content, one.confidence, await deps.store.memoryHistory(one.id)] as const,
          ),
        );
        return found.map(([content, confidence, history]) => [
          content,
          confidence,
          history.map(({ reason }) => reason),
        ]);
      });
    await start(48);
    const once = await changes();
    expect(once).toContainEqual(['the interval is set in src/poller.ts', 0.8, ['claim_gone']]);
    expect(once).toContainEqual([
      'src/queue.ts and src/poller.ts share a table',
      0.8,
      ['claim_gone'],
    ]);
    expect(once).toContainEqual(['retries are in src/queue.ts', 0.9, []]);
    expect(once).toContainEqual(['never edit src/poller.ts by hand', 1, []]);
    await hook(49, 'sunday', 'SessionEnd', { reason: 'other' });
    await start(50, 'monday');
    expect(await changes()).toEqual(once);
    remove('src/queue.ts');
    await start(52, 'tuesday');
    expect(await changes()).toContainEqual([
      'src/queue.ts and src/poller.ts share a table',
      0.7,
      ['claim_gone', 'claim_gone'],
    ]);
  });
});

describe('memory_context', () => {
  const asked = (query: string | null) =>
    engine(48, (deps) =>
      memoryContext(deps, {
        conversation: null,
        location: deps.locate(here.radio),
        query,
        refresh: false,
        tokens: 4000,
      }),
    );

  it('tells the same, and of what was asked for also what is gone', async () => {
    plant();
    await friday();
    remove('src/poller.ts');
    const { text } = await asked(null);
    expect(text).not.toContain('the interval is set');
    expect(text).not.toContain('dec:poll from');
    expect(text).toMatch(/share a table.*\(gone here: src\/poller\.ts\)/);
    expect(text).toMatch(/Fix the timer in src\/poller\.ts.*\(gone here: src\/poller\.ts\)/);
    expect((await asked('interval poller')).text).toMatch(
      /the interval is set.*\(gone here: src\/poller\.ts\)/,
    );
  });
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../src/domain/base/ids.ts';
import {
  AutoCapture,
  type Cortex,
  onSessionStart,
  SessionCleanupManager,
  SessionContextCapture,
  SessionContextInjector,
  SessionPersistenceManager,
} from '../../src/program/index.ts';
import { libraryHomes } from '../library-home.ts';
import { makeRepository } from '../scratch.ts';
import { countTokens } from '../tokens.ts';

const DAY = 24 * 3_600_000;

const { clock, folder, home } = libraryHomes();

/** A project of that name; all share one home. */
const project = (path: string): Cortex => home({ cwd: makeRepository(join(folder(), path)) });

describe('threads of projects', () => {
  it('do not see each other, and can be asked for by name', async () => {
    const [hydra, cerberus] = [project('hydra'), project('cerberus')];
    await new SessionContextCapture(hydra).recordNext('add a mutex');
    await new SessionContextCapture(cerberus).recordNext('cluster corrections');
    const injector = new SessionContextInjector(hydra);
    expect((await injector.inject())?.codes).toBe('scope:project:hydra\nnext:add-a-mutex');
    expect(await injector.inject('project:cerberus')).toMatchObject({
      codes: 'scope:project:cerberus\nnext:cluster-corrections',
      scope: 'project:cerberus',
    });
    expect(await injector.inject('project:nothing')).toBeNull();
    expect(await injector.inject('global')).toBeNull();
    expect(await injector.injectAll('project:nothing')).toBe('');
    expect(await injector.injectAll('global')).toBe('');
  });

  it('of one name are refused with their paths', async () => {
    const [one, two, here] = [project('x/api'), project('y/api'), project('here')];
    await new SessionContextCapture(one).recordNext('a');
    await new SessionContextCapture(two).recordNext('b');
    await expect(new SessionContextInjector(here).inject('project:api')).rejects.toThrow(
      /x\/api.*y\/api/,
    );
  });

  it('rest after a week, and begin anew when they are marked complete', async () => {
    const cortex = project('hydra');
    const capture = new SessionContextCapture(cortex);
    const injector = new SessionContextInjector(cortex);
    await capture.recordNext('first');
    const first = (await injector.inject())?.sessionId;
    clock.now += 8 * DAY;
    expect(await injector.inject()).toBeNull();
    await capture.recordNext('second');
    const second = await injector.inject();
    expect(second?.sessionId).not.toBe(first);
    expect(second?.codes).not.toContain('first');
    await injector.markComplete();
    expect(await injector.inject()).toBeNull();
    expect((await capture.toContext()).nextActions).toEqual([]);
  });

  it('are archived by days: of 5, 8 and 10 days, two', async () => {
    for (const [days, name] of [
      [10, 'a'],
      [8, 'b'],
      [5, 'c'],
    ] as const) {
      clock.now = Date.parse('2026-11-20T10:00:00Z') - days * DAY;
      await new SessionContextCapture(project(name)).recordNext('work');
    }
    clock.now = Date.parse('2026-11-20T10:00:00Z');
    const cleanup = new SessionCleanupManager(project('c'));
    expect(await cleanup.cleanupIdle(7)).toBe(2);
    expect(await cleanup.cleanupIdle(7)).toBe(0);
    await expect(cleanup.cleanupIdle(-1)).rejects.toThrow(RangeError);
  });

  it('hold what is recorded once, however often it is said', async () => {
    const cortex = project('hydra');
    const capture = new SessionContextCapture(cortex);
    writeFileSync(join(folder(), 'hydra', 'proxy.go'), '');
    for (let i = 0; i < 2; i++) {
      await capture.recordFileModified('proxy.go');
      await capture.recordFileModified(join(folder(), 'hydra', 'proxy.go'));
      await capture.recordFunction('supervisor.Process');
      await capture.recordBlocker('race', 'line 712');
      await capture.recordDecision('three files', 'one reader each');
    }
    const context = await capture.toContext('refactoring');
    expect(context).toMatchObject({
      scope: 'project:hydra',
      phase: 'refactoring',
      filesModified: ['impl:proxy.go'],
      keyFunctions: ['impl:supervisor.Process'],
      decisions: ['dec:three-files-one-reader-each'],
      blockers: ['block:race:line-712'],
      status: 'active',
    });
    // A phase that is only asked with is not recorded.
    expect((await capture.toContext()).phase).toBeNull();
  });
});

describe('the tokens of a conversation', () => {
  it('are counted no higher than they are, sent and saved', async () => {
    const cortex = project('hydra');
    const manager = new SessionPersistenceManager(cortex);
    await manager.onSessionStart('s0', 'cli');
    const auto = new AutoCapture(cortex);
    for (let i = 0; i < 12; i++) {
      await auto.onUserMessage(
        `wire relay ${i}: ${'it hums at night, where the cable goes to the mast. '.repeat(6)}`,
      );
      await auto.onAssistantMessage(
        `Relay ${i} is on. ${'Pin 4 has it, and the test of its timeout passes. '.repeat(9)}`,
      );
    }
    await cortex.pin('the staging database is shared with QA', { label: 'staging' });
    for (let i = 0; i < 6; i++)
      await new SessionContextCapture(cortex).recordDecision(`file ${i}`, 'it was too long');
    await manager.onSessionEnd('s0');

    const { preamble } = await manager.onSessionStart('s1', 'cli');
    const injector = new SessionContextInjector(cortex);
    const whole = countTokens(await injector.injectAll());
    const told = [
      await injector.injectAll(undefined, 's1'),
      await injector.injectAll(undefined, 's1'),
    ];
    const sizes = told.map((text) => countTokens(text));
    const { deps } = await cortex.open();
    const { tokensSent, tokensSaved } = await deps.store.ledger.ledgerTotals('s1' as SessionId);
    const spared = sizes.reduce((sum, size) => sum + whole - size, 0);
    expect(tokensSaved).toBeLessThanOrEqual(spared);
    expect(tokensSaved).toBeGreaterThan(spared / 2);
    const sent = sizes.reduce((sum, size) => sum + size, countTokens(preamble!));
    expect(tokensSent).toBeLessThan(sent * 1.25);

    const again = countTokens(await injector.injectAll(undefined, 's3'));
    const fresh = await deps.store.ledger.ledgerTotals('s3' as SessionId);
    expect(fresh.tokensSent).toBeGreaterThan(again / 2);
    expect(fresh.tokensSent).toBeLessThan(again * 1.25);
  });
});

describe('AutoCapture', () => {
  it("hears the source's words; nobody is told what it hears", async () => {
    const cortex = project('hydra');
    const auto = new AutoCapture(cortex);
    await auto.onUserMessage("Let's use Postgres here");
    await auto.onUserMessage('I need the port of the staging database');
    await auto.onUserMessage('looks good');
    expect(await auto.getContext()).toMatchObject({
      decisions: ['dec:user_specified-explicit'],
      blockers: ['block:user_reported:I-need-the-port-of-the-staging'],
    });
    expect(await new SessionContextCapture(cortex).toContext()).toMatchObject({
      decisions: [],
      blockers: [],
    });
  });

  it('works for the session of this process as well', async () => {
    const cortex = project('hydra');
    const manager = new SessionPersistenceManager(cortex);
    await manager.onSessionStart('s1', 'cli');
    const auto = new AutoCapture(cortex);
    await auto.onUserMessage('Fix the proxy');
    const content = 'package main\n\nfunc Process() {}\n';
    const path = join(folder(), 'hydra', 'proxy.go');
    writeFileSync(path, content);
    await auto.onToolUse('Write', { file_path: path, content }, { type: 'create' });
    await auto.onToolUse(
      'Bash',
      { command: 'go test ./...' },
      { is_error: true, content: '--- FAIL: TestRace' },
    );
    const [session] = await manager.getSessionChain('s1', 1);
    expect(session).toMatchObject({ title: 'Fix the proxy', files_modified: ['proxy.go'] });
    expect(session?.hot_topics.join(' ')).toContain('proxy');
    const context = await auto.getContext();
    expect(context.keyFunctions).toEqual(['impl:Process']);
    expect(context.blockers).toHaveLength(1);
    // Nobody was told anything by that.
    const { deps } = await cortex.open();
    expect((await deps.store.restoresOf('s1' as never)).map(({ phase }) => phase)).toEqual([
      'start',
    ]);
  });

  it.each([true, false])(
    'keeps secrets and private words to itself; with a session: %s',
    async (withSession) => {
      const cortex = project('hydra');
      if (withSession) await new SessionPersistenceManager(cortex).onSessionStart('s1', 'cli');
      const auto = new AutoCapture(cortex);
      await auto.onUserMessage(
        'Decision: SQLite, because <private>hunter2 said so and</private> it is one file.',
      );
      await auto.onUserMessage(
        'Decision: use api_key=sk-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH because it works.',
      );
      const { decisions } = await auto.getContext();
      expect(decisions).toHaveLength(3);
      expect(decisions.join()).not.toMatch(/hunter2|abcdefgh/);
      await cortex.close();
      for (const name of ['brain.db', 'brain.db-wal']) {
        const path = join(folder(), 'home', name);
        if (existsSync(path))
          expect(readFileSync(path, 'latin1')).not.toMatch(/hunter2|sk-abcdefgh/);
      }
    },
  );
});

describe('onSessionStart', () => {
  it('gives the codes of the active thread, and null where there is none', async () => {
    const cortex = project('hydra');
    expect(await onSessionStart(undefined, cortex)).toBeNull();
    await new SessionContextCapture(cortex).recordNext('add a mutex');
    expect(await onSessionStart(undefined, cortex)).toBe('scope:project:hydra\nnext:add-a-mutex');
    expect(await onSessionStart('project:nothing', cortex)).toBeNull();
    clock.now += 8 * DAY;
    expect(await onSessionStart('project:hydra', cortex)).toBeNull();
  });
});

describe('injectAll', () => {
  it('says nothing twice to one session', async () => {
    const cortex = project('hydra');
    await new SessionPersistenceManager(cortex).onSessionStart('s1', 'cli');
    await new SessionContextCapture(cortex).recordNext('add a mutex');
    const injector = new SessionContextInjector(cortex);
    expect(await injector.injectAll(undefined, 's1')).toContain('next:add-a-mutex');
    expect(await injector.injectAll(undefined, 's1')).not.toContain('next:add-a-mutex');
    expect(await injector.injectAll()).toContain('next:add-a-mutex');
  });
});

import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  AutoCapture,
  cortexHooks,
  openCortex,
  SessionPersistenceManager,
} from '../../src/program/index.ts';
import { libraryHomes } from '../library-home.ts';

const HOUR = 3_600_000;
const { clock, folder, home } = libraryHomes();
const wrong = (value: unknown) => value as never;

describe('the home that a program names', () => {
  it('is never the folder of a project, and no mode is changed', async () => {
    const project = join(folder(), 'radio');
    chmodSync(project, 0o755);
    const before = readdirSync(project);
    await expect(home({ home: project }).pins()).rejects.toThrow(
      /^Cortex cannot be opened\. home must be a folder of its own, and .*radio holds other things \(\.git\): name a new or empty one/,
    );
    expect(statSync(project).mode & 0o777).toBe(0o755);
    expect(readdirSync(project)).toEqual(before);
  });

  it('keeps the mode of an empty folder that was there', async () => {
    const place = join(folder(), 'empty');
    mkdirSync(place);
    chmodSync(place, 0o755);
    const cortex = home({ home: place });
    await cortex.pin('38400 baud');
    await cortex.close();
    await home({ home: place }).pins();
    expect(statSync(place).mode & 0o777).toBe(0o755);
    expect(statSync(join(place, 'brain.db')).mode & 0o777).toBe(0o600);
  });

  it('stays where it was when the process changes its folder', () => {
    const { home: place, cwd } = openCortex({ home: './data', cwd: '.' }).options;
    expect([place, cwd]).toEqual([join(process.cwd(), 'data'), process.cwd()]);
    expect(openCortex({ home: '~/mind' }).options.home).toBe('~/mind');
    expect(openCortex({ cwd: '/' }).with({ home: 'data' }).options).toEqual({
      cwd: '/',
      home: join(process.cwd(), 'data'),
    });
  });

  it('is named where it cannot be made, with the reason as the cause', async () => {
    const file = join(folder(), 'letter');
    writeFileSync(file, 'Dear Ada');
    const failed = await home({ home: join(file, 'data') })
      .pins()
      .catch((error: unknown) => error as Error);
    expect(failed).toMatchObject({
      message: expect.stringMatching(/^Cortex cannot be opened\. .*letter/),
    });
    expect((failed as Error).message).not.toContain('CORTEX_HOME');
    expect((failed as Error).cause).toBeInstanceOf(Error);
    const nowhere = home({ home: '/proc/cortex-nowhere' }).pins();
    if (process.platform === 'linux')
      await expect(nowhere).rejects.toThrow(
        /or name another place; home names the home of Cortex\.$/,
      );
    else await nowhere.catch(() => {});
  });

  it('is closed by await using', async () => {
    let kept: ReturnType<typeof home>;
    {
      await using cortex = home();
      kept = cortex;
      await cortex.pin('38400 baud');
    }
    // A later use opens it again.
    expect(await kept.pins()).toHaveLength(1);
  });
});

it('refuses a home that is none, and input that an operation does not take', async () => {
  expect(() => new SessionPersistenceManager(wrong({ home: 'x' }))).toThrow(
    /takes? what openCortex\(\)/,
  );
  await expect(home().pin('x', wrong({ labl: 'y' }))).rejects.toThrow(TypeError);
  await expect(home().search('x', wrong({ limit: 'many' }))).rejects.toThrow(/limit: /);
});

describe('an agent of your own', () => {
  it('is told at its next start how the last turn ended', async () => {
    const cortex = home();
    const manager = new SessionPersistenceManager(cortex);
    const auto = new AutoCapture(cortex);
    await manager.onSessionStart('monday', 'cli');
    await auto.onUserMessage('Make the radio reconnect after a pulled cable');
    await auto.onToolUse(
      'run_command',
      { command: 'npm test' },
      { output: '1 failed', exitCode: 1 },
    );
    expect((await auto.getContext()).blockers).toHaveLength(1);
    await auto.onToolUse('run_command', { command: 'npm test' }, { stdout: 'ok', exit_code: 0 });
    expect((await auto.getContext()).blockers).toEqual([]);
    await auto.onAssistantMessage('The driver notices the pulled cable and opens the port again.');
    await manager.onSessionEnd('monday');

    clock.now += 24 * HOUR;
    const { preamble } = await manager.onSessionStart('tuesday', 'cli');
    expect(preamble).toContain('opens the port again');
    expect(preamble).not.toContain('(not answered)');
  });
});

describe('what is asked for by its name', () => {
  it('pins: also one that was inherited is let go of for good', async () => {
    const cortex = home();
    const manager = new SessionPersistenceManager(cortex);
    await manager.onSessionStart('monday', 'cli');
    const made = await cortex.pin('Never key the transmitter in a test', {
      label: 'ptt',
      critical: true,
    });
    expect(made).toMatchObject({ label: 'ptt', critical: true, by: 'agent' });
    await cortex.pin('38400 baud');
    await manager.onSessionEnd('monday');

    clock.now += HOUR;
    await manager.onSessionStart('tuesday', 'cli');
    const held = await cortex.pins();
    expect(held.map(({ number, content }) => [number, content])).toEqual([
      [1, 'Never key the transmitter in a test'],
      [2, '38400 baud'],
    ]);
    // Left out of the list, it goes from this session alone.
    await manager.updateSessionState({ working_memory: [] });
    await manager.onSessionEnd('tuesday');
    clock.now += HOUR;
    const third = await manager.onSessionStart('wednesday', 'cli');
    expect(third.inheritedPins).toHaveLength(2);
    expect((await cortex.unpin('ptt')).map(({ content }) => content)).toEqual([
      'Never key the transmitter in a test',
    ]);
    await manager.onSessionEnd('wednesday');
    clock.now += HOUR;
    const fourth = await manager.onSessionStart('thursday', 'cli');
    expect(fourth.inheritedPins.map(({ content }) => content)).toEqual(['38400 baud']);
    await expect(cortex.unpin('ptt')).rejects.toThrow(
      /No pin here has the label or number "ptt"\./,
    );
  });

  it('pins: in the session that is named, and for the next one where none runs', async () => {
    const cortex = home();
    await cortex.pin('for the next', { label: 'later' });
    expect(await cortex.pins()).toMatchObject([{ label: 'later' }]);
    const manager = new SessionPersistenceManager(cortex);
    await manager.onSessionStart('one', 'cli');
    await manager.onSessionStart('two', 'cli');
    await cortex.pin('only there', { sessionId: 'one' });
    expect(await cortex.pins({ sessionId: 'one' })).toMatchObject([
      { label: 'later' },
      { content: 'only there' },
    ]);
    await expect(cortex.pin('x', { sessionId: 'nobody' })).rejects.toThrow(/no session nobody/);
    await manager.onSessionEnd('one');
    await expect(cortex.pin('x', { sessionId: 'one' })).rejects.toThrow(/one has ended/);
    // Reading changes nothing of what is over.
    await expect(cortex.pins({ sessionId: 'one' })).resolves.toBeDefined();
  });

  it('does not take a session of another project of the same process for its own', async () => {
    mkdirSync(join(folder(), 'elsewhere'));
    const other = home({ cwd: join(folder(), 'elsewhere') });
    await new SessionPersistenceManager(other).onSessionStart('global', 'cli');
    await home().pin('for the radio');
    expect(await other.pins()).toEqual([]);
    expect(await home().pins()).toHaveLength(1);
  });

  it('search', async () => {
    const cortex = home();
    const manager = new SessionPersistenceManager(cortex);
    const auto = new AutoCapture(cortex);
    await manager.onSessionStart('monday', 'cli');
    await auto.onUserMessage('Why does the antenna tuner reset?');
    await auto.onAssistantMessage('Its relay sticks.');
    await manager.onSessionEnd('monday');
    const found = await cortex.search('antenna tuner');
    expect(found).toContainEqual(expect.objectContaining({ kind: 'session', id: 'monday' }));
    expect(await cortex.search('antenna', { kind: 'memory' })).toEqual([]);
    expect(await cortex.search('antenna', { limit: 1 })).toHaveLength(1);
  });
});

describe('cortexHooks without a home', () => {
  const sent = { session_id: 's', hook_event_name: 'SessionStart', source: 'startup' };

  it('says so to the logger, once, and never fails', async () => {
    const said: unknown[] = [];
    const logger = { error: (message: string, fields: unknown) => said.push([message, fields]) };
    const hooks = cortexHooks(home({ home: join(folder(), 'radio'), logger }));
    for (const _ of [1, 2]) expect(await hooks.SessionStart[0]!.hooks[0]!(sent)).toEqual({});
    expect(said).toEqual([
      [
        'nothing is captured or restored',
        { error: expect.stringContaining('home must be a folder of its own') },
      ],
    ]);
    const failing = () => {
      throw new Error('no log');
    };
    const others = cortexHooks(home({ home: join(folder(), 'radio'), logger: { error: failing } }));
    expect(await others.SessionStart[0]!.hooks[0]!(sent)).toEqual({});
    expect(existsSync(join(folder(), 'radio', 'brain.db'))).toBe(false);
  });
});

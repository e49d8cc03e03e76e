import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/domain/base/time.ts';
import { launcherText } from '../../src/domain/hooks/launcher.ts';
import { adoptAbandoned } from '../../src/door/event.ts';
import type { Deps } from '../../src/engine/base/deps.ts';
import {
  foreseeSession,
  foreseeWords,
  forget,
  type Subject,
} from '../../src/engine/keeping/forget.ts';
import { maintain } from '../../src/engine/keeping/retention.ts';
import { addMemory } from '../../src/engine/memories/memories.ts';
import { pin, unpin } from '../../src/engine/pins/pins.ts';
import { takeInQuietly } from '../../src/engine/spool.ts';
import { recordNote } from '../../src/engine/tasks/noting.ts';
import { completeThread } from '../../src/engine/threads/threads.ts';
import { COMPOSITION, openWorld } from '../../src/program/compose.ts';
import { openHome } from '../../src/program/compose-home.ts';
import type { Home } from '../../src/surfaces/cli/base/context.ts';
import { SOP_FORMS } from '../../src/system/base/home.ts';
import { runFolderOf } from '../../src/system/hooks/hand-over.ts';
import { makeMissed, missedIn } from '../../src/system/keeping/missed.ts';
import { claudeEvents } from '../claude-events.ts';
import { olderRows, writeOlderBrain } from '../older-brain.ts';
import { filesBelow, makeRepository } from '../scratch.ts';
import { useScratch } from '../use-scratch.ts';

/** The words in question: not ASCII, with a line end where they are told. */
const WORDS = 'Zürich7731 relay';
const NOW = Date.parse('2026-11-15T10:00:00.000Z');

const folder = useScratch();
let home: string;
let repo: string;
beforeEach(() => {
  const root = realpathSync(folder.path);
  home = join(root, 'home');
  repo = makeRepository(join(root, 'radio'), 'zürich7731-relay');
});

type At = { readonly deps: Deps; readonly home: Home };

/** The home as it is seen at a moment. */
async function at<T>(millis: number, work: (at: At) => Promise<T>): Promise<T> {
  const env = {
    CORTEX_HOME: home,
    HOME: folder.path,
    CORTEX_NOW: new Date(millis).toISOString(),
    CORTEX_SESSION_DEBUG: '1',
    CORTEX_MAINTENANCE_AUTO: 'false',
    CORTEX_WORKING_MEMORY_MIRROR: 'true',
  };
  const opened = openHome(env);
  const { deps, close } = opened.open();
  try {
    return await work({ deps, home: opened });
  } finally {
    close();
  }
}

const hook = (deps: Deps, id: string, name: string, more: object = {}) =>
  claudeEvents(deps, id, repo)(name, more);

/**
 * A session that says, does, pins, notes and learns something with a text in it. One that ends is measured by its tasks, and
 * metrics are sealed: its list is about something else.
 */
async function work(
  millis: number,
  id: string,
  text: string,
  { ends = true, task }: { ends?: boolean; task?: string } = {},
): Promise<void> {
  await at(millis, async ({ deps }) => {
    await hook(deps, id, 'SessionStart', { source: 'startup' });
    await hook(deps, id, 'UserPromptSubmit', {
      prompt: `wire the ${text} of ${id}, please`,
      prompt_id: `${id}-1`,
    });
    await hook(deps, id, 'PostToolUse', {
      tool_name: 'Bash',
      tool_input: {
        command: `git commit -m "the ${text} of ${id}" && echo '${JSON.stringify({ text })}'`,
      },
      tool_response: { stdout: `[main a1b2c3d] the ${text} of ${id}\n 1 file changed` },
      tool_use_id: `${id}-t`,
    });
    await hook(deps, id, 'PostToolUse', {
      tool_name: 'TodoWrite',
      tool_input: {
        todos: [
          {
            content: `Test ${task ?? (ends ? `the mast of ${id}` : `the ${text} of ${id}`)}`,
            status: 'pending',
            activeForm: 'x',
          },
        ],
      },
      tool_response: {},
      tool_use_id: `${id}-u`,
    });
    const { scope } = deps.locate(repo);
    const mine = (await deps.store.openSessions()).filter((head) => head.hostSessionId === id);
    await pin(
      deps,
      scope,
      { content: `keep the ${text} of ${id} dry`, label: `${id} relay` },
      mine,
    );
    await pin(deps, scope, { content: `gone: ${text} of ${id}` }, mine);
    await unpin(deps, scope, [`gone: ${text} of ${id}`], mine);
    await recordNote(
      deps,
      scope,
      { kind: 'decision', text: `solder the ${text} of ${id}` },
      'agent',
      mine,
    );
    const made = { source: 'agent' as const, categories: ['finding'] };
    await addMemory(deps, scope, { content: `the ${text} of ${id} hums at 50 Hz`, ...made }, mine);
    await hook(deps, id, 'Stop', {
      last_assistant_message: `The ${text.replace(' ', '\n')} of ${id} hums.\n\nNext:\n- ground the ${text} of ${id}`,
      prompt_id: `${id}-1`,
    });
    if (ends) await hook(deps, id, 'SessionEnd', { reason: 'other' });
  });
}

/** Live, ended, cold; archived threads; memories and rules; told preambles; backups, spooled events and a log. */
async function fullHome(): Promise<void> {
  await work(NOW - 40 * DAY, 'cold', WORDS);
  await at(NOW - 40 * DAY, ({ deps }) => completeThread(deps, deps.locate(repo).scope));
  await work(NOW - 3 * DAY, 'ended', WORDS.toUpperCase());
  await at(NOW - 2 * DAY, async ({ deps, home: opened }) => {
    const { scope } = deps.locate(repo);
    await addMemory(deps, scope, { content: WORDS, source: 'person' }, []);
    await addMemory(
      deps,
      scope,
      { content: `never touch the ${WORDS}`, source: 'person', categories: ['rule'] },
      [],
    );
    await pin(
      deps,
      { ...scope, key: 'elsewhere' as never },
      { content: `wait for the ${WORDS}` },
      [],
    );
    const most = Number.POSITIVE_INFINITY;
    const options = { dryRun: false, most, outOfTime: () => false, progress: () => {} };
    expect(await maintain(deps, opened.copies(), options)).toMatchObject({ kind: 'done' });
  });
  await work(NOW - DAY, 'next', `${WORDS} again`);
  await work(NOW - HOUR, 'live', WORDS, { ends: false });
  mkdirSync(join(home, 'spool'), { recursive: true });
  writeFileSync(
    join(home, 'spool', '1.jsonl'),
    `{"prompt":"the Z\\u00fcrich7731\\nrelay"}\n{"prompt":"other"}\n`,
  );
}

/** Where the launchers of this home hand events over. */
const run = () => join(folder.path, 'run');

/** An event that was handed over to a server, which this process is or which is gone. */
function handOver(server: number, payload: object): void {
  mkdirSync(join(home, 'bin'), { recursive: true });
  const remembered = { runtime: '/n', script: '/c', run: run() };
  writeFileSync(
    join(home, 'bin', 'cortex-hook'),
    launcherText('cortex-hook', remembered, false, { listeners: [], owed: {} }),
  );
  const door = join(run(), `1-${server}`);
  mkdirSync(join(door, 'in'), { recursive: true });
  writeFileSync(join(door, 'sign'), '\n|||\n');
  writeFileSync(
    join(door, 'in', '1999999991'),
    `1\nclaude-code\n\n${JSON.stringify(payload)}\n.\n`,
  );
}

/** As every command does first. */
function adopt(): void {
  const env = { CORTEX_HOME: home, HOME: folder.path };
  adoptAbandoned(COMPOSITION, openWorld(env), env, runFolderOf(home));
}

/** Files below the home in which a text stands: as UTF-8 in any case, or as JSON escapes it. */
function filesWith(pattern: RegExp): string[] {
  return [home, ...(existsSync(run()) ? [run()] : [])]
    .flatMap(filesBelow)
    .filter(
      (path) => !path.startsWith(join(home, 'cache')) && pattern.test(readFileSync(path, 'utf8')),
    )
    .map((path) => path.slice(home.length + 1));
}

/** Also what an index makes of it. */
const ANY_FORM = /z(?:\u00fc|u\u0308|u|\\+u00fc)rich7731/i;

describe('words that are forgotten', () => {
  const subject: Subject = { words: ['zürich7731   Relay'] };

  it('are in no byte of a full home', async () => {
    await fullHome();
    expect(filesWith(ANY_FORM).length).toBeGreaterThan(6);
    await at(NOW, async ({ deps, home: opened }) => {
      const before = filesWith(ANY_FORM);
      const foreseen = await foreseeWords(deps, opened.copies(), subject.words![0]!);
      expect(filesWith(ANY_FORM)).toEqual(before);
      expect(foreseen).toMatchObject({ isAny: true, files: { archives: 1 } });
      for (const count of Object.values(foreseen.rows)) expect(count).toBeGreaterThan(0);
      const done = await forget(deps, opened.copies(), subject);
      expect(done).toMatchObject({ kind: 'forgotten', isGone: true, unreachable: [] });
      // The one that said nothing else, and the rules and findings that quoted them.
      expect('memories' in done && done.memories).toHaveLength(6);
      expect(await foreseeWords(deps, opened.copies(), subject.words![0]!)).toMatchObject({
        isAny: false,
      });
    });
    expect(filesWith(ANY_FORM)).toEqual([]);
    expect(filesWith(/\[forgotten\]/).length).toBeGreaterThan(3);
  });

  it('stay in sealed metrics, in names and in files of the person, and that is said', async () => {
    await work(NOW - DAY, 'one', WORDS, { task: `the ${WORDS}` });
    await work(NOW - HOUR, 'two', 'something else');
    mkdirSync(join(home, 'sops'));
    const own = join(home, 'sops', 'radio.ai.sop');
    writeFileSync(own, `gotchas: ['Mind the ${WORDS}.']`);
    await at(NOW, async ({ deps, home: opened }) => {
      const form = { sop: { title: 'radio', text: `Mind the ${WORDS}.` }, problem: null };
      writeFileSync(join(home, SOP_FORMS), JSON.stringify({ number: 1, forms: { key: form } }));
      expect(filesWith(ANY_FORM)).toContain(SOP_FORMS);
      await forget(deps, opened.copies(), subject);
      const { stays, isAny } = await foreseeWords(deps, opened.copies(), subject.words![0]!);
      expect(isAny).toBe(false);
      expect(stays).toEqual({ sealed_metrics: 1, names: 0, files: [own] });
      const named = await foreseeWords(deps, opened.copies(), 'radio');
      expect(named.stays.names).toBeGreaterThan(0);
    });
    expect(filesWith(ANY_FORM)).toEqual(
      expect.arrayContaining(['brain.db', join('sops', 'radio.ai.sop')]),
    );
    expect(filesWith(ANY_FORM)).not.toContain('sop-forms.json');
  });
});

describe('words on their way to a server', () => {
  const prompt = (session: string) => ({
    session_id: session,
    cwd: repo,
    hook_event_name: 'UserPromptSubmit',
    prompt_id: `${session}-h`,
    prompt: `mind the ${WORDS}`,
  });
  const subject: Subject = { words: [WORDS] };

  it('go where it is gone, and the rest of the event is taken in', async () => {
    await work(NOW - HOUR, 'live', 'something else', { ends: false });
    handOver(1999999992, prompt('live'));
    await at(NOW, async ({ deps, home: opened }) => {
      expect(await foreseeWords(deps, opened.copies(), subject.words![0]!)).toMatchObject({
        files: { copies: 1 },
      });
      expect(await forget(deps, opened.copies(), subject)).toMatchObject({
        isGone: true,
        unreachable: [],
      });
    });
    expect(filesWith(ANY_FORM)).toEqual([]);
    await at(NOW, async ({ deps }) => {
      adopt();
      expect(existsSync(join(run(), '1-1999999992'))).toBe(false);
      await takeInQuietly(deps);
    });
    expect(filesWith(/mind the \[forgotten\]/)).not.toEqual([]);
  });

  it('go with their session, which is taken in first', async () => {
    await work(NOW - HOUR, 'live', 'something else', { ends: false });
    handOver(1999999992, prompt('live'));
    await at(NOW, async ({ deps, home: opened }) => {
      adopt();
      await takeInQuietly(deps);
      const [live] = await deps.store.openSessions();
      const done = await forget(deps, opened.copies(), { sessions: [live!.id] });
      expect(done).toMatchObject({ isGone: true, unreachable: [] });
    });
    expect(filesWith(ANY_FORM)).toEqual([]);
  });

  it('are named where it lives and does not take them', async () => {
    await work(NOW - HOUR, 'live', 'something else', { ends: false });
    handOver(process.pid, prompt('live'));
    const path = join(run(), `1-${process.pid}`, 'in', '1999999991');
    await at(NOW, async ({ deps, home: opened }) => {
      adopt();
      const done = await forget(deps, opened.copies(), subject);
      expect(done).toMatchObject({ unreachable: [path] });
    });
    expect(readFileSync(path, 'utf8')).toContain(WORDS);
  });

  it('that nobody can read are dropped and counted', async () => {
    handOver(1999999992, { hook_event_name: 'UserPromptSubmit', prompt: WORDS });
    makeMissed(missedIn(home));
    await at(NOW, async ({ home: opened }) => {
      adopt();
      expect(opened.missed()).toMatchObject({ kinds: { unknown: 1 } });
    });
    expect(existsSync(join(run(), '1-1999999992'))).toBe(false);
  });
});

describe('words in the tables of an older Cortex', () => {
  it('go too, from its indexes as well', async () => {
    mkdirSync(home, { mode: 0o700 });
    writeOlderBrain(join(home, 'brain.db'));
    const words = ['cat at 38400', 'needs a review', '/dev/ttyUSB0'];
    for (const one of words) {
      await at(NOW, async ({ deps, home: opened }) => {
        const done = await forget(deps, opened.copies(), { words: [one] });
        expect(done).toMatchObject({ isGone: true, unreachable: [] });
      });
    }
    expect(filesWith(/38400|needs a review|ttyUSB0/)).toEqual([]);
    expect(olderRows(join(home, 'brain.db'))['stm']).toMatchObject([
      { content: 'the ft991a speaks [forgotten] baud' },
    ]);
  });
});

describe('a session that is forgotten', () => {
  const idOf = (host: string) =>
    at(NOW, async ({ deps }) => {
      const states = await deps.store.history({ limit: 50 } as never);
      return states.find((state) => state.host_session_id === host)!.session_id;
    });

  it.each(['cold', 'ended', 'live'])(
    '%s, leaves nothing of itself, and others stay',
    async (host) => {
      await work(NOW - 40 * DAY, 'cold', 'tube7731');
      await at(NOW - 9 * DAY, ({ home: opened, deps }) =>
        maintain(deps, opened.copies(), {
          dryRun: false,
          most: 9,
          outOfTime: () => false,
          progress: () => {},
        }),
      );
      await work(NOW - 3 * DAY, 'ended', 'tube7732');
      await work(NOW - DAY, 'next', 'tube7733');
      await work(NOW - HOUR, 'live', 'tube7734', { ends: false });
      const [words, ...others] = [
        ['cold', /tube7731/i],
        ['ended', /tube7732/i],
        ['live', /tube7734/i],
        ['next', /tube7733/i],
      ]
        .sort(([name]) => (name === host ? -1 : 1))
        .map(([, pattern]) => pattern as RegExp);
      const id = await idOf(host);
      expect(filesWith(words!).length).toBeGreaterThan(0);
      await at(NOW, async ({ deps, home: opened }) => {
        const subject: Subject = { sessions: [id] };
        const foreseen = (await foreseeSession(deps, opened.copies(), id))!;
        if (host === 'ended') expect(foreseen.rows.told).toBeGreaterThan(0);
        expect(foreseen.session).toMatchObject({
          findings: [expect.any(String)],
          is_running: host === 'live',
        });
        expect(await forget(deps, opened.copies(), subject)).toMatchObject({
          isGone: true,
          unreachable: [],
          memories: foreseen.session!.findings,
        });
        expect(await foreseeSession(deps, opened.copies(), id)).toBeNull();
      });
      expect(filesWith(words!)).toEqual([]);
      for (const other of others) expect(filesWith(other).length).toBeGreaterThan(0);
      const raw = new DatabaseSync(join(home, 'brain.db'));
      const tables = raw.prepare("SELECT name FROM pragma_table_list WHERE type = 'table'").all();
      const naming = tables
        .map((row) => String(row['name']))
        .filter((name) => !['metric_records', 'session_restores'].includes(name))
        .filter((name) =>
          JSON.stringify(raw.prepare(`SELECT * FROM "${name}"`).all()).includes(id),
        );
      raw.close();
      expect(naming).toEqual([]);
    },
  );

  it.each(['running', 'ended', 'cold'])(
    'takes its pins out of a session that ran beside it and is %s, and leaves those of before',
    async (state) => {
      const began = NOW - 40 * DAY;
      const pinned = (millis: number, content: string) =>
        at(millis, ({ deps }) => pin(deps, deps.locate(repo).scope, { content, by: 'person' }));
      const event = (
        millis: number,
        id: string,
        name: string,
        more: Record<string, unknown> = {},
      ) => at(millis, ({ deps }) => hook(deps, id, name, more));
      await pinned(began - MINUTE, 'the mast7730 stands');
      await event(began, 'one', 'SessionStart', { source: 'startup' });
      await event(began + 1, 'one', 'UserPromptSubmit', {
        prompt: 'look at the antenna',
        prompt_id: 'p1',
      });
      await pinned(began + MINUTE, 'the client is called tube7731');
      await event(began + 2 * MINUTE, 'two', 'SessionStart', { source: 'startup' });
      await event(began + 2 * MINUTE, 'two', 'UserPromptSubmit', {
        prompt: 'test the relay',
        prompt_id: 'p2',
      });
      await at(began + 3 * MINUTE, async ({ deps }) => {
        const [two] = (await deps.store.openSessions()).filter(
          ({ hostSessionId }) => hostSessionId === 'two',
        );
        const held = (await deps.store.pinsNow(two!.id)).map(({ content }) => content);
        expect(held.sort()).toEqual(['the client is called tube7731', 'the mast7730 stands']);
      });
      await event(began + 3 * MINUTE, 'two', 'Stop', {
        last_assistant_message: 'It clicks.',
        prompt_id: 'p2',
      });
      if (state !== 'running')
        await event(began + 3 * MINUTE, 'two', 'SessionEnd', { reason: 'other' });
      const id = await idOf('one');
      const now = state === 'cold' ? NOW : began + 4 * MINUTE;
      const how = { dryRun: false, most: 9, outOfTime: () => false, progress: () => {} };
      if (state === 'cold')
        await at(now, ({ deps, home: opened }) => maintain(deps, opened.copies(), how));
      expect(filesWith(/called tube7731/).length).toBeGreaterThan(1);
      await at(now, async ({ deps, home: opened }) => {
        const subject: Subject = { sessions: [id] };
        const foreseen = (await foreseeSession(deps, opened.copies(), id))!;
        if (state !== 'cold')
          expect(foreseen.rows).toMatchObject({
            other_rows: 1,
            told: expect.toSatisfy((told) => told > 0),
          });
        expect(await forget(deps, opened.copies(), subject)).toMatchObject({
          isGone: true,
          unreachable: [],
        });
      });
      // The topics that the other session was told, and is compared by, are single words and stay.
      expect(filesWith(/called tube7731/)).toEqual([]);
      expect(filesWith(/mast7730/).length).toBeGreaterThan(0);
    },
  );

  it('keeps a rule of the person unless that is asked for', async () => {
    const rule = { source: 'person' as const, categories: ['rule'] };
    for (const [host, rules] of [
      ['one', false],
      ['two', true],
    ] as const) {
      await work(NOW - DAY, host, 'tube7731', { ends: false });
      const id = await idOf(host);
      await at(NOW, async ({ deps, home: opened }) => {
        const { scope } = deps.locate(repo);
        const mine = (await deps.store.openSessions()).filter((head) => head.id === id);
        const content = `never touch the valve of ${host}`;
        const made = await addMemory(deps, scope, { content, ...rule }, mine);
        const { memory } = made as { memory: { id: string } };
        await forget(deps, opened.copies(), { sessions: [id], rules });
        const kept = await deps.store.memory(memory.id);
        expect(kept).toEqual(rules ? null : expect.objectContaining({ content, sessionId: null }));
      });
    }
  });
});

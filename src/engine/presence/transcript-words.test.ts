import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { conversation, type TestDeps, testDeps } from '../../../test/deps.ts';
import { useScratch } from '../../../test/use-scratch.ts';
import { spokenAt } from '../../agents/all.ts';
import { foldDigest } from '../../domain/sessions/digest.ts';
import { linesSince } from '../../system/base/lines.ts';

let deps: TestDeps;
let path: string;
const folder = useScratch();
beforeEach(() => {
  path = join(folder.path, 'transcript.jsonl');
  deps = {
    ...testDeps(),
    spoken: (host, file, since) => {
      const lines = linesSince(file, since);
      return lines && { said: spokenAt(host, lines.text), read: lines.read };
    },
  };
});

/** A line of Claude Code, as of now; a second later it is the next one's turn. */
function wrote(type: 'assistant' | 'user', text: string, more: object = {}): string {
  deps.advance(1_000);
  const timestamp = new Date(deps.now()).toISOString();
  const content = type === 'user' ? text : [{ type: 'text', text }];
  return `${JSON.stringify({ type, sessionId: 'one', timestamp, message: { role: type, content }, ...more })}\n`;
}
const writes = (...line: Parameters<typeof wrote>) => appendFileSync(path, wrote(...line));

async function asks(text: string, name = 'one') {
  await conversation(deps, name)({ kind: 'prompt', text });
  writes('user', text);
}
const ends = (reply: string | null) => {
  deps.advance(1_000);
  return conversation(deps)({ kind: 'turn-end', reply, transcript: path });
};
const starts = (name = 'one', cwd = '/work/radio') =>
  conversation(deps, name, cwd)({ kind: 'session-start', source: 'startup', transcript: path });

/** A session whose first request is made. */
async function begun() {
  await starts();
  await asks('why does the tuner drift');
}

async function session(name = 'one') {
  const { id } = (await deps.store.sessionOfHost('claude-code', name))!;
  const facts = (await deps.store.factsOf(id)).map(({ fact }) => fact);
  const between = facts.flatMap((fact) =>
    fact.kind === 'reply' && fact.between ? [fact.text] : [],
  );
  return { id, facts, between, turns: await deps.store.turnsOf(id) };
}

const FIRST = 'The tuner drifts since the crystal was changed in 2019.';
const SECOND = 'I keep the old table and add an offset of 12 kHz.';

describe('words between tool calls', () => {
  it('are read at the end of a turn, without secrets, subagents and notices, and the reply is there once', async () => {
    await begun();
    writes('assistant', `${FIRST} Key AKIA${'Q7RVZ2LMXPD4KJ5T'}. <private>my salary</private>`);
    writes('assistant', 'A subagent looks around.', { isSidechain: true });
    writes('assistant', 'API Error: 529', { isApiErrorMessage: true });
    writes('assistant', SECOND);
    writes('assistant', 'Fixed.');
    await ends('Fixed.');
    const { facts, between, turns } = await session();
    expect(between).toEqual([expect.stringContaining(FIRST), SECOND]);
    expect(between[0]).toContain('[REDACTED]');
    expect(between[0]).not.toContain('salary');
    const kinds = facts.map(({ kind }) => kind).slice(2);
    expect(kinds).toEqual([...Array(3).fill('reply'), 'turn-ended', 'stood']);
    expect(turns[0]!.answered).toMatch(/2019[\s\S]*12 kHz[\s\S]*Fixed\./);
  });

  it('that come late are read at the next end and belong to their own turn', async () => {
    await begun();
    const behind = wrote('assistant', FIRST) + wrote('assistant', 'Fixed.');
    // A host was about to write the rest.
    appendFileSync(path, behind.slice(0, 40));
    await ends('Fixed.');
    expect((await session()).between).toEqual([]);
    appendFileSync(path, behind.slice(40));
    await asks('and the second one?');
    writes('assistant', SECOND);
    await ends('Done.');
    const { between, turns, id } = await session();
    expect(between).toEqual([FIRST, SECOND]);
    expect(turns.map(({ answered }) => answered)).toEqual([
      expect.stringMatching(/2019[\s\S]*Fixed\./),
      expect.stringMatching(/12 kHz[\s\S]*Done\./),
    ]);
    expect(turns[1]!.answered).not.toContain('2019');
    const head = (await deps.store.head(id))!;
    const anew = foldDigest(null, await deps.store.factsOf(id), head.scope);
    expect(anew.dialogue?.all).toEqual(turns);
  });

  it('count once, however often the file is read', async () => {
    await begun();
    const lines = wrote('assistant', FIRST) + wrote('assistant', 'Fixed.');
    appendFileSync(path, lines);
    await ends('Fixed.');
    // Shorter than it was: it is read from its beginning.
    writeFileSync(path, lines);
    await asks('go on');
    await ends('Went on.');
    const { facts, between } = await session();
    expect(between).toEqual([FIRST]);
    expect(facts.filter((fact) => fact.kind === 'reply')).toHaveLength(3);
  });

  it('of a turn that the person broke off are there, and those of an earlier conversation are not', async () => {
    writes('assistant', 'Said in the conversation that this one was split from, in 1999.');
    deps.advance(60_000);
    await begun();
    writes('assistant', FIRST);
    await conversation(deps)({ kind: 'session-end', reason: 'other' });
    const { between, turns } = await session();
    expect(between).toEqual([FIRST]);
    expect(turns[0]!.answered).toContain('2019');
  });

  it('are told after a compaction in the middle of their turn, and are there once when it ends', async () => {
    await begun();
    writes('assistant', FIRST);
    await conversation(deps)({ kind: 'compacting' });
    const { context } = await conversation(deps)({ kind: 'session-start', source: 'compact' });
    expect(context).toContain(FIRST);
    writes('assistant', SECOND);
    writes('assistant', 'Fixed.');
    await ends('Fixed.');
    const { between, turns } = await session();
    expect(between).toEqual([FIRST, SECOND]);
    expect(turns).toHaveLength(1);
    expect(turns[0]!.answered).toMatch(/2019[\s\S]*12 kHz[\s\S]*Fixed\./);
  });

  it('of a turn that failed are there', async () => {
    await begun();
    writes('assistant', FIRST);
    await conversation(deps)({ kind: 'turn-end', reply: null, failed: true, transcript: path });
    const { turns } = await session();
    expect(turns[0]).toMatchObject({ ended: 'failed', answered: FIRST });
  });

  it('are silently none without a file', async () => {
    await starts();
    await conversation(deps)({ kind: 'prompt', text: 'why does the tuner drift' });
    await ends('Fixed.');
    expect((await session()).between).toEqual([]);
    expect(deps.failures).toEqual([]);
  });
});

describe('a session that was killed', () => {
  it('has the words of its last turn when the next one starts', async () => {
    deps.from('a');
    await begun();
    writes('assistant', FIRST);
    deps.dies('a');
    deps.from('b');
    deps.advance(60_000);
    const { context } = await starts('two');
    const { turns } = await session();
    expect(turns).toMatchObject([
      { asked: 'why does the tuner drift', answered: FIRST, ended: null },
    ]);
    expect(context).toContain('2019');
  });

  it('is read only where it is among the newest of its scope', async () => {
    deps.from('a');
    await starts('elsewhere', '/work/shop');
    for (const name of ['p', 'q', 'r', 's']) {
      await starts(name);
      await asks(`request of ${name}, which is long enough`, name);
      writes('assistant', `${FIRST} ${name}`);
    }
    deps.dies('a');
    deps.from('b');
    await starts('two');
    const heard = await Promise.all(['elsewhere', 'p', 'q', 'r', 's'].map((name) => session(name)));
    expect(heard.map(({ between }) => between.length > 0)).toEqual([true, false, true, true, true]);
  });
});

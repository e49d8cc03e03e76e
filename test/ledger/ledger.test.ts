import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/domain/base/text/hash.ts';
import { estimateTokens } from '../../src/domain/base/text/tokens.ts';
import type { LedgerTotals, SessionStats } from '../../src/domain/ledger/totals.ts';
import { type Agent, type AgentOptions, cortex, told } from '../agent.ts';
import { useStage } from '../stage.ts';

const at = (minutes: number) =>
  new Date(Date.parse('2026-11-15T10:00:00Z') + minutes * 60_000).toISOString();
const DTR = 'the radio answers only when DTR is high';
const BAUD = 'the tuner speaks 4800 baud';

let home: string;
let repo: string;
const made = useStage('radio', at(0), (stage) => {
  ({ home, repo } = stage);
});

function agent(minutes: number, more: Partial<AgentOptions> = {}): Agent {
  // One session contributes to a start: with the first prompt it may be another.
  const env = { CORTEX_SESSION_PERSISTENCE_MAX_SESSIONS_SCORED: '1', ...more.env };
  return made({ now: at(minutes), ...more, env });
}

/** A session that said something, learnt something and ended. */
async function earlier(minutes: number, words: string, ...learnt: string[]): Promise<void> {
  const one = agent(minutes);
  await one.start();
  await one.prompt(words);
  for (const memory of learnt) await one.run('memory', 'add', memory);
  await one.stop();
  await one.end();
}

/** As `cortex stats --json` has them. */
interface Totals
  extends Pick<
    LedgerTotals,
    'tokensSent' | 'tokensSaved' | 'efficiency' | 'queries' | 'conversations'
  > {
  readonly by_kind: LedgerTotals['byKind'];
  readonly saved_estimated: number;
}

interface Stats {
  readonly conversation: (SessionStats & Totals) | null;
  readonly all: Totals;
}
async function stats(minutes: number, ...args: string[]): Promise<Stats> {
  const done = await cortex({ home, cwd: repo, now: at(minutes) }, 'stats', '--json', ...args);
  expect(done.stderr).toBe('');
  return JSON.parse(done.stdout) as Stats;
}

interface Row {
  readonly conversation: number;
  readonly epoch: number;
  readonly kind: string;
  readonly id: string;
  readonly hash: string | null;
  readonly fact: string;
}
function facts(): Row[] {
  const database = new DatabaseSync(join(home, 'brain.db'), { readOnly: true });
  try {
    return database
      .prepare(
        `SELECT session_id AS conversation, body ->> '$.epoch' AS epoch, body ->> '$.fact' AS fact, body ->> '$.reason' AS reason,
           coalesce(body ->> '$.item.kind', body ->> '$.fact') AS kind, body ->> '$.item.id' AS id, body ->> '$.item.hash' AS hash,
           coalesce(body ->> '$.item.tokens', body ->> '$.tokens') AS tokens
         FROM session_events WHERE kind = 'ledger' ORDER BY session_id, seq`,
      )
      .all() as unknown as Row[];
  } finally {
    database.close();
  }
}
const of = (kind: string) => facts().filter((row) => row.kind === kind);

describe('what a conversation was shown', () => {
  it('is on record by kind, with hashes and without a text', async () => {
    await earlier(0, 'wire the radio', DTR);
    await cortex({ home, cwd: repo, now: at(5) }, 'pin', 'port is ttyUSB0');
    const one = agent(10);
    const preamble = told(await one.start())!;
    expect(preamble).toContain(DTR);
    expect(preamble).toContain('ttyUSB0');
    expect(of('memory')).toMatchObject([{ fact: 'sent', epoch: 0, hash: contentHash(DTR) }]);
    expect(of('pin')).toHaveLength(1);
    expect(of('preamble')).toMatchObject([{ fact: 'sent', hash: contentHash(preamble) }]);
    expect(JSON.stringify(facts())).not.toMatch(/ttyUSB0|DTR/i);
  });

  it('is not sent again with the first prompt, and that is counted as saved', async () => {
    await earlier(0, 'calibrate the antenna tuner', DTR, BAUD);
    await earlier(60, 'wire the serial port of the radio', DTR);
    const one = agent(120);
    const start = told(await one.start())!;
    expect(start).toContain(DTR);
    expect(start).toContain(BAUD);
    const more = told(
      await one.at(at(121)).prompt('go on to calibrate the antenna tuner: it needs 4800 baud'),
    );
    expect(more ?? '').not.toContain(BAUD);
    expect(more ?? '').not.toContain(DTR);
    const mine = of('memory').filter(
      (row, _, all) => row.conversation === all.at(-1)!.conversation,
    );
    expect(mine.map(({ fact, hash }) => [fact, hash])).toEqual([
      ['sent', contentHash(DTR)],
      ['sent', contentHash(BAUD)],
      ['withheld', contentHash(BAUD)],
    ]);
    const { conversation } = await stats(122);
    expect(conversation!.by_kind.memory).toMatchObject({
      loads: 3,
      unique: 2,
      sent: 2,
      withheld: 1,
    });
    expect(conversation!.tokensSaved).toBeGreaterThan(5);
    expect(conversation!.saved_estimated).toBe(conversation!.tokensSaved);
    const { tokensSent, tokensSaved, deduplicationEfficiency } = conversation!;
    expect(deduplicationEfficiency).toBeCloseTo(tokensSaved / (tokensSent + tokensSaved), 10);
    // Nothing is counted twice: the preamble counts only for what none of its pieces does.
    expect(tokensSent).toBe(estimateTokens(start) + estimateTokens(more ?? ''));
    const explained = JSON.parse((await one.run('explain', '--json')).stdout) as {
      explanation: { memories: { verdict: string }[] };
    }[];
    const verdicts = explained.flatMap(({ explanation }) =>
      explanation.memories.map(({ verdict }) => verdict),
    );
    expect(verdicts).toEqual(['taken', 'taken']);
  });

  it.each(['compact', 'clear'])('is sent again, all of it, after %s', async (source) => {
    await earlier(0, 'wire the radio', DTR);
    const one = agent(10);
    expect(told(await one.start())).toContain(DTR);
    expect(told(await one.at(at(12)).start(source))).toContain(DTR);
    expect(of('memory')).toMatchObject([
      { fact: 'sent', epoch: 0 },
      { fact: 'sent', epoch: 1 },
    ]);
    const reason = source === 'compact' ? 'compaction' : 'clear';
    expect(facts().filter(({ fact }) => fact === 'epoch')).toMatchObject([{ epoch: 1, reason }]);
  });

  it.each(['resume', 'fork'])('comes along at %s', async (source) => {
    await earlier(0, 'wire the radio', DTR);
    const one = agent(10);
    await one.start();
    await one.prompt('go on');
    if (source === 'resume') await one.end();
    const next = source === 'resume' ? agent(20, { sessionId: one.sessionId }) : one;
    const started =
      source === 'resume'
        ? next.start('resume')
        : one.at(at(20)).hook('SessionStart', { source, session_id: 'the fork' });
    expect(told(await started)).toBeNull();
    expect(of('memory').map(({ fact, hash }) => [fact, hash])).toEqual([
      ['sent', contentHash(DTR)],
      ['carried', contentHash(DTR)],
    ]);
    // Counted where it was sent.
    expect((await stats(21, '--all')).all.by_kind.memory).toMatchObject({ sent: 1, withheld: 0 });
  });

  it('is not kept where that is switched off, and nothing else changes', async () => {
    const env = { CORTEX_LEDGER_PERSIST: 'false' };
    await earlier(0, 'calibrate the antenna tuner', DTR, BAUD);
    await earlier(60, 'wire the serial port of the radio', DTR);
    const kept = facts().length;
    const one = agent(120, { env });
    const start = told(await one.start())!;
    for (const known of [DTR, BAUD]) expect(start).toContain(known);
    const more = told(await one.at(at(121)).prompt('go on to calibrate the antenna tuner'));
    expect(more ?? '').not.toContain(BAUD);
    expect(more ?? '').not.toContain(DTR);
    expect(facts()).toHaveLength(kept);
  });

  it('says nothing of a memory that was forgotten', async () => {
    await earlier(0, 'wire the radio', DTR);
    await agent(10).start();
    const [{ id }] = of('memory') as [Row];
    await cortex({ home, cwd: repo, now: at(11) }, 'memory', 'forget', id, '--yes');
    expect(of('memory')).toMatchObject([{ id, hash: null }]);
  });
});

describe('files', () => {
  it('that the conversation read are known by name when the turn ends, and count for no token', async () => {
    const one = agent(0);
    await one.start();
    await one.prompt('look at the driver');
    const read = (path: string, more = {}) =>
      one.hook('PostToolUse', {
        tool_name: 'Read',
        tool_input: { file_path: join(repo, path) },
        tool_response: {},
        tool_use_id: `read ${path}`,
        ...more,
      });
    await read('cat.ts');
    await read('log.ts');
    await read('other.ts', { agent_id: 'helper' });
    await one.stop();
    await read('later.ts');
    await one.stop('More done.');
    expect(of('file').map(({ id, hash }) => [id, hash])).toEqual([
      [join(repo, 'cat.ts'), null],
      [join(repo, 'log.ts'), null],
      [join(repo, 'later.ts'), null],
    ]);
    expect((await stats(1)).conversation).toMatchObject({
      filesReferenced: 3,
      uncounted: 3,
      by_kind: { file: { tokensSent: 0 } },
    });
  });
});

describe('a file that was read again', () => {
  const path = () => join(repo, 'tuner.ts');
  const read = (one: Agent, content: string, lines = {}) =>
    one.tool(
      'Read',
      { file_path: path() },
      {
        type: 'text',
        file: { filePath: path(), content, numLines: 1, startLine: 1, totalLines: 1, ...lines },
      },
    );
  const watching = { env: { CORTEX_LEDGER_FILE_NOTE: 'true' } };

  it('is said to be unchanged, where that is wanted and true', async () => {
    const one = agent(0, watching);
    await one.start();
    expect(told(await read(one, 'export const baud = 4800;'))).toBeNull();
    await one.stop();
    const tokens = estimateTokens('export const baud = 4800;');
    expect(told(await read(one.at(at(5)), 'export const baud = 4800;'))).toBe(
      `<cortex-note kind="file">${path()} has not changed since this conversation read it at 10:00 UTC (about ${tokens} tokens).</cortex-note>`,
    );
    expect(told(await read(one, 'export const baud = 9600;'))).toBeNull();
    // A part is no whole: nothing is said, and it is not taken for the file.
    expect(told(await read(one, 'export const', { totalLines: 9 }))).toBeNull();
    expect(told(await read(one, 'export const baud = 9600;'))).toContain('has not changed');
    expect(of('file').map(({ hash }) => hash === null)).toEqual([false, false, false, false]);
    await one.start('compact');
    expect(told(await read(one, 'export const baud = 9600;'))).toBeNull();
    expect(JSON.stringify(facts())).not.toContain('baud');
  });

  it("is nobody's business unless somebody wants it", async () => {
    const one = agent(0);
    await one.start();
    for (let time = 0; time < 2; time++) expect(told(await read(one, 'the same'))).toBeNull();
    expect(of('file')).toEqual([]);
  });
});

describe('cortex stats', () => {
  it('has nothing to say where nothing was sent', async () => {
    const done = await cortex({ home, cwd: repo, now: at(0) }, 'stats');
    expect(done.stdout).toContain('Cortex has sent nothing to a conversation here yet.');
    expect(done.stdout).toContain('All 0 conversations: 0 tokens sent, 0 saved, efficiency 0.0 %');
  });

  it('marks what was estimated, and lists kinds and levels', async () => {
    await earlier(0, 'wire the radio', DTR, `the manual: ${'more and more of it '.repeat(30)}`);
    const one = agent(10);
    await one.start();
    const { stdout } = await one.run('stats');
    expect(stdout).toMatch(
      /^Conversation [0-9a-f]+, 0 min: ~\d+ tokens sent, 0 saved, efficiency 0\.0 %$/m,
    );
    expect(stdout).toMatch(/^ {2}memory +2 +2 +2 +0 +\d+ +0$/m);
    // A line holds 300 characters of a memory: that one is cut.
    expect(stdout).toContain('level 1: 1');
  });

  it('has the figure of today in cortex status', async () => {
    await earlier(0, 'wire the radio', DTR);
    await agent(10).start();
    const today = async (minutes: number) => {
      const done = await cortex({ home, cwd: repo, now: at(minutes) }, 'status', '--json');
      return (JSON.parse(done.stdout) as { tokens_today: number }).tokens_today;
    };
    const { all } = await stats(11, '--all');
    expect(all.tokensSent).toBeGreaterThan(0);
    expect(await today(11)).toBe(all.tokensSent);
    expect(await today(11 + 2 * 24 * 60)).toBe(0);
  });
});

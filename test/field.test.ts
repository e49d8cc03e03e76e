import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { loadCorpus } from '../bench/continuity/corpus.ts';
import { MOMENTS } from '../bench/field/costs.ts';
import { toldIn } from '../bench/field/host.ts';
import { npmReason } from '../bench/field/install.ts';
import { portOf } from '../bench/field/peers/claude-mem.ts';
import { FIELD } from '../bench/field/peers.ts';
import { merged, type Report, type Row } from '../bench/field/report.ts';
import { foundIn } from '../bench/field/stores.ts';
import { standings } from '../bench/field/table.ts';
import { tellingsOf, withoutPins } from '../bench/field/told.ts';
import { usageIn, usedBy } from '../bench/field/usage.ts';
import { linesOfEvent } from '../bench/transcripts.ts';
import { table } from './table.ts';
import { useScratch } from './use-scratch.ts';

const AT = { root: '/cache/peer', home: '/home/dev', repo: '/home/dev/work/project' };
const events = (peer: (typeof FIELD)[number], event: string, tool = 'Edit') =>
  peer.hooks(AT, { hook_event_name: event, tool_name: tool, prompt: 'hello' }).map(({ args }) => args.at(-1));
const peerNamed = (name: string) => FIELD.find((peer) => peer.name === name)!;

describe('the peers of the field', () => {
  it.each(table<[string, string, string[]]>('field-peers'))('%s at %s', (name, event, expected) => {
    expect(events(peerNamed(name), event)).toEqual(expected);
  });

  it('matches the tools that the peer registers', () => {
    expect(events(peerNamed('deja-vu'), 'PostToolUse', 'Bash')).toEqual(['hook-tool-after']);
    expect(events(peerNamed('context-mode'), 'PostToolUse', 'WebFetch')).toEqual([]);
  });

  it('gives two homes two ports', () => {
    expect(portOf('/a/home')).not.toBe(portOf('/b/home'));
    expect(portOf('/a/home')).toBeGreaterThanOrEqual(30_000);
  });

  it('says in the words of npm why one cannot be installed', () => {
    const stderr =
      'npm warn x\nnpm error code ETARGET\nnpm error notarget No matching version found for a@1.\n';
    expect(npmReason(stderr)).toBe('notarget No matching version found for a@1.');
    expect(npmReason('')).toBeNull();
  });
});

describe('what a hook tells', () => {
  it.each([
    ['SessionStart', 'plain words\n', 'plain words'],
    ['PostToolUse', 'plain words', ''],
    ['SessionStart', '{"systemMessage":"for the person"}', ''],
    ['SessionStart', '{"hookSpecificOutput":{"additionalContext":"for the model"}}', 'for the model'],
    ['UserPromptSubmit', '{not json', '{not json'],
  ])('%s %s', (event, stdout, told) => {
    expect(toldIn(event, stdout)).toBe(told);
  });

  it('leaves a line in the transcript for what the host writes there', () => {
    const common = { session_id: 's', cwd: '/work' };
    const lines = (payload: object) =>
      linesOfEvent({ ...common, ...payload }, 0)
        ?.trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    expect(lines({ hook_event_name: 'SessionStart' })).toBeUndefined();
    expect(lines({ hook_event_name: 'UserPromptSubmit', prompt: 'hello' })).toMatchObject([
      { type: 'user', sessionId: 's', message: { role: 'user', content: 'hello' } },
    ]);
    const used = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't' };
    expect(
      lines({ hook_event_name: 'PostToolUse', ...used, tool_response: { stdout: 'a.ts' } }),
    ).toMatchObject([
      { type: 'assistant', message: { content: [{ type: 'tool_use', id: 't', name: 'Bash' }] } },
      { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'a.ts' }] } },
    ]);
    expect(
      lines({ hook_event_name: 'PostToolUseFailure', ...used, error: 'Exit code 1' })?.[1],
    ).toMatchObject({
      message: { content: [{ is_error: true, content: 'Exit code 1' }] },
    });
  });
});

describe('what a program keeps', () => {
  const folder = useScratch();

  it('is found in files and over the pages of a database', () => {
    const store = join(folder.path, 'store');
    mkdirSync(store);
    writeFileSync(join(store, 'notes.md'), 'a needle here');
    const database = new DatabaseSync(join(store, 'a.db'));
    database.exec('PRAGMA page_size=512; CREATE TABLE t (body TEXT)');
    const long = `${'x'.repeat(5000)}deep${'y'.repeat(5000)}`;
    database.prepare('INSERT INTO t VALUES (?)').run(long);
    database.close();
    const texts = ['needle', long.slice(4900, 5200), 'absent'];
    expect([...foundIn([store, join(folder.path, 'missing')], texts)]).toEqual(texts.slice(0, 2));
  });
});

it('reads what the kernel says of a process', () => {
  expect(usageIn('41.5 43008 0')).toEqual({ cpu: 41.5, memory: 42, code: 0 });
  expect(usedBy(2 ** 22 + 1)).toBeNull();
});

it('asks nobody for a pin', () => {
  const { scripts } = loadCorpus();
  const script = scripts.find(({ facts }) => facts.some(({ kind }) => kind === 'pin'))!;
  const { facts, turns } = withoutPins(script);
  expect(facts).toHaveLength(script.facts.filter(({ kind }) => kind !== 'pin').length);
  expect(turns.flatMap(({ tools }) => tools).some(({ tool }) => tool === 'pin')).toBe(false);
});

const share = (told: number, of = 10) => ({ told, of });
const costs = (start: number) => ({
  cpu: Object.fromEntries(MOMENTS.map((moment) => [moment, start * 40])) as Record<
    (typeof MOMENTS)[number],
    number
  >,
  times_bare: Object.fromEntries(MOMENTS.map((moment) => [moment, start])) as Record<
    (typeof MOMENTS)[number],
    number
  >,
  ...{ session: start * 5, memory: 50 * start, daemon: null, disk: 1.25 },
});
const row = (name: string, told: number): Row => ({
  ...{ name, version: '1.0.0', packages: [name], commands: [`${name} hook`], note: 'a note', why: null },
  told: tellingsOf([
    { script: 'a', start: share(told), prompted: share(told), elsewhere: share(1), tokens: 100 },
    { script: 'b', start: share(told), prompted: share(told), elsewhere: share(0), tokens: 200 },
  ]),
  trials: {
    secrets: { planted: 10, kept: 3, told: 1 },
    fifty: { sent: 50, lost: 2 },
    kill: null,
  },
  left_out: {},
});
const REPORT: Report = {
  ...{ date: '2026-11-16', node: '24.0.0', cores: 2, load: [1, 2], minutes: 5 },
  rows: [
    row('Cortex', 9),
    row('quick & small', 5),
    { ...row('absent', 0), why: 'it needs the network', told: null, trials: null },
  ],
  costs: [
    {
      ...{ date: '2026-11-16', load: [1, 2] as const, sessions: 300, runs: 3, bare: { cpu: 40, memory: 42 } },
      peers: { Cortex: costs(1.5), 'quick & small': costs(0.5) },
    },
  ],
};

describe('the report of the field', () => {
  it('says where another one is ahead', () => {
    expect(standings(REPORT)).toContain('start at 300: Cortex 1.50, less: quick & small (0.50)');
    const rows = [row('Cortex', 3), row('other', 5)];
    expect(standings({ ...REPORT, costs: [], rows })).toEqual(['told: other 50 %, Cortex 30 %']);
  });

  it('keeps the figures of sizes and programs that were not measured again', () => {
    const now: Report = {
      ...REPORT,
      rows: [{ ...row('Cortex', 9), told: null }],
      costs: [{ ...REPORT.costs[0]!, sessions: 10_000 }],
    };
    const both = merged(REPORT, now);
    expect(both.costs.map(({ sessions }) => sessions)).toEqual([300, 10_000]);
    expect(both.rows.map(({ name }) => name)).toEqual(['Cortex', 'quick & small', 'absent']);
    expect(both.rows[0]!.told).toEqual(REPORT.rows[0]!.told);
    expect(merged(null, now)).toBe(now);
  });
});

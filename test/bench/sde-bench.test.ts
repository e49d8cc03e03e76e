import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Passages } from '../../bench/returns/passages.ts';
import { readSde } from '../../bench/returns/sde-data.ts';
import { Simplest } from '../../bench/returns/simplest.ts';
import { commitFiles, initRepository } from '../commit-files.ts';
import { useScratch } from '../use-scratch.ts';

const scratch = useScratch();

const CHATS = [
  {
    key: 'cache:0',
    turns: [
      { text: 'How long may an entry of the cache live?' },
      { text: 'Settled: an entry of the cache lives ninety seconds, and errors are never kept.' },
    ],
  },
  {
    key: 'decoy:0',
    turns: [{ text: 'What does the cache do?' }, { text: 'It keeps what was read, for speed.' }],
  },
];

describe('Passages', () => {
  const passages = new Passages(CHATS);

  it('takes five words in a row for a quotation and fewer for chance', () => {
    expect(passages.quoted('they said: "an entry of the cache" today', 'cache:0')).toEqual(
      new Set(['an', 'entry', 'of', 'the', 'cache']),
    );
    expect(passages.quoted('an entry of the list', 'cache:0').size).toBe(0);
    expect(passages.quoted('an entry of the cache lives', 'decoy:0').size).toBe(0);
  });

  it('counts the whole chat as all of the rule, and less of it as less', () => {
    const rule = 'ttl=ninety seconds; errors never kept';
    const whole = CHATS[0]!.turns.map(({ text }) => text).join('\n');
    expect(passages.ruleShare(whole, 'cache:0', rule)).toBe(1);
    const part = passages.ruleShare('the cache lives ninety seconds', 'cache:0', rule);
    expect(part).toBeGreaterThan(0);
    expect(part).toBeLessThan(1);
    expect(passages.ruleShare('', 'cache:0', rule)).toBe(0);
  });
});

describe('Simplest', () => {
  const simplest = new Simplest(CHATS);

  it('tells the best chat from its end', () => {
    expect(simplest.fromItsEnd('entries outlive their seconds', 1_000)).toBe(
      CHATS[0]!.turns
        .map(({ text }) => text)
        .reverse()
        .join('\n'),
    );
  });

  it.each([
    ['bestTurns', (room: number) => simplest.bestTurns('cache', room)],
    ['fromItsEnd', (room: number) => simplest.fromItsEnd('cache', room)],
    ['bestTurnAndEnd', (room: number) => simplest.bestTurnAndEnd('cache', room)],
    ['grepped', (room: number) => simplest.grepped('cache', room)],
    ['newestTurns', (room: number) => simplest.newestTurns(room)],
  ])('%s keeps to its room', (_name, tell) => {
    expect(tell(20)).toHaveLength(20);
  });
});

describe('readSde', () => {
  it('reads one chat of a plain task, two of an amended one, and the decoys', () => {
    const repository = initRepository(join(scratch.path, 'sde'));
    const turns = [{ role: 'user', text: 'The rule.' }];
    const task = (codebase: string, source: string, conversations: unknown) =>
      JSON.stringify({
        codebase,
        source,
        conversations,
        bug_report: 'It fails.',
        policy: 'the rule',
      });
    commitFiles(repository, {
      'a/tasks/main/task.json': task('a', 'conversation', turns),
      'b/tasks/main/task.json': task('b', 'conversation-amended', [turns, turns]),
      'gen/decoy_conversations.json': JSON.stringify([{ topic: 'x', turns }]),
    });
    const keys = (set: 'conversation' | 'conversation-amended') =>
      readSde(repository, set).chats.map(({ key }) => key);
    expect(keys('conversation').sort()).toEqual(['a:0', 'decoy:0']);
    expect(keys('conversation-amended').sort()).toEqual(['b:0', 'b:1', 'decoy:0']);
    const { chats, tasks } = readSde(repository, 'conversation-amended');
    expect(tasks).toHaveLength(1);
    expect(chats.map(({ at }) => at)).toEqual(chats.map(({ at }) => at).sort());
  });
});

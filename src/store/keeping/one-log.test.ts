import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { HERE, T0, useStore } from '../../../test/store.ts';
import type { ThreadId } from '../../domain/base/ids.ts';
import { badRows } from './repair/condition.ts';

describe('facts of a thread that an earlier version kept', () => {
  const here = useStore();
  const id = 't1' as ThreadId;
  const bodyOf = (text: string) => JSON.stringify({ kind: 'next', text, by: 'person' });
  const note = (text: string, at: number) =>
    here.store.recordThread(
      {
        scope: HERE,
        facts: [{ kind: 'next', text, by: 'person' }],
        newId: () => id,
        idleMillis: 1e9,
      },
      at,
      null,
    );
  const old = (seq: number, text: string, at: number) =>
    here.database.append('thread_events', {
      seq,
      thread_id: id,
      session_id: null,
      at,
      body: bodyOf(text),
      follows: null,
    });
  const move = async () => {
    for (const piece of await here.store.lateWork('log_moved')) piece.do();
    expect(badRows(here.database.raw)).toEqual([]);
  };
  const told = () =>
    here.database
      .all(
        `SELECT body ->> '$.text' AS text, stamp FROM session_events LEFT JOIN share_fact_stamps USING (seq)
         WHERE kind = 'thread' ORDER BY seq`,
      )
      .map(({ text, stamp }) => [text, stamp]);
  const stampAll = () =>
    here.database.record(
      'share_fact_stamps',
      "INSERT INTO share_fact_stamps(seq, origin, stamp) SELECT seq, 'me/1', at FROM session_events WHERE kind = 'thread'",
    );

  it('come back from a copy of before the move without a stamp of the others lost', async () => {
    await note('two', T0 + 2);
    await note('three', T0 + 3);
    stampAll();
    old(1, 'one', T0 + 1);
    old(2, 'two', T0 + 2);
    await move();
    expect(told()).toEqual([
      ['one', null],
      ['two', T0 + 2],
      ['three', T0 + 3],
    ]);
  });

  it('and change nothing where the log has them all, but that none is there twice', async () => {
    for (const [i, text] of ['one', 'three', 'two', 'three'].entries())
      await note(text, T0 + (text === 'three' ? 3 : i));
    stampAll();
    const numbers = () => here.database.column('SELECT seq FROM session_events ORDER BY seq');
    const [first, , ...others] = numbers();
    old(1, 'one', T0);
    await move();
    expect(numbers()).toEqual([first, ...others]);
    expect(told()).toEqual([
      ['one', T0],
      ['two', T0 + 2],
      ['three', T0 + 3],
    ]);
  });

  it('are moved out of compressed blocks, and forgotten in them', async () => {
    await note('three', T0 + 3);
    const columns = [
      [1, 1],
      [null, null],
      [T0 + 1, 1],
      [bodyOf('one'), bodyOf('two')],
      [null, null],
    ];
    const block = () =>
      here.database.put('fact_blocks', {
        log: 'thread',
        owner: id,
        last: 2,
        facts: 2,
        body: brotliCompressSync(JSON.stringify(columns)) as never,
      });
    block();
    await move();
    expect(told().map(([text]) => text)).toEqual(['one', 'two', 'three']);
    expect(await here.store.lateWork('log_moved')).toEqual([]);
    block();
    await here.store.forgetWords({ memoryId: null, content: 'two' }, T0 + 9);
    expect(told().map(([text]) => text)).toEqual(['one', 'three']);
  });
});

import { describe, expect, it } from 'vitest';
import type { ViewColumn } from '../../../operations/base/view.ts';
import { outputTo } from './output.ts';
import { printTable } from './table.ts';
import { widthOf } from './width.ts';

const COLUMNS: readonly ViewColumn[] = [
  { title: 'id' },
  { title: 'host', spare: 2 },
  { title: 'turns', align: 'right', spare: 1 },
  { title: 'title', least: 8 },
];
const ROWS = [
  ['a1b2c3d4', 'claude-code', '12', 'Make the radio reconnect by itself'],
  ['ffff0000', 'codex', '3', '設定を確認する'],
].map((row) => row.map((text) => ({ text })));

function table(width: number | null, rows = ROWS): string[] {
  let text = '';
  const stream = {
    isTTY: width !== null,
    ...(width && { columns: width }),
    write: (part: string) => (text += part),
  };
  printTable(outputTo(stream, { NO_COLOR: '1' }), COLUMNS, rows);
  return text.trimEnd().split('\n');
}

describe('a table', () => {
  it('is whole where nobody looks', () => {
    expect(table(null)).toEqual([
      'id        host         turns  title',
      'a1b2c3d4  claude-code     12  Make the radio reconnect by itself',
      'ffff0000  codex            3  設定を確認する',
    ]);
  });

  it('cuts what may be cut, then leaves out what is spare', () => {
    expect(table(44)[1]).toBe('a1b2c3d4  claude-code     12  Make the radi…');
    expect(table(30)[1]).toBe('a1b2c3d4     12  Make the rad…');
    expect(table(20)[1]).toBe('a1b2c3d4  Make the…');
  });

  it.each([20, 25, 33, 41, 60, 100])('stays within %i cells', (width) => {
    for (const line of table(width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
  });

  it('leaves out a column in which nothing stands', () => {
    const rows = ROWS.map((row) => row.map((cell, i) => (i === 1 ? { text: '' } : cell)));
    expect(table(null, rows)[0]).toBe('id        turns  title');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Stream } from '../../../ports/base/stream.ts';
import { outputTo, stripControls } from './output.ts';

function written(stream: Omit<Stream, 'write'>, env: Record<string, string> = {}) {
  let text = '';
  const out = outputTo({ ...stream, write: (part) => (text += part) }, env);
  return { out, text: () => text };
}

const TERMINAL = { isTTY: true, columns: 60 };

describe('colour', () => {
  it.each([
    ['on a terminal', TERMINAL, {}, true],
    ['not with NO_COLOR', TERMINAL, { NO_COLOR: '1' }, false],
    ['with an empty NO_COLOR', TERMINAL, { NO_COLOR: '' }, true],
    ['not on a dumb terminal', TERMINAL, { TERM: 'dumb' }, false],
    ['not into a pipe', {}, {}, false],
  ])('%s', (_name, stream, env: Record<string, string>, coloured) => {
    const { out, text } = written(stream, env);
    out.line(out.style.red('x'));
    expect(text()).toBe(coloured ? '\x1b[31mx\x1b[39m\n' : 'x\n');
  });
});

describe('width', () => {
  it.each([
    ["is the terminal's", TERMINAL, {}, 60],
    ["is the terminal's before COLUMNS", TERMINAL, { COLUMNS: '30' }, 60],
    ['is COLUMNS in a pipe, where somebody exported it', {}, { COLUMNS: '30' }, 30],
    ['has no end in a pipe', {}, {}, Number.POSITIVE_INFINITY],
    ['has no end where COLUMNS is no number', {}, { COLUMNS: 'wide' }, Number.POSITIVE_INFINITY],
    ['is never too narrow to say anything', { isTTY: true, columns: 3 }, {}, 20],
  ])('%s', (_name, stream, env: Record<string, string>, width) => {
    expect(written(stream, env).out.width).toBe(width);
  });

  it('holds in blocks and items, with what belongs together below each other', () => {
    const { out, text } = written({ isTTY: true, columns: 20 }, { NO_COLOR: '1' });
    out.item('1  ', 'a pin that is longer than a line');
    out.block('  indented text that wraps');
    expect(text().split('\n')).toEqual([
      '1  a pin that is',
      '   longer than a',
      '   line',
      '  indented text that',
      '  wraps',
      '',
    ]);
  });
});

describe('what reaches the terminal', () => {
  it.each([
    ['moves of the cursor', 'a\x1b[2Jb\x1b]0;title\x07c', 'a[2Jb]0;titlec'],
    ['line breaks', 'a\r\nb\tc', 'a b c'],
    ['text that runs the other way', 'a\u202eb\u2066c', 'abc'],
    ['8-bit controls', 'a\x9b31mb', 'a31mb'],
  ])('is without %s', (_name, text, expected) => {
    expect(stripControls(text, true)).toBe(expected);
  });

  it('is one line without controls, whatever was stored', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(stripControls(text, false)).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
      }),
    );
  });

  it('is JSON that a terminal does not obey and a program reads unchanged', () => {
    const { out, text } = written({});
    const value = { title: 'a\x1b[2J\x9b\u202eb' };
    out.json(value);
    expect(text()).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect(JSON.parse(text())).toEqual(value);
  });
});

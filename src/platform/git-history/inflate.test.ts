import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { numbers } from '../../../test/branchy.ts';
import { inflate } from './inflate.ts';

const random = numbers(11);
const words = (count: number) =>
  Array.from({ length: count }, () => random().toString(36).slice(2, 5)).join(' ');
const SAMPLES: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'one byte': Buffer.from('a'),
  repeats: Buffer.from('commit '.repeat(5000)),
  words: Buffer.from(words(3000)),
  'no pattern': Buffer.from(Array.from({ length: 70_000 }, () => random() * 256)),
};

describe.each(Object.entries(SAMPLES))('%s', (_, bytes) => {
  it.each([0, 1, 6, 9])('packed at level %i is unpacked', (level) => {
    const packed = deflateSync(bytes, { level });
    expect(Buffer.from(inflate(packed, bytes.length + 1) ?? []).equals(bytes)).toBe(true);
  });

  it('is unpacked in part', () => {
    const some = inflate(deflateSync(bytes), 100)!;
    expect(some.length).toBeGreaterThanOrEqual(Math.min(100, bytes.length));
    expect(Buffer.from(some).equals(bytes.subarray(0, some.length))).toBe(true);
  });
});

it('with fixed codes is unpacked', () => {
  const packed = deflateSync(Buffer.from('tree tree tree'), { strategy: 4 });
  expect(Buffer.from(inflate(packed, 99)!).toString()).toBe('tree tree tree');
});

describe('what is no such stream', () => {
  it.each([
    ['empty', []],
    ['another format', [0x1f, 0x8b, 8, 0]],
    ['a wrong check', [0x78, 0x9d, 3, 0]],
    ['a preset dictionary', [0x78, 0xbb, 0, 0]],
    ['an unknown kind of block', [0x78, 0x9c, 7]],
  ])('%s is null', (_, bytes) => {
    expect(inflate(Uint8Array.from(bytes), 100)).toBeNull();
  });

  it('cut off anywhere is null', () => {
    const packed = deflateSync(SAMPLES['words']!.subarray(0, 400));
    for (let length = 0; length < packed.length - 5; length++)
      expect(inflate(packed.subarray(0, length), 1000)).toBeNull();
  });

  it('of chance never throws and never makes more than was asked for', () => {
    for (let i = 0; i < 2000; i++) {
      const bytes = Uint8Array.from({ length: 60 }, () => random() * 256);
      bytes.set([0x78, 0x9c]);
      expect(inflate(bytes, 500)?.length ?? 0).toBeLessThan(500 + 258);
    }
  });
});

import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyText, newKeyText, plainCodec, readKey, sealedCodec } from './cipher.ts';
import { FORMAT } from './domain/segment.ts';

const SEAT = { project: 'p', origin: 'o', n: 3, format: FORMAT };

describe('a body', () => {
  const key = randomBytes(32);
  const codec = sealedCodec(key);

  it.each([plainCodec(), codec])('is opened in its seat and nowhere else, sealed or not', (one) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const body = one.pack(SEAT, text);
        expect(one.unpack(SEAT, body)).toBe(text.toWellFormed());
        for (const other of [
          { project: 'q' },
          { origin: 'x' },
          { n: 4 },
          { format: 1 },
          { format: 2 },
        ])
          expect(one.unpack({ ...SEAT, ...other }, body)).toBeNull();
        expect(sealedCodec(randomBytes(32)).unpack(SEAT, body)).toBeNull();
      }),
    );
  });

  it('is not opened after any change of a byte', () => {
    const body = codec.pack(SEAT, 'the shadow flag is off');
    for (let i = 0; i < body.length; i++) {
      const changed = Uint8Array.from(body);
      changed[i]! ^= 1;
      expect(codec.unpack(SEAT, changed)).toBeNull();
    }
  });

  it('is all that counts where there is a key, and says nothing', () => {
    const text = 'heliotrope '.repeat(50);
    expect(codec.unpack(SEAT, plainCodec().pack(SEAT, text))).toBeNull();
    expect(plainCodec().unpack(SEAT, codec.pack(SEAT, text))).toBeNull();
    expect(Buffer.from(codec.pack(SEAT, text)).includes('heliotrope')).toBe(false);
    expect(codec.nameOf('github.com/acme/shop')).toMatch(/^[0-9a-f]{64}$/);
    expect(codec.nameOf('github.com/acme/shop')).toBe(
      sealedCodec(key).nameOf('github.com/acme/shop'),
    );
  });

  it('does not fill the memory when it is a bomb', () => {
    const bomb = plainCodec().pack(SEAT, 'a'.repeat(17 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(100_000);
    expect(plainCodec().unpack(SEAT, bomb)).toBeNull();
  });
});

describe('a key as text', () => {
  it('comes back whole, and a slip of the hand is noticed', () => {
    const text = newKeyText();
    expect(keyText(readKey(text)!.key)).toBe(text);
    expect(readKey(` ${text}\n`)).not.toBeNull();
    for (let i = 'cortex-key-'.length; i < text.length; i++) {
      const slipped = `${text.slice(0, i)}${text[i] === 'A' ? 'B' : 'A'}${text.slice(i + 1)}`;
      expect(readKey(slipped)).toBeNull();
    }
    expect(readKey(text.slice(0, -1))).toBeNull();
  });

  it('may hold the repository that it opens', () => {
    const { key } = readKey(newKeyText())!;
    for (const url of [
      'https://git.example.org/me/thread.git',
      'git@example.org:me/thread',
      'ssh://ü/-u-',
    ]) {
      const text = keyText(key, url);
      expect(text).toMatch(/^[\w-]+$/);
      expect(readKey(text)).toEqual({ key, url });
      expect(readKey(text.replace('-u', '-v'))).toBeNull();
    }
  });
});

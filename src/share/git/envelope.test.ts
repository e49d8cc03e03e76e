import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMAT } from '../domain/segment.ts';
import { type Chunk, compare, newSigner, sealerOf, signerOf } from './envelope.ts';

const PROJECT = 'a'.repeat(64);
const sealer = sealerOf(randomBytes(32));
const signer = newSigner();
const ref = sealer.refOf(PROJECT, signer.origin);

function chunk(body: Uint8Array, more: Partial<Chunk> = {}): Chunk {
  const segments = [{ n: 7, audience: 'me' as const, format: FORMAT, body }];
  return { generation: 2, last: 7, stream: signer.origin, segments, ...more };
}

describe('a commit as it lies at the remote', () => {
  it('is opened with the key, at its ref, and by nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (body) => {
        const blob = sealer.seal(ref, chunk(body), signer);
        const opened = sealer.open(ref, PROJECT, blob)!;
        expect(opened).toMatchObject({
          generation: 2,
          last: 7,
          stream: signer.origin,
          origin: signer.origin,
        });
        expect(Buffer.compare(opened.segments[0]!.body, body)).toBe(0);
        expect(sealer.open(sealer.refOf(PROJECT, newSigner().origin), PROJECT, blob)).toBeNull();
        expect(sealer.open(ref, 'b'.repeat(64), blob)).toBeNull();
        expect(sealerOf(randomBytes(32)).open(ref, PROJECT, blob)).toBeNull();
      }),
    );
  });

  it('is not opened after any change of a byte, nor cut short', () => {
    const blob = sealer.seal(ref, chunk(Buffer.from('the shadow flag is off')), signer);
    for (let i = 0; i < blob.length; i++) {
      const changed = Uint8Array.from(blob);
      changed[i]! ^= 1;
      expect(sealer.open(ref, PROJECT, changed)).toBeNull();
      expect(sealer.open(ref, PROJECT, blob.subarray(0, i))).toBeNull();
    }
  });

  it('says nothing, is the same when it is made twice, and has a name that says nothing', () => {
    const made = () => sealer.seal(ref, chunk(Buffer.from('heliotrope '.repeat(50))), signer);
    expect(made().equals(made())).toBe(true);
    expect(made().includes('heliotrope')).toBe(false);
    expect(ref).toMatch(/^[0-9a-f]{24}\/[0-9a-f]{24}$/);
    expect(ref.startsWith(`${sealer.refFolder(PROJECT)}/`)).toBe(true);
  });

  it('counts for a stream only with the signature of its machine, or of one that carried it over', () => {
    const other = newSigner();
    // A stranger with the key, but without that machine, writes under its ref.
    expect(sealer.open(ref, PROJECT, sealer.seal(ref, chunk(Buffer.from('x')), other))).toBeNull();
    const carried = sealer.refOf(PROJECT, other.origin);
    const blob = sealer.seal(carried, chunk(Buffer.from('x')), other);
    expect(sealer.open(carried, PROJECT, blob)).toMatchObject({
      stream: signer.origin,
      origin: other.origin,
    });
    expect(signerOf(signer.secret).origin).toBe(signer.origin);
  });

  it('does not fill the memory when it is a bomb', () => {
    const blob = sealer.seal(ref, chunk(Buffer.alloc(80 * 1024 * 1024)), signer);
    expect(blob.length).toBeLessThan(200_000);
    expect(sealer.open(ref, PROJECT, blob)).toBeNull();
  });

  it.each([
    [[0, 5], [0, 6], -1],
    [[1, 2], [0, 9], 1],
    [[1, 2], [1, 2], 0],
  ] as const)('%j compared with %j', (a, b, sign) => {
    const [one, two] = [a, b].map(([generation, last]) => ({ generation, last })) as [Chunk, Chunk];
    expect(Math.sign(compare(one, two))).toBe(sign);
  });
});

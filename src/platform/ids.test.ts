import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { uuid } from './ids.ts';

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('uuid', () => {
  it('is a version 4 UUID, and another one each time', () => {
    const made = Array.from({ length: 5_000 }, () => uuid());
    for (const id of made) expect(id).toMatch(VERSION_4);
    expect(new Set(made).size).toBe(made.length);
  });

  it('leaves no bit but the six fixed ones constant', () => {
    const values = Array.from({ length: 200 }, () => BigInt(`0x${uuid().replaceAll('-', '')}`));
    const everSet = values.reduce((a, b) => a | b);
    const alwaysSet = values.reduce((a, b) => a & b);
    const fixed = (0xfn << 76n) | (0x3n << 62n);
    expect((everSet ^ alwaysSet) | fixed).toBe((1n << 128n) - 1n);
  });

  it.each([
    ['missing', (folder: string) => join(folder, 'none')],
    ['empty', () => '/dev/null'],
    ['a plain file, the same bytes each time', (folder: string) => join(folder, 'plain')],
    ['a folder', (folder: string) => folder],
  ])('needs no device: %s', (_what, device) => {
    const folder = mkdtempSync(join(tmpdir(), 'ids-'));
    writeFileSync(join(folder, 'plain'), 'A'.repeat(64));
    const made = [uuid(device(folder)), uuid(device(folder))];
    rmSync(folder, { recursive: true });
    for (const id of made) expect(id).toMatch(VERSION_4);
    expect(made[0]).not.toBe(made[1]);
  });
});

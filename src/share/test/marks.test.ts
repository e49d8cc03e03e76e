import { gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { used } from '../../../test/deps.ts';
import { machines, type TestHome } from './homes.ts';

/** The marks of lines in a home. */
function marksIn({ deps }: TestHome): Promise<readonly Uint8Array[]> {
  const units = {
    marks: (database: { column(sql: string): unknown[] }) =>
      database.column('SELECT lines FROM touched_lines'),
  };
  return (deps.store.room(units as never) as unknown as { marks(): Promise<Uint8Array[]> }).marks();
}

/** A body as it is stored, and as it is where it is packed. */
function forms(body: Uint8Array): string[] {
  const unpacked = [gunzipSync, inflateSync, inflateRawSync, zstdDecompressSync].flatMap(
    (unpack) => {
      try {
        return [unpack(body).toString('latin1')];
      } catch {
        return [];
      }
    },
  );
  return [Buffer.from(body).toString('latin1'), ...unpacked];
}

it('marks of lines stay in their home: no segment has them, and no other machine', async () => {
  const { log, laptop, desktop } = await machines();
  const added = Array.from({ length: 12 }, (_, i) => `export const value${i} = read(${i});`).join(
    '\n',
  );
  const path = `${laptop.cwd}/values.ts`;
  await laptop.say({ kind: 'prompt', text: 'write the values, please' });
  await laptop.say(used({ changes: [{ path, kind: 'write', added, removed: null }] }));
  await laptop.say({ kind: 'turn-end', reply: 'Written.' });
  await laptop.sync();
  await desktop.sync();
  const [marks] = await marksIn(laptop);
  expect(marks).toHaveLength(36);
  expect(await marksIn(desktop)).toEqual([]);
  expect(log.rows.length).toBeGreaterThan(0);
  const bytes = Buffer.from(marks!);
  for (const { body } of log.rows)
    for (const text of forms(body)) {
      expect(text).not.toContain('touched_lines');
      for (const form of ['base64', 'hex', 'latin1'] as const)
        expect(text).not.toContain(bytes.toString(form).slice(0, 12));
    }
});

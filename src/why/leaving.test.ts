import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { filesBelow } from '../../test/scratch.ts';
import { sessionHandoff } from '../engine/handoff/handoff.ts';
import { exportAll } from '../engine/keeping/transfer.ts';
import { linesHome, NOON } from './test/lines-home.ts';

const { place, at, session } = linesHome();

const TEXT = Array.from({ length: 12 }, (_, i) => `export const value${i} = read(${i});`).join(
  '\n',
);

/** The forms in which bytes of marks could stand in a text. */
function formsOf(marks: Uint8Array): string[] {
  const bytes = Buffer.from(marks);
  return [
    bytes.toString('base64').slice(0, 16),
    bytes.toString('hex').slice(0, 24),
    bytes.toString('latin1').slice(0, 12),
  ];
}

it('marks are in no export, no hand-over and no mirror, and their key neither', async () => {
  await session('one', NOON, 'write the values', { 'values.ts': TEXT });
  await at(NOON + 3_600_000, async ({ deps }) => {
    const { id } = (await deps.store.sessionOfHost('claude-code', 'one'))!;
    const state = await deps.store.endSession(id, deps.now(), null);
    deps.writeMirror(state!, null);
  });
  const told = await at(NOON + 3_700_000, async ({ deps, home }) => {
    const raw = new DatabaseSync(home.database, { readOnly: true });
    const rows = raw.prepare('SELECT lines FROM touched_lines').all();
    raw.close();
    const lines: string[] = [];
    const everything = { scopeKey: null, scope: null, version: '1' };
    await exportAll(deps, everything, (line) => void lines.push(line));
    const { id } = (await deps.store.sessionOfHost('claude-code', 'one'))!;
    const capsule = await sessionHandoff(deps, (await deps.store.session(id))!);
    return { rows, texts: [...lines, JSON.stringify(capsule)], mirrors: home.places.mirrors };
  });
  expect(told.rows).toHaveLength(1);
  const key = readFileSync(`${place.home}/lines.key`, 'utf8').trim();
  const forms = [...formsOf(told.rows[0]!['lines'] as Uint8Array), key, 'touched_lines'];
  const mirrors = filesBelow(told.mirrors).map((path) => readFileSync(path, 'latin1'));
  expect(mirrors).toHaveLength(1);
  for (const text of [...told.texts, ...mirrors])
    for (const form of forms) expect(text).not.toContain(form);
  expect(told.texts.join('')).toContain('write the values');
});

import { expect, it } from 'vitest';
import { memoryDatabase } from '../../ledger/ledger-store.ts';
import { layoutsIn } from './salvage-pages.ts';

it('no row can be taken for one of another table', () => {
  const layouts = layoutsIn(memoryDatabase());
  const twins = layouts.flatMap((one, i) =>
    layouts
      .slice(i + 1)
      .filter(
        (other) => one.hasRowid === other.hasRowid && String(one.types) === String(other.types),
      )
      .map((other) => [one.table, other.table]),
  );
  // A checksum says nothing of its table: these are told apart by what they hold.
  expect(twins).toEqual([
    ['scope_let_go', 'sop_trust'],
    ['project_signs', 'project_joins'],
  ]);
});

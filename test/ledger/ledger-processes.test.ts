import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SessionId } from '../../src/domain/base/ids.ts';
import { DAY } from '../../src/domain/base/time.ts';
import { shownIds } from '../../src/domain/ledger/ledger.ts';
import { atOnce, bundled } from '../bundled.ts';
import { runs } from '../effort.ts';
import { useStore } from '../store.ts';

const PROCESSES = runs(4, 16);
const SHARED = 25;
const OWN = 15;
const TOKENS = 7;
const CONVERSATION = 'one conversation' as SessionId;
const LIMITS = { inactivityMillis: DAY, durationMillis: DAY, tokens: 1e9 };
const here = (path: string) => JSON.stringify(bundled(new URL(path, import.meta.url)));

/** Sends what all have to send, each in another order, and what only it has; says what it was allowed to send. */
const SCRIPT = () => `
  import { sendable } from ${here('../sendable.ts')};
  import { openSqliteStore } from ${here('../../src/store/sqlite-store.ts')};
  const [path, me] = process.argv.slice(1);
  const store = openSqliteStore(path, { waitMillis: () => 20000, prepare() {}, sharedMemory: true, now: () => 0 });
  const limits = ${JSON.stringify(LIMITS)};
  const item = (id) => sendable({ kind: 'memory', id, content: 'text of ' + id, tokens: ${TOKENS}, estimated: false });
  const ids = Array.from({ length: ${SHARED} }, (_, i) => 'shared ' + ((i * 7 + Number(me) * 3) % ${SHARED}));
  for (let i = 0; i < ${OWN}; i++) ids.splice(i * 2, 0, 'own ' + me + ' ' + i);
  await together();
  const sent = [];
  for (const id of ids) {
    const sending = await store.ledger.send('${CONVERSATION}', [item(id)], (fresh) => ({ chosen: fresh, answer: null }), { at: Date.now(), limits });
    sent.push(...sending.sent.map((one) => one.id));
  }
  store.close();
  process.stdout.write(JSON.stringify(sent));
`;

const stage = useStore();

it(`${PROCESSES} processes of one conversation lose nothing and send nothing twice`, async () => {
  const answers = await atOnce(PROCESSES, SCRIPT(), join(stage.folder.path, 'brain.db'));
  const sent = answers.flatMap((answer) => JSON.parse(answer) as string[]);
  const everything = SHARED + PROCESSES * OWN;
  expect(sent).toHaveLength(everything);
  expect(new Set(sent).size).toBe(everything);

  const store = stage.store.ledger;
  const state = await store.ledgerState(CONVERSATION, { at: Date.now(), limits: LIMITS });
  expect(shownIds(state!, 'memory')).toEqual(new Set(sent));
  expect(state!.head).toMatchObject({ epoch: 0, epochTokens: everything * TOKENS });
  expect(await store.ledgerTotals(CONVERSATION)).toMatchObject({
    tokensSent: everything * TOKENS,
    tokensSaved: (PROCESSES - 1) * SHARED * TOKENS,
  });
});

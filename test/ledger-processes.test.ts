import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '../src/domain/ids.ts';
import { foldLedger, idsOf, newLedger } from '../src/domain/ledger/ledger.ts';
import { DAY } from '../src/domain/time.ts';
import { ledgerStoreOn } from '../src/stores/sqlite/ledger-store.ts';
import { bundled } from './bundled.ts';
import { runs } from './effort.ts';
import { openLedgerFile } from './ledger-file.ts';
import { scratchFolder } from './scratch.ts';

const PROCESSES = runs(4, 16);
const SHARED = 25;
const OWN = 15;
const TOKENS = 7;
const CONVERSATION = 'one conversation' as SessionId;
const here = (path: string) => JSON.stringify(bundled(new URL(path, import.meta.url)));

/** Sends what all have to send, each in another order, and what only it has; says what it was allowed to send. */
const SCRIPT = `
  import { sendable } from ${here('./sendable.ts')};
  import { ledgerStoreOn } from ${here('../src/stores/sqlite/ledger-store.ts')};
  import { openLedgerFile } from ${here('./ledger-file.ts')};
  const [path, me, start] = process.argv.slice(2);
  const database = openLedgerFile(path);
  const store = ledgerStoreOn(database);
  const limits = { inactivityMillis: ${DAY}, durationMillis: ${DAY}, tokens: 1e9 };
  const item = (id) => sendable({ kind: 'memory', id, content: 'text of ' + id, tokens: ${TOKENS}, estimated: false });
  const ids = Array.from({ length: ${SHARED} }, (_, i) => 'shared ' + ((i * 7 + Number(me) * 3) % ${SHARED}));
  for (let i = 0; i < ${OWN}; i++) ids.splice(i * 2, 0, 'own ' + me + ' ' + i);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(start) - Date.now());
  const sent = [];
  for (const id of ids) {
    const sending = await store.send('${CONVERSATION}', [item(id)], (fresh) => ({ chosen: fresh, answer: null }), { at: Date.now(), limits });
    sent.push(...sending.sent.map((one) => one.id));
  }
  database.close();
  process.stdout.write(JSON.stringify(sent));
`;

describe(`${PROCESSES} processes of one conversation`, () => {
  it('lose nothing and send nothing twice', async () => {
    const folder = scratchFolder();
    const path = join(folder.path, 'brain.db');
    const script = join(folder.path, 'send.mjs');
    writeFileSync(script, SCRIPT);
    openLedgerFile(path).close();
    const start = String(Date.now() + 3_000);
    const answers = await Promise.all(
      Array.from({ length: PROCESSES }, (_, me) => run([script, path, String(me), start])),
    );
    const sent = answers.flatMap((answer) => JSON.parse(answer) as string[]);
    const everything = SHARED + PROCESSES * OWN;
    expect(sent).toHaveLength(everything);
    expect(new Set(sent).size).toBe(everything);

    const database = openLedgerFile(path);
    const store = ledgerStoreOn(database);
    const facts = await store.ledgerFacts(CONVERSATION);
    expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, i) => i + 1));
    const head = (await store.findLedger(CONVERSATION))!;
    const folded = foldLedger(newLedger({ id: CONVERSATION, at: head.startedAt }), facts);
    expect(head).toEqual(folded.head);
    expect(idsOf(folded, 'memory')).toEqual(new Set(sent));
    expect(await store.ledgerTotals(CONVERSATION)).toMatchObject({
      tokensSent: everything * TOKENS,
      tokensSaved: (PROCESSES - 1) * SHARED * TOKENS,
    });
    database.close();
    folder.dispose();
  });
});

function run(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((done, fail) =>
    child.on('close', (code) => (code === 0 ? done(output) : fail(new Error(`ended with ${code}`)))),
  );
}

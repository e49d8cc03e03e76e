// Recorded coding sessions played again with and without the ledger: node bench/ledger-replay.ts <sessions.jsonl[.gz]> [--tree folder]
// A line is a session: {sid, user[], agent[], read[], tools[]}; an entry of read is a path, or {path, content}.

import { readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { SessionId } from '../src/domain/ids.ts';
import type { Sendable } from '../src/domain/ledger/ledger.ts';
import { everything, type Fit } from '../src/domain/ledger/send.ts';
import { DAY } from '../src/domain/time.ts';
import { memoryLedgers } from '../src/stores/sqlite/ledger-store.ts';
import { sendable } from '../test/sendable.ts';
import { type Passage, passagesOf, searcher } from './ledger-passages.ts';
import { type RecordedSession, replayTools } from './ledger-tools.ts';

interface Session extends RecordedSession {
  readonly read: readonly (string | { readonly path: string; readonly content?: string })[];
  readonly tools: readonly string[];
}

const LIMITS = { inactivityMillis: DAY, durationMillis: DAY, tokens: 1_000_000 };
const NOW = { at: 0, limits: LIMITS };
/** What `memory_context` may spend on memories, and how many it finds. */
const BUDGET = 1_500;
const FOUND = 8;
const say = (line: string) => process.stdout.write(`${line}\n`);
const count = (text: string) => countTokens(text, { disallowedSpecial: new Set() });
const percent = (part: number, whole: number) => (whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : '–');
const number = (value: number) => value.toLocaleString('en');

const { values, positionals } = parseArgs({
  options: { tree: { type: 'string' } },
  allowPositionals: true,
});
if (positionals.length !== 1) throw new Error('which file of recorded sessions?');
const bytes = readFileSync(positionals[0]!);
const text = (positionals[0]!.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
const sessions = text
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Session);

/** The content of a file that was read: recorded, else as it stands in the given tree now, else not known. */
function contentOf(entry: Session['read'][number]): string | null {
  if (typeof entry !== 'string' && entry.content !== undefined) return entry.content;
  const path = typeof entry === 'string' ? entry : entry.path;
  if (values.tree === undefined || path.split(/[\\/]/).includes('..')) return null;
  try {
    return readFileSync(join(values.tree, path.replaceAll('/', sep)), 'utf8');
  } catch {
    return null;
  }
}

async function filesRead(): Promise<void> {
  const store = memoryLedgers();
  let loads = 0;
  let known = 0;
  let repeats = 0;
  let without = 0;
  let calls = 0;
  for (const { sid, read, tools } of sessions) {
    calls += tools.filter((name) => /^read(_file)?$/i.test(name)).length;
    const paths = new Set<string>();
    for (const entry of read) {
      const path = typeof entry === 'string' ? entry : entry.path;
      loads++;
      if (paths.has(path)) repeats++;
      paths.add(path);
      const content = contentOf(entry);
      if (content === null) continue;
      known++;
      const tokens = count(content);
      without += tokens;
      const item = sendable({ kind: 'file', id: path, content, tokens, estimated: false });
      await store.send(sid as SessionId, [item], everything, NOW);
    }
  }
  const { tokensSent, tokensSaved } = await store.ledgerTotals(null);
  say('1. Files that the agent read, each a load');
  say(
    `   ${number(sessions.length)} sessions, ${number(loads)} loads, ${number(repeats)} of a path that the session had loaded before`,
  );
  say(
    `   the sessions count ${number(calls)} calls of a reading tool, so ${number(Math.max(0, calls - loads))} of them are not in read[]`,
  );
  if (repeats === 0)
    say(
      '   read[] names each path once: what was read again is not in this file, and nothing can be saved here',
    );
  if (known === 0) say('   contents: none recorded and no --tree given, so tokens are not known');
  else {
    say(
      `   contents known of ${number(known)} loads (${values.tree === undefined ? 'recorded' : 'recorded, else as they are in the tree now'})`,
    );
    say(
      `   tokens (o200k) without the ledger ${number(without)}, with ${number(tokensSent)}, saved ${number(tokensSaved)} = ${percent(tokensSaved, without)}`,
    );
  }
}

type Found = Sendable & Passage;

const withinBudget: Fit<Found, null> = (fresh) => {
  let left = BUDGET;
  const chosen: (typeof fresh)[number][] = [];
  for (const item of fresh) {
    if ((item.tokens ?? 0) > left) continue;
    left -= item.tokens ?? 0;
    chosen.push(item);
  }
  return { chosen, answer: null };
};

/** At every prompt of a session, what the earlier sessions hold about it. */
async function recalled(): Promise<void> {
  const store = memoryLedgers();
  const search = searcher();
  const shares: number[] = [];
  let prompts = 0;
  let without = 0;
  let several = 0;
  for (const session of sessions) {
    const id = session.sid as SessionId;
    let here = 0;
    for (const prompt of session.user) {
      const items = search.find(prompt, FOUND).map((passage) => ({
        ...passage,
        ...sendable({
          kind: 'memory',
          id: passage.id,
          content: passage.content,
          tokens: count(passage.content),
          estimated: false,
        }),
      }));
      const all = items.map((item) => ({ ...item, alreadySent: false, replaced: null, isAgain: false }));
      for (const item of withinBudget(all, []).chosen) here += item.tokens ?? 0;
      await store.send(id, items, withinBudget, NOW);
      prompts++;
    }
    without += here;
    if (session.user.length > 1) several++;
    const totals = await store.ledgerTotals(id);
    if (here > 0 && session.user.length > 1) shares.push(totals.tokensSaved / here);
    search.add(passagesOf(session.sid, session.user, session.agent));
  }
  const { tokensSent, tokensSaved, byKind } = await store.ledgerTotals(null);
  shares.sort((a, b) => a - b);
  const median = shares[Math.floor(shares.length / 2)] ?? 0;
  say('');
  say('2. Memories looked up at every prompt');
  say(
    '   prompts and texts are recorded; that an agent asks at each prompt, and the plain word search, are not',
  );
  say(
    `   ${number(prompts)} prompts in ${number(sessions.length)} sessions (${number(several)} with more than one), best ${FOUND} passages, ${number(BUDGET)} tokens an answer`,
  );
  say(
    `   tokens (o200k) without the ledger ${number(without)}, with ${number(tokensSent)}: ${percent(without - tokensSent, without)} fewer`,
  );
  say(
    `   withheld ${number(byKind.memory?.withheld ?? 0)} of ${number(byKind.memory?.loads ?? 0)} passages; saved as counted ${number(tokensSaved)} (${percent(tokensSaved, without)}), the rest of the room was given to others`,
  );
  say(
    `   sessions with more than one prompt: median ${percent(median, 1)} saved, least ${percent(shares[0] ?? 0, 1)}, most ${percent(shares.at(-1) ?? 0, 1)}`,
  );
}

/** The same questions to the product's own tools, in its own store. */
async function asked(): Promise<void> {
  const tools = await replayTools(sessions);
  say('');
  say("3. The product's tools, asked at every prompt with its words");
  say(
    '   sessions, prompts and replies are recorded; that an agent asks at each prompt is not; each tool by itself',
  );
  for (const { name, calls, without, with: used, withheld, shares } of tools) {
    shares.sort((a, b) => a - b);
    const at = (share: number) => percent(shares[Math.floor((shares.length - 1) * share)] ?? 0, 1);
    say(
      `   ${name}: ${number(calls)} calls, tokens (o200k) without the ledger ${number(without)}, with ${number(used)}: ${percent(without - used, without)} fewer; ${number(withheld)} items withheld`,
    );
    say(
      `   ${' '.repeat(name.length)}  conversations with more than one prompt: least ${at(0)}, median ${at(0.5)}, most ${at(1)}`,
    );
  }
}

say(`Data: ${basename(positionals[0]!)}, ${number(sessions.length)} recorded sessions`);
await filesRead();
await recalled();
await asked();

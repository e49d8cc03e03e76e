import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { openHome } from '../../src/compose-home.ts';
import { serverWorld } from '../../src/entries/server-world.ts';
import { memoryLedgers } from '../../src/stores/sqlite/ledger-store.ts';
import { openDesk } from '../../src/surfaces/mcp/desk.ts';
import { buildServer } from '../../src/surfaces/mcp/server.ts';
import { TOOLS } from '../../src/surfaces/mcp/tools.ts';
import { counter, type Finding, type Fuzzed, type FuzzOptions, orHang, shown } from './report.ts';
import { anything, text } from './values.ts';

/** A place in the list of ids that answers brought, filled in when the call is made. */
const KNOWN_ID = /^@(\d+)$/;
const knownId = fc.nat(9999).map((i) => `@${i}`);

/** What the fields want, by their names, so that enough calls go all the way down. */
const FITTING: Record<string, fc.Arbitrary<unknown>> = {
  action: fc.constantFrom('pin', 'view', 'unpin', 'clear'),
  kind: fc.constantFrom(
    ...[
      'next',
      'done',
      'decision',
      'blocker',
      'resolved',
      'dropped',
      'phase',
      'complete',
      'session',
      'thread',
    ],
  ),
  critical: fc.boolean(),
  refresh: fc.boolean(),
  all: fc.boolean(),
  activate: fc.boolean(),
  limit: fc.integer({ min: 1, max: 20 }),
  depth: fc.integer({ min: 1, max: 20 }),
  tokens: fc.integer({ min: 200, max: 4000 }),
  importance: fc.integer({ min: 1, max: 3 }),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  since: fc.constantFrom('36h', '14d', '2w', '2026-01-01'),
  expires: fc.constantFrom('14d', 'never', '2099-01-01'),
  outcome: fc.constantFrom('confirmed', 'wrong', 'success', 'failure'),
  id: knownId,
  session_id: knownId,
  ids: fc.array(fc.oneof(knownId, text), { maxLength: 4 }),
  categories: fc.array(text, { maxLength: 4 }),
  project: fc.constantFrom('global', '.', 'radio'),
};

interface Request {
  readonly method: string;
  readonly params: unknown;
}

function callOf({ name, input }: (typeof TOOLS)[number]): fc.Arbitrary<Request> {
  const keys = Object.keys(input.shape);
  const fitting = fc.record(
    Object.fromEntries(
      keys.map((key) => [
        key,
        fc.oneof({ weight: 30, arbitrary: FITTING[key] ?? text }, { weight: 1, arbitrary: anything }),
      ]),
    ),
    { requiredKeys: keys.filter((key) => !input.shape[key]?.safeParse(undefined).success) },
  );
  const odd = fc.dictionary(fc.oneof(fc.constantFrom('other', ...keys), text), anything, { maxKeys: 5 });
  const args = fc.oneof(
    { weight: 6, arbitrary: fitting },
    { weight: 3, arbitrary: odd },
    { weight: 1, arbitrary: anything },
  );
  return args.map((given) => ({ method: 'tools/call', params: { name, arguments: given } }));
}

const request: fc.Arbitrary<Request> = fc.oneof(
  { weight: 17, arbitrary: fc.oneof(...TOOLS.map(callOf)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('cortex://sessions/', 'cortex://threads/', ''), fc.oneof(knownId, text))
      .map(([place, id]) => ({ method: 'resources/read', params: { uri: `${place}${id}` } })),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(knownId, anything).map((session) => ({
      method: 'prompts/get',
      params: { name: 'continue', arguments: { session } },
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.oneof(fc.constantFrom('tools/call', 'tools/list', 'resources/list', 'prompts/list'), text),
        // Other params, or a _meta that is no object, make it no message of JSON-RPC, and the library drops it.
        fc.dictionary(fc.oneof(fc.constantFrom('name', 'arguments', 'cursor'), text), anything, {
          maxKeys: 3,
        }),
      )
      .map(([method, params]) => ({ method, params })),
  },
);

type Answer = {
  readonly id: number;
  readonly error?: { readonly message: string };
  readonly result?: { isError?: boolean; content?: { text: string }[]; structuredContent?: unknown };
};

/** The real server over the real store, through the door that a client's messages come in by. */
export async function fuzzTools({ runs, seed, env }: FuzzOptions): Promise<Fuzzed> {
  const findings: Finding[] = [];
  const { outcomes, count } = counter();
  const ledger = memoryLedgers();
  let current = '';
  const { around } = serverWorld();
  const desk = openDesk(
    {
      ...around,
      serverHome: () => openHome(env, { ledgers: () => ledger }),
      // Only what nobody foresaw is put on record.
      log: (event, error) =>
        void findings.push({ where: event, input: current, what: String((error as Error)?.stack ?? error) }),
    },
    { isParent: true, isKnown: true },
  );
  const [client, server] = InMemoryTransport.createLinkedPair();
  await buildServer('0.0.0', desk).connect(server);
  const waiting = new Map<number, (answer: Answer) => void>();
  client.onmessage = (message) => {
    const answer = JSON.parse(JSON.stringify(message)) as Answer;
    waiting.get(answer.id)?.(answer);
  };
  await client.start();
  let last = 0;
  const ask = (asked: Request): Promise<Answer> => {
    const id = ++last;
    const answered = new Promise<Answer>((done) => waiting.set(id, done));
    const message = { jsonrpc: '2.0', id, ...asked };
    // As a client's words come: through JSON.
    void client.send(JSON.parse(JSON.stringify(message)) as JSONRPCMessage);
    return orHang(answered).finally(() => waiting.delete(id));
  };
  const clientInfo = { name: 'fuzz', version: '1' };
  await ask({
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });

  const ids: string[] = [];
  const began = performance.now();
  let slowest = 0;
  for (let done = 0; done < runs; ) {
    const batch = fc.sample(request, { numRuns: Math.min(100, runs - done), seed: seed + done });
    for (const recipe of batch) {
      done++;
      const asked = filledIn(recipe, ids) as Request;
      current = shown(asked);
      const started = performance.now();
      try {
        const answer = await ask(asked);
        const what = wrongWith(answer);
        if (what) findings.push({ where: asked.method, input: current, what });
        count(`${asked.method.slice(0, 20)} ${outcomeOf(answer)}`);
        if (ids.length < 500) ids.push(...idsIn(answer.result?.structuredContent));
      } catch (error) {
        findings.push({ where: asked.method, input: current, what: (error as Error).message });
      }
      slowest = Math.max(slowest, performance.now() - started);
    }
  }
  await desk.close('done');
  return { runs, seed, millis: performance.now() - began, outcomes: tidy(outcomes), slowest, findings };
}

/** Places for ids stand at most in a list of an argument. */
function filledIn(value: unknown, ids: readonly string[], levels = 4): unknown {
  if (typeof value === 'string') {
    const [, place] = KNOWN_ID.exec(value) ?? [];
    return place === undefined || ids.length === 0 ? value : ids[Number(place) % ids.length];
  }
  if (levels === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => filledIn(one, ids, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledIn(one, ids, levels - 1)]));
}

function outcomeOf({ error, result }: Answer): string {
  if (error) return 'refused';
  return result?.isError ? 'told what is wrong' : 'answered';
}

/** A model must get a sentence, never what the machine said. */
function wrongWith({ error, result }: Answer): string | null {
  if (!error && !result) return 'neither a result nor an error';
  if (error) return typeof error.message === 'string' ? null : 'an error without a message';
  if (!result?.content) return null;
  const said = result.content[0]?.text ?? '';
  if (said === '') return 'an empty answer';
  if (
    result.isError &&
    /\bSQL|is not a function|Cannot read prop|call stack|\bat file:|\[object Object\]/.test(said)
  )
    return `an error of the machine: ${said.slice(0, 300)}`;
  if (/[\u0000-\u0008\u000b-\u001f\ud800-\udfff]/u.test(said)) return 'a character that steers';
  return null;
}

function idsIn(value: unknown): string[] {
  return (JSON.stringify(value ?? null).match(/"(?:id|session_id|thread_id)":"([^"]+)"/g) ?? [])
    .slice(0, 5)
    .map((pair) => pair.split('"')[3]!);
}

/** Methods that were made up count together. */
function tidy(outcomes: Readonly<Record<string, number>>): Record<string, number> {
  const known = /^(?:tools\/call|tools\/list|resources\/\w+|prompts\/\w+) /;
  const tidied: Record<string, number> = {};
  for (const [what, times] of Object.entries(outcomes)) {
    const name = known.test(what) ? what : 'made-up methods';
    tidied[name] = (tidied[name] ?? 0) + times;
  }
  return tidied;
}

// Random inputs to the tools and to the hook: nothing crashes, hangs or is damaged. `npm run fuzz` tries thousands.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Malformed } from '../../src/domain/facts/event.ts';
import { answerHost } from '../../src/door/event.ts';
import { hookDeps, hostOf, openWorld } from '../../src/program/compose.ts';
import { allHosts } from '../../src/program/rooms/hosts.ts';
import { TOOLS } from '../../src/surfaces/mcp/tools.ts';
import { runs, seedNow } from '../effort.ts';
import { mcpStage } from '../mcp.ts';
import { runHere } from '../program.ts';
import { recordedOf } from '../recorded-payloads.ts';
import { table } from '../table.ts';

const { here, connect, environment } = mcpStage();

/** Words that meant something to somebody: to SQL, to full text search, to JavaScript, to a terminal, to our own marks. */
const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...table<string>('odd-words')) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 200 }) },
  // Halves of characters, which JSON can carry and UTF-8 cannot.
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
      .map((units) => String.fromCharCode(...units)),
  },
);

const deep = fc.constantFrom(10, 200, 3000).map((levels) => {
  let value: unknown = 'deep';
  for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { a: value };
  return value;
});

/** Own fields with the names of what every object inherits, as only JSON can make them. */
const inherited = fc
  .constantFrom(
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"toString":1,"valueOf":null,"toJSON":"x"}',
    '{"length":4294967295,"0":"x"}',
  )
  .map((json): unknown => JSON.parse(json));

/** Anything that JSON can say. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 60, arbitrary: text },
  {
    weight: 30,
    arbitrary: fc.oneof(fc.integer(), fc.constantFrom(-1, 2 ** 31, 2 ** 53, 1e308, 5e-324)),
  },
  { weight: 20, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}) },
  { weight: 20, arbitrary: fc.oneof(fc.array(text, { maxLength: 20 }), fc.jsonValue()) },
  { weight: 10, arbitrary: inherited },
  { weight: 3, arbitrary: deep },
  { weight: 1, arbitrary: fc.constant('xy '.repeat(200_000)) },
);

/** A place in the list of ids that answers brought, filled in when the call is made. */
const knownId = fc.nat(9999).map((i) => `@${i}`);

/** Values that the fields want, by their names, so that enough calls go all the way down. */
const FITTING: Record<string, fc.Arbitrary<unknown>> = {
  action: fc.constantFrom('pin', 'view', 'unpin', 'clear'),
  kind: fc.constantFrom(
    ...'next done decision blocker resolved dropped phase complete session'.split(' '),
  ),
  ...Object.fromEntries(
    ['critical', 'refresh', 'all', 'activate'].map((name) => [name, fc.boolean()]),
  ),
  ...Object.fromEntries(['limit', 'depth'].map((name) => [name, fc.integer({ min: 1, max: 20 })])),
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

function callOf({ name, input }: (typeof TOOLS)[number]) {
  const keys = Object.keys(input.shape);
  const field = (key: string) =>
    fc.oneof({ weight: 30, arbitrary: FITTING[key] ?? text }, { weight: 1, arbitrary: anything });
  const fitting = fc.record(Object.fromEntries(keys.map((key) => [key, field(key)])), {
    requiredKeys: keys.filter((key) => !input.shape[key]?.safeParse(undefined).success),
  });
  const odd = fc.dictionary(fc.oneof(fc.constantFrom('other', ...keys), text), anything, {
    maxKeys: 5,
  });
  const args = fc.oneof({ weight: 6, arbitrary: fitting }, { weight: 3, arbitrary: odd });
  return args.map((given) => ({ name, given: given as Record<string, unknown> }));
}

it('a tool answers whatever a model makes up in a sentence, and the home stays sound', async () => {
  const seed = seedNow();
  const { call } = await connect();
  const ids: string[] = [];
  const filledIn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filledIn);
    const place = typeof value === 'string' ? /^@(\d+)$/.exec(value)?.[1] : undefined;
    return place && ids.length > 0 ? ids[Number(place) % ids.length] : value;
  };
  let answered = 0;
  const calls = fc.sample(fc.oneof(...TOOLS.map(callOf)), { numRuns: runs(80, 10_000), seed });
  for (const { name, given } of calls) {
    const input = Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, filledIn(value)]),
    );
    const { text: said, isError, data } = await call(name, input);
    const at = JSON.stringify({ seed, name, input }).slice(0, 600);
    expect(said, at).not.toBe('');
    expect(said, at).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ud800-\udfff]/u);
    // A model must get a sentence, never what the machine said.
    if (isError)
      expect(said, at).not.toMatch(
        /\bSQL|fts5|undefined|is not a function|Cannot read prop|call stack/i,
      );
    else {
      answered++;
      expect(data, at).not.toEqual({});
      for (const [, id] of JSON.stringify(data).matchAll(
        /"(?:id|session_id|thread_id)":"([^"]+)"/g,
      ))
        if (ids.length < 500) ids.push(id!);
    }
  }
  // A fuzz whose inputs are all refused at the door tests nothing behind it.
  expect(answered).toBeGreaterThan(calls.length / 10);
  expectSound();
});

/** Payloads that were really sent, with some fields changed or gone, or with bytes that are no JSON. */
function inputOf(name: string): fc.Arbitrary<string> {
  const recorded = recordedOf(name);
  const sent = recorded.length > 0 ? recorded : recordedOf('claude-code');
  const fields = [...new Set(sent.flatMap(Object.keys))];
  const payload = fc
    .record({
      base: fc.constantFrom(...sent),
      changed: fc.dictionary(fc.oneof(fc.constantFrom(...fields), text), anything, { maxKeys: 2 }),
      gone: fc.subarray(fields, { maxLength: 1 }),
    })
    .map(({ base, changed, gone }) => {
      const made: Record<string, unknown> = { ...base, ...changed };
      for (const field of gone) delete made[field];
      return JSON.stringify(made);
    });
  const broken = payload.chain((json) =>
    fc.oneof(
      fc.nat(json.length).map((end) => json.slice(0, end)),
      fc
        .tuple(fc.nat(json.length), text)
        .map(([at, more]) => json.slice(0, at) + more + json.slice(at)),
      fc.constantFrom(
        'null',
        '[]',
        '""',
        '0',
        '{',
        '\ufeff{}',
        `${json}${json}`,
        '['.repeat(100_000),
      ),
    ),
  );
  return fc.oneof({ weight: 3, arbitrary: payload }, { weight: 1, arbitrary: broken });
}

it('the hook takes whatever a host sends, and the home stays sound', async () => {
  const seed = seedNow();
  const env = environment();
  const failures: string[] = [];
  let current = '';
  const opened = openWorld(env);
  const failure = (event: string, error: unknown) =>
    void failures.push(`${event}: ${(error as Error)?.stack ?? error}: ${current}`);
  const world = { ...opened, log: { ...opened.log, failure } };
  const named = [...allHosts().map(({ name }) => name), 'auto', 'nobody', '__proto__'];
  const calls = fc.sample(
    fc.constantFrom(...named).chain((name) => fc.tuple(fc.constant(name), inputOf(name))),
    { numRuns: runs(80, 10_000), seed },
  );
  let handled = 0;
  for (const [name, input] of calls) {
    current = JSON.stringify({ seed, name, input }).slice(0, 600);
    const event = understood(name, input, env);
    if (!event) continue;
    const deps = hookDeps(world);
    const { text: said } = await answerHost(deps, event.host, '/nowhere/cortex.cjs', event.said);
    deps.close();
    handled++;
    if (said) expect(() => JSON.parse(said), current).not.toThrow();
  }
  expect(failures).toEqual([]);
  expect(handled).toBeGreaterThan(calls.length / 5);
  expectSound();
});

function understood(name: string, input: string, env: NodeJS.ProcessEnv) {
  let payload: unknown;
  try {
    payload = JSON.parse(input);
  } catch {
    return null;
  }
  const host = payload === null ? null : hostOf(name, env, payload);
  try {
    const said = host?.parse(payload) ?? null;
    return host && said && { host, said };
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

/** The database is sound, what was sealed is whole, everything still works, and nothing was written elsewhere. */
function expectSound(): void {
  const database = new DatabaseSync(join(here.home, 'brain.db'), { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  database.close();
  const around = { cwd: here.radio, env: environment(), input: '', host: process.pid };
  for (const line of [
    'verify',
    'unpin --all',
    'pin aftermath',
    'history --all --json',
    'search radio --json',
  ])
    expect({ line, ...runHere(line.split(' '), around) }).toMatchObject({ status: 0 });
  expect(runHere(['pins', '--json'], around).stdout).toContain('aftermath');
  expect('polluted' in {}).toBe(false);
  expect(readdirSync(here.folder).sort()).toEqual(['a', 'home']);
}

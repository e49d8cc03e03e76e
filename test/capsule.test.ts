import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCapsule } from '../src/domain/handoff/capsule.ts';
import { addMemory } from '../src/engine/memories/memories.ts';
import { pin } from '../src/engine/pins/pins.ts';
import { note } from '../src/engine/thread/threads.ts';
import { terminal } from './terminal.ts';

const { here, engine, hook, session, cortex, json } = terminal();

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/** The faults of a value by the part of JSON Schema that the hand-over's own schema uses. */
function misfits(value: unknown, schema: Schema, at = '$'): string[] {
  if (schema.anyOf)
    return schema.anyOf.some((one) => misfits(value, one).length === 0) ? [] : [`${at}: none fits`];
  if ('const' in schema) return value === schema.const ? [] : [`${at}: not ${String(schema.const)}`];
  if (schema.enum) return schema.enum.includes(value) ? [] : [`${at}: ${String(value)} is not allowed`];
  const kind =
    value === null
      ? 'null'
      : Array.isArray(value)
        ? 'array'
        : Number.isInteger(value)
          ? 'integer'
          : typeof value;
  const types = schema.type === undefined ? null : [schema.type].flat();
  if (types && !types.includes(kind)) return [`${at}: ${kind} is not ${types.join(' or ')}`];
  const found: string[] = [];
  for (const name of schema.required ?? [])
    if (!(name in (value as object))) found.push(`${at}.${name} is missing`);
  for (const [name, inner] of Object.entries(schema.properties ?? {}))
    if (name in Object(value))
      found.push(...misfits((value as Record<string, unknown>)[name], inner, `${at}.${name}`));
  if (Array.isArray(value) && schema.items)
    for (const [i, one] of value.entries()) found.push(...misfits(one, schema.items, `${at}[${i}]`));
  return found;
}

const SCHEMA = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'docs', 'handoff.schema.json'), 'utf8'),
) as Schema;

async function friday(): Promise<void> {
  await session(
    0,
    'friday',
    'Add a retry to the webhook',
    'The retry is in; one test is red.\n\nNext steps:\n- compare with >=',
  );
  await engine(0.1, async (deps) => {
    const { scope } = deps.locate(here.radio);
    const running = await deps.store.openSessions();
    await note(
      deps,
      scope,
      { kind: 'decision', text: 'use webhooks', reason: 'polling misses events', subject: null },
      'person',
      running,
    );
    await note(
      deps,
      scope,
      { kind: 'blocker', text: 'no access to staging', type: 'waiting' },
      'person',
      running,
    );
    await note(deps, scope, { kind: 'next', text: 'write the changelog' }, 'person', running);
    await pin(deps, scope, { content: 'staging is shared', label: 'staging', critical: true }, running);
    await addMemory(
      deps,
      scope,
      { content: 'never migrate without asking', categories: ['rule'], source: 'person' },
      [],
    );
    await addMemory(
      deps,
      scope,
      {
        content: 'Tried a longer timeout, did not help, reverted.',
        categories: ['finding'],
        source: 'agent',
      },
      [],
    );
  });
  await hook(0.2, 'friday', 'SessionEnd', { reason: 'other' });
}

describe('a hand-over as data', () => {
  it('fits its schema, and says whose word everything is', async () => {
    await friday();
    mkdirSync(join(here.radio, 'src'), { recursive: true });
    writeFileSync(join(here.radio, 'src', 'retry.ts'), 'export {};\n');
    const capsule = await json<Record<string, never>>(['handoff'], { hour: 48 });
    expect(misfits(capsule, SCHEMA)).toEqual([]);
    expect(capsule).toMatchObject({
      cortex_handoff: 1,
      goal: 'Add a retry to the webhook',
      decisions: [{ choice: 'use webhooks', trust: 'person', origin: { author: null } }],
      blockers: [{ text: 'no access to staging', trust: 'person' }],
      pins: [{ content: 'staging is shared', trust: 'person' }],
      rules: [{ text: 'never migrate without asking', trust: 'person' }],
    });
    const sha256 = createHash('sha256').update('export {};\n').digest('hex');
    expect(capsule['artifacts']).toEqual([{ path: 'src/retry.ts', sha256 }]);
  });

  it('of a place without a past fits it too', async () => {
    expect(misfits(await json(['handoff']), SCHEMA)).toEqual([]);
  });

  it('is taken in by another project, where nothing in it counts as the person’s word', async () => {
    await friday();
    const capsule = await json<Record<string, unknown>>(['handoff'], { hour: 48 });
    const file = join(here.folder, 'handoff.json');
    writeFileSync(
      file,
      JSON.stringify({ ...capsule, goal: 'Rotate api_key=sk-abcdefghijklmnopqrstuvwx0123456789 now' }),
    );
    const other = join(here.folder, 'other');
    const taken = await cortex(['continue', file], { hour: 49, cwd: other });
    expect(taken.out).toContain('1 decision, 1 blocker, 1 next action, 1 pin');
    expect(taken.out).toContain('[REDACTED]');
    const told = (await cortex(['preview'], { hour: 50, cwd: other })).out;
    for (const part of ['use webhooks', 'no access to staging', 'write the changelog', 'staging is shared'])
      expect(told).toContain(part);
    expect(told).not.toContain('CRITICAL');
    expect(told).not.toContain('RULES OF THE USER');
    expect(told).not.toContain('sk-abcdef');
    expect(told).toContain('polling misses events (1h ago, the agent)');
  });

  it('is taken in once: a second time adds nothing, opens nothing that was done, and says so', async () => {
    await friday();
    const file = join(here.folder, 'hand over.json');
    writeFileSync(file, JSON.stringify(await json(['handoff'], { hour: 48 })));
    const other = join(here.folder, 'other');
    await cortex(['continue', file], { hour: 49, cwd: other });
    await cortex(['done', 'write the changelog'], { hour: 49.1, cwd: other });
    const again = await cortex(['continue', file], { hour: 49.2, cwd: other });
    expect(again.out).toContain('Nothing new for the global scope: all of it is here already.');
    const tasks = (await cortex(['tasks'], { hour: 49.3, cwd: other })).out;
    expect(tasks).not.toContain('write the changelog');
    expect(await json(['continue', file], { hour: 49.4, cwd: other })).toMatchObject({
      ...{ decisions: 0, blockers: 0, next: 0, pins: 0, memories: 0, refused: 0 },
    });
  });

  it('is refused where it holds nothing, or is not there', async () => {
    const file = join(here.folder, 'x.json');
    writeFileSync(file, '{"cortex_handoff": 1}');
    expect((await cortex(['continue', file])).err).toContain('holds nothing to take over');
    for (const word of ['./missing.json', 'missing.json', join(here.folder, 'missing')])
      expect((await cortex(['continue', word])).err).toContain(`There is no file ${word}.`);
    expect((await cortex(['continue', here.folder])).err).toContain(`There is no file ${here.folder}.`);
    expect((await cortex(['continue', 'a1b2.c3'])).err).toContain('No session has an id');
  });

  it('is refused where it is something else', async () => {
    const file = join(here.folder, 'x.json');
    writeFileSync(file, '{"cortex_handoff": 7}');
    const done = await cortex(['continue', file]);
    expect(done.err).toContain('is not a hand-over that this version reads');
  });

  it('never breaks its reader, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            ...'decisions pins next tasks stopped session rules blockers tried goal'.split(' '),
          ),
          fc.anything(),
        ),
        (fields) => {
          const read = readCapsule({ ...fields, cortex_handoff: 1 });
          expect(read!.pins.every(({ content }) => typeof content === 'string')).toBe(true);
        },
      ),
    );
  });

  it('for the model of an agent is facts in an element of ours', async () => {
    await friday();
    const { out } = await cortex(['handoff', '--to', 'claude-code'], { hour: 48 });
    expect(out).toMatch(/^<cortex-note kind="handoff"[\s\S]+<\/cortex-note>\n$/);
    const { err } = await cortex(['handoff', '--to', 'claude-cod'], { hour: 48 });
    expect(err).toContain('No agent is called claude-cod.\nDid you mean claude-code?');
  });
});

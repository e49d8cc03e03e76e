import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCapsule } from '../../src/domain/handoff/capsule.ts';
import {
  handoffNote,
  handoffText,
  scopeHandoff,
  sessionHandoff,
} from '../../src/engine/handoff/handoff.ts';
import { addMemory } from '../../src/engine/memories/memories.ts';
import { pin } from '../../src/engine/pins/pins.ts';
import { recordNote } from '../../src/engine/tasks/noting.ts';
import { gitRepository } from '../git.ts';
import { table } from '../table.ts';
import { terminal } from '../terminal.ts';

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

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** The faults of a value by the part of JSON Schema that the hand-over's own schema uses. */
function misfits(value: unknown, schema: Schema, at = '$'): string[] {
  if (schema.anyOf)
    return schema.anyOf.some((one) => misfits(value, one).length === 0) ? [] : [`${at}: none fits`];
  if ('const' in schema)
    return value === schema.const ? [] : [`${at}: not ${String(schema.const)}`];
  if (schema.enum)
    return schema.enum.includes(value) ? [] : [`${at}: ${String(value)} is not allowed`];
  const kind = kindOf(value);
  const types = schema.type === undefined ? null : [schema.type].flat();
  if (types && !types.includes(kind)) return [`${at}: ${kind} is not ${types.join(' or ')}`];
  const found: string[] = [];
  for (const name of schema.required ?? [])
    if (!(name in (value as object))) found.push(`${at}.${name} is missing`);
  for (const [name, inner] of Object.entries(schema.properties ?? {}))
    if (name in Object(value))
      found.push(...misfits((value as Record<string, unknown>)[name], inner, `${at}.${name}`));
  if (Array.isArray(value) && schema.items)
    for (const [i, one] of value.entries())
      found.push(...misfits(one, schema.items, `${at}[${i}]`));
  return found;
}

const SCHEMA = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'handoff.schema.json'), 'utf8'),
) as Schema;

async function friday(label?: string): Promise<void> {
  gitRepository(here.radio);
  mkdirSync(join(here.radio, 'src'));
  writeFileSync(join(here.radio, 'src', 'retry.ts'), 'x');
  const reply =
    'The retry is in; one test is red.\n\nNext steps:\n- compare with >=\n- run the suite';
  await session(0, 'friday', 'Add a retry to the webhook', reply);
  await engine(0.1, async (deps) => {
    const { scope } = deps.locate(here.radio);
    const running = await deps.store.openSessions();
    const why = { text: 'use webhooks', reason: 'polling misses events', subject: null };
    await recordNote(deps, scope, { kind: 'decision', ...why }, 'person', running);
    await recordNote(
      deps,
      scope,
      { kind: 'blocker', text: 'no access to staging', type: 'waiting' },
      'person',
      running,
    );
    await recordNote(deps, scope, { kind: 'next', text: 'write the changelog' }, 'person', running);
    await pin(
      deps,
      scope,
      { content: 'staging is shared', critical: true, ...(label && { label }) },
      running,
    );
    const rule = {
      content: 'never migrate without asking',
      categories: ['rule'],
      source: 'person',
    } as const;
    await addMemory(deps, scope, rule, []);
  });
  await hook(0.2, 'friday', 'SessionEnd', { reason: 'other' });
}

const PARTS = table<string>('handoff-parts');

describe('a handoff', () => {
  it('describes the last session that did something', async () => {
    await friday();
    const { out } = await cortex(['handoff'], { hour: 49 });
    for (const part of PARTS) expect(out).toContain(part);
    expect(out).not.toContain('<');
  });

  it('is not about a session that only took over a pin, and neither is LAST TIME after it', async () => {
    await friday();
    await cortex(['pin', 'the api is frozen'], { hour: 48 });
    await hook(49, 'sunday', 'SessionStart', { source: 'startup' });
    expect((await cortex(['handoff'], { hour: 49 })).out).toContain(PARTS[0]);
    await hook(49.1, 'sunday', 'SessionEnd', { reason: 'other' });
    const { out } = await cortex(['preview'], { hour: 50 });
    expect(out).toContain(
      '- user: "Add a retry to the webhook" → agent: "The retry is in; one test is red.',
    );
    expect(out).toContain('the api is frozen');
  });

  it('is never about an empty session that has just begun', async () => {
    await friday();
    await hook(49, 'sunday', 'SessionStart', { source: 'startup' });
    const { out } = await cortex(['handoff'], { hour: 49 });
    for (const part of PARTS) expect(out).toContain(part);
    expect(out).not.toContain('at work here now');
  });

  it('is about the session that runs where it did something', async () => {
    await friday();
    await session(48, 'sunday', 'Tune the antenna', 'Tuned to 7 MHz.');
    const { out } = await cortex(['handoff'], { hour: 48 });
    expect(out).toContain('asked for: Tune the antenna');
    expect(out).toContain('Tuned to 7 MHz.');
    expect(out).toContain('write the changelog');
  });

  it('after a question has the work before it', async () => {
    await friday();
    await hook(47, 'sunday', 'SessionStart', { source: 'startup' });
    await hook(47.1, 'sunday', 'UserPromptSubmit', { prompt: 'Which time zone does cron use?' });
    await hook(47.2, 'sunday', 'Stop', { last_assistant_message: 'UTC, unless it is set.' });
    await hook(47.3, 'sunday', 'SessionEnd', { reason: 'other' });
    const { out } = await cortex(['handoff'], { hour: 49 });
    expect(out).toContain('asked for: Which time zone does cron use');
    expect(out).toMatch(
      /^BEFORE THAT \(.*\n- user: "Add a retry to the webhook"[\s\S]*^LAST TIME \(/m,
    );
    for (const part of PARTS.slice(5)) expect(out).toContain(part);
  });

  it('names the last work also when nobody would inherit of it', async () => {
    await friday();
    const { out } = await cortex(['handoff'], { hour: 24 * 12 });
    expect(out).toContain('asked for: Add a retry to the webhook');
    expect(out).toContain('compare with >=');
    expect(out).toContain('never migrate without asking');
  });

  it('says so where nothing is known', async () => {
    expect((await cortex(['handoff'])).out).toBe('Nothing is known here yet.\n');
  });

  it('reads the same for a model, in an element of ours', async () => {
    await friday();
    await engine(48, async (deps) => {
      const given = await scopeHandoff(deps, deps.locate(here.radio), null);
      expect(handoffNote(deps, 'handoff', given)).toBe(
        `<cortex-note kind="handoff" scope="project:radio">\n${handoffText(deps, given)}\n</cortex-note>`,
      );
    });
  });

  it('of one session tells how that one left things', async () => {
    await friday();
    await session(24, 'saturday', 'Tune the antenna', 'Tuned.');
    await engine(48, async (deps) => {
      const all = await deps.store.history({ limit: 10 });
      const named = all.find(({ host_session_id }) => host_session_id === 'friday')!;
      const text = handoffNote(deps, 'session', await sessionHandoff(deps, named));
      expect(text).toContain('asked for: Add a retry to the webhook');
      expect(text).toContain('compare with >=');
      expect(text).toContain('CRITICAL staging is shared');
      expect(text).not.toContain('antenna');
    });
  });
});

describe('a hand-over as data', () => {
  it('fits its schema, and says whose word everything is', async () => {
    await friday();
    mkdirSync(join(here.radio, 'src'), { recursive: true });
    writeFileSync(join(here.radio, 'src', 'retry.ts'), 'export {};\n');
    const capsule = await json<Record<string, never>>(['handoff'], { hour: 48 });
    expect(misfits(capsule, SCHEMA)).toEqual([]);
    expect(capsule).toMatchObject({
      cortex_handoff: 1,
      scope: 'project:radio',
      branch: 'main',
      goal: 'Add a retry to the webhook',
      session: { title: 'Add a retry to the webhook', host: 'claude-code', running: false },
      stopped: { touched: ['src/retry.ts'] },
      turns: [{ turns: [{ asked: 'Add a retry to the webhook', files: ['src/retry.ts'] }] }],
      decisions: [
        {
          choice: 'use webhooks',
          reason: 'polling misses events',
          trust: 'person',
          origin: { author: null },
        },
      ],
      blockers: [{ type: 'waiting', text: 'no access to staging', trust: 'person' }],
      pins: [{ content: 'staging is shared', critical: true, trust: 'person' }],
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
      JSON.stringify({
        ...capsule,
        goal: 'Rotate api_key=sk-abcdefghijklmnopqrstuvwx0123456789 now',
      }),
    );
    const other = join(here.folder, 'other');
    const taken = await cortex(['continue', file], { hour: 49, cwd: other });
    expect(taken.out).toContain('1 decision, 1 blocker, 1 next action, 1 pin');
    expect(taken.out).toContain('[REDACTED]');
    const told = (await cortex(['preview'], { hour: 50, cwd: other })).out;
    for (const part of [
      'use webhooks',
      'no access to staging',
      'write the changelog',
      'staging is shared',
    ])
      expect(told).toContain(part);
    expect(told).not.toContain('CRITICAL');
    expect(told).not.toContain('RULES OF THE USER');
    expect(told).not.toContain('sk-abcdef');
    expect(told).toContain('polling misses events (1h ago, the agent)');
  });

  it('is taken in once: a second time adds nothing, opens nothing that was done, and says so', async () => {
    await friday('staging');
    const file = join(here.folder, 'hand over.json');
    writeFileSync(file, JSON.stringify(await json(['handoff'], { hour: 48 })));
    const other = join(here.folder, 'other');
    await cortex(['continue', file], { hour: 49, cwd: other });
    await cortex(['done', 'write the changelog'], { hour: 49.1, cwd: other });
    const again = await cortex(['continue', file], { hour: 49.2, cwd: other });
    expect(again.out).toContain('Nothing new for project:other: all of it is here already.');
    const tasks = (await cortex(['tasks'], { hour: 49.3, cwd: other })).out;
    expect(tasks).not.toContain('write the changelog');
    expect(await json(['continue', file], { hour: 49.4, cwd: other })).toMatchObject({
      decisions: 0,
      blockers: 0,
      next: 0,
      pins: 0,
      memories: 0,
      refused: 0,
    });
  });

  it('is refused where it holds nothing, is something else, or is not there', async () => {
    const file = join(here.folder, 'x.json');
    writeFileSync(file, '{"cortex_handoff": 1}');
    expect((await cortex(['continue', file])).err).toContain('holds nothing to take over');
    for (const word of ['./missing.json', 'missing.json', join(here.folder, 'missing')])
      expect((await cortex(['continue', word])).err).toContain(`There is no file ${word}.`);
    expect((await cortex(['continue', here.folder])).err).toContain(
      `There is no file ${here.folder}.`,
    );
    expect((await cortex(['continue', 'a1b2.c3'])).err).toContain('No session has an id');
    writeFileSync(file, '{"cortex_handoff": 7}');
    expect((await cortex(['continue', file])).err).toContain(
      'is not a hand-over that this version reads',
    );
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

  it('names the agent that was meant where none is called so', async () => {
    await friday();
    const { err } = await cortex(['handoff', '--to', 'claude-cod'], { hour: 48 });
    expect(err).toContain('No agent is called claude-cod.\nDid you mean claude-code?');
  });
});

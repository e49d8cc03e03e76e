import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../../test/table.ts';
import { type Addition, withAdditions, withoutAdditions } from './merge.ts';
import { callsCortex } from './ours.ts';
import { isSameContent } from './value.ts';

const OURS = { command: 'node /x/cortex.cjs hook cursor' };
const SERVER = { command: 'cortex', args: ['mcp'] };
const additions: readonly Addition[] = [
  { at: ['version'], ensure: 1 },
  { at: ['hooks', 'stop'], append: OURS },
  { at: ['servers', 'cortex'], set: SERVER },
];
const add = (settings: Record<string, unknown>) => withAdditions(settings, additions);

describe('a command line', () => {
  it.each(table<[string, boolean]>('command-lines-of-cortex'))(
    'calls Cortex or not: %s',
    (line, expected) => {
      expect(callsCortex(line, 'cursor')).toBe(expected);
    },
  );
});

describe('settings', () => {
  it('gain our additions once, and lose them again', () => {
    const settings = add({});
    expect(settings).toEqual({
      version: 1,
      hooks: { stop: [OURS] },
      servers: { cortex: SERVER },
    });
    expect(add(settings as Record<string, unknown>)).toEqual(settings);
    expect(withoutAdditions(settings, additions)).toEqual({});
  });

  it('keep an ensured value while other settings remain', () => {
    const shared = { ...add({}), hooks: { stop: [OURS, { command: 'mine' }] } };
    expect(withoutAdditions(shared, additions)).toEqual({
      version: 1,
      hooks: { stop: [{ command: 'mine' }] },
    });
    expect(add({ version: 2 })).toMatchObject({ version: 2 });
  });

  it('keep what was added to our server, and give back one of others by the same name', () => {
    const tended = {
      command: '/old/cortex',
      args: ['mcp'],
      env: { A: '1' },
      autoApprove: ['session_note'],
    };
    expect(add({ servers: { cortex: tended } })['servers']).toEqual({
      cortex: { ...tended, ...SERVER },
    });
    const foreign = { servers: { cortex: { command: 'uvx', args: ['snowflake-cortex-mcp'] } } };
    expect(withoutAdditions(foreign, additions)).toEqual(foreign);
    expect(withoutAdditions(add(foreign), additions, foreign)).toMatchObject(foreign);
  });

  const entry = fc.oneof(
    fc.constant(OURS),
    fc.record({ command: fc.constantFrom('a', 'b', 'cortex status') }),
  );
  const other = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 2 }));
  const any = fc.record(
    {
      hooks: fc.dictionary(fc.constantFrom('stop', 'start'), fc.array(entry, { maxLength: 4 })),
      servers: other,
      theirs: other,
    },
    { requiredKeys: [] },
  );

  it('hold ours exactly once, and everything of others in its order', () => {
    const ofOthers = (value: Record<string, unknown>) =>
      Object.entries((value['hooks'] ?? {}) as Record<string, unknown[]>)
        .map(([key, list]) => [key, list.filter((one) => !isSameContent(one, OURS))] as const)
        .filter(([, list]) => list.length > 0)
        .map(([key, list]) => JSON.stringify([key, list]))
        .sort();
    fc.assert(
      fc.property(any, (settings) => {
        const result = add(settings) as { hooks: Record<string, unknown[]>; theirs: unknown };
        expect(
          Object.values(result.hooks)
            .flat()
            .filter((one) => isSameContent(one, OURS)),
        ).toEqual([OURS]);
        expect(ofOthers(result)).toEqual(ofOthers(settings));
        expect(result.theirs).toEqual(settings.theirs);
        expect(add(result)).toEqual(result);
        const cleaned = withoutAdditions(result, additions) as Record<string, unknown>;
        expect(ofOthers(cleaned)).toEqual(ofOthers(settings));
        expect(JSON.stringify(cleaned)).not.toContain('hook cursor');
      }),
    );
  });
});

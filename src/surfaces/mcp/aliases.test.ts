import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { wireSchema } from './schema.ts';
import { TOOLS } from './tools.ts';

/** The arguments of a tool after its aliases were resolved. */
async function taken(name: string, input: Record<string, unknown>) {
  const tool = TOOLS.find((one) => one.name === name)!;
  return wireSchema(tool.input, 'input', tool.aliases)['~standard'].validate(input);
}

describe('arguments under the names of the sources', () => {
  it.each(table<[string, Record<string, unknown>, object]>('tool-aliases'))(
    '%s takes %j',
    async (name, input, meant) => {
      expect(await taken(name, input)).toMatchObject({ value: meant });
    },
  );

  it('a name is refused where it is no alias, or is given twice', async () => {
    const refusals = [
      await taken('cortex_add', { content: 'x', scope: 'radio' }),
      await taken('memory_context', { scope: 'radio', project: 'radio' }),
      await taken('memory_context', { scope: 1 }),
      await taken('session_resume', { constructor: 'x' }),
    ];
    for (const refused of refusals) expect(refused.issues?.length).toBeGreaterThan(0);
  });

  it('no alias stands in a schema', () => {
    for (const { input, aliases = {} } of TOOLS)
      for (const [alias, { name }] of Object.entries(aliases)) {
        expect(Object.keys(input.shape)).toContain(name);
        expect(Object.keys(input.shape)).not.toContain(alias);
      }
  });
});

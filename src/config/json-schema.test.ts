import { expect, it } from 'vitest';
import { configurationSchema } from './json-schema.ts';
import { fits, optionNames, optionOf, RETIRED_OPTIONS } from './options.ts';

interface Schema {
  readonly type: string;
  readonly default: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean;
}

function leafOf(name: string): Schema {
  const at = (schema: Schema, part: string) => schema.properties![part]!;
  return name.split('.').reduce(at, configurationSchema() as unknown as Schema);
}

it.each(optionNames())('%s is in it, with its default and its range', (name) => {
  const option = optionOf(name);
  const leaf = leafOf(name);
  expect(leaf.default).toEqual(option[1]);
  if (leaf.type !== 'number' && leaf.type !== 'integer') return;
  for (const edge of [leaf.minimum!, leaf.maximum!]) expect(fits(option, edge)).toBe(true);
  for (const beyond of [leaf.minimum! - 1, leaf.maximum! + 1])
    expect(fits(option, beyond)).toBe(false);
});

it('holds nothing else but names of earlier versions, and every group fills itself in', () => {
  const names: string[] = [];
  const walk = (schema: Schema, prefix: string) => {
    if (!schema.properties) {
      names.push(prefix.slice(0, -1));
      return;
    }
    expect([prefix, schema.type, schema.default, schema.additionalProperties]).toEqual([
      prefix,
      'object',
      {},
      false,
    ]);
    for (const [part, inner] of Object.entries(schema.properties)) walk(inner, `${prefix}${part}.`);
  };
  walk(configurationSchema() as unknown as Schema, '');
  expect(names.sort()).toEqual([...optionNames(), ...RETIRED_OPTIONS].sort());
});

import { type Option, optionNames, optionOf, RETIRED_OPTIONS } from './options.ts';

interface SchemaGroup {
  readonly type: 'object';
  readonly additionalProperties: false;
  /** Empty, and needed: a validator that fills in defaults looks only inside groups that have one. */
  readonly default: Record<string, never>;
  readonly properties: Record<string, unknown>;
}

/** All options as plain JSON Schema, nested by the dots in their names. */
export function configurationSchema(): SchemaGroup {
  const root = group();
  const put = (name: string, schema: unknown) => {
    const parts = name.split('.');
    const leaf = parts.pop()!;
    let into = root;
    for (const part of parts) into = (into.properties[part] ??= group()) as SchemaGroup;
    into.properties[leaf] = schema;
  };
  for (const name of optionNames()) put(name, schemaOf(optionOf(name)));
  // Without a default a validator fills nothing in, and it still accepts the option in an old file.
  for (const name of RETIRED_OPTIONS) put(name, { description: 'Deprecated; ignored.' });
  return root;
}

function group(): SchemaGroup {
  return { type: 'object', additionalProperties: false, default: {}, properties: {} };
}

function schemaOf(option: Option): unknown {
  const [kind, standard, accepts, description] = option;
  const common = { default: standard, description };
  switch (kind) {
    case 'boolean':
      return { type: 'boolean', ...common };
    case 'number':
    case 'integer':
      return { type: kind, minimum: accepts[0], maximum: accepts[1], ...common };
    case 'choice':
      return { type: 'string', enum: accepts, ...common };
    case 'path':
      return { type: 'string', minLength: 1, maxLength: 4096, ...common };
    case 'list':
      return { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 100, ...common };
  }
}

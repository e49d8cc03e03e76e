import { type Option, optionNames, optionOf } from './options.ts';

interface Group {
  readonly type: 'object';
  readonly additionalProperties: false;
  /** Without it a validator that fills in defaults never looks inside. */
  readonly default: Record<string, never>;
  readonly properties: Record<string, unknown>;
}

/** All options as plain JSON Schema, nested by the dots in their names. */
export function configurationSchema(): Group {
  const root = group();
  for (const name of optionNames()) {
    const parts = name.split('.');
    const leaf = parts.pop()!;
    let into = root;
    for (const part of parts) into = (into.properties[part] ??= group()) as Group;
    into.properties[leaf] = schemaOf(optionOf(name));
  }
  return root;
}

function group(): Group {
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

import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { escapedLine } from '../../domain/base/text/safe-text.ts';
import type { Aliases } from '../../operations/base/operation.ts';

// A server checks a few calls in its life: generating code for each check takes longer than it saves.
z.config({ jitless: true });

type JsonSchema = Record<string, unknown>;

/** Over HTTP a server is built for each request. */
const made = new WeakMap<z.ZodObject, JsonSchema>();

/**
 * A schema as the protocol wants it: zod's checks, and as little JSON as says the same. Every client reads it whole into
 * its model's context, at every start.
 */
export function wireSchema(
  schema: z.ZodObject,
  io: 'input' | 'output',
  aliases: Aliases = {},
): StandardSchemaWithJSON {
  const standard = schema['~standard'];
  const allowed = Object.keys(schema.shape).join(', ');
  const json = () => {
    const known = made.get(schema) ?? lean(z.toJSONSchema(schema, { io }));
    made.set(schema, known);
    return known;
  };
  return {
    '~standard': {
      version: 1,
      vendor: 'cortex',
      validate: async (value) => {
        const result = await standard.validate(underOurNames(value, aliases));
        if (!result.issues) return result;
        return { issues: result.issues.map((issue) => said(issue as z.core.$ZodIssue, allowed)) };
      },
      jsonSchema: { input: json, output: json },
    },
  };
}

/** Arguments under the names that the schema has. One that is given under both names stays, and is refused. */
function underOurNames(value: unknown, aliases: Aliases): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const given = value as Readonly<Record<string, unknown>>;
  const entries = Object.entries(given).map(([name, one]) => {
    const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (!alias || Object.hasOwn(given, alias.name)) return [name, one];
    return [alias.name, alias.value ? alias.value(one) : one];
  });
  return Object.fromEntries(entries);
}

const LONGEST_NAME = 100;

/** The fault, and what is allowed instead. A name that the caller made up is repeated harmlessly, and not at length. */
function said(issue: z.core.$ZodIssue, allowed: string): { message: string; path: PropertyKey[] } {
  const path = issue.path.map((key) => (typeof key === 'string' ? escapeForModel(key) : key));
  if (issue.code === 'unrecognized_keys') {
    const keys = escapeForModel(issue.keys.map((key) => key.slice(0, LONGEST_NAME)).join(', '));
    return { message: `there is no argument ${keys}; allowed are: ${allowed || 'none'}`, path };
  }
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined'))
    return { message: `is missing, expected ${issue.expected}`, path };
  return { message: issue.message, path };
}

/** Limits that no caller comes near: they are checked, and a refusal names them. */
const UNSAID = new Set([
  '$schema',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'minimum',
  'maximum',
]);

/** A schema without empty parts and limits, which a reader takes for granted. */
function lean(value: unknown): JsonSchema {
  return JSON.parse(
    JSON.stringify(value, (key, part: unknown) =>
      UNSAID.has(key) || isNothing(part) ? undefined : part,
    ),
  ) as JsonSchema;
}

/** An object or a list without anything in it. */
function isNothing(part: unknown): boolean {
  return typeof part === 'object' && part !== null && Object.keys(part).length === 0;
}

/** Stored text is data: in an answer it opens and closes nothing, and shows all that it holds. Line ends stay. */
export function escapeForModel(text: string): string {
  return text.split('\n').map(escapedLine).join('\n');
}

/** The same for every text in a record. */
export function escapeDeep<T>(value: T): T {
  if (typeof value === 'string') return escapeForModel(value) as T;
  if (Array.isArray(value)) return value.map(escapeDeep) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, escapeDeep(part)]),
  ) as T;
}

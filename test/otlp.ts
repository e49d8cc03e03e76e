import { expect } from 'vitest';

export interface Span {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Reads a line as OTLP's JSON encoding says it must be: names in camelCase that the protocol has, ids in hexadecimal, numbers
 * of 64 bits as strings, enumerations as numbers. Anything else fails the test.
 */
export function spansIn(line: string): Span[] {
  const { resourceSpans } = only(JSON.parse(line), ['resourceSpans']);
  return list(resourceSpans).flatMap((each) => {
    const { resource, scopeSpans } = only(each, ['resource', 'scopeSpans']);
    expect(attributes(only(resource, ['attributes'])['attributes'])['service.name']).toBe('cortex');
    return list(scopeSpans).flatMap((one) => {
      const { scope, spans } = only(one, ['scope', 'spans']);
      expect(only(scope, ['name'])['name']).toBe('cortex-sessions');
      return list(spans).map(spanOf);
    });
  });
}

const FIELDS = [
  ...['traceId', 'spanId', 'name', 'kind', 'startTimeUnixNano', 'endTimeUnixNano', 'attributes', 'status'],
];

function spanOf(value: unknown): Span {
  const span = only(value, FIELDS);
  expect(span['traceId']).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  expect(span['spanId']).toMatch(/^(?!0{16})[0-9a-f]{16}$/);
  expect(span['kind']).toBe(1);
  for (const name of ['startTimeUnixNano', 'endTimeUnixNano']) expect(span[name]).toMatch(/^[1-9]\d{18}$/);
  const [start, end] = [BigInt(String(span['startTimeUnixNano'])), BigInt(String(span['endTimeUnixNano']))];
  expect(end >= start).toBe(true);
  const status = span['status'] === undefined ? null : only(span['status'], ['code']);
  if (status) expect(status['code']).toBe(2);
  return {
    name: String(span['name']),
    attributes: attributes(span['attributes']),
    failed: status !== null,
    startMs: Number(start / 1_000_000n),
    endMs: Number(end / 1_000_000n),
  };
}

function attributes(value: unknown): Record<string, unknown> {
  const pairs = list(value).map((one) => {
    const { key, value: said } = only(one, ['key', 'value']);
    expect(key).toMatch(/^[a-z][a-z0-9_.]*$/);
    return [String(key), anyValue(said)] as const;
  });
  expect(new Set(pairs.map(([key]) => key)).size).toBe(pairs.length);
  return Object.fromEntries(pairs);
}

/** Exactly one kind of value is set. */
function anyValue(value: unknown): unknown {
  const kinds = ['stringValue', 'intValue', 'doubleValue', 'arrayValue', 'kvlistValue'];
  const entries = Object.entries(only(value, kinds));
  expect(entries).toHaveLength(1);
  const [kind, said] = entries[0]!;
  switch (kind) {
    case 'stringValue':
      expect(typeof said).toBe('string');
      return said;
    case 'intValue':
      expect(said).toMatch(/^-?\d+$/);
      return Number(said);
    case 'doubleValue':
      expect(typeof said).toBe('number');
      return said;
    case 'arrayValue':
      return list(only(said, ['values'])['values']).map(anyValue);
    default:
      return attributes(only(said, ['values'])['values']);
  }
}

function only(value: unknown, names: readonly string[]): Record<string, unknown> {
  expect(value).toBeTypeOf('object');
  const record = value as Record<string, unknown>;
  expect(names).toEqual(expect.arrayContaining(Object.keys(record)));
  return record;
}

function list(value: unknown): readonly unknown[] {
  expect(Array.isArray(value)).toBe(true);
  return value as readonly unknown[];
}

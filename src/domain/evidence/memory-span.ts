import type { Millis } from '../time.ts';

/** The operations on memory that OpenTelemetry's conventions for generative AI name, as far as Cortex has them. */
export type MemoryOperation =
  | 'search_memory'
  | 'create_memory'
  | 'update_memory'
  | 'upsert_memory'
  | 'delete_memory';

export interface SpanRecord {
  readonly id: string;
  readonly content?: string | null;
  readonly score?: number | null;
}

/** One operation on memory. */
export interface MemorySpan {
  readonly operation: MemoryOperation;
  readonly began: Millis;
  readonly tookMs: number;
  /** The host's id of the conversation; null where it happened in none. */
  readonly conversation: string | null;
  /** Stands for the project. */
  readonly store: string | null;
  readonly records: readonly SpanRecord[];
  readonly query: string | null;
  /** The kind of error that it ended with. */
  readonly error: string | null;
}

export type WriteSpan = (span: MemorySpan) => void;

type Value =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly arrayValue: { readonly values: readonly Value[] } }
  | { readonly kvlistValue: { readonly values: readonly Attribute[] } };

interface Attribute {
  readonly key: string;
  readonly value: Value;
}

/** More are counted and not named. */
const MOST_RECORDS = 100;
const LONGEST_TEXT = 4_000;
/** Numbers of enumerations, as JSON of OTLP has them: SPAN_KIND_INTERNAL and STATUS_CODE_ERROR. */
const INTERNAL = 1;
const FAILED = 2;

/**
 * A line of a file that OTLP's JSON readers take: `TracesData` with one span. Ids are hexadecimal, numbers of 64 bits are
 * strings. Without `withContent` no word of a query or a memory is in it.
 */
export function otlpLine(
  span: MemorySpan,
  ids: { readonly trace: string; readonly span: string },
  withContent: boolean,
): string {
  const start = BigInt(Math.floor(span.began)) * 1_000_000n;
  const end = start + BigInt(Math.max(0, Math.round(span.tookMs * 1e6)));
  const resource = { attributes: [attribute('service.name', text('cortex'))] };
  const one = {
    traceId: ids.trace,
    spanId: ids.span,
    name: span.operation,
    kind: INTERNAL,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(end),
    attributes: attributesOf(span, withContent),
    ...(span.error !== null && { status: { code: FAILED } }),
  };
  const scopeSpans = [{ scope: { name: 'cortex-sessions' }, spans: [one] }];
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
}

function attributesOf(
  { operation, conversation, store, records, query, error }: MemorySpan,
  withContent: boolean,
): Attribute[] {
  const named = records.slice(0, MOST_RECORDS);
  const isSearch = operation === 'search_memory';
  return [
    attribute('gen_ai.operation.name', text(operation)),
    ...(conversation === null ? [] : [attribute('gen_ai.conversation.id', text(conversation))]),
    ...(store === null ? [] : [attribute('gen_ai.memory.store.id', text(store))]),
    ...(error === null
      ? [attribute('gen_ai.memory.record.count', { intValue: String(records.length) })]
      : []),
    ...(!isSearch && records.length === 1
      ? [attribute('gen_ai.memory.record.id', text(records[0]!.id))]
      : []),
    ...(isSearch && named.length > 0
      ? [attribute('cortex.memory.record.ids', array(named.map(({ id }) => text(id))))]
      : []),
    ...(error === null ? [] : [attribute('error.type', text(error))]),
    ...(withContent && query !== null ? [attribute('gen_ai.memory.query.text', text(query))] : []),
    ...(withContent ? contents(named) : []),
  ];
}

/** Records whose words are known; OTLP has no record without content. */
function contents(records: readonly SpanRecord[]): Attribute[] {
  const said = records.flatMap(({ id, content, score }) =>
    typeof content !== 'string'
      ? []
      : [
          {
            kvlistValue: {
              values: [
                attribute('id', text(id)),
                attribute('content', text(content)),
                ...(typeof score === 'number' ? [attribute('score', { doubleValue: score })] : []),
              ],
            },
          },
        ],
  );
  return said.length === 0 ? [] : [attribute('gen_ai.memory.records', array(said))];
}

function attribute(key: string, value: Value): Attribute {
  return { key, value };
}

function text(value: string): Value {
  return { stringValue: value.slice(0, LONGEST_TEXT).toWellFormed() };
}

function array(values: readonly Value[]): Value {
  return { arrayValue: { values } };
}

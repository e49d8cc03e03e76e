import { describe, expect, it } from 'vitest';
import { spansIn } from '../../../test/otlp.ts';
import { type MemorySpan, otlpLine } from './memory-span.ts';

const IDS = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };
const BEGAN = Date.parse('2026-11-13T10:00:00.000Z');

const span = (more: Partial<MemorySpan> = {}): MemorySpan => ({
  operation: 'search_memory',
  began: BEGAN,
  tookMs: 1.5,
  conversation: 'c1',
  store: 's1',
  records: [
    { id: 'mem-1', content: 'the tuner reads low', score: 0.5 },
    { id: 'mem-2', content: null },
  ],
  query: 'tuner',
  error: null,
  ...more,
});
const read = (one: MemorySpan, withContent = false) => spansIn(otlpLine(one, IDS, withContent))[0]!;

describe('a span of OTLP', () => {
  it('has counts and ids, and no word of a memory or a query', () => {
    expect(read(span())).toEqual({
      name: 'search_memory',
      failed: false,
      startMs: BEGAN,
      endMs: BEGAN + 1,
      attributes: {
        'gen_ai.operation.name': 'search_memory',
        'gen_ai.conversation.id': 'c1',
        'gen_ai.memory.store.id': 's1',
        'gen_ai.memory.record.count': 2,
        'cortex.memory.record.ids': ['mem-1', 'mem-2'],
      },
    });
    expect(otlpLine(span(), IDS, false)).not.toContain('tuner');
  });

  it('has times to the nanosecond, as strings', () => {
    expect(otlpLine(span(), IDS, false)).toContain(
      '"startTimeUnixNano":"1794564000000000000","endTimeUnixNano":"1794564000001500000"',
    );
  });

  it('has the words where a person wants them, as records of the conventions', () => {
    expect(read(span(), true).attributes).toMatchObject({
      'gen_ai.memory.query.text': 'tuner',
      'gen_ai.memory.records': [{ id: 'mem-1', content: 'the tuner reads low', score: 0.5 }],
    });
  });

  it('names the one record that was changed', () => {
    const one = span({ operation: 'update_memory', records: [{ id: 'mem-1' }], query: null });
    expect(read(one, true).attributes).toEqual({
      'gen_ai.operation.name': 'update_memory',
      'gen_ai.conversation.id': 'c1',
      'gen_ai.memory.store.id': 's1',
      'gen_ai.memory.record.count': 1,
      'gen_ai.memory.record.id': 'mem-1',
    });
  });

  it('says how it failed', () => {
    const one = read(span({ error: 'SQLITE_BUSY', records: [], conversation: null, store: null }));
    expect(one).toMatchObject({ failed: true, attributes: { 'error.type': 'SQLITE_BUSY' } });
    expect(Object.keys(one.attributes)).toEqual(['gen_ai.operation.name', 'error.type']);
  });

  it('stays small and whole, whatever stands in it', () => {
    const records = Array.from({ length: 500 }, (_, i) => ({
      id: `m${i}\ud800`,
      content: 'x"\n'.repeat(9_000),
    }));
    const line = otlpLine(span({ records, query: '\udfff'.repeat(9_000) }), IDS, true);
    expect(line).not.toContain('\n');
    expect(line.length).toBeLessThan(1_500_000);
    expect(spansIn(line)[0]!.attributes['gen_ai.memory.record.count']).toBe(500);
  });
});

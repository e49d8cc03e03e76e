import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ToolUse } from '../src/domain/event.ts';
import { type Host, Malformed } from '../src/host.ts';

/** Payloads as our plugins sent them from the real programs, one a line. */
export function recorded(host: string): unknown[] {
  const file = join(import.meta.dirname, 'recorded', `${host}.jsonl`);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** A use of which nothing is known but what is given. */
export function using(name: string, use: Partial<ToolUse> = {}): ToolUse {
  const nothing = { changes: [], reads: [], command: null, workdir: null, output: null, todos: null };
  return { name, failed: false, ...nothing, ...use };
}

/** What holds for every host that our own plugin speaks for. */
export function keepsToTheContract(host: Host): void {
  it('takes anything, and either reads it or says that it cannot', () => {
    const samples = recorded(host.name) as Record<string, unknown>[];
    const names = samples.flatMap((sample) => [sample['event'], sample['hookName']]).filter(Boolean);
    const fields = new Set(samples.flatMap((sample) => Object.keys(sample)));
    const field = fc.constantFrom(...fields);
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(...samples.flatMap(Object.values)));
    const payload = fc.tuple(fc.constantFrom(...names), fc.dictionary(field, value));
    fc.assert(
      fc.property(payload, ([name, rest]) => {
        const sent = { ...rest, ...('hookName' in samples[0]! ? { hookName: name } : { event: name }) };
        try {
          const event = host.parse(sent);
          if (event) expect(event.hostSessionId.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(Malformed);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([null, 'text', 7, []])('refuses %j', (payload) => {
    expect(() => host.parse(payload)).toThrow(Malformed);
  });

  it('knows nothing of other events', () => {
    expect(host.parse({ event: 'lsp.updated', hookName: 'tool_call' })).toBeNull();
    expect(host.parse({})).toBeNull();
  });

  it('says nothing where there is nothing to say', () => {
    const event = host.parse(recorded(host.name)[0])!;
    expect(host.render(event, { context: null })).toBe('');
    expect(JSON.parse(host.render(event, { context: 'words' }))).not.toEqual({});
  });
}

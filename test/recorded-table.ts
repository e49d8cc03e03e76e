import { describe, expect, it } from 'vitest';
import type { ToolUse } from '../src/domain/event.ts';
import type { Host } from '../src/host.ts';
import { recordedOf } from './host-contract.ts';

/** What a tool call is where it says nothing else. */
export const NO_USE: Omit<ToolUse, 'name'> = {
  failed: false,
  changes: [],
  reads: [],
  command: null,
  workdir: null,
  output: null,
  todos: null,
};

/** One expectation for each line of the payloads that were recorded of a host. */
export function recordedTable(host: Host, expected: readonly unknown[]): void {
  const recorded = recordedOf(host.name);
  describe('recorded payloads', () => {
    it('are all in the table', () => expect(recorded.length).toBe(expected.length));

    it.each(recorded.map((sent, at) => [at, nameOf(sent), sent] as const))('%i %s', (at, _, sent) =>
      expect(host.parse(sent)).toEqual(expected[at]),
    );
  });
}

function nameOf(sent: Readonly<Record<string, unknown>>): unknown {
  return sent['hook_event_name'] ?? sent['hookEventName'] ?? sent['event'] ?? sent['hookName'];
}

import { instructDeps } from '../compose.ts';
import type { Input } from '../platform/stdin.ts';
import { SchemaNotCurrent } from '../stores/sqlite/schema.ts';
import { instructOnly } from '../surfaces/hook/instruct-only.ts';
import { hookWith } from './hook-door.ts';
import type { Started } from './started.ts';

/** The hook before a tool call, for those who have standing instructions. */
export function hook(args: readonly string[], input: Input, started: Started): Promise<void> {
  return hookWith(args, input, started, async (world, host, via, event) => {
    try {
      const reply =
        event.kind === 'tool-intent' &&
        (await instructOnly(instructDeps(world), { host: host.name, via }, event));
      if (reply) return { text: host.render(event, reply) };
    } catch (error) {
      if (!(error instanceof SchemaNotCurrent)) throw error;
    }
    return (require('./engine.cjs') as typeof import('./engine.ts')).whole(world, host, via, event);
  });
}

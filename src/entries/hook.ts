import { recordDeps } from '../compose.ts';
import { watchesReads } from '../engine/file-note.ts';
import type { Input } from '../platform/stdin.ts';
import { SchemaNotCurrent } from '../stores/sqlite/schema.ts';
import { recordOnly } from '../surfaces/hook/record-only.ts';
import { hookWith, SILENT } from './hook-door.ts';
import type { Started } from './started.ts';

/** The lean hook: most events only add to an open session. What needs more goes to the whole engine. */
export function hook(args: readonly string[], input: Input, started: Started): Promise<void> {
  return hookWith(args, input, started, async (world, host, via, event) => {
    try {
      const open = () => recordDeps(world);
      // Where no answer to a prompt is heard, that to a tool's use is.
      const isAnswered =
        (event.kind === 'tool-use' && !host.hearing.at.includes('prompt')) ||
        watchesReads(world.config, event);
      if (!isAnswered && (await recordOnly(open, { host: host.name, via }, event))) return SILENT;
    } catch (error) {
      if (!(error instanceof SchemaNotCurrent)) throw error;
    }
    return (require('./engine.cjs') as typeof import('./engine.ts')).whole(world, host, via, event);
  });
}

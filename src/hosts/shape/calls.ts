import type { ToolUse } from '../../domain/event.ts';
import type { Host } from '../../host.ts';

/** Calls of tools that wait for their results, which a transcript has further on. */
export function openCalls<Call>() {
  const open = new Map<string, Call>();
  return {
    begin(id: string | null, call: Call): void {
      // A file that goes on without results must not let them grow for ever.
      if (id !== null && open.size < MOST_OPEN) open.set(id, call);
    },
    /** The call that a result belongs to, once. */
    take(id: string | null): Call | undefined {
      const call = id === null ? undefined : open.get(id);
      if (id !== null) open.delete(id);
      return call;
    },
  };
}

const MOST_OPEN = 1000;

/** A tool use, as the host's own adapter reads it from an event. */
export function useIn(host: Pick<Host, 'parse'>, payload: object): ToolUse | null {
  const event = host.parse({ session_id: 'transcript', ...payload });
  return event?.kind === 'tool-use' ? event.use : null;
}

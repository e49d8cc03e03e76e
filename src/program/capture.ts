import {
  codeKind,
  isOneOfMany,
  noteTime,
  ownerPid,
  parseSentEvent,
  type SentEvent,
} from '../door/event.ts';
import type { Started } from '../door/world.ts';
import { recordOnly } from '../engine/capture/record.ts';
import { abandonedDoors } from '../system/hooks/hand-over.ts';
import { spooledIn } from '../system/hooks/spool.ts';
import { captureDeps, hostOf, openWorld } from './compose.ts';
import { MORE_TO_DO } from './rooms/capture.ts';

// For benchmarks, which measure redaction in the built program (bench/secrets).
export { redactText } from '../domain/redact/redact.ts';

/**
 * `cortex hook` for a tool or a later prompt in an open session, from a bundle that is a third of the whole: it spares such a
 * process a quarter of its time. Returns the kind of event, or null if the full hook has to handle it. Then nothing was
 * stored: the full hook tries a failed event again and handles the failure.
 */
export async function captureEvent(sent: SentEvent, started: Started): Promise<string | null> {
  const { env } = process;
  try {
    const { host, via, event } = parseSentEvent({ hostOf }, sent, env);
    if (!event) return null;
    const world = openWorld(env, 'hook', started);
    // Spooled events, and those in the folder of a dead server, come first.
    const run = env['CORTEX_RUN'];
    const isWaiting = () =>
      spooledIn(world.home).length > 0 || (!!run && abandonedDoors(run).length > 0);
    if (!isOneOfMany(event) && isWaiting()) return null;
    if (MORE_TO_DO.some((isMore) => isMore(world.home, world.now()))) return null;
    const deps = captureDeps(world, started.owners ? null : ownerPid(host));
    if (!(await recordOnly(deps, { host: host.name, via, injection: host.injection }, event)))
      return null;
    noteTime(world, event, started.at ?? 0);
    return codeKind(event);
  } catch {
    return null;
  }
}

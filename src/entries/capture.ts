import { captureDeps, openWorld, type Started } from '../compose.ts';
import { recordOnly } from '../engine/events/record.ts';
import { abandonedDoors } from '../platform/hand-over.ts';
import { spooledIn } from '../platform/spool.ts';
import type { Input } from '../platform/stdin.ts';
import { eventIn, isOneOfMany, noteTime, ownerPid, runOf } from './event.ts';

// Secrets are measured as the built program takes them out (bench/secrets).
export { redactText } from '../domain/redact/redact.ts';

/**
 * `cortex hook` for a tool or a later prompt in an open session, from a bundle that is a third of the whole: it spares such a
 * process a quarter of its time. Gives what kind of event it was, or null where the whole hook has to see to it. Then nothing was
 * stored: what failed here is tried there again, which knows what to do about it.
 */
export async function capture(
  args: readonly string[],
  input: Input,
  started: Started,
): Promise<string | null> {
  const { env } = process;
  try {
    const { host, via, event } = eventIn({ args, ...input, plugin: env['CLAUDE_PLUGIN_ROOT'] ?? '' }, env);
    if (!event) return null;
    const world = openWorld(env, 'hook', started);
    // Events that wait beside the database, or in the folder of a server that is gone, come first.
    const run = env['CORTEX_RUN'];
    const isWaiting = () => spooledIn(world.home).length > 0 || (!!run && abandonedDoors(run).length > 0);
    if (!isOneOfMany(event) && isWaiting()) return null;
    const deps = captureDeps(world, started.owners ? null : ownerPid(host));
    if (!(await recordOnly(deps, { host: host.name, via, injection: host.injection }, event))) return null;
    noteTime(world, event, started.at ?? 0);
    return runOf(event);
  } catch {
    return null;
  }
}

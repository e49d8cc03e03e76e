import { didSomething, stoppedAtLimit } from '../../domain/restore/snapshot.ts';
import { ago } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import type { Source } from '../reply.ts';
import { sessionOfHost } from './target.ts';

/**
 * `2 pins · 1 red · stopped 2d ago`: what a session has pinned, which checks fail, and when the last one before it stopped,
 * or which agent went on while this one is at its usage limit.
 * Read from what is kept: no session is opened, and an empty text where there is nothing.
 */
export async function statusLine(
  { store, config, now, locate }: Pick<Deps, 'store' | 'config' | 'now' | 'locate'>,
  { host }: Pick<Source, 'host'>,
  asked: { readonly hostSessionId: string | null; readonly cwd: string | null },
): Promise<string> {
  const head =
    asked.hostSessionId === null ? null : await sessionOfHost({ store, config }, host, asked.hostSessionId);
  const scope = head?.scope ?? locate(asked.cwd).scope;
  const pins = head ? await store.pinsNow(head.id) : await store.waitingPins(scope.key);
  const { standing } = await store.standing(scope.key, scope.root, now());
  const red = (standing.thread?.thread.blockers ?? []).filter(
    ({ resolved, by, identity }) => !resolved && by === 'tool' && identity !== null,
  );
  const last = standing.sessions.find((one) => one.id !== head?.id && !one.running && didSomething(one));
  const own = standing.sessions.find((one) => one.id === head?.id);
  const next = own && stoppedAtLimit(own) ? standing.sessions.find((one) => one.place > own.place) : null;
  return [
    pins.length > 0 ? `${pins.length} pin${pins.length === 1 ? '' : 's'}` : null,
    red.length > 0 ? `${red.length} red` : null,
    next ? `${next.host} went on ${ago(next.at, now())}` : last ? `stopped ${ago(last.at, now())}` : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

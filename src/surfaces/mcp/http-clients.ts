import { DAY, MINUTE } from '../../domain/time.ts';
import { type Desk, openDesk, type World } from './desk.ts';

/** Quiet for so long, a client's own session is over; another call opens the next one, with all that it held. */
const QUIET = 30 * MINUTE;
const FORGOTTEN = DAY;
const MOST = 500;

interface Client<More> {
  /** Null where it belongs to another entry. */
  readonly desk: Desk | null;
  readonly more: More;
  lastCall: number;
  isQuiet: boolean;
}

/** Clients that can be told apart, each with a session and a ledger of its own. */
export interface Clients<More> {
  find(key: string): { readonly desk: Desk | null; readonly more: More } | null;
  add(key: string, desk: Desk | null, more: More): void;
  remove(key: string, reason: string): Promise<void>;
  /** Those that were not heard of for long. */
  sweep(): Promise<void>;
  close(reason: string): Promise<void>;
}

export function keepClients<More>(now: () => number, forget: (more: More) => Promise<void>): Clients<More> {
  const known = new Map<string, Client<More>>();

  async function remove(key: string, reason: string): Promise<void> {
    const client = known.get(key);
    if (!client) return;
    known.delete(key);
    await client.desk?.close(reason);
    await forget(client.more);
  }

  return {
    find(key) {
      const client = known.get(key);
      if (!client) return null;
      // The one that called last is the last to be forgotten.
      known.delete(key);
      known.set(key, client);
      client.lastCall = now();
      client.isQuiet = false;
      return client;
    },
    add(key, desk, more) {
      known.set(key, { desk, more, lastCall: now(), isQuiet: false });
      const [oldest] = known.keys();
      if (known.size > MOST) void remove(oldest!, 'too many clients');
    },
    remove,
    async sweep() {
      for (const [key, client] of [...known]) {
        const quiet = now() - client.lastCall;
        if (quiet > FORGOTTEN) await remove(key, 'client gone');
        else if (quiet > QUIET && !client.isQuiet) {
          client.isQuiet = true;
          await client.desk?.close('client quiet');
        }
      }
    },
    async close(reason) {
      for (const key of [...known.keys()]) await remove(key, reason);
    },
  };
}

/** A desk for a client by its URL: `?client=` tells it from others, `?project=` where it works. */
export function deskFor(around: World, url: URL, isKnown: boolean): Desk {
  return openDesk(around, {
    isParent: false,
    isKnown,
    client: null,
    project: url.searchParams.get('project'),
  });
}

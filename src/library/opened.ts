import { type SessionId, shortId } from '../domain/ids.ts';
import { FULL_CONFIDENCE } from '../domain/memories/memory.ts';
import { addMemory } from '../engine/memories/memories.ts';
import type { Cortex, CortexOptions, Home } from './cortex.ts';
import type { ISessionStorage } from './session.ts';

/** What is known of the outside, given by whoever composes. */
export interface World {
  open(options: CortexOptions): Promise<Home>;
  ownStorage(): ISessionStorage;
}

export function cortexAt(options: CortexOptions, world: World): Cortex {
  let opening: Promise<Home> | null = null;
  const open = () => {
    opening ??= world.open(options).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  return {
    options,
    open,
    storage: (persistent) =>
      persistent ? laterStorage(async () => (await open()).deps.store) : world.ownStorage(),
    with: (more) => cortexAt({ ...options, ...more }, world),
    addMemory: async ({ sessionId, confidence = FULL_CONFIDENCE, content, categories = [] }) => {
      const { deps } = await open();
      const head = sessionId === undefined ? null : await deps.store.head(sessionId as SessionId);
      if (sessionId !== undefined && !head) throw unknownSession(sessionId);
      const scope = head?.scope ?? deps.locate(null).scope;
      const request = { content, confidence, categories, source: 'agent' as const };
      const added = await addMemory(deps, scope, request, head ? [head] : []);
      if (added.kind === 'empty') throw new TypeError('a memory needs words');
      if (added.kind === 'too long') throw new RangeError(`a memory has ${added.max} characters at most`);
      return added.memory.id;
    },
    close: async () => {
      const closing = opening;
      opening = null;
      (await closing?.catch(() => null))?.close();
    },
  };
}

/** It stands in labels, in links and as the name of a file. */
const SESSION_ID = /^[A-Za-z0-9_-][\w.-]{0,63}$/;

/** An id that a program chose for a session. */
export function newIdOf(chosen: unknown): SessionId {
  if (typeof chosen === 'string' && SESSION_ID.test(chosen)) return chosen as SessionId;
  throw new TypeError('a session id has up to 64 letters, digits, dots, hyphens and underscores');
}

export function unknownSession(id: string): Error {
  return new Error(`there is no session ${shortId(id)}; onSessionStart() makes one`);
}

/** A storage that is opened by its first use. */
function laterStorage(open: () => Promise<ISessionStorage>): ISessionStorage {
  return new Proxy({} as ISessionStorage, {
    get:
      (_, name) =>
      async (...args: unknown[]) => {
        const storage = await open();
        const method = storage[name as keyof ISessionStorage] as (...args: unknown[]) => unknown;
        return method.apply(storage, args);
      },
  });
}

import type { SessionId } from '../domain/ids.ts';
import { FULL_CONFIDENCE } from '../domain/memories/memory.ts';
import { isRecentEnough } from '../domain/runtime/runtimes.ts';
import { addMemory } from '../engine/memories/memories.ts';
import { findScope } from '../platform/git.ts';
import type { Asking } from './asking.ts';
import { asObject, asText, checkedOptions, unknownKey } from './checked.ts';
import type { Cortex, CortexOptions, Home, MemoryToAdd } from './cortex.ts';
import type { ISessionStorage } from './session.ts';
import { unknownSession } from './sessions.ts';

const MEMORY: readonly string[] = [
  'content',
  'confidence',
  'categories',
  'sessionId',
] satisfies (keyof MemoryToAdd)[];

/** A home of Cortex. Nothing is read or made before it is used. */
export function openCortex(given: CortexOptions = {}): Cortex {
  const options = checkedOptions(given);
  let opening: Promise<Home> | null = null;
  const open = () => {
    opening ??= openHome(options).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  // Most programs ask for nothing by its name: operations are loaded with the first that does.
  const asked = async () => (await import('./asked.ts')).askedOf(await open(), options.agent);
  const close = async () => {
    const closing = opening;
    opening = null;
    (await closing?.catch(() => null))?.close();
  };
  return {
    ...asking(asked),
    options,
    open,
    storage: (persistent) => {
      if (persistent) return laterStorage(async () => (await open()).deps.store);
      let own: Promise<ISessionStorage> | null = null;
      return laterStorage(() => (own ??= ownStorage()));
    },
    with: (more) => openCortex({ ...options, ...more }),
    addMemory: async (memory) => {
      asObject(memory, 'addMemory()', "an object with the words to keep, such as { content: '…' }");
      const { sessionId, confidence = FULL_CONFIDENCE, content, categories = [] } = memory;
      for (const name of Object.keys(memory))
        if (!MEMORY.includes(name)) throw unknownKey('addMemory()', name, MEMORY);
      asText(content, 'content of addMemory()', 'the words to keep');
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
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function openHome(options: CortexOptions): Promise<Home> {
  if (!isRecentEnough(process.versions))
    throw new Error(`Cortex needs Node 22.22.3 or 24.15 and later, not ${process.version}`);
  // With this comes the database: only who opens one loads it.
  return (await import('../entries/library-home.ts')).openLibraryHome(options);
}

async function ownStorage(): Promise<ISessionStorage> {
  return (await import('../stores/sqlite/ledger-store.ts')).memoryLedgers();
}

/** Each opens the home first. */
function asking(asked: () => Promise<Asking>): Asking {
  return {
    pin: async (...given) => (await asked()).pin(...given),
    unpin: async (...given) => (await asked()).unpin(...given),
    pins: async (...given) => (await asked()).pins(...given),
    search: async (...given) => (await asked()).search(...given),
    tasks: async (...given) => (await asked()).tasks(...given),
    done: async (...given) => (await asked()).done(...given),
    drop: async (...given) => (await asked()).drop(...given),
    memories: async (...given) => (await asked()).memories(...given),
    forgetMemories: async (...given) => (await asked()).forgetMemories(...given),
  };
}

/** A storage that is opened by its first use. */
function laterStorage(open: () => Promise<ISessionStorage>): ISessionStorage {
  return new Proxy({} as ISessionStorage, {
    get(_, name: keyof ISessionStorage) {
      return async (...args: unknown[]) => Reflect.apply((await open())[name], null, args);
    },
  });
}

/**
 * The scope of a folder: `['project:<name>', <top of the working tree>]` in a git repository, else `['global', null]`.
 * @param cwd the folder of the process where it is not said
 */
export function detectSessionScope(cwd: string = process.cwd()): [scope: string, projectPath: string | null] {
  const { scope } = findScope(cwd);
  return [scope.label, scope.root];
}

import { createHash } from 'node:crypto';
import { conversation, locate, type TestDeps, testDeps } from '../../../test/deps.ts';
import type { Config } from '../../config/config.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { newOrigin, plainCodec } from '../cipher.ts';
import { type Direction, type Sharing, type SyncReport, syncProject } from '../engine/sync.ts';
import type { Codec, SharedLog } from '../log.ts';
import { shareOf } from '../sql/share.ts';
import { type MemoryServer, memoryServer } from './memory-log.ts';

export const PROJECT = 'github.com/acme/shop';

export const NOW = Date.parse('2026-11-13T10:00:00.000Z');

/** A server that alice and bob share the project on. */
export function server(): MemoryServer {
  const made = memoryServer(() => NOW);
  for (const login of ['alice', 'bob']) made.invite(PROJECT, login);
  return made;
}

/** Two machines of alice. */
export async function machines() {
  const log = server();
  const laptop = await testHome('laptop', log.as('alice'));
  return { log, laptop, desktop: await testHome('desktop', log.as('alice')) };
}

/** A machine of somebody: an engine on SQLite in memory, at a path of its own, that shares one project. */
export interface TestHome {
  readonly deps: TestDeps;
  readonly scope: Scope;
  readonly cwd: string;
  readonly sharing: Sharing;
  sync(direction?: Direction): Promise<SyncReport>;
  say: ReturnType<typeof conversation>;
  /** Another conversation. */
  converse(id: string): ReturnType<typeof conversation>;
}

export async function testHome(
  name: string,
  log: SharedLog,
  {
    codec = plainCodec(),
    login = 'alice',
    config = {},
  }: { codec?: Codec; login?: string; config?: Partial<Config> } = {},
): Promise<TestHome> {
  const plain = testDeps(config);
  // Sessions of several homes have ids of their own, as random ones do.
  let made = 0;
  const newId = () =>
    `${createHash('sha256').update(`${name} ${++made}`).digest('hex').slice(0, 8)}-0000-7000-8000-000000000000`;
  const deps = { ...plain, newSessionId: newId as never, newThreadId: newId as never } as TestDeps;
  const cwd = `/${name}/shop`;
  const { scope } = locate(cwd);
  const sharing: Sharing = {
    log,
    server: log,
    codec,
    newOrigin,
    breathe: async () => {},
    obey: async () => true,
  };
  await shareOf(deps).shareProject({
    scopeKey: scope.key,
    project: PROJECT,
    name: codec.nameOf(PROJECT),
    since: deps.now(),
    origin: newOrigin(login),
  });
  return {
    deps,
    scope,
    cwd,
    sharing,
    sync: async (direction) => {
      const project = (await shareOf(deps).sharedProject(scope.key))!;
      return syncProject(deps, sharing, { project, scope }, direction);
    },
    say: conversation(deps, 'one', cwd),
    converse: (id) => conversation(deps, id, cwd),
  };
}

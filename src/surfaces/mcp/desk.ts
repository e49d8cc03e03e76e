import type { OwnerRecord, SessionId } from '../../domain/base/ids.ts';
import type { Environment } from '../../domain/base/runtimes.ts';
import { isGlobal, isWorkingTree } from '../../domain/base/scope.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { Failure } from '../../engine/base/errors.ts';
import {
  endClientSession,
  joinable,
  type OwnSession,
  ownSession,
  type Visitor,
  type Whereabouts,
} from '../../engine/client-session.ts';
import type { Copies } from '../../engine/keeping/copy.ts';
import { liveSessions } from '../../engine/presence/target.ts';
import { takeInQuietly } from '../../engine/spool.ts';
import type { Operation, OperationCall } from '../../operations/base/operation.ts';
import { projectNamed } from '../../operations/base/project.ts';
import { type Consent, decideReach } from '../../operations/base/reach.ts';
import type { Host } from '../../ports/base/host.ts';
import type { SessionHead } from '../../store/store.ts';

/** The place of all data, as it is at this moment: options and the database are opened for each call and closed after it. */
export interface ServerHome {
  open(): { readonly deps: Deps; close(): void };
  copies(): Copies;
  readonly places: OperationCall['places'];
}

export interface ServerWorld {
  readonly version: string;
  /** The operations that models are offered. */
  readonly operations: readonly Operation[];
  /** The hosts that there are adapters for. */
  readonly hosts: readonly KnownHost[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The process that serves. */
  readonly process: OwnerRecord;
  serverHome(): ServerHome;
  log(event: string, error: unknown): void;
  /** A client is gone, and perhaps this process after it: what it has taken on for others goes on elsewhere. */
  handOver(): void;
  /** The page of Today for hosts that show it, all in one; null where this copy of Cortex has none. */
  todayPage(): string | null;
  newId(): string;
  cwd(): string | null;
}

/** One client for as long as it is there. */
export interface Desk {
  /** Serves one call. */
  serve<T>(request: CallRequest, work: (call: OperationCall) => Promise<T>): Promise<T>;
  /** Puts on record what went wrong in a call. */
  failed(error: unknown, call: string): void;
  /** The client is gone: what is under way ends first. */
  close(reason: string): Promise<void>;
}

export interface CallRequest {
  readonly client: string | null;
  readonly project?: string | undefined;
  /** The call has an argument for a project. */
  readonly takesProject?: boolean;
  /** Folders that the client says it works in. */
  roots?(): Promise<readonly string[]>;
  /** Something is written that belongs to the client's session. */
  readonly writes: boolean;
  /** The user's consent to reading other projects' memory, given or possible. */
  readonly consent: Consent;
}

export interface DeskOptions {
  /** The client started this process. */
  readonly isParent: boolean;
  /** The client can be told from all others. */
  readonly isKnown: boolean;
  /** The client's project, as it says it beforehand. */
  readonly project?: string | null;
}

export function openDesk(around: ServerWorld, options: DeskOptions): Desk {
  const own: OwnSession | null = options.isKnown
    ? {
        id: around.newId(),
        process: around.process,
        next: around.newId() as SessionId,
        opened: null,
      }
    : null;
  // One after the other: a first call opens the session that the next one stands in.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };

  async function withHome<T>(work: (deps: Deps, serverHome: ServerHome) => Promise<T>): Promise<T> {
    const serverHome = around.serverHome();
    const { deps, close } = serverHome.open();
    try {
      await takeInQuietly(deps);
      return await work(deps, serverHome);
    } finally {
      close();
    }
  }

  return {
    serve: (request, work) =>
      inTurn(() =>
        withHome(async (deps, serverHome) => {
          const visitor = visitorOf(around, options, own, request.client);
          return work(await callFor({ deps, serverHome, around, options, visitor, request }));
        }),
      ),
    failed: (error, call) => around.log(`${call} failed`, error),
    close: (reason) =>
      inTurn(async () => {
        if (own?.opened) await withHome((deps) => endClientSession(deps, own, reason));
        around.handOver();
      }),
  };
}

function visitorOf(
  { hosts, env }: ServerWorld,
  { isParent }: DeskOptions,
  own: OwnSession | null,
  client: string | null,
): Visitor {
  const name = client ?? '';
  const host = hostOfClient(name, hosts);
  return {
    host,
    name: host ?? clientName(name),
    isParent,
    named: isParent ? namedSessions(env, hosts, host) : [],
    own,
  };
}

/** A client and its call, with the home that is open for it. */
interface ToolVisit {
  readonly deps: Deps;
  readonly serverHome: ServerHome;
  readonly around: ServerWorld;
  readonly options: DeskOptions;
  readonly visitor: Visitor;
  readonly request: CallRequest;
}

/** The places of a call: where the client stands, the project of its connection, and the one that the call names. */
interface CallPlaces {
  readonly here: Whereabouts;
  readonly home: Whereabouts | null;
  readonly asked: Whereabouts | null;
}

/** The client's place and session, found anew for each call. */
async function callFor(visit: ToolVisit): Promise<OperationCall> {
  const { deps, serverHome, around, options, visitor, request } = visit;
  const { here, home, asked } = await findPlaces(visit);
  const said = asked ?? home;
  // Without what the call says: naming a project is not standing in it.
  const stood = await findJoinable(visit, here, home);
  const standing = [home ?? here, ...stood].map(({ scope }) => scope.key);
  const reach = decideReach(deps, standing, request.consent);
  if (asked) reach.need(asked.scope.key, `the memory of ${oneLine(asked.scope.label)}`);
  const meant = asked ? await findJoinable(visit, here, asked) : stood;
  if (meant.length > 1 && request.takesProject) throw unclear(meant);
  const [joined = null] = meant.length === 1 ? meant : [];
  const session =
    meant.length === 0
      ? await ownSession(deps, visitor, workplace(options, here, said), request.writes)
      : joined;
  const scope = said?.scope ?? joined?.scope ?? here.scope;
  const located = deps.locate(said?.cwd ?? scope.root ?? here.cwd);
  const own = session ? [session] : [];
  // The session that the client stands in; for another project those that run there.
  const isElsewhere = asked !== null && session?.scope.key !== scope.key;
  return {
    deps,
    scope,
    location: located.scope.key === scope.key ? located : { scope, branch: null, head: null },
    isChosen: asked !== null,
    session,
    conversation: deps.config['session_persistence.enabled'] ? (visitor.own?.next ?? null) : null,
    sessions: async () => (isElsewhere ? liveSessions(deps, scope) : own),
    saidIn: async () => own,
    by: 'agent',
    cwd: said?.cwd ?? here.cwd,
    places: serverHome.places,
    isForProgram: false,
    hosts: around.hosts.map(({ name }) => name),
    files: null,
    reach,
    agent: visitor.name,
    copies: () => serverHome.copies(),
    hookTimes: () => [],
  };
}

async function findPlaces({
  deps,
  around,
  options,
  visitor,
  request,
}: ToolVisit): Promise<CallPlaces> {
  const named = async (name: string | null | undefined) =>
    name?.trim() ? await projectNamed(deps, name) : null;
  const home = await named(options.project);
  const asked = await named(request.project);
  return { home, asked, here: await whereabouts(deps, around, visitor, request) };
}

/** Running sessions of the client's host that a call from there may belong to. */
async function findJoinable(
  { deps, options, visitor }: ToolVisit,
  here: Whereabouts,
  from: Whereabouts | null,
): Promise<readonly SessionHead[]> {
  const at = workplace(options, here, from);
  const own = isGlobal(at.scope.key) ? [] : await joinable(deps, visitor, at.scope);
  // A server may be started in a folder of its own, as a plugin's.
  return own.length === 0 && at === here && !isTree(at) ? joinable(deps, visitor, null) : own;
}

/** The client's workplace: asking about another project does not move it. A client on the network names its own. */
function workplace(
  { isParent, project }: DeskOptions,
  here: Whereabouts,
  said: Whereabouts | null,
): Whereabouts {
  const isHere = isParent && !project && !isGlobal(here.scope.key);
  return isHere ? here : (said ?? here);
}

/** The program that started this server works on several projects, and nothing tells which one is meant. */
function unclear(heads: readonly SessionHead[]): Failure {
  const labels = heads.map(({ scope }) => oneLine(scope.label)).sort();
  return new Failure(
    `Several projects are worked on by the program that started this server: ${labels.join(', ')}.`,
    'Give project: a folder of the one that is meant, or its name.',
  );
}

/** Finds the place of the client: by the environment that the host gives, else by the folder of this process, else by its roots. */
async function whereabouts(
  deps: Deps,
  { env, hosts, cwd }: ServerWorld,
  { host, isParent }: Visitor,
  { roots }: CallRequest,
): Promise<Whereabouts> {
  const located = (folder: string | null): Whereabouts => ({
    scope: deps.locate(folder).scope,
    cwd: folder,
  });
  const isPlace = ({ scope }: Whereabouts) => !isGlobal(scope.key);
  const folder = projectFolder(env, hosts, host);
  const named = folder === null ? null : located(folder);
  const current = located(cwd());
  if (named && isPlace(named)) return named;
  if (isTree(current) || !isParent || !roots) return current;
  return (await roots()).map(located).find(isPlace(current) ? isTree : isPlace) ?? current;
}

/** Whether a place is a working tree. A server that is started in one serves its project, whatever the client says. */
function isTree({ scope }: Whereabouts): boolean {
  return isWorkingTree(scope);
}

/** The part of a host's declaration that servers use. */
export type KnownHost = Pick<Host, 'name' | 'client'>;

/** The variable that names the project in a configuration written by hand. */
const BY_HAND = 'CORTEX_PROJECT_DIR';

/** The folder of the project: as a person configured it, else as the client's own host names it, else as any other does. */
export function projectFolder(
  env: Environment,
  hosts: readonly KnownHost[],
  host: string | null,
): string | null {
  const own = hosts.filter(({ name }) => name === host);
  const names = [BY_HAND, ...[...own, ...hosts].map(({ client }) => client?.project)];
  for (const name of names) if (name && env[name]) return env[name];
  return null;
}

/** An agent that another one started has the variables of both: only those of its own host are about it. */
export function namedSessions(
  env: Environment,
  hosts: readonly KnownHost[],
  host: string | null,
): { host: string; id: string }[] {
  return hosts.flatMap(({ name, client }) => {
    const id = client?.session && env[client.session];
    return id && (host === null || host === name) ? [{ host: name, id }] : [];
  });
}

/** The host that a client's name tells: `codex-mcp-client` is Codex. What stands first decides; null where none is known. */
export function hostOfClient(client: string, hosts: readonly KnownHost[]): string | null {
  const parts = (name: string) => `-${slug(name)}-`;
  const places = hosts.flatMap((host) =>
    [host.name, host.client?.name ?? host.name].map((name) => ({
      host: host.name,
      at: parts(client).indexOf(parts(name)),
    })),
  );
  const [first] = places.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
  return first?.host ?? null;
}

/** The host name for sessions of a client that no adapter knows. */
export function clientName(client: string): string {
  return `mcp:${slug(client) || 'client'}`;
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
}

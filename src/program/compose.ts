import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { spokenAt } from '../agents/all.ts';
import { callerOf } from '../agents/detect.ts';
import {
  type Config,
  loadConfig,
  locatePath,
  parseConfigFile,
  withGiven,
} from '../config/config.ts';
import type { SessionId, ThreadId } from '../domain/base/ids.ts';
import type { Environment } from '../domain/base/runtimes.ts';
import { isGlobal, type Scope } from '../domain/base/scope.ts';
import { parseJson } from '../domain/base/text/json.ts';
import { OWN_VIA } from '../domain/facts/fact.ts';
import { redactText } from '../domain/redact/redact.ts';
import { stateLimits } from '../domain/sessions/session.ts';
import type { Composition, HookDeps, KeptStore, World, WorldOptions } from '../door/world.ts';
import type { Deps } from '../engine/base/deps.ts';
import type { RecordOnlyDeps } from '../engine/capture/record.ts';
import { missedLine } from '../engine/keeping/loss.ts';
import type { Host } from '../ports/base/host.ts';
import type { Log } from '../ports/base/log.ts';
import type { Evidence } from '../ports/metrics/evidence.ts';
import type { PinFile } from '../ports/pins/pin-file.ts';
import type { Owners } from '../ports/presence/owners.ts';
import { isDamage } from '../store/base/database.ts';
import { placeStoreOn } from '../store/base/joined.ts';
import type { StoreOptions } from '../store/base/migrations.ts';
import { openDatabase } from '../store/base/open.ts';
import { promised } from '../store/base/promised.ts';
import { isCurrent } from '../store/base/schema.ts';
import { captureUnits } from '../store/capture/capture.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import type { Job, Store } from '../store/store.ts';
import { judgeClaims } from '../system/answer/claims.ts';
import { keptPastsIn } from '../system/answer/kept-pasts.ts';
import { textsAt } from '../system/answer/loaded-files.ts';
import { clockFrom, deadline, ticks } from '../system/base/clock.ts';
import { startDetached } from '../system/base/detach.ts';
import { holderOf } from '../system/base/exclusive.ts';
import {
  createPrivate,
  ensureGiven,
  fileMark,
  isNetworkFileSystem,
  readBounded,
} from '../system/base/files.ts';
import { backupsIn, homeDirectory, userHome } from '../system/base/home.ts';
import { homeSecret } from '../system/base/home-secret.ts';
import { linesSince } from '../system/base/lines.ts';
import { openLog } from '../system/base/log.ts';
import {
  compareFacts,
  factsBeyond,
  forgetFacts,
  hookTimesIn,
  noteCommittedFact,
} from '../system/hooks/hook-times.ts';
import { refuseWhenFull } from '../system/hooks/room.ts';
import { spoolIn } from '../system/hooks/spool.ts';
import { coldFilesIn, sha256 } from '../system/keeping/archive.ts';
import { mirrorHeads, mirrorVerdicts, writeMirror } from '../system/keeping/mirror.ts';
import { missedIn, tellMissed } from '../system/keeping/missed.ts';
import {
  acceptUnread,
  RepairUnderWay,
  readUnread,
  refuseWhileRepaired,
  repairLockIn,
  repairNoteIn,
  takeNote,
} from '../system/keeping/repair.ts';
import {
  compactAnchorFile,
  openSeal,
  openSealer,
  readAnchors,
  sealFilesIn,
} from '../system/metrics/seal.ts';
import { workingMemoryFile } from '../system/pins/working-memory-file.ts';
import { ownersSeenFrom } from '../system/presence/owners.ts';
import { type FoundScope, findScope, gitDirectoryOf, scopeOfFile } from '../system/projects/git.ts';
import { openHistory } from '../system/projects/git-history.ts';
import { lookAtFiles } from '../system/projects/head-files.ts';
import { isNowhere, nowhere } from '../system/projects/nowhere.ts';
import { signReader } from '../system/projects/project-signs.ts';
import { CAPTURE_ROOMS, TAKES_LONGER } from './rooms/capture.ts';
import { EVENT_ROOMS } from './rooms/events.ts';
import { allHosts } from './rooms/hosts.ts';

/** The host that sent a payload; `auto` where only the payload and the environment can tell. */
export function hostOf(name: string | undefined, env: Environment, payload: unknown): Host | null {
  const hosts = allHosts();
  const caller = callerOf(hosts, name, env, payload);
  return hosts.find((host) => host.name === caller) ?? null;
}

const MAX_CONFIG_BYTES = 1024 * 1024;
const MAX_JSON_BYTES = 8 * 1024 * 1024;

/** Reads the environment and the configuration. Throws only where there is no place for data at all. */
export function openWorld(
  env: Environment,
  patience: 'hook' | 'person' = 'person',
  given: WorldOptions = {},
): World {
  const home = homeDirectory(env);
  return worldIn(home, env, patience, given, readOptions(home, env, given));
}

/** For a process that lives: the options are read once, until their file changes. Its environment never does. */
function livingWorlds(): typeof openWorld {
  let known: { readonly home: string; readonly mark: string; readonly options: Options } | null =
    null;
  return (env, patience = 'person', given = {}) => {
    const home = homeDirectory(env);
    const mark = changeMark(join(home, 'config.json'));
    if (known?.home !== home || known.mark !== mark)
      known = { home, mark, options: readOptions(home, env, given) };
    return worldIn(home, env, patience, given, known.options);
  };
}

interface Options {
  readonly config: Config;
  readonly warnings: readonly string[];
}

function readOptions(
  home: string,
  env: Environment,
  { settings, options = {} }: WorldOptions,
): Options {
  const parsed = settings === undefined ? readConfigFile(home) : { file: settings, warnings: [] };
  const { config, warnings } = loadConfig({ file: withGiven(parsed.file, options), env });
  return { config, warnings: [...parsed.warnings, ...warnings] };
}

function worldIn(
  home: string,
  env: Environment,
  patience: 'hook' | 'person',
  { now, at = 0, owners }: WorldOptions,
  { config, warnings }: Options,
): World {
  const clock = now ? { now, warning: null } : clockFrom(env);
  const debug = config['session_persistence.debug'];
  const plain = openLog(join(home, 'log'), {
    debug,
    now: clock.now,
    redact: (line) => redactText(line),
  });
  const log = patience === 'hook' && config['repair.auto'] ? repairing(plain, home) : plain;
  return {
    home,
    config,
    warnings: [...(clock.warning ? [clock.warning] : []), ...warnings],
    now: clock.now,
    began: () => clock.now() - Math.max(0, Math.round(ticks() - at)),
    log,
    // A hook has a deadline; a command has none.
    deadline:
      patience === 'hook'
        ? deadline(config['hook.deadline_ms'], at)
        : deadline(Number.POSITIVE_INFINITY),
    // On an old Node the entry point starts a newer one; the host is above that first process.
    owners: owners ?? ownersSeenFrom(Number(env['CORTEX_LAUNCHER_PID']) || process.pid),
    sessionsFolder: locatePath(config['session_persistence.sessions_dir'], home, userHome()),
  };
}

/** Wraps the log: a failure because of damage starts a repair process. */
function repairing(log: Log, home: string): Log {
  let isStarted = false;
  return {
    ...log,
    failure: (event, error, fields) => {
      log.failure(event, error, fields);
      const isBroken = isDamage(error) || (error instanceof RepairUnderWay && error.isAbandoned);
      if (!isBroken || isStarted || holderOf(repairLockIn(home)) === 'other') return;
      isStarted = true;
      startProgram(home, ['repair', '--auto']);
    },
  };
}

/** Starts a command of ours, in a process of its own that nobody waits for. */
export function startProgram(home: string, words: readonly string[]): void {
  // Beside this bundle lies the entry point.
  startDetached([process.execPath, join(__dirname, 'cortex.cjs'), ...words], home, process.env);
}

/** The command that does a job of upkeep. */
export function upkeepWords(job: Job): readonly string[] {
  return job === 'copy' ? ['maintain', '--backup'] : ['maintain'];
}

export function readConfigFile(home: string) {
  const text = readBounded(join(home, 'config.json'), MAX_CONFIG_BYTES)?.toString('utf8') ?? null;
  return parseConfigFile(text);
}

function copiedAt(home: string): number | null {
  return statSync(backupsIn(home), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

export function databasePath(world: Pick<World, 'home'>): string {
  return join(world.home, 'brain.db');
}

export function openStore(world: World): Store {
  return openSqliteStore(databasePath(world), storeOptions(world));
}

function storeOptions(world: World): StoreOptions {
  const failed = (what: string, error: unknown) => world.log.failure(what, error);
  return {
    ...databaseOptions(world),
    sealer: () => openSealer(sealFilesIn(world.home), failed),
    cold: { read: coldFilesIn(world.sessionsFolder).readArchive },
  };
}

/** Finds the scope of a file: the project that the store assigns to its repository, else the known folder that holds it. */
function fileScopes(store: () => Placing): (path: string) => Scope {
  return (path) => {
    const found = scopeOfFile(path);
    return isGlobal(found.key) ? (store().knownFolder(path) ?? found) : store().placed(found);
  };
}

type Placing = Pick<Store, 'placed' | 'knownFolder'>;

/** Finds the scope of a folder, then the place that the store assigns to it. */
export function locating(
  store: () => Placing,
  find: (cwd: string | null) => FoundScope,
): Deps['locate'] {
  return (cwd) => {
    const found = find(cwd);
    return isGlobal(found.scope.key)
      ? found
      : { ...found, place: found.scope.key, scope: store().placed(found.scope) };
  };
}

/** `ownerPid`: the process of the host, where it says so itself. `shared`: a store that stays open for the next event. */
export function hookDeps(
  world: World,
  ownerPid: number | null = null,
  shared: KeptStore | null = null,
): HookDeps {
  const kept = shared ?? keepStore();
  let opened: Store | null = null;
  let hasAppended = false;
  const store = () => {
    if (opened) return opened;
    const whole = kept.open(world);
    const append: Store['append'] = async (...args) => {
      const done = await whole.append(...args);
      const [, , { via, isLate }] = args;
      // Neither spooled events nor facts that Cortex itself adds count.
      if (!isLate && via !== OWN_VIA) hasAppended = true;
      return done;
    };
    opened = { ...whole, append };
    return opened;
  };
  return {
    ...sharedDeps(world, store),
    get store() {
      return store();
    },
    owners: ownersOf(world, ownerPid),
    hasAppended: () => hasAppended,
    close: () => {
      if (!shared) kept.close();
    },
  };
}

/** The dependencies for appending to an open session. Their store throws if there is no database of this schema. */
export function captureDeps(world: World, ownerPid: number | null): RecordOnlyDeps {
  let opened: (RecordOnlyDeps['store'] & Placing) | null = null;
  const store = () => {
    opened ??= openCaptureStore(world);
    return opened;
  };
  return {
    config: world.config,
    now: world.now,
    owners: ownersOf(world, ownerPid),
    newThreadId,
    isNowhere,
    scopeOfFile: fileScopes(store),
    readText,
    exists: existsSync,
    copiedAt: () => copiedAt(world.home),
    captureRooms: CAPTURE_ROOMS,
    homeSecret: () => homeSecret(world.home, randomId),
    get store() {
      return store();
    },
  };
}

function openCaptureStore(world: World): RecordOnlyDeps['store'] & Placing {
  const database = openDatabase(databasePath(world), {
    ...databaseOptions(world),
    schema: (opened) => {
      if (!isCurrent(opened)) throw new Error('another schema');
    },
  });
  return { ...promised(database, captureUnits), ...placeStoreOn(database) };
}

/** A process that the host names takes precedence. */
function ownersOf({ owners }: World, ownerPid: number | null): Owners {
  return ownerPid === null ? owners : ownersSeenFrom(process.pid, undefined, ownerPid);
}

export function keepStore(): KeptStore {
  let kept: { readonly store: Store; readonly file: string } | null = null;
  const close = () => {
    kept?.store.close();
    kept = null;
  };
  return {
    open(world) {
      const path = databasePath(world);
      if (kept) {
        databaseOptions(world).prepare(path);
        // A repair puts another file in its place.
        if (kept.file === identityOf(path)) return kept.store;
        close();
      }
      const store = openSqliteStore(path, storeOptions(world));
      kept = { store, file: identityOf(path) };
      return store;
    },
    close,
  };
}

function identityOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return `${found?.dev} ${found?.ino}`;
}

/** Differs where a file was written or replaced. */
function changeMark(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found ? [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ') : '';
}

/** A command waits longer than a hook, which can spool its event; within two seconds it reports the lock. */
const PERSON_WAITS_MS = 1_200;

export function databaseOptions(world: World): StoreOptions {
  const left = world.deadline.left();
  return {
    waitMillis: () =>
      left === Number.POSITIVE_INFINITY ? PERSON_WAITS_MS : world.config['hook.database_wait_ms'],
    prepare: (path) => {
      ensureGiven(world.home);
      refuseWhileRepaired(world.home);
      if (left !== Number.POSITIVE_INFINITY) refuseWhenFull(world.home);
      createPrivate(path);
    },
    sharedMemory: !isNetworkFileSystem(world.home),
    limits: stateLimits(world.config),
    nowhere: nowhere(),
    numbers: {
      compare: (next) => compareFacts(hookTimesIn(world.home), next),
      committed: (last) => noteCommittedFact(hookTimesIn(world.home), last),
    },
    now: world.now,
  };
}

export function engineDeps(world: World, store: Store): Deps {
  return { ...sharedDeps(world, () => store), store };
}

/** Places and their repositories. The store is only used to map a place to a project. */
function repositoryDeps(
  { home }: World,
  store: () => Placing,
): Pick<
  Deps,
  | ('rootOf' | 'locate' | 'isNowhere' | 'scopeOfFile' | 'signs' | 'history')
  | ('judgeClaims' | 'lookAtFiles')
> {
  const find = remembered((cwd: string | null) => findScope(cwd ?? process.cwd()));
  // Read anew for each question: a program that Cortex runs in may change it.
  const path = () => process.env['PATH'];
  return {
    rootOf: (cwd) => find(cwd).scope.root,
    locate: locating(store, find),
    isNowhere,
    scopeOfFile: fileScopes(store),
    signs: signReader(path()),
    history: (root) => {
      const repository = gitDirectoryOf(root);
      return repository && openHistory(repository, root, path());
    },
    judgeClaims: (place, texts) =>
      judgeClaims(place, texts, { path: path(), kept: keptPastsIn(home, place.branches) }),
    lookAtFiles: (root, paths, kept) =>
      lookAtFiles(root, paths, { path: path(), userHome: userHome(), kept }),
  };
}

/** All dependencies except the store. */
function sharedDeps(
  world: World,
  store: () => Placing,
): Omit<Deps, 'store'> & Pick<HookDeps, 'spool'> {
  return {
    ...repositoryDeps(world, store),
    config: world.config,
    now: world.now,
    ticks,
    newSessionId: () => randomId(),
    newThreadId,
    fileMark,
    exists: existsSync,
    readText,
    hash: sha256,
    owners: world.owners,
    spoken: (host, transcript, since) => {
      const lines = linesSince(transcript, since);
      return (
        lines && { said: lines.text === '' ? [] : spokenAt(host, lines.text), read: lines.read }
      );
    },
    readJson,
    loadedBy,
    writeMirror: (state, head) => {
      try {
        writeMirror(world.sessionsFolder, state, head, openSeal(sealFilesIn(world.home))?.seal);
      } catch (error) {
        world.log.failure('mirror not written', error, { session_id: state.session_id });
      }
    },
    evidence: evidence(world),
    pinFile: pinFile(world),
    spool: spoolIn(world.home, world.began),
    home: world.home,
    userHome,
    takeNotes: () => takeNotes(world.home),
    copiedAt: () => copiedAt(world.home),
    startMaintenance: (job) => startProgram(world.home, [...upkeepWords(job), '--auto']),
    start: (words) => startProgram(world.home, words),
    searchPath: process.env['PATH'],
    rooms: EVENT_ROOMS,
    captureRooms: CAPTURE_ROOMS,
    homeSecret: () => homeSecret(world.home, randomId),
    pause,
    deadline: world.deadline,
    within: deadline,
    log: world.log,
  };
}

/** The lines for the next start: of a repair, of rooms, and of events that were missed. */
function takeNotes(home: string): string[] {
  const missed = tellMissed(missedIn(home));
  const told = missed && `${missedLine(missed)}: cortex status`;
  const ofRooms = EVENT_ROOMS.flatMap(({ note }) => (note === undefined ? [] : join(home, note)));
  const notes = [repairNoteIn(home), ...ofRooms].map(takeNote);
  return [...notes, told].filter((line) => line !== null);
}

function pause(millis: number): Promise<void> {
  return new Promise((done) => setTimeout(done, millis));
}

/** A random UUID (version 4). Where the kernel makes one, it is read there: to load node:crypto takes 8 ms of a hook. */
export function randomId(kernel = '/proc/sys/kernel/random/uuid'): SessionId {
  try {
    return readFileSync(kernel, 'utf8').trim() as SessionId;
  } catch {
    return process.getBuiltinModule('node:crypto').randomUUID() as string as SessionId;
  }
}

function newThreadId(): ThreadId {
  return randomId() as string as ThreadId;
}

function evidence(world: World): Evidence {
  const files = () => sealFilesIn(world.home);
  return {
    seal: () => openSeal(files()),
    anchors: () => readAnchors(files().anchor),
    mirrors: () => mirrorHeads(world.sessionsFolder),
    mirrorVerdicts: (seal) => mirrorVerdicts(world.sessionsFolder, seal),
    archiveHash: (path) => coldFilesIn(world.sessionsFolder).readArchive(path)?.hash ?? null,
    factsBeyond: (seq) => factsBeyond(hookTimesIn(world.home), seq),
    forgetFacts: () => forgetFacts(hookTimesIn(world.home)),
    unread: () => readUnread(world.home),
    acceptUnread: () => acceptUnread(world.home),
    makeAnchor: () => void createPrivate(files().anchor),
    compactAnchors: (covered) => compactAnchorFile(files().anchor, covered),
  };
}

function pinFile(world: World): PinFile | null {
  const [file, note] = mirroredPinFiles(world);
  return file && note ? workingMemoryFile(file, note) : null;
}

/** The file that pins are mirrored to, and the record of Cortex's entries in it. */
export function mirroredPinFiles({ home, config }: Pick<World, 'home' | 'config'>): string[] {
  if (!config['working_memory.mirror']) return [];
  const file = locatePath(config['working_memory.file'], home, userHome());
  return [file, join(home, 'working_memory.written.json')];
}

/** The answer for the last question again: within one event it is the same place. */
function remembered<A, B>(find: (key: A) => B): (key: A) => B {
  let last: { readonly key: A; readonly found: B } | null = null;
  return (key) => {
    if (!last || last.key !== key) last = { key, found: find(key) };
    return last.found;
  };
}

function loadedBy(host: string, root: string | null): readonly string[] {
  const loads = allHosts().find(({ name }) => name === host)?.loads;
  if (!loads) return [];
  const { base, paths } = loads.user;
  const named = typeof base === 'object' ? process.env[base.env]?.trim() : undefined;
  const folder = named || `${userHome()}/${typeof base === 'object' ? base.otherwiseInHome : ''}`;
  const dashed = (root ?? '').replace(/[^a-zA-Z0-9]/g, '-');
  const files = [
    ...(root === null ? [] : loads.project.map((path) => `${root}/${path}`)),
    ...paths.map((path) => `${folder}/${path.replace('<project>', dashed)}`),
  ];
  return textsAt(files, { imports: loads.imports === true });
}

const MAX_TEXT_BYTES = 64 * 1024;

function readText(path: string): string | null {
  return readBounded(path, MAX_TEXT_BYTES)?.toString('utf8') ?? null;
}

function readJson(path: string): unknown {
  const bytes = readBounded(locatePath(path, '', userHome()), MAX_JSON_BYTES);
  return (bytes && parseJson(bytes.toString('utf8'))) ?? null;
}

/** All that the door has to be given. */
export const COMPOSITION: Composition = {
  openWorld,
  hostOf,
  hookDeps,
  keepStore,
  takesLonger: (home) => TAKES_LONGER.some((isSo) => isSo(home)),
};

/** The same for a process that lives. */
export function livingComposition(): Composition {
  return { ...COMPOSITION, openWorld: livingWorlds() };
}

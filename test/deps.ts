import { basename } from 'node:path';
import { type Config, defaultConfig } from '../src/config/config.ts';
import type { OwnerRecord, SessionId, ThreadId } from '../src/domain/base/ids.ts';
import { GLOBAL_SCOPE, projectScope } from '../src/domain/base/scope.ts';
import type { HostEvent, ToolUse } from '../src/domain/facts/event.ts';
import { NOT_LOOKED } from '../src/domain/projects/head-files.ts';
import { type SessionState, stateLimits } from '../src/domain/sessions/session.ts';
import type { Deps } from '../src/engine/base/deps.ts';
import { handle } from '../src/engine/engine.ts';
import type { Reply } from '../src/ports/base/host.ts';
import type { Owners } from '../src/ports/presence/owners.ts';
import type { Location } from '../src/ports/projects/location.ts';
import { CAPTURE_ROOMS } from '../src/program/rooms/capture.ts';
import { HOME_ROOMS } from '../src/program/rooms/homes.ts';
import { openSqliteStore } from '../src/store/sqlite-store.ts';
import { NOTHING_DONE } from './tool-use.ts';

const FRIDAY = Date.parse('2026-11-13T10:00:00.000Z');

/** Everything the engine needs, in memory, and the strings that a test pulls. */
export interface TestDeps extends Deps {
  /** The mirrors that were written, oldest first. */
  readonly mirrors: SessionState[];
  /** What was logged as a failure. */
  readonly failures: { readonly event: string; readonly error: unknown }[];
  /** Lets time pass; it stands still otherwise. */
  advance(millis: number): void;
  /** The host process that the next events come from. */
  from(host: string): void;
  /** This host process has ended without a word. */
  dies(host: string): void;
}

/** An engine on SQLite in memory, with a clock that a test moves and hosts that a test names. */
export function testDeps(config: Partial<Config> = {}): TestDeps {
  let now = FRIDAY;
  let host = 'host';
  let made = 0;
  const dead = new Set<unknown>();
  const mirrors: SessionState[] = [];
  const failures: TestDeps['failures'] = [];
  const quiet = () => {};
  // What ids begin with tells them apart, as with random ones.
  const newId = () => `${String(++made).padStart(8, '0')}-0000-7000-8000-000000000000`;
  const clock = () => now;
  const used = { ...defaultConfig(), 'maintenance.auto': false, ...config };
  return {
    store: openSqliteStore(':memory:', {
      waitMillis: () => 0,
      prepare: quiet,
      sharedMemory: false,
      limits: stateLimits(used),
      now: clock,
    }),
    config: used,
    now: clock,
    ticks: clock,
    newSessionId: () => newId() as SessionId,
    newThreadId: () => newId() as ThreadId,
    rootOf: (cwd) => locate(cwd).scope.root,
    locate: (cwd) => locate(cwd),
    isNowhere: () => false,
    scopeOfFile: (path) => locate(path.split('/').slice(0, 3).join('/')).scope,
    signs: {
      stamp: () => '',
      read: () => ({ inode: null, declared: null, remote: null }),
      inode: () => null,
      commits: () => new Map(),
      isShallow: () => false,
      below: () => [],
    },
    history: () => null,
    fileMark: () => null,
    exists: () => true,
    judgeClaims: (_, texts) => texts.map(() => []),
    lookAtFiles: () => NOT_LOOKED,
    readText: () => null,
    loadedBy: () => [],
    spoken: () => null,
    owners: ownersOf(
      () => host,
      (owner) => dead.has(owner),
    ),
    readJson: () => null,
    writeMirror: (state) => void mirrors.push(state),
    evidence: {
      seal: () => null,
      anchors: () => null,
      mirrors: () => [],
      compactAnchors: quiet,
      makeAnchor: quiet,
      mirrorVerdicts: () => [],
      archiveHash: () => null,
      factsBeyond: () => 0,
      forgetFacts: quiet,
      unread: () => [],
      acceptUnread: quiet,
    },
    pinFile: null,
    hash: (text) => text,
    home: '/nowhere',
    userHome: () => '/nowhere',
    takeNotes: () => [],
    copiedAt: () => null,
    startMaintenance: quiet,
    start: quiet,
    searchPath: process.env['PATH'],
    rooms: HOME_ROOMS,
    captureRooms: CAPTURE_ROOMS,
    homeSecret: () => '2f1d6a53-7c1e-4f0e-9a43-1c7e0d6b2f11',
    pause: async (millis) => {
      now += millis;
    },
    deadline: { passed: () => false },
    within: () => ({ passed: () => false }),
    log: {
      debug: quiet,
      info: quiet,
      warn: quiet,
      failure: (event, error) => void failures.push({ event, error }),
    },
    mirrors,
    failures,
    advance: (millis) => {
      now += millis;
    },
    from: (name) => {
      host = name;
    },
    dies: (name) => void dead.add(name),
  };
}

/** Each folder is a repository of its own; no folder is the global scope. */
export function locate(cwd: string | null): Location {
  if (cwd === null) return { scope: GLOBAL_SCOPE, branch: null, head: null };
  return { scope: projectScope(`${cwd}/.git`, basename(cwd), cwd), branch: 'main', head: null };
}

function ownersOf(host: () => string, isDead: (host: unknown) => boolean): Owners {
  const first = (): OwnerRecord => ({ host: host() });
  const isHere = (owner: OwnerRecord | null) => owner?.['host'] === host();
  return {
    first,
    next: (known) => (isHere(known) ? null : first()),
    liveness: (owner) => {
      if (owner === null) return 'unknown';
      return isDead(owner['host']) ? 'dead' : 'alive';
    },
    isAround: isHere,
    isParent: isHere,
    isBeside: () => false,
  };
}

/** An event without what most tests do not care about. */
type Said = HostEvent extends infer One
  ? One extends HostEvent
    ? Omit<One, keyof typeof COMMON>
    : never
  : never;
const COMMON = { hostSessionId: 'one', cwd: '/work/radio', key: null, subagent: null };

/** The events of one conversation, put to the engine. */
export function conversation(deps: Deps, hostSessionId = 'one', cwd = COMMON.cwd) {
  const source = { host: 'claude-code', via: 'test' };
  return (event: Said): Promise<Reply> =>
    handle(deps, source, { ...COMMON, hostSessionId, cwd, ...event } as HostEvent);
}

/** The use of a tool that changed nothing, except for what is given. */
export function used(more: Partial<ToolUse>): Said {
  return { kind: 'tool-use', use: { name: 'Edit', ...NOTHING_DONE, ...more } };
}

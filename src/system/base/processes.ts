import { readFileSync, readlinkSync } from 'node:fs';
import { fingerprint } from '../../domain/base/text/hash.ts';
import { errorCode } from './files.ts';

/**
 * Identifies a process: a process id is reused, an id with a start time is not.
 */
export interface ProcessRef {
  readonly pid: number;
  /** Opaque. Linux: clock ticks since boot; macOS: the date. */
  readonly start: string;
  readonly name: string;
}

/** The space in which process numbers mean something. */
export interface ProcessOrigin {
  readonly boot: string | null;
  readonly pidns: string | null;
  readonly machine: string;
  /** Tells machines of one name apart; null where the system keeps none, absent in older records. */
  readonly machineId?: string | null;
}

export type Owner = ProcessRef & ProcessOrigin;

export type ProcessVerdict = 'alive' | 'dead' | 'unknown';

/** The system's entry for one process number. */
interface ProcessEntry {
  readonly ref: ProcessRef;
  readonly parent: number;
  /** Dead, and only waiting for its parent to take notice. */
  readonly zombie: boolean;
}

/** Null: there is no such process, or nothing can be said about it. */
export type ProcessLookup = (pid: number) => ProcessEntry | null;

/** The most parents that are followed. Nobody nests this deep, and a table that changed while it was read may loop. */
const DEEPEST = 64;

/** The parents of a process, nearest first; as far as they can be read. */
export function ancestry(pid: number, lookup: ProcessLookup = systemLookup()): ProcessRef[] {
  const chain: ProcessRef[] = [];
  let child = lookup(pid);
  while (child && child.parent > 0 && chain.length < DEEPEST) {
    const parent = lookup(child.parent);
    // A parent that is younger than its child is a stranger who got the number a moment ago. Of macOS' dates both are NaN.
    if (!parent || Number(parent.ref.start) > Number(child.ref.start)) break;
    chain.push(parent.ref);
    child = parent;
  }
  return chain;
}

/** A process as it can be stored; null when it cannot be read. */
export function processRef(pid: number, lookup: ProcessLookup = systemLookup()): ProcessRef | null {
  return lookup(pid)?.ref ?? null;
}

export function sameProcess(a: ProcessRef, b: ProcessRef): boolean {
  return a.pid === b.pid && a.start === b.start;
}

/** Whether a process recorded earlier still runs. What cannot be proven is unknown. */
export function judgeOwner(
  owner: Owner,
  here: ProcessOrigin = processOrigin(),
  lookup: ProcessLookup = systemLookup(),
): ProcessVerdict {
  if (owner.machine !== here.machine) return 'unknown';
  if (owner.machineId && here.machineId && owner.machineId !== here.machineId) return 'unknown';
  if (owner.boot !== null && here.boot !== null && owner.boot !== here.boot) return 'dead';
  if (owner.boot !== here.boot || owner.pidns !== here.pidns) return 'unknown';
  // Ticks since an unknown boot, in an unknown namespace, say nothing.
  if (process.platform === 'linux' && (here.boot === null || here.pidns === null)) return 'unknown';
  if (!Number.isSafeInteger(owner.pid) || owner.pid <= 0 || owner.start === '') return 'unknown';
  const found = lookup(owner.pid);
  if (found) return found.zombie || found.ref.start !== owner.start ? 'dead' : 'alive';
  return isProcessThere(owner.pid) ? 'unknown' : 'dead';
}

/** /proc may hide other users' processes; the kernel itself tells whether there is one. */
export function isProcessThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** The processes that one has started; none where the system does not list them. */
export function childrenOf(pid: number): readonly number[] {
  const listed = orNull(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
  return (listed ?? '').split(' ').filter(Boolean).map(Number);
}

export function processOrigin(): ProcessOrigin {
  const id = firstLine('/etc/machine-id');
  return {
    boot: firstLine('/proc/sys/kernel/random/boot_id'),
    pidns: orNull(() => readlinkSync('/proc/self/ns/pid')),
    machine:
      firstLine('/proc/sys/kernel/hostname') ?? process.getBuiltinModule('node:os').hostname(),
    machineId: id && fingerprint(id),
  };
}

/**
 * The host, judged by one hook's parents: the nearest that was not started for that hook alone. Too far up
 * errs on the side of a session that counts as alive; a shell that ends with its hook would make every
 * session look crashed.
 */
export function guessOwner(chain: readonly ProcessRef[]): ProcessRef | null {
  return beforeInit(chain).find((ref) => !isLauncher(ref.name)) ?? null;
}

/** The furthest parent if all parents are shells: it outlives whichever of them is the host. */
export function outermost(chain: readonly ProcessRef[]): ProcessRef | null {
  return beforeInit(chain).at(-1) ?? null;
}

/**
 * The host, proven by two hooks: the nearest parent that both have. Also a shell, if both came from that
 * one.
 */
export function commonOwner(a: readonly ProcessRef[], b: readonly ProcessRef[]): ProcessRef | null {
  return beforeInit(a).find((ref) => b.some((other) => sameProcess(ref, other))) ?? null;
}

/** An init process adopts what has lost its parent, and what is above it started no host. */
function beforeInit(chain: readonly ProcessRef[]): readonly ProcessRef[] {
  const end = chain.findIndex((ref) => ref.pid <= 1 || INIT.test(ref.name));
  return end < 0 ? chain : chain.slice(0, end);
}

/** Linux cuts names after 15 characters: `containerd-shim-runc-v2` reads `containerd-shim`. */
const INIT =
  /^(?:systemd|launchd|init|tini(?:-static)?|dumb-init|docker-init|podman-init|catatonit|s6-svscan|runit|containerd-shim.*)$/;

/** A login shell's name begins with a dash. */
const SHELL =
  /^-?(?:sh|r?bash|dash|ash|zsh|[klm]?ksh|fish|t?csh|busybox|nu|pwsh|powershell|cmd)(?:\.exe)?$/;

/** Programs besides shells between a host and its hook that end with the hook; npm puts its command into its name. */
const WRAPPER =
  /^(?:env|timeout|nice|nohup|setsid|stdbuf|npx|npm|npm (?:exec|run).*|pnpm|yarn|bunx)$/;

export function isLauncher(name: string): boolean {
  return SHELL.test(name) || WRAPPER.test(name);
}

/** Shared by callers with many lookups: on macOS they then need one `ps`. */
function systemLookup(): ProcessLookup {
  if (process.platform === 'linux') return fromProc;
  if (process.platform === 'darwin') return fromPs();
  return () => null;
}

function fromProc(pid: number): ProcessEntry | null {
  return orNull(() => parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8')));
}

/** `123 (name) S 1 …`: a name may hold spaces and parentheses, so the last parenthesis ends it. */
export function parseStat(text: string): ProcessEntry | null {
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  const pid = Number(text.slice(0, open));
  // The text behind the name starts with the third field of proc(5): state 3, parent 4, start 22.
  const rest = text.slice(close + 2).split(' ');
  const [state, parent, start] = [rest[0], Number(rest[1]), rest[19]];
  if (open < 0 || close < open || !Number.isInteger(pid) || !Number.isInteger(parent) || !start)
    return null;
  return {
    ref: { pid, start, name: text.slice(open + 1, close) },
    parent,
    zombie: state === 'Z' || state === 'X',
  };
}

/**
 * One `ps` for all questions asked of it: 9 ms each, and another 2 to load what starts it. Never on Linux.
 */
function fromPs(): ProcessLookup {
  let table: Map<number, ProcessEntry> | null = null;
  return (pid) => {
    table ??= readPs();
    return table.get(pid) ?? null;
  };
}

function readPs(): Map<number, ProcessEntry> {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const columns = 'pid=,ppid=,state=,lstart=,comm=';
  const done = spawnSync('ps', ['-A', '-o', columns], {
    encoding: 'utf8',
    timeout: 500,
    maxBuffer: 16 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
    // Dates in one language and one zone: a traveller's processes must not look like new ones.
    env: { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' },
  });
  return parsePs(done.stdout ?? '');
}

export function parsePs(text: string): Map<number, ProcessEntry> {
  const table = new Map<number, ProcessEntry>();
  for (const line of text.split('\n')) {
    const words = line.trim().split(/\s+/);
    const [pid, parent, state] = [Number(words[0]), Number(words[1]), words[2]];
    // `Sun Nov 15 20:03:11 2026` is five words; the rest is a path that may hold spaces.
    const [start, command] = [words.slice(3, 8).join(' '), words.slice(8).join(' ')];
    if (!(pid > 0) || !Number.isInteger(parent) || !state || words.length < 9) continue;
    const name = command.slice(command.lastIndexOf('/') + 1);
    table.set(pid, { ref: { pid, start, name }, parent, zombie: state.startsWith('Z') });
  }
  return table;
}

function firstLine(path: string): string | null {
  return orNull(() => readFileSync(path, 'utf8').trim() || null);
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

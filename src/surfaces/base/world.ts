import type { Config } from '../../config/config.ts';
import type { LockHolder } from '../../domain/base/lock-holder.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { HookTime } from '../../domain/hooks/hook-time.ts';
import type { FileContent } from '../../domain/pins/working-memory.ts';
import type { Copies } from '../../engine/keeping/copy.ts';
import type { OpenedHome } from '../../engine/keeping/duty.ts';
import type { Repaired, RepairFinding, RepairReport } from '../../engine/keeping/repair.ts';
import type { LogEntry, LogLevel } from '../../ports/base/log.ts';
import type { Missed } from '../../ports/keeping/missed.ts';
import type { Location } from '../../ports/projects/location.ts';
import type { DatabaseReport } from '../../store/store.ts';

/** Repair, on the real files of a home. */
export interface HomeRepair {
  /** The loss of a sound database; null where there is none. */
  behind(): Promise<string | null>;
  /** Whether an anchor, mirrors, archives or backups show that there was a database. */
  isRemembered(): boolean;
  /** Number of mirrors of sessions that are not in the database; expected after an intended restore. */
  unknownMirrors(): Promise<number>;
  /** Sound copies, the newest first. */
  backups(): readonly string[];
  isSoundCopy(path: string): boolean;
  find(): Promise<RepairFinding>;
  /**
   * Makes the database whole again. By itself (`auto`) it touches only what SQLite calls damaged: a database that is
   * missing or older than it was may be somebody's will, and a restored backup looks alike.
   */
  run(how: { readonly auto: boolean; readonly from?: string | null }): Promise<Repaired>;
}

/** A server of tools, and the agent that it serves. */
export interface ServerAt {
  readonly agent: number;
  readonly server: number;
}

/** The folder of all data and what is known of it before the database is opened. */
export interface Home extends OpenedHome {
  readonly places: { readonly home: string; readonly mirrors: string };
  readonly database: string;
  readonly mirrors: string;
  readonly configFile: string;
  readonly logFolder: string;
  readonly config: Config;
  readonly warnings: readonly string[];
  readonly now: () => Millis;
  locate(cwd: string): Location;
  /** The times of spooled events, oldest first. */
  spooled(): readonly Millis[];
  /** Whether another process keeps the database locked for longer than a command waits. */
  isLocked(): boolean;
  lockHolder(): LockHolder | null;
  readPinFile(path: string): FileContent | null;
  logFailure(event: string, error: unknown): void;
  /** Makes the folder if it is missing. */
  make(): void;
  /** From the next start on compiled code is kept in it. */
  makeCodeCache(): void;
  /** Removes what was kept of it. */
  dropCodeCache(): void;
  writeConfig(text: string): void;
  log(query: {
    readonly levels?: readonly LogLevel[];
    readonly limit: number;
  }): readonly LogEntry[];
  /** Opens the database as usual and inspects it; `isWhole`: every page and row. */
  inspect(isWhole: boolean): DatabaseReport;
  repair(): HomeRepair;
  missed(): Missed | null;
  /** Servers of agents that go on with a program from before an update. */
  outdatedServers(): readonly ServerAt[];
  hookTimes(): readonly HookTime[];
  /** Null where the system does not say it. */
  freeBytes(): number | null;
  /** Null where nothing was repaired. */
  lastRepair(): RepairReport | null;
  /** Unreadable parts found by repairs and not accepted yet. */
  unread(): readonly string[];
  copies(): Copies;
  /** Ends this process after a time, whatever it does then. */
  endAfter(millis: number): void;
  /** Lowers this process's priority, and ends it after a time. */
  stepBack(millis: number): void;
}

/** A home looked at from outside. */
export interface HomeGlance {
  readonly folder: string;
  readonly sessions: number;
  readonly last_event: string | null;
}

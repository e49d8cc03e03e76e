import type { Fields } from '../events.ts';

/** One program of the field in one home. */
export interface At {
  /** The folder whose `node_modules` hold the program. */
  readonly root: string;
  /** The user's home. Only the program under trial keeps anything there, and the host its transcripts. */
  readonly home: string;
  /** The project that is worked in. */
  readonly repo: string;
}

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** The hook's payload, unless it says otherwise. */
  readonly input?: string;
}

/** A program that remembers for Claude Code, driven by the hooks and commands that its own documentation names. */
export interface Peer {
  readonly name: string;
  /** What `npm install` is asked for; none for what is already here. */
  readonly packages: readonly string[];
  /** Replaces dependencies that the program does not need for its hooks, by npm's own `overrides`. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Its dependencies lie in its own folder, as its plugin has them. */
  readonly nested?: boolean;
  /** Native parts that are compiled where npm fetched none ready-made: folders below `node_modules`. */
  readonly native?: readonly string[];
  /** What a reader has to know to judge its figures. */
  readonly note: string;
  /** What it lacks here to tell anything of its own, said beside its figure. */
  readonly lacks?: string;
  /** Its commands, as a reader could type them. */
  readonly commands: readonly string[];
  version(at: Pick<At, 'root'>): string;
  env?(at: At): Readonly<Record<string, string>>;
  /** Run once in a new home. */
  prepare?(at: At): readonly Command[];
  /** What the host starts at an event, in order. */
  hooks(at: At, payload: Fields): readonly Command[];
  /** Takes in the transcripts that lie in the home. Without it, hooks are the only way in. */
  takeIn?(at: At): readonly Command[];
  /** Puts a long history in by a documented way of its own; awaited. */
  fill?(at: At, sessions: number): Promise<void>;
  /** What it does between two sessions by itself, done here before the next one starts. */
  settle?(at: At): readonly Command[];
  /** Folders and files that hold what it keeps. */
  stores(at: At): readonly string[];
  /** The process that lives on between hooks. */
  daemon?(at: At): number | null;
}

export const eventOf = (payload: Fields) => String(payload['hook_event_name']);

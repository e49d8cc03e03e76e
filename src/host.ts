import type { HostEvent } from './domain/event.ts';

/** What Cortex has to say to the model in answer to an event; null is silence. */
export interface Reply {
  readonly context: string | null;
}

/** One agent program: its payloads in, its answers out. */
export interface Host {
  readonly name: string;
  /** What a person calls it. */
  readonly title: string;
  /** An event in common words; null for what is unknown or of no interest. Throws `Malformed` when it is neither. */
  parse(payload: unknown): HostEvent | null;
  /** The text for the host's standard input channel, exactly in its shape; empty for silence. */
  render(event: HostEvent, reply: Reply): string;
  /** How the host is told to call Cortex. */
  readonly install: Install;
}

/** Installation as data: which file, and what belongs into it. */
export interface Install {
  /** Relative to the user's home. */
  readonly file: string;
  /** The hook configuration for a given command line. */
  hooks(command: string): Record<string, unknown>;
}

/** A payload that claims to be an event of the host and is not one. */
export class Malformed extends Error {}

import type { Millis } from '../../domain/base/time.ts';

/** Spooled events, stored as files beside the database. */
export interface Spool {
  /** When this process began: the upper bound of its event's time. */
  began(): Millis;
  write(at: Millis, id: string, text: string): void;
  /** Oldest first. */
  names(): readonly string[];
  /** Null where it is gone. */
  read(name: string): string | null;
  remove(name: string): void;
  setAside(name: string): void;
}

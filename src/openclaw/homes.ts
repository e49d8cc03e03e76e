import type { Deps } from '../engine/deps.ts';

/** The home of one audience, opened. */
export interface OpenHome {
  /** For one event: its time counts from now. */
  deps(): Deps;
  close(): void;
}

interface Entry {
  readonly home: OpenHome;
  users: number;
}

/** Connections that stay open: a gateway with a thousand senders is not to hold a thousand. */
const MOST_OPEN = 16;

/** Homes by their folders, each opened when it is first needed. */
export class Homes {
  readonly #open: (folder: string) => OpenHome;
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry>();

  constructor(open: (folder: string) => OpenHome) {
    this.#open = open;
  }

  async use<T>(folder: string, work: (deps: Deps) => Promise<T>): Promise<T> {
    const entry = this.#entries.get(folder) ?? { home: this.#open(folder), users: 0 };
    this.#entries.delete(folder);
    this.#entries.set(folder, entry);
    entry.users++;
    try {
      return await work(entry.home.deps());
    } finally {
      entry.users--;
      this.#closeSurplus();
    }
  }

  closeAll(): void {
    for (const { home } of this.#entries.values()) home.close();
    this.#entries.clear();
  }

  #closeSurplus(): void {
    for (const [folder, { home, users }] of this.#entries) {
      if (this.#entries.size <= MOST_OPEN) return;
      if (users > 0) continue;
      this.#entries.delete(folder);
      home.close();
    }
  }
}

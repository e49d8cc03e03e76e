import type { Deps } from '../engine/base/deps.ts';

/** The home of one audience, opened. */
export interface OpenHome {
  /** The engine's dependencies for one event, whose time counts from now. */
  deps(): Deps;
  close(): void;
}

/** Connections that stay open: a gateway with a thousand senders is not to hold a thousand. */
const MOST_OPEN = 16;

/** Homes by their folders, each opened when it is first needed. */
export class Homes {
  readonly #open: (folder: string) => OpenHome;
  /** The least recently used comes first. */
  readonly #entries = new Map<string, { readonly home: OpenHome; users: number }>();

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

/** Work of one name is done one after the other, that of different names at once. */
export class InOrder {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const done = before.then(work, work);
    this.#last.set(name, done);
    try {
      return await done;
    } finally {
      if (this.#last.get(name) === done) this.#last.delete(name);
    }
  }

  /** When everything that was begun so far is over, however it ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#last.values());
  }
}

const MOST = 1_000;

/** The last thousand entries: what the host never reports the end of must not pile up. */
export class Recent<T> extends Map<string, T> {
  override set(name: string, value: T): this {
    this.delete(name);
    super.set(name, value);
    const [oldest] = this.keys();
    if (this.size > MOST && oldest !== undefined) this.delete(oldest);
    return this;
  }
}

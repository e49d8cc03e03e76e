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

const MOST = 1_000;

/** The last thousand entries: what the host never reports the end of must not pile up. */
export class Recent<T> {
  readonly #entries = new Map<string, T>();

  get(name: string): T | undefined {
    return this.#entries.get(name);
  }

  set(name: string, value: T): void {
    this.#entries.delete(name);
    this.#entries.set(name, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MOST && oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(name: string): void {
    this.#entries.delete(name);
  }

  clear(): void {
    this.#entries.clear();
  }
}

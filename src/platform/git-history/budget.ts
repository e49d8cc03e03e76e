/** How much of the processor a look into history may take, and how many steps of each kind. */
export interface Limits {
  /** Milliseconds of this thread's CPU. */
  readonly millis: number;
  /** Commits read from packs and loose files. */
  readonly commits: number;
  /** Commits looked at in the commit-graph. */
  readonly places: number;
}

export const LIMITS: Limits = { millis: 3.5, commits: 150, places: 6_000 };

/** Steps are counted, so that an answer does not depend on the machine; the clock is for what is out of the ordinary. */
export class Budget {
  readonly #until: number;
  #commits: number;
  #places: number;

  constructor({ millis, commits, places }: Limits) {
    this.#until = spentMicros() + millis * 1000;
    this.#commits = commits;
    this.#places = places;
  }

  takeCommit(): boolean {
    // The clock costs a system call itself.
    return this.#commits-- > 0 && (this.#commits % 4 !== 0 || this.hasTime());
  }

  /** How many commits of a commit-graph one walk may look at; what it does not need it gives back. */
  takePlaces(): number {
    const all = this.hasTime() ? this.#places : 0;
    this.#places -= all;
    return all;
  }

  givePlaces(left: number): void {
    this.#places += Math.max(0, left);
  }

  hasTime(): boolean {
    return spentMicros() < this.#until;
  }
}

function spentMicros(): number {
  // Newer Nodes tell what one thread used; in a hook there is hardly another.
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage).call(process);
  return user + system;
}

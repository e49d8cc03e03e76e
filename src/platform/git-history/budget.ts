/** How much of the processor a look into history may take, and how many steps of each kind. */
export interface Limits {
  /** Milliseconds of CPU. */
  readonly millis: number;
  /** Commits read from packs and loose files. */
  readonly commits: number;
  /** Commits looked at in the commit-graph. */
  readonly places: number;
}

export const LIMITS: Limits = { millis: 3, commits: 150, places: 6_000 };

/** Steps that are always there: where so few do, an answer must not depend on how busy the machine is. */
const LEAST_COMMITS = 16;
const LEAST_PLACES = 500;

/** Steps are counted, and the clock is for what takes longer than anybody expects. */
export class Budget {
  readonly #until: number;
  #commits = 0;
  #places = 0;
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#until = spentMicros() + limits.millis * 1000;
  }

  takeCommit(): boolean {
    if (this.#commits >= this.#limits.commits) return false;
    this.#commits += 1;
    // The clock costs a system call itself.
    return this.#commits <= LEAST_COMMITS || this.#commits % 4 !== 0 || this.#hasTime();
  }

  /** So many more commits of a commit-graph; asked for in stretches, as a walk looks at thousands. */
  takePlaces(): number {
    const isFree = this.#places < LEAST_PLACES;
    if (this.#places >= this.#limits.places || !(isFree || this.#hasTime())) return 0;
    const some = Math.min(LEAST_PLACES, this.#limits.places - this.#places);
    this.#places += some;
    return some;
  }

  givePlaces(left: number): void {
    this.#places -= Math.max(0, left);
  }

  #hasTime(): boolean {
    return spentMicros() < this.#until;
  }
}

function spentMicros(): number {
  // CPU of the process: a hook has hardly another thread, and the clock of one thread ticks in milliseconds.
  const { user, system } = process.cpuUsage();
  return user + system;
}

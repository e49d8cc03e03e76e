export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The time of one scripted world, moved by what happens in it. */
export class Clock {
  #now: number;

  constructor(iso: string) {
    this.#now = Date.parse(iso);
  }

  get iso(): string {
    return new Date(this.#now).toISOString();
  }

  forward(millis: number): this {
    this.#now += millis;
    return this;
  }

  to(iso: string): this {
    this.#now = Date.parse(iso);
    return this;
  }
}

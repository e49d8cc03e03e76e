/** What went wrong, each with what it takes to see it again. */
export interface Finding {
  readonly where: string;
  readonly input: string;
  readonly what: string;
}

export interface Fuzzed {
  readonly runs: number;
  readonly seed: number;
  readonly millis: number;
  /** How the inputs were taken: a fuzz whose inputs are all refused tests nothing. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly slowest: number;
  readonly findings: readonly Finding[];
}

export interface FuzzOptions {
  readonly runs: number;
  readonly seed: number;
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
}

export function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? 'undefined';
  return json.length > 600 ? `${json.slice(0, 600)}… (${json.length})` : json;
}

export function counter() {
  const outcomes: Record<string, number> = {};
  return { outcomes, count: (what: string) => void (outcomes[what] = (outcomes[what] ?? 0) + 1) };
}

/** Far above what anything here takes on the slowest machine: beyond it something hangs. */
const HANGS_AFTER_MS = 60_000;

export function orHang<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const hangs = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('no answer: it hangs')), HANGS_AFTER_MS);
  });
  return Promise.race([work, hangs]).finally(() => clearTimeout(timer));
}

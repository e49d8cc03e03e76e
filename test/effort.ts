/** Whether the long forms run: `npm run test:all`. */
export const IS_LONG = process.env['CORTEX_TEST'] === 'all';

/** Where `npm test` starts: the same cases every time, so that a red run means a change and not bad luck. */
const USUAL_SEED = 20261116;

/** Where a random sample starts. `CORTEX_SEED` gives one again, and `CORTEX_SEED=random` and the long forms look for new ones. */
export function seedNow(): number {
  const asked = process.env['CORTEX_SEED'] ?? (IS_LONG ? 'random' : USUAL_SEED);
  return asked === 'random' ? Date.now() % 2 ** 31 : Number(asked);
}

/** How often something is tried: a little with each `npm test`, a lot with `npm run test:all`. */
export function runs(short: number, long: number): number {
  return IS_LONG ? long : short;
}

/** Cases of one kind: the first few with each `npm test`, all with `npm run test:all`. */
export function some<T>(cases: readonly T[], few: number): readonly T[] {
  return IS_LONG ? cases : cases.slice(0, few);
}

/** Whether the long forms run: `npm run test:all`. */
export const IS_LONG = process.env['CORTEX_TEST'] === 'all';

/** What a random sample starts from; CORTEX_SEED gives the same one again. */
export function seedNow(): number {
  return Number(process.env['CORTEX_SEED'] ?? Date.now() % 2 ** 31);
}

/** How often something is tried: a little with each `npm test`, a lot with `npm run test:all`. */
export function runs(short: number, long: number): number {
  return IS_LONG ? long : short;
}

/** Words that stand nowhere else: a byte search of a remote finds them, or it finds nothing. */
export const WORDS = [
  'heliotrope',
  'wormwood',
  'marzipan',
  'liquorice',
  'persimmon',
  'papaya',
  'quince',
  'walrus',
  'obelisk',
  'gazebo',
  'lantern',
  'mandolin',
  'saffron',
  'turbine',
  'velvet',
  'zeppelin',
  'harpsichord',
  'kumquat',
  'retry',
  'webhook',
  'invoice',
  'refund',
  'rounding',
  'customer',
  'ledger',
  'session',
  'timeout',
  'queue',
  'should',
  'because',
  'before',
  'without',
  'already',
  'instead',
  'another',
  'whenever',
  'however',
  'between',
  'tests',
  'pass',
  'fails',
  'change',
  'build',
  'write',
  'remove',
  'check',
  'store',
  'return',
  'value',
  'branch',
];

/** Values that redaction takes out before anything is stored. */
export const SECRETS = [
  'ghp_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX',
  'AKIAQ3EGRKZ7XJ5TVN2M',
  'xoxb-218374652910-3847561029384-aBcDeFgHiJkLmNoPqRsTuVwX',
  'sk_live_51HqJ8sKz2Yw9Xv7Ut5Sr3Qp1On',
];

/** The same words for the same number, in an order of their own, and a number that nobody else says. */
export function sentence(seed: number, length: number): string {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const words = Array.from({ length }, () => WORDS[next(WORDS.length)]!);
  return `Matter ${seed}x${next(100_000)}: ${words.join(' ')}.`;
}

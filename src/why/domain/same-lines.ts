/** Beyond so many differences a file counts as another one. */
const MOST_DIFFERENCES = 1_000;

/**
 * For each line of `now` the place of the same line in `before`, or null where it is new: the shortest way from one to the other
 * (E. Myers, 1986). All are null where they have too little in common.
 */
export function sameLines(
  before: readonly string[],
  now: readonly string[],
): readonly (number | null)[] {
  const places: (number | null)[] = now.map(() => null);
  let start = 0;
  while (start < before.length && start < now.length && before[start] === now[start]) {
    places[start] = start;
    start++;
  }
  let [oldEnd, newEnd] = [before.length, now.length];
  while (oldEnd > start && newEnd > start && before[oldEnd - 1] === now[newEnd - 1]) {
    oldEnd--;
    newEnd--;
    places[newEnd] = oldEnd;
  }
  for (const [old, at] of findCommonLines(before.slice(start, oldEnd), now.slice(start, newEnd)))
    places[start + at] = start + old;
  return places;
}

/** Pairs of places of common lines, the last first. */
function findCommonLines(
  before: readonly string[],
  now: readonly string[],
): readonly (readonly [number, number])[] {
  const [n, m] = [before.length, now.length];
  if (n === 0 || m === 0) return [];
  const most = Math.min(n + m, MOST_DIFFERENCES);
  const reach = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const trail: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    trail.push(reach.slice());
    for (let k = -d; k <= d; k += 2) {
      let x = isDown(reach, middle, k, d) ? reach[middle + k + 1]! : reach[middle + k - 1]! + 1;
      while (x < n && x - k < m && before[x] === now[x - k]) x++;
      reach[middle + k] = x;
      if (x >= n && x - k >= m) return walkedBack(trail, middle, n, m);
    }
  }
  return [];
}

function isDown(reach: Int32Array, middle: number, k: number, d: number): boolean {
  return k === -d || (k !== d && reach[middle + k - 1]! < reach[middle + k + 1]!);
}

function walkedBack(
  trail: readonly Int32Array[],
  middle: number,
  n: number,
  m: number,
): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let [x, y] = [n, m];
  for (let d = trail.length - 1; d >= 0; d--) {
    const reach = trail[d]!;
    const k = x - y;
    const from = isDown(reach, middle, k, d) ? k + 1 : k - 1;
    const [oldX, oldY] = [reach[middle + from]!, reach[middle + from]! - from];
    const isFirst = d === 0;
    while (x > Math.max(isFirst ? 0 : oldX, 0) && y > Math.max(isFirst ? 0 : oldY, 0)) {
      x--;
      y--;
      pairs.push([x, y]);
    }
    [x, y] = [oldX, oldY];
  }
  return pairs;
}

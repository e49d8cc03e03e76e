export interface DiffLine {
  readonly sign: '+' | '-' | ' ' | '…';
  readonly text: string;
}

const AROUND = 2;
/** Most comparisons; a longer changed part is shown as removed and added as a whole. */
const MOST_COMPARED = 4_000_000;

/** The changed lines between two texts, with a few lines around them. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [lines(before), lines(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail))
    tail++;
  const middle = compare(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  const same = (text: string): DiffLine => ({ sign: ' ', text });
  return excerpt([
    ...old.slice(0, head).map(same),
    ...middle,
    ...old.slice(old.length - tail).map(same),
  ]);
}

function lines(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}

/** By the longest common subsequence. */
function compare(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  const removed = old.map((text): DiffLine => ({ sign: '-', text }));
  const added = now.map((text): DiffLine => ({ sign: '+', text }));
  if (old.length * now.length === 0 || old.length * now.length > MOST_COMPARED)
    return [...removed, ...added];
  const width = now.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      longest[i * width + j] =
        old[i] === now[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
  const result: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      result.push({ sign: ' ', text: old[i]! });
      i++;
      j++;
    } else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!)
      result.push(removed[i++]!);
    else result.push(added[j++]!);
  }
  return [...result, ...removed.slice(i), ...added.slice(j)];
}

/** The lines near a change. */
function excerpt(all: readonly DiffLine[]): readonly DiffLine[] {
  const near = new Uint8Array(all.length);
  all.forEach(({ sign }, i) => {
    if (sign !== ' ') near.fill(1, Math.max(0, i - AROUND), i + AROUND + 1);
  });
  const shown: DiffLine[] = [];
  all.forEach((line, i) => {
    if (near[i]) shown.push(line);
    else if (i > 0 && near[i - 1] && near.includes(1, i)) shown.push({ sign: '…', text: '' });
  });
  return shown;
}

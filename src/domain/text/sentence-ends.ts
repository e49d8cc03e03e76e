/** Ends of sentences: line ends, and marks that a blank or the end follows. */
export function boundaries(text: string): number[] {
  const ends: number[] = [];
  for (const mark of text.matchAll(/\n|[.!?;]+[)"'”]?(?=[\s\u00a0]|$)|[。！？；]/g)) {
    const end = mark.index + mark[0].length;
    // "e.g. ", "vs. ", "1. " end nothing.
    if (
      mark[0] === '.' &&
      /(?:\b(?:e\.g|i\.e|etc|vs|cf|z\.b|bzw|ca|p\.ex)|^\s{0,6}\d{1,2}|\n\s{0,6}\d{1,2})$/.test(
        text.slice(Math.max(0, mark.index - 10), mark.index),
      )
    )
      continue;
    ends.push(end);
  }
  if (ends.at(-1) !== text.length) ends.push(text.length);
  return ends;
}

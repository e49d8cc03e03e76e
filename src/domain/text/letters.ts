/** Everything but letters and digits, run by run, as `by`. Nearly all text is ASCII, and spared the tables of Unicode. */
export function onlyLetters(text: string, by: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.replace(/[^A-Za-z0-9]+/g, by);
  others ??= /[^\p{L}\p{N}]+/gu;
  return text.replace(others, by);
}
let others: RegExp | undefined;

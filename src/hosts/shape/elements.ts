/** A text without the elements that `opening` finds the beginnings of; one that is never closed stays. In linear time. */
export function withoutElements(text: string, opening: RegExp): string {
  const unclosed = new Set<string>();
  let kept = '';
  let from = 0;
  for (const { index, 0: tag, 1: first, 2: second } of text.matchAll(opening)) {
    const name = first ?? second ?? '';
    if (index < from || unclosed.has(name)) continue;
    const end = text.indexOf(`</${name}>`, index + tag.length);
    if (end < 0) {
      unclosed.add(name);
      continue;
    }
    kept += text.slice(from, index);
    from = end + name.length + 3;
  }
  return kept + text.slice(from);
}

/** The lines of a block as one text; `chomp` says what becomes of the line ends after its last word. */
export function blockText(lines: readonly string[], style: 'kept' | 'folded', chomp: string): string {
  let end = lines.length;
  while (end > 0 && lines[end - 1]!.trim() === '') end -= 1;
  const words = style === 'kept' ? lines.slice(0, end).join('\n') : folded(lines.slice(0, end));
  if (chomp === '+') return words + '\n'.repeat(lines.length - end + (end > 0 ? 1 : 0));
  return end > 0 && chomp === '' ? `${words}\n` : words;
}

/** Lines of one paragraph become one line; those that are indented stay as they are. */
function folded(lines: readonly string[]): string {
  let text = '';
  let gap = 0;
  let before: 'nothing' | 'words' | 'indented' = 'nothing';
  for (const line of lines) {
    if (line.trim() === '') {
      gap += 1;
      continue;
    }
    const now = /^\s/.test(line) ? 'indented' : 'words';
    if (before === 'nothing') text = '\n'.repeat(gap) + line;
    else if (before === 'words' && now === 'words') text += (gap === 0 ? ' ' : '\n'.repeat(gap)) + line;
    else text += '\n'.repeat(gap + 1) + line;
    before = now;
    gap = 0;
  }
  return text;
}

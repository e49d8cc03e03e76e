const MOST_CHARACTERS = 20_000;

/** A command line as simple commands of plain words, quotes taken off. For finding out what ran, not for running it. */
export function splitCommandLine(line: string): string[][] {
  const text = line.slice(0, MOST_CHARACTERS);
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | null = null;
  const endWord = () => {
    if (word !== null) words.push(word);
    word = null;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === "'" || char === '"') {
      const end = closingQuote(text, at);
      word = (word ?? '') + text.slice(at + 1, end);
      at = end;
    } else if (char === '\\') {
      if (text[at + 1] !== '\n') word = (word ?? '') + (text[at + 1] ?? '');
      at++;
    } else if (char === '#' && word === null) {
      const end = text.indexOf('\n', at);
      at = (end < 0 ? text.length : end) - 1;
    } else if (isRedirection(text, at)) word = (word ?? '') + char;
    else if (';&|\n()'.includes(char)) endCommand();
    else if (char === ' ' || char === '\t' || char === '\r') endWord();
    else word = (word ?? '') + char;
  }
  endCommand();
  return commands;
}

function closingQuote(text: string, open: number): number {
  const quote = text[open]!;
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === quote) return at;
    if (quote === '"' && text[at] === '\\') at++;
  }
  return text.length;
}

/** The ampersand of `2>&1` and `&>file` separates nothing. */
function isRedirection(text: string, at: number): boolean {
  return text[at] === '&' && (text[at - 1] === '>' || (text[at + 1] === '>' && text[at - 1] !== '&'));
}

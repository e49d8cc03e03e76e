/** Words and phrases that are looked up. */
export interface WordList {
  has(word: string): boolean;
}

/** A list as a person writes one. It is taken apart when it is first asked: most texts need few lists. */
export function listed(list: string): WordList {
  let words: ReadonlySet<string> | null = null;
  return {
    has: (word) => {
      words ??= new Set(list.split(',').map((one) => one.trim()));
      return words.has(word);
    },
  };
}

/** The words of a text, without the marks around them. */
export function wordsOf(text: string): string[] {
  return text.split(/[\s"`(),:;.!?，。：]+/).filter((word) => word !== '');
}

/** Whether a text has letters of a script that writes without spaces. */
export function hasWideLetters(text: string): boolean {
  return /[⺀-鿿]/.test(text);
}

/** Whether a name stands in a text as a word. */
export function hasWord(text: string, word: string): boolean {
  const isLetter = (char: string | undefined) => char !== undefined && /[\w$]/.test(char);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
  }
  return false;
}

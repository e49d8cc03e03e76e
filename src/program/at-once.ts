import { fstatSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Prints to standard output without Node's streams, which take a twentieth of a start to load. */
export function printAtOnce(text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(1, bytes, written);
  } catch (error) {
    // A pipe that is full for the moment; one that nobody reads any more is no error.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN')
      process.stdout.write(bytes.subarray(written));
  }
}

/**
 * The page of help that words ask for, as the build wrote it for whoever is no terminal. Null where there is none, or where it
 * has to be laid out.
 */
export function plainHelp(words: readonly string[], folder: string): string | null {
  const topic = topicOf(words[0] === 'admin' ? words.slice(1) : words);
  if (topic === null || process.env['COLUMNS'] || fstatSync(1).isCharacterDevice()) return null;
  try {
    const pages = JSON.parse(readFileSync(join(folder, 'help.json'), 'utf8'));
    return pages[topic === '' && words[0] === 'admin' ? '--all' : topic] ?? null;
  } catch {
    // The copies of Cortex inside plugins have none.
    return null;
  }
}

/** The name of the command whose help is asked for, '' for that of all; null where the words may mean something else. */
function topicOf(words: readonly string[]): string | null {
  const [first = '--help', ...rest] = words;
  if (isHelp(first)) return rest.join(' ');
  const isFlag = rest[0] === '--help' || rest[0] === '-h';
  return rest.length === 1 && isFlag && !first.startsWith('-') ? first : null;
}

function isHelp(word: string): boolean {
  return word === 'help' || word === '--help' || word === '-h';
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mayBeTerminal } from '../system/base/standard-output.ts';

/**
 * The page of help that words ask for, as the build wrote it for whoever is no terminal. Null where there is none, or where it
 * has to be laid out.
 */
export function plainHelp(words: readonly string[], folder: string): string | null {
  const topic = topicOf(words[0] === 'admin' ? words.slice(1) : words);
  if (topic === null || process.env['COLUMNS'] || mayBeTerminal()) return null;
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
  if (first === 'help' || isHelpFlag(first)) return rest.join(' ');
  return rest.length === 1 && isHelpFlag(rest[0]!) && !first.startsWith('-') ? first : null;
}

function isHelpFlag(word: string): boolean {
  return word === '--help' || word === '-h';
}

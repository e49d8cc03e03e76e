import { isFileName } from '../thread/file-names.ts';
import type { Claim } from './claim.ts';

/** More is no sentence but a listing. */
const MOST_CHARS = 2000;
const MOST_CLAIMS = 8;

/**
 * Finds paths and commits that a text names. Whatever looks like one counts: the repository's own past tells which of them
 * were ever there, and no sentence has to be understood for that.
 */
export function claimsIn(text: string): Claim[] {
  const read = text.slice(0, MOST_CHARS);
  const paths = [...read.matchAll(WORD)].flatMap(([word]): Claim[] => {
    const path = pathOf(word);
    return path === null ? [] : [{ kind: 'path', path }];
  });
  const commits = [...read.matchAll(HEX)].map(([hash]): Claim => ({ kind: 'commit', hash }));
  return [...paths, ...commits].slice(0, MOST_CLAIMS);
}

/** Characters of paths and of addresses, which must not be taken for the path in them. Chinese letters end a word. */
const WORD = /[A-Za-z0-9_.@~+\-/\\$:#[\]*{}%<>?=&À-ɏ]+/g;
const HEX = /(?<![\w.#/\\@:$-])[0-9a-f]{7,40}(?![\w/\\@$-]|\.\w)/g;
/** `:12:3`, `#L4`, `::parse`, `#Kernel.handle()` */
const BEHIND = /(?:::?|#)[\w$.:-]*(?:\(\))?$/;
/** Globs, variables, placeholders, addresses and options. */
const NO_PATH = /[*{}<>$%?=&:#]|\.\.\.|\/\/|^[-@~]/;

/** The path in a word of a text, with plain slashes; null where it has none. */
function pathOf(word: string): string | null {
  const bare = word
    .replace(/^[<[{*]+/, '')
    .replace(/[.,:#\]}>*?\-=&]+$/, '')
    .replace(BEHIND, '')
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');
  const name = bare.slice(bare.lastIndexOf('/') + 1);
  const isPath = name === '' ? bare.split('/').length > 2 : isFileName(name);
  return isPath && bare.length <= 300 && !NO_PATH.test(bare) ? bare : null;
}

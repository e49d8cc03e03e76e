/** The form in which texts are searched: passages, their ids, their words. Nothing here searches or ranks; `search` does. */

import { splitSentences } from '../base/text/sentences.ts';
import { characterPairs, identifierParts, isUnspaced, rawWords } from './words.ts';

/**
 * Each turn of a session is indexed as passages of about a paragraph. The id of a passage encodes its document, its turn and
 * its speaker, so that ranking needs no row lookup: 20,000 hits are read in 4 ms.
 */
export type PassageId = number;

/** The source of the text. `notes`: pins, codes, commits. */
export type PassageField = 'user' | 'agent' | 'paths' | 'notes';

const FIELDS: readonly PassageField[] = ['user', 'agent', 'paths', 'notes'];
const PIECES = 256;
const TURNS = 4_096;
const PER_TURN = PIECES * FIELDS.length;
const PER_DOCUMENT = TURNS * PER_TURN;

/** First id: smaller ones had another encoding in earlier versions. */
const FIRST = 2 ** 50;

/** Later turns and passages are not indexed. */
const LAST_TURN = TURNS - 1;
export const LAST_PIECE = PIECES - 1;

export function passageId(
  document: number,
  turn: number,
  piece: number,
  field: PassageField,
): PassageId {
  return (
    firstOf(document) + Math.min(turn, LAST_TURN) * PER_TURN + piece * 4 + FIELDS.indexOf(field)
  );
}

function firstOf(document: number): PassageId {
  return FIRST + document * PER_DOCUMENT;
}

export function documentOf(id: PassageId): number {
  return Math.floor((id - FIRST) / PER_DOCUMENT);
}

/** The first id after those of the same document. */
export function afterDocumentOf(id: PassageId): PassageId {
  return firstOf(documentOf(id) + 1);
}

/** Counts from 1; 0 where a passage belongs to no turn. */
export function turnOf(id: PassageId): number {
  return turnKey(id) % TURNS;
}

/** A key that is equal for passages of one turn. */
export function turnKey(id: PassageId): number {
  return Math.floor(id / PER_TURN);
}

export function pieceOf(id: PassageId): number {
  return (id >> 2) & (PIECES - 1);
}

/** A number below four. */
export function fieldOf(id: PassageId): number {
  return id & 3;
}

export function fieldNamed(id: PassageId): PassageField {
  return FIELDS[fieldOf(id)]!;
}

/** A range of ids: the first in it, and the first behind it. */
type Range = readonly [PassageId, PassageId];

export function passagesOf(document: number): Range {
  return [firstOf(document), firstOf(document + 1)];
}

/** The passages of the turn that one belongs to. */
export function turnAround(id: PassageId): Range {
  return [turnKey(id) * PER_TURN, (turnKey(id) + 1) * PER_TURN];
}

/** Longest passage, so that two words of one passage are near each other. */
const LONGEST = 800;

/** A text in passages, cut at ends of lines, else of sentences, else between words, else anywhere. */
export function splitPassages(text: string): string[] {
  const cut: string[] = [];
  for (let start = 0; start < text.length; ) {
    const most = text.slice(start, start + LONGEST);
    const piece = start + LONGEST < text.length ? most.slice(0, lastBreak(most)) : most;
    const trimmed = piece.trim();
    if (trimmed) cut.push(trimmed);
    start += piece.length;
  }
  return cut;
}

/** The position at which to cut a piece, in its second half. */
function lastBreak(piece: string): number {
  const line = piece.lastIndexOf('\n');
  if (line > piece.length / 2) return line;
  const last = splitSentences(piece).at(-1) ?? '';
  const sentence = piece.length - last.length;
  if (sentence > piece.length / 2) return sentence;
  const blank = piece.lastIndexOf(' ');
  if (blank > piece.length / 2) return blank;
  // Never between the halves of one character.
  return /[\uD800-\uDBFF]$/.test(piece) ? piece.length - 1 : piece.length;
}

/** Blanks around a passage are not kept. */
const TRIMMED = 8;

/** Passages that follow one another, as one text: a passage that was cut inside a line goes on in the next one. */
export function joinPassages(passages: readonly string[]): string {
  let text = '';
  passages.forEach((passage, i) => {
    const before = passages[i - 1];
    const first = /^\S*/.exec(unmarkedText(passage))![0];
    const isInLine =
      before !== undefined && unmarkedText(before).length + first.length >= LONGEST - TRIMMED;
    const isInWord = isInLine && unmarkedText(before).length >= LONGEST - 1;
    let gap = '\n';
    if (before === undefined || isInWord) gap = '';
    else if (isInLine) gap = ' ';
    text += gap + passage;
  });
  return text;
}

/** The text without the marks around matches. */
function unmarkedText(text: string): string {
  return text.replace(/[\u0002\u0003]/g, '');
}

/**
 * Words that the tokenizer of the index misses: words without spaces, parts of joined identifiers, and letters beyond Latin
 * without their marks (`ё` is `е` to many).
 */
export function hiddenWords(text: string): string {
  const found = new Set<string>();
  if (/[a-z0-9][A-Z]/.test(text))
    for (const word of text.match(/[A-Za-z0-9]+/g) ?? []) {
      const parts = identifierParts(word);
      if (parts.length > 1) found.add(parts.join(' '));
    }
  if (/^[\0-\x7F]*$/.test(text)) return [...found].join(' ');
  for (const word of rawWords(text)) {
    if (isUnspaced(word)) found.add(characterPairs(word).join(' '));
    else if (unmarked(word) !== word) found.add(unmarked(word));
  }
  return [...found].join(' ');
}

/** The index itself takes marks off Latin letters. */
export function unmarked(word: string): string {
  return /[^\0-\u024F]/.test(word) ? word.normalize('NFD').replace(/\p{M}/gu, '') : word;
}

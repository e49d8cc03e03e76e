import { characterPairs, identifierParts, isUnspaced, rawWords } from './words.ts';

/**
 * A searched document (a session, a thread, a pin, a memory) is indexed as a row of passages. A passage's number
 * tells its document, its place and its field, so that ranking looks up no row: 20,000 hits are read in 4 ms.
 */
export type PassageId = number;

/** The speaker. `notes`: what was kept on purpose, i.e. pins, codes, memories. */
export type Field = 'user' | 'agent' | 'paths' | 'notes';

const FIELDS: readonly Field[] = ['user', 'agent', 'paths', 'notes'];
const FIELD_BITS = 2;
const PLACES = 65_536;
/** A power of two, so that place and field are the lowest bits of a number that has more than 32 of them. */
const PER_DOCUMENT = PLACES << FIELD_BITS;

/** Text behind this place of a document is not indexed. */
export const LAST_PLACE = PLACES - 1;

export function passageId(document: number, place: number, field: Field): PassageId {
  return document * PER_DOCUMENT + (place << FIELD_BITS) + FIELDS.indexOf(field);
}

export function documentOf(id: PassageId): number {
  return (id - (id & (PER_DOCUMENT - 1))) / PER_DOCUMENT;
}

export function placeOf(id: PassageId): number {
  return (id >> FIELD_BITS) & (PLACES - 1);
}

/** A number below four. */
export function fieldOf(id: PassageId): number {
  return id & 3;
}

export function fieldNamed(id: PassageId): Field {
  return FIELDS[fieldOf(id)]!;
}

/** The id before which those of a document end. */
export function afterPassagesOf(document: number): PassageId {
  return (document + 1) * PER_DOCUMENT;
}

/** From a document's first possible id to before the next one's. */
export function passagesOf(document: number): readonly [PassageId, PassageId] {
  return [document * PER_DOCUMENT, afterPassagesOf(document)];
}

/** About a paragraph. Longer ones are cut, so that two words of one passage are near each other. */
const LONGEST = 800;

/** A text in passages, cut at ends of lines, else between words, else anywhere. */
export function passages(text: string): string[] {
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

/** The position at which to cut a longer piece, in its second half. */
function lastBreak(piece: string): number {
  for (const mark of ['\n', ' ']) {
    const at = piece.lastIndexOf(mark);
    if (at > piece.length / 2) return at;
  }
  // Never between the halves of one character.
  return /[\uD800-\uDBFF]$/.test(piece) ? piece.length - 1 : piece.length;
}

/** Words that a tokenizer for spaced languages misses: words without spaces, and parts of joined identifiers. */
export function hiddenWords(text: string): string {
  const found = new Set<string>();
  if (isUnspaced(text))
    for (const word of rawWords(text)) if (isUnspaced(word)) found.add(characterPairs(word).join(' '));
  if (/[a-z0-9][A-Z]/.test(text))
    for (const word of text.match(/[A-Za-z0-9]+/g) ?? []) {
      const parts = identifierParts(word);
      if (parts.length > 1) found.add(parts.join(' '));
    }
  return [...found].join(' ');
}

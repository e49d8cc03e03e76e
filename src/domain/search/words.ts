/** Words of a text, as search counts them. */

/**
 * Scripts without spaces between words: Thai, Lao, Burmese, Khmer, Japanese, Chinese; and Korean, which joins
 * its particles to them. As ranges: expressions with names of scripts take milliseconds to compile.
 */
const UNSPACED =
  '\\u0E00-\\u0EFF\\u1000-\\u109F\\u1100-\\u11FF\\u1780-\\u17FF\\u3040-\\u30FF\\u3130-\\u318F' +
  '\\u31F0-\\u31FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uAC00-\\uD7AF\\uF900-\\uFAFF\\u{20000}-\\u{3FFFF}';

const ASCII = /^[\0-\x7F]*$/;
let runs: RegExp | undefined;
let unspaced: RegExp | undefined;

/** The words of a text as they stand; each run of an unspaced script is one. */
export function rawWords(text: string): string[] {
  // Most text is plain, and this costs a tenth.
  if (ASCII.test(text)) return text.match(/[A-Za-z0-9]+/g) ?? [];
  runs ??= new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');
  return text.match(runs) ?? [];
}

export function isUnspaced(text: string): boolean {
  if (ASCII.test(text)) return false;
  unspaced ??= new RegExp(`[${UNSPACED}]`, 'u');
  return unspaced.test(text);
}

/**
 * A run of an unspaced script as overlapping pairs of characters, since nobody says where its words end. The
 * last character comes once more by itself, so that a search for one character finds it everywhere.
 */
export function characterPairs(run: string): string[] {
  const characters = Array.from(run);
  return characters.map((character, i) => character + (characters[i + 1] ?? ''));
}

/** `getUserName` as `get`, `User`, `Name`; a word without an inner capital is itself. */
export function identifierParts(word: string): string[] {
  return word.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
}

const STOP =
  'a an the of to in on at for and or but is are was were be been being am do does did has have had ' +
  'what when where which who whom whose why how that this these those it its with by from as if then ' +
  'than so not no can could would should will i you he she they we me him her them us my your his their ' +
  'our about into s t d ll ve re m don didn doesn isn wasn weren aren won wouldn couldn shouldn hasn ' +
  'haven hadn';

let stop: ReadonlySet<string> | undefined;

/** Words that say how a sentence is built, not what it is about. */
export function isStopWord(word: string): boolean {
  stop ??= new Set(STOP.split(' '));
  return stop.has(word);
}

/** Forms that no ending explains; the stemmer of the index knows the rest. */
const IRREGULAR = [
  'go goes went gone|make made|take took taken|get got gotten|give gave given|come came|see saw seen',
  'know knew known|think thought|find found|tell told|say said|become became|leave left|feel felt',
  'bring brought|begin began begun|keep kept|hold held|write wrote written|stand stood|hear heard',
  'mean meant|meet met|run ran|pay paid|sit sat|speak spoke spoken|lead led|grow grew grown|lose lost',
  'fall fell fallen|send sent|build built|understand understood|draw drew drawn|break broke broken',
  'spend spent|rise rose risen|drive drove driven|buy bought|wear wore worn|choose chose chosen',
  'eat ate eaten|fly flew flown|win won|sing sang sung|teach taught|catch caught|throw threw thrown',
  'swim swam swum|ride rode ridden|sell sold|sleep slept|fight fought|forget forgot forgotten',
  'hide hid hidden|drink drank drunk|hang hung|shake shook shaken|steal stole stolen|wake woke woken',
  'blow blew blown|bite bit bitten|deal dealt|dream dreamt|learn learnt|burn burnt|shoot shot',
  'sink sank sunk|strike struck|stick stuck|swear swore sworn|tear tore torn|freeze froze frozen',
  'bend bent|bind bound|feed fed|dig dug|lend lent|seek sought|spin spun|sweep swept|creep crept',
  'weep wept|bleed bled|breed bred|flee fled|forgive forgave forgiven|shrink shrank shrunk|slide slid',
  'swing swung|weave wove woven|wind wound|rebuild rebuilt|rewrite rewrote rewritten',
  'overwrite overwrote overwritten|override overrode overridden|undo undid undone|redo redid redone',
  'child children|person people|man men|woman women|foot feet|tooth teeth|mouse mice|goose geese',
  'life lives|wife wives|knife knives|leaf leaves|shelf shelves|half halves|index indices indexes',
  'matrix matrices|vertex vertices|criterion criteria|analysis analyses|hypothesis hypotheses',
  'crisis crises|schema schemata',
];

let families: Map<string, readonly string[]> | undefined;

/** All forms of an irregular word, or the word alone. */
export function formsOf(word: string): readonly string[] {
  if (!families) {
    families = new Map();
    for (const family of IRREGULAR.flatMap((line) => line.split('|'))) {
      const forms = family.split(' ');
      for (const form of forms) families.set(form, forms);
    }
  }
  return families.get(word) ?? [word];
}

import { english } from './english.ts';
import type { Form, Language } from './language.ts';
import { languageNamed } from './other-languages.ts';
import type { Line } from './reading.ts';
import { CHINESE, TONGUES, type Tongue, type TongueName } from './tongues.ts';

const ALPHABETIC = Object.keys(TONGUES) as (keyof typeof TONGUES)[];

/** A sentence in its language. */
export interface Reading {
  readonly language: Language;
  /** In the spelling of the language's forms. */
  readonly said: string;
  /** Whether a cue stands in it. */
  readonly stands: (cue: string) => boolean;
}

/** Each sentence in the language whose common words it holds most of; where that is even, in that of the whole text. */
export function readingsOf(lines: readonly Line[]): Reading[] {
  const votes = lines.map(votesOf);
  const all = ALPHABETIC.map((_, at) => votes.reduce((sum, line) => sum + line[at]!, 0));
  return lines.map(({ plain }, index) => {
    const name = CHINESE.test(plain) ? 'chinese' : elected(votes[index]!, all);
    const language = name === 'english' ? english : languageNamed(name);
    const said = spelled(language, plain);
    return { language, said, stands: cuesIn(said, language) };
  });
}

function votesOf({ plain, text }: Line): number[] {
  const words = [...new Set(plain.split(/[^a-z]+/))];
  commonWords ??= ALPHABETIC.map((name) => new Set(TONGUES[name].words.split(' ')));
  const isAscii = /^[ -~]*$/.test(text);
  return commonWords.map((common, at) => {
    const tongue: Tongue = TONGUES[ALPHABETIC[at]!];
    const letters = !isAscii && tongue.letters?.test(text) ? 1 : 0;
    return words.filter((word) => common.has(word)).length + letters;
  });
}
let commonWords: readonly ReadonlySet<string>[] | undefined;

function elected(line: readonly number[], all: readonly number[]): TongueName {
  let best = 0;
  for (let at = 1; at < line.length; at++) {
    const more = line[at]! - line[best]!;
    if (more > 0 || (more === 0 && all[at]! > all[best]!)) best = at;
  }
  return ALPHABETIC[best]!;
}

function spelled({ spellings }: Language, plain: string): string {
  let said = plain;
  for (const [other, usual] of spellings ?? []) said = said.replace(other, usual);
  return said;
}

const LONG_CUE = 4;

/** Looks for cues in a sentence: its words and their beginnings are listed once, at the first cue. */
function cuesIn(said: string, { script }: Language): Reading['stands'] {
  const words = said.replace(/[^a-z0-9_\u4e00-\u9fff]+/g, ' ');
  if (script) return (cue) => words.includes(cue);
  let known: ReadonlySet<string> | undefined;
  return (cue) => (known ??= cuesOf(words)).has(cue);
}

/** Every cue that these words could be: the word itself, a beginning of four letters and more, any beginning with `*`. */
function cuesOf(words: string): Set<string> {
  const cues = new Set<string>();
  for (const word of words.split(' ')) {
    cues.add(word);
    for (let length = 1; length <= word.length; length++) {
      const beginning = word.slice(0, length);
      if (length >= LONG_CUE) cues.add(beginning);
      cues.add(`${beginning}*`);
    }
  }
  return cues;
}

/** The forms that a sentence can have, by its words. */
export function formsFor(forms: readonly Form[], { stands }: Reading): RegExp[] {
  const isThere = (words: string) => words.split(' ').some(stands);
  return forms.filter((form) => form[0].split(' & ').every(isThere)).map((form) => form[1]);
}

export interface Clause {
  readonly before: string;
  readonly clause: string;
}

const MOST_CLAUSES = 16;

/** The sentence from its start, from behind its opening words, and from each further clause on. */
export function clausesOf({ language, said }: Reading): Clause[] {
  const clauses: Clause[] = [{ before: '', clause: said }];
  const opened = language.openers.exec(said)?.[0].length ?? 0;
  if (opened > 0) clauses.push({ before: '', clause: said.slice(opened) });
  for (const mark of said.matchAll(language.clause)) {
    if (clauses.length >= MOST_CLAUSES) break;
    const at = mark.index + mark[0].length;
    if (at > opened) clauses.push({ before: said.slice(0, at), clause: said.slice(at) });
  }
  return clauses;
}

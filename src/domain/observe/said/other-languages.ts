import { chinese } from './chinese.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import type { Language } from './language.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';
import type { TongueName } from './tongues.ts';

const LANGUAGES: Readonly<Record<Exclude<TongueName, 'english'>, Language>> = {
  german,
  french,
  spanish,
  portuguese,
  chinese,
};

/** The forms of a language other than English. Half of all forms, and a hook loads them only for a text in one of them. */
export function languageNamed(name: Exclude<TongueName, 'english'>): Language {
  return LANGUAGES[name];
}

/** Languages that search knows besides English: words without a subject, and endings. The index knows English ones itself. */
export type Language = 'de' | 'fr' | 'es' | 'pt';

interface Grammar {
  /** Words that say how a sentence is built. */
  readonly stop: string;
  /** Words that ask for work as such: "woran habe ich gearbeitet". */
  readonly work: RegExp;
  /** Endings of nouns, verbs and adjectives; the longest that fits goes. */
  readonly endings: RegExp;
}

const GRAMMARS: Readonly<Record<Language, Grammar>> = {
  de: {
    stop:
      'der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine ich du er sie es wir ihr mich mir ' +
      'uns unser unsere mein meine ist sind war waren hat habe haben hatte wird wurde werden wie wo wann warum wer welche welcher ' +
      'welches woran worum wozu für mit von vom zu zum zur bei auf aus an am im über unter nach vor bis dass weil wenn dann noch ' +
      'schon auch nur sich als gibt man bitte hier dort',
    work: /^(?:(?:ge)?arbeite[nt]?|gearbeitet|gemacht|mach(?:en|e|te)|getan|tun|passiert|los|alles|sitzung(?:en)?|zeige?)$/,
    endings: /(?:ungen|ern|est|ten|en|em|er|es|te|st|e|n|s|t)$/,
  },
  fr: {
    stop:
      'le la les un une des du de et ou mais ne pas plus je tu il elle nous vous ils elles on me te se mon ma mes notre nos votre ' +
      'vos leur ce cet cette ces est sont était étaient ai as avons avez ont avait être avoir que qui quoi quel quelle quels quelles ' +
      'qu j l d n c s où quand comment pourquoi pour par avec sans dans sur sous chez vers entre au aux en y à très aussi comme si donc car dont',
    work: /^(?:travaill\p{L}*|fai(?:t|s|re)|fis|passé|chose|tout|sessions?|montre)$/u,
    endings: /(?:issements?|ements?|ations?|ances?|euses?|eurs?|aient|ions|iez|ées?|és?|er|ez|es|ent|s|e|x)$/,
  },
  es: {
    stop:
      'el la los las un una unos unas del de y o pero no ni yo tú él ella nosotros ellos me te se mi mis nuestro nuestra su sus es ' +
      'son era eran fue ha he hemos han había ser estar está están que qué quién cuál cuáles dónde cuándo cómo por porque para con ' +
      'sin en sobre entre hasta desde al lo le les este esta estos estas ese esa eso como si también más muy ya hay',
    work: /^(?:trabaj\p{L}*|hic(?:e|imos)|hecho|hacer|haciendo|pasó|todo|sesi(?:ón|ones)|muestra)$/u,
    endings:
      /(?:aciones|amientos?|imientos?|ación|adores|mente|ando|iendo|aron|ieron|amos|emos|ados?|adas?|idos?|idas?|ar|er|ir|as|os|es|a|o|e|s)$/,
  },
  pt: {
    stop:
      'o a os as um uma uns umas do da dos das de e ou mas não nem eu tu ele ela nós eles elas me te se meu minha meus minhas nosso ' +
      'nossa seu sua é são era eram foi tem tenho temos têm ser estar está estão que quê quem qual quais onde quando como por porque ' +
      'para com sem em no na nos nas sobre entre até ao à lhe este esta isto esse essa isso também mais muito já há num numa',
    work: /^(?:trabalh\p{L}*|fiz(?:emos)?|feito|fazer|fazendo|aconteceu|tudo|sess(?:ão|ões)|mostra)$/u,
    endings:
      /(?:amentos?|imentos?|ações|ação|adores|mente|ando|endo|indo|aram|eram|amos|emos|ados?|adas?|idos?|idas?|ões|ar|er|ir|as|os|es|a|o|e|s)$/,
  },
};

const stops = new Map<Language, ReadonlySet<string>>();

function stopsOf(language: Language): ReadonlySet<string> {
  let known = stops.get(language);
  if (!known) stops.set(language, (known = new Set(GRAMMARS[language].stop.split(' '))));
  return known;
}

const LANGUAGES = Object.keys(GRAMMARS) as Language[];
const LETTERS = /[äöüßàâçéèêëîïôùûñáíóúãõ¿¡]/i;

/** The language of a text by its small words; null for English and for what is too short to tell. */
export function languageOf(
  words: readonly string[],
  isEnglishStop: (word: string) => boolean,
): Language | null {
  const english = words.filter(isEnglishStop).length;
  let best: Language | null = null;
  let most = english;
  for (const language of LANGUAGES) {
    const known = stopsOf(language);
    const count = words.filter((word) => known.has(word)).length;
    if (count > most) [best, most] = [language, count];
  }
  if (best === null) return null;
  return most > 1 || words.some((word) => LETTERS.test(word)) ? best : null;
}

export function isStopIn(language: Language, word: string): boolean {
  return stopsOf(language).has(word);
}

export function isWorkIn(language: Language, word: string): boolean {
  return GRAMMARS[language].work.test(word);
}

const SHORTEST_STEM = 4;

/** A word without its ending, or null where too little would be left to begin others with. */
export function stemIn(language: Language, word: string): string | null {
  if (word.length <= SHORTEST_STEM || /\d/.test(word)) return null;
  const { endings } = GRAMMARS[language];
  const stem = word.replace(endings, '');
  if (stem.length >= SHORTEST_STEM) return stem;
  // A shorter ending may still leave enough: `notes` is `note`.
  const shorter = word.replace(/[se]$/, '');
  return shorter.length >= SHORTEST_STEM ? shorter : null;
}

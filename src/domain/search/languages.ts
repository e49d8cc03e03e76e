/** Languages that search knows besides English: words without a subject, and endings. The index knows English ones itself. */
export type Language = 'de' | 'fr' | 'es' | 'pt' | 'ru';

interface Grammar {
  /** Words that say how a sentence is built. */
  readonly stop: string;
  /** Words that ask for work as such: "woran habe ich gearbeitet". */
  readonly work: RegExp;
  /** Words in which people ask for something that was: forms of the past, "we", "our". */
  readonly past: RegExp;
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
    past: /^(?:war(?:en)?|hat(?:te[n]?)?|haben?|wurden?|kam(?:en)?|lag(?:en)?|ging(?:en)?|gab(?:en)?|stand(?:en)?|wir|uns(?:er\p{L}*)?|\p{L}{3,}ten?|ge\p{L}{2,}t)$/u,
    endings: /(?:ungen|ern|est|ten|en|em|er|es|te|st|e|n|s|t)$/,
  },
  fr: {
    stop:
      'le la les un une des du de et ou mais ne pas plus je tu il elle nous vous ils elles on me te se mon ma mes notre nos votre ' +
      'vos leur ce cet cette ces est sont était étaient ai as avons avez ont avait être avoir que qui quoi quel quelle quels quelles ' +
      'qu j l d n c s où quand comment pourquoi pour par avec sans dans sur sous chez vers entre au aux en y à très aussi comme si donc car dont',
    work: /^(?:travaill\p{L}*|fai(?:t|s|re)|fis|passé|chose|tout|sessions?|montre)$/u,
    past: /^(?:avons|nous|notre|nos|on|eu|été|\p{L}{2,}(?:ait|aient))$/u,
    endings: /(?:issements?|ements?|ations?|ances?|euses?|eurs?|aient|ions|iez|ées?|és?|er|ez|es|ent|s|e|x)$/,
  },
  es: {
    stop:
      'el la los las un una unos unas del de y o pero no ni yo tú él ella nosotros ellos me te se mi mis nuestro nuestra su sus es ' +
      'son era eran fue ha he hemos han había ser estar está están que qué quién cuál cuáles dónde cuándo cómo por porque para con ' +
      'sin en sobre entre hasta desde al lo le les este esta estos estas ese esa eso como si también más muy ya hay',
    work: /^(?:trabaj\p{L}*|hic(?:e|imos)|hecho|hacer|haciendo|pasó|todo|sesi(?:ón|ones)|muestra)$/u,
    past: /^(?:era[ns]?|fue(?:ron)?|h[ai]zo|nosotr[oa]s|nuestr[oa]s?|hemos|\p{L}{2,}(?:amos|imos|aron|ieron|aban?|ían?|ió))$/u,
    endings:
      /(?:aciones|amientos?|imientos?|ación|adores|mente|ando|iendo|aron|ieron|amos|emos|ados?|adas?|idos?|idas?|ar|er|ir|as|os|es|a|o|e|s)$/,
  },
  pt: {
    stop:
      'o a os as um uma uns umas do da dos das de e ou mas não nem eu tu ele ela nós eles elas me te se meu minha meus minhas nosso ' +
      'nossa seu sua é são era eram foi tem tenho temos têm ser estar está estão que quê quem qual quais onde quando como por porque ' +
      'para com sem em no na nos nas sobre entre até ao à lhe este esta isto esse essa isso também mais muito já há num numa',
    work: /^(?:trabalh\p{L}*|fiz(?:emos)?|feito|fazer|fazendo|aconteceu|tudo|sess(?:ão|ões)|mostra)$/u,
    past: /^(?:era[ms]?|foi|foram|fez|nós|noss[oa]s?|\p{L}{2,}(?:amos|emos|imos|aram|eram|iram|avam?|iam?|ou|eu|iu))$/u,
    endings:
      /(?:amentos?|imentos?|ações|ação|adores|mente|ando|endo|indo|aram|eram|amos|emos|ados?|adas?|idos?|idas?|ões|ar|er|ir|as|os|es|a|o|e|s)$/,
  },
  ru: {
    stop:
      'и в во на с со к ко о об от до из за по под над у при для без не ни но а или что чтобы как где когда почему кто какой какая ' +
      'какие какую чем это этот эта эти тот та те он она оно они мы вы я ты мой наш наша наши нам нас его её их был была было были ' +
      'есть уже ещё еще же ли бы то так там тут только',
    work: /^(?:делал[аи]?|сделал[аи]?|работал[аи]?|чинил[аи]?|было|происходило|сесси[ияй]|покажи)$/u,
    past: /^(?:мы|нам|нас|наш\p{L}*|\p{L}{2,}(?:[аеиоуыюя]л[аои]?|л(?:ся|ась|ось|ись)))$/u,
    endings:
      /(?:ениями|ениях|ениям|ением|ения|ений|ение|аниями|ания|аний|ание|остями|ости|ость|овать|ировать|ются|ится|ется|ались|ился|алась|ами|ями|ого|его|ому|ему|ыми|ими|ает|ают|ила|или|али|ала|ить|ать|ять|еть|ах|ях|ам|ям|ов|ев|ей|ой|ый|ий|ая|яя|ое|ее|ые|ие|ую|юю|ом|ем|ал|ил|а|я|ы|и|у|ю|е|о|ь)$/u,
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
  if (words.filter((word) => /^[\u0400-\u052F]+$/.test(word)).length > words.length / 2) return 'ru';
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

const ENGLISH_PAST =
  /^(?:did|didn|was|wasn|were|weren|had|hadn|went|came|got|took|said|found|we|our|ours|us|\p{L}{3,}ed)$/u;
const HAN_PAST = /[了过過]|我们|我們|上次|之前|当时|當時/;

/** Whether a question, in its words, asks for something that was. English where no other language is known. */
export function asksForPast(language: Language | null, question: string, words: readonly string[]): boolean {
  const past = language ? GRAMMARS[language].past : ENGLISH_PAST;
  return words.some((word) => past.test(word)) || HAN_PAST.test(question);
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

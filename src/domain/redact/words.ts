import data from './words.json' with { type: 'json' };

/**
 * The words by which people state secrets, in lower case. For inflected languages the table has the stem: what
 * follows belongs to the name.
 */
export const splitRow = (table: string): readonly string[] => table.split('|');

/**
 * The kind of a noun. People make up what is `chosen`, machines generate what is `issued`; a `likely` one, any other key, needs more
 * evidence. The value of a `code` is digits, and of a `weak code` too if something locked is near. A `login` is followed by a user name
 * and a password; near a `lock` a password or a number may be the value.
 */
export type NounKind = keyof typeof data.nouns;

export interface Noun {
  readonly text: string;
  readonly kind: NounKind;
  /** Also used in programs and other languages. */
  readonly english: boolean;
}

const nounsOf = (kind: NounKind): readonly Noun[] => {
  const { english, others } = data.nouns[kind];
  const read = (lines: readonly string[], isEnglish: boolean) =>
    lines.flatMap(splitRow).map((text): Noun => ({ text, kind, english: isEnglish }));
  return [...read(english, true), ...read(others, false)];
};

export const NOUNS: readonly Noun[] = (Object.keys(data.nouns) as NounKind[]).flatMap(nounsOf);

/** Number of lookups from which on a set pays for itself. */
const MANY = 64;

/** Looks up words in the table's text, because most processes ask a few times; whoever asks often gets a set. */
const among = (lines: readonly string[]) => {
  const table = ` ${lines.join(' ')} `;
  let asked = 0;
  let words: ReadonlySet<string> | undefined;
  return {
    has(word: string): boolean {
      asked += 1;
      if (asked < MANY) return word !== '' && table.includes(` ${word} `);
      words ??= new Set(table.trim().split(' '));
      return words.has(word);
    },
  };
};

/** Words in the names of secrets. */
export const NAME_PARTS = data.names;
/** A `key` of one of these is a secret. */
export const QUALIFIERS = among(data.names.qualifiers);
/** A `key` of one of these is harmless; of anything else, e.g. a service, it may be a secret. */
export const HARMLESS = among(data.names.harmless);
/** A description of a secret, never the secret. */
export const DESCRIBING = among(data.names.attributes);
/** A token of one of these is a cursor in a list or a marker in a message. */
export const PLACES = among(data.names.places);
/** Words after `key_` that are not names of services. */
export const NO_SERVICES = among(data.names.noServices);

/** Placeholder words in place of a value, besides general fillers. */
export const STOPPED = among(data.values.stopped);
/** Words that follow the name of a secret and are none: types, states, schemes, variables, verbs. */
export const UNLIKELY = among(data.values.unlikely);
/** Words of sentences about passwords, form labels and program hints: a passphrase contains none of these. */
export const SPEAKING = among(data.values.speaking);
/** Things that are commonly numbered. */
export const NUMBERED_THINGS = among(data.values.known);
/** File extensions and top-level domains. */
export const FILE_ENDINGS = among(data.values.endings);
/** Endings of names whose values look random but are not secret. */
export const OTHER_NAMES = among(data.values.otherNames);
/** Things that have an id in a service. */
export const OTHER_THINGS = among(data.values.otherThings);
export const OF_KEYS = among(data.values.ofKeys);

const spoken = (name: keyof typeof data.spoken) => among(data.spoken[name]);

/** Words directly before a value, in any language. */
export const SAID = spoken('said');
/** Verbs for entering a value: `sudo asks for a password, type …`. */
export const ENTERED = spoken('entered');
/** Words between an old value and a new one. */
export const TO = spoken('to');
/** Stems of verbs for changing and setting. */
export const CHANGES: readonly string[] = data.changes.flatMap(splitRow);
/** Prepositions before a name or a place, not a value. */
export const AT = spoken('at');
/** Words that join a user name and a password. */
export const JOINED = spoken('joined');
/** Words that mean something else in English: they count only in sentences of another language. */
export const FALSE_FRIENDS = spoken('falseFriends');
/** Words that show a language other than English, even if its word for a password is English. */
export const ARTICLES = spoken('articles');
/** Prepositions for means of access: `get in with …`, `mit … entsperrst du es`. */
export const WITH = spoken('with');
/** Words between a value and its noun: `use … as my key`. */
export const AS = spoken('as');
/** Nouns whose values look random but are not secret. */
export const OTHER = spoken('other');
/** Words after a noun that change its meaning. */
export const ATTRIBUTES = spoken('attributes');
/** Counted things, whose numbers are not codes. */
export const COUNTED = spoken('counted');

const locks = NOUNS.filter(({ kind }) => kind === 'lock');
/** Whether a text names something that is locked. */
export const isAboutLock = (said: string): boolean => locks.some(({ text }) => said.includes(text));

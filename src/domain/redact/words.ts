import data from './words.json' with { type: 'json' };

/**
 * The words by which people tell secrets, in small letters. Where a language bends its words, the stem stands in the table: what
 * follows belongs to the name.
 */
export const listed = (table: string): readonly string[] => table.split('|');

/**
 * The promise of a noun. People think up what is `chosen`, machines make what is `issued`; of a `likely` one, a key of whatever, more
 * is asked. Digits are the values of a `code`, and of a `weak code` where something locked stands near. Behind a `login` a name follows
 * and a password; beside a `lock` a password or a number may stand.
 */
export type Kind = keyof typeof data.nouns;

export interface Noun {
  readonly text: string;
  readonly kind: Kind;
  /** Programs and other languages have these as well. */
  readonly english: boolean;
}

const nounsOf = (kind: Kind): readonly Noun[] => {
  const { english, others } = data.nouns[kind];
  const read = (lines: readonly string[], isEnglish: boolean) =>
    lines.flatMap(listed).map((text): Noun => ({ text, kind, english: isEnglish }));
  return [...read(english, true), ...read(others, false)];
};

export const NOUNS: readonly Noun[] = (Object.keys(data.nouns) as Kind[]).flatMap(nounsOf);

/** Words of a table. They are searched as they stand: a set of each would be made for nothing in most processes. */
const among = (lines: readonly string[]) => {
  const table = ` ${lines.join(' ')} `;
  return { has: (word: string) => word !== '' && table.includes(` ${word} `) };
};

/** Words in the names of secrets. */
export const NAME_PARTS = data.names;
/** A `key` of one of these is a secret. */
export const QUALIFIERS = among(data.names.qualifiers);
/** A `key` of one of these is ordinary in programs; of anything else, say a service's name, it may be a secret. */
export const HARMLESS = among(data.names.harmless);
/** A description of a secret, never the secret. */
export const DESCRIBING = among(data.names.attributes);
/** A token of one of these marks a place in a list or a message. */
export const PLACES = among(data.names.places);
/** Behind `key_`, where else the name of a service stands. */
export const NO_SERVICES = among(data.names.noServices);

/** Words that people write in place of a value, beside those that mark every filler. */
export const STOPPED = among(data.values.stopped);
/** Words of a sentence about a password, of the text in a form and of a hint in a program: a password that is a phrase has none. */
export const SPEAKING = among(data.values.speaking);
/** Things that everybody names with a number behind. */
export const NUMBERED_THINGS = among(data.values.known);
/** Endings of files and hosts. */
export const ENDINGS = among(data.values.endings);
/** Endings of names whose values look random and are no secrets. */
export const OTHER_NAMES = among(data.values.otherNames);
/** Things that have an id of their own in a service. */
export const OTHER_THINGS = among(data.values.otherThings);
export const OF_KEYS = among(data.values.ofKeys);

const spoken = (name: keyof typeof data.spoken) => among(data.spoken[name]);

/** These end what is said before a value, in any language. */
export const SAID = spoken('said');
/** Somebody is told to write it: `sudo asks for a password, type …`. */
export const ENTERED = spoken('entered');
/** Between an old value and a new one, where something was changed. */
export const TO = spoken('to');
/** Stems of changing and setting. */
export const CHANGES: readonly string[] = data.changes.flatMap(listed);
/** A name follows, or a place, and no value. */
export const AT = spoken('at');
/** One of these joins a user and a password. */
export const JOINED = spoken('joined');
/** English has these in another sense: they count only where the sentence is in another language. */
export const FALSE_FRIENDS = spoken('falseFriends');
/** Words that only another language has, though its word for a password may be the English one. */
export const ARTICLES = spoken('articles');
/** With these something is opened: `get in with …`, `mit … entsperrst du es`. */
export const WITH = spoken('with');
/** Behind these the noun follows whose value stood before. */
export const AS = spoken('as');
/** Their own values look random and are no secrets. */
export const OTHER = spoken('other');
/** Behind a noun these make another thing of it. */
export const ATTRIBUTES = spoken('attributes');
/** Numbers of these are none that open anything. */
export const COUNTED = spoken('counted');

const locks = NOUNS.filter(({ kind }) => kind === 'lock');
/** Whether a text names something that is locked. */
export const isAboutLock = (said: string) => locks.some(({ text }) => said.includes(text));

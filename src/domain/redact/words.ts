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

/** Words of sentences. They are searched as they stand: a set of each would be made for nothing in most processes. */
const spoken = (name: keyof typeof data.spoken) => {
  const table = ` ${data.spoken[name].join(' ')} `;
  return { has: (word: string) => word !== '' && table.includes(` ${word} `) };
};

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

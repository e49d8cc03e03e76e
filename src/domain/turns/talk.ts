import data from './talk.json' with { type: 'json' };

/** Sentences that carry no news, by language: an agent's words about what it looks at next, a nod, a greeting. */

interface TalkWords {
  /** Words before an announcement. */
  readonly lead?: string;
  /** "Let me": whatever follows but these is an announcement. */
  readonly let?: string;
  readonly not?: string;
  /** "I will": an announcement with a verb of looking, also with a word between them. */
  readonly will?: string;
  readonly look?: string;
  readonly between?: string;
  /** An announcement in languages with another order of words. */
  readonly whole?: string;
  /** A sentence with a reason says more than what comes next. */
  readonly why?: string;
  readonly praise?: string;
  readonly nod: string;
  readonly greet: string;
  /** A question by which an agent offers more, where it names no choice. */
  readonly offer: string;
  readonly or: string;
}

const LANGUAGES: readonly TalkWords[] = Object.values(data);

function allOf(part: keyof TalkWords): string {
  return LANGUAGES.flatMap((language) => language[part] ?? []).join('|');
}

interface Patterns {
  readonly announcement: RegExp;
  readonly why: RegExp;
  readonly nod: RegExp;
  readonly greeting: RegExp;
  readonly offer: RegExp;
  readonly choice: RegExp;
}

/** Made on first use: a start that tells no turns does not need them. */
let made: Patterns | undefined;

function patterns(): Patterns {
  made ??= {
    announcement: new RegExp(
      `^(?:${LANGUAGES.map(announcement).join('|')}|(?:(?:${allOf('praise')})[,.!…，。！]*\\s*)+)$`,
      'u',
    ),
    why: new RegExp(`(?:^|\\s)(?:${allOf('why')})(?:\\s|$)|因为|由于|否则|ので|ため`, 'u'),
    nod: onlyOf(`${allOf('nod')}|${allOf('greet')}`),
    greeting: onlyOf(allOf('greet')),
    offer: new RegExp(`^(?:${allOf('offer')})`, 'u'),
    choice: new RegExp(LANGUAGES.map(choice).join('|'), 'u'),
  };
  return made;
}

function announcement({ lead, let: asks, not, will, look, between, whole }: TalkWords): string {
  if (whole !== undefined) return whole;
  const before = `(?:(?:${lead})[,.!:]?\\s+)*`;
  return `${before}(?:(?:${asks})(?:$|\\s(?!(?:${not})(?:\\s|$)).*)|(?:${will})\\s(?:(?:${between})\\s){0,2}(?:${look})(?![\\p{L}]).*)`;
}

/** A word for "or" between two things; in a language without blanks it may stand anywhere. */
function choice({ or, whole }: TalkWords): string {
  return whole === undefined ? `(?:^|[\\s,])(?:${or})\\s` : or;
}

function onlyOf(words: string): RegExp {
  return new RegExp(`^(?:(?:${words})(?:[\\s,.!:;…。！，、)(-]+|$))+$`, 'u');
}

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/^[¡¿]/, '').replaceAll('’', "'");
}

/** A longer announcement says what is done as well. */
const LONGEST_PROCESS = 140;
const LONGEST_NOD = 60;

/** Whether a sentence only says what the agent does next: "Let me look at the file". */
export function isProcessTalk(sentence: string): boolean {
  const said = plain(sentence);
  return (
    said.length <= LONGEST_PROCESS &&
    patterns().announcement.test(said) &&
    !patterns().why.test(said)
  );
}

/** Whether a person's words only agree, thank or greet. */
export function isNod(words: string): boolean {
  const said = plain(words);
  return said.length <= LONGEST_NOD && patterns().nod.test(said);
}

export function isGreeting(words: string): boolean {
  const said = plain(words);
  return said.length <= LONGEST_NOD && patterns().greeting.test(said);
}

/** Whether a question only offers to do more: nothing waits for its answer. */
export function isOffer(question: string): boolean {
  const asked = plain(question);
  const isChoice = asked.includes(' · ') || patterns().choice.test(asked);
  return !isChoice && patterns().offer.test(asked);
}

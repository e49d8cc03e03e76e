import { isCommon, isFileName, isOut, singular } from '../text/words.ts';
import { type Pair, readQuery, type Term } from './query.ts';
import { rawWords } from './words.ts';

/** A word of a prompt that can tell sessions apart. */
export interface PromptTerm extends Term {
  /** `id` carries a sign (`#482`, `ABC-12`, a branch, a version); `number` is a bare one; `file` is a file's name. */
  readonly kind: 'word' | 'number' | 'id' | 'file';
}

export interface PromptTerms {
  readonly terms: readonly PromptTerm[];
  /** Neighbours among the words; `of` are places in `terms`. */
  readonly pairs: readonly Pair[];
}

/** A longer prompt has said by then what it is about. */
const LONGEST_PROMPT = 1_500;
const MOST_IDS = 12;

const BRANCH =
  '(?<![\\w./-])(?:feature|feat|fix|bugfix|hotfix|chore|release|refactor|wip|spike|perf|dependabot|renovate)/[\\w.-]+(?:/[\\w.-]+)*';
const TICKET =
  '(?<![\\w./-])(?!(?:utf|sha|iso|rfc|md|base|ipv|cp|python|node|line)-)[A-Za-z][A-Za-z0-9]{1,9}-\\d{1,6}(?![\\w/-])';
const NUMBERED = '(?<![\\w&])#\\d{1,7}(?!\\w)';
const NAMED =
  '(?<!\\w)(?:tasks?|issues?|tickets?|bugs?|story|stories|epics?|spec|phase|milestone|sprint|pr|mr|pull|pull request|merge request)(?:\\s+|/|\\s?#|_)\\d{1,6}(?!\\w)';
const VERSION = '(?<![\\w.-])(?:v\\d+(?:\\.\\d+){1,3}|\\d+(?:\\.\\d+){2,3})(?![\\w.]*\\w)';

let ids: RegExp | undefined;

/** Line numbers, dates and times never come back the same. */
const PASSING =
  /\blines?\s+\d+(?:\s*(?:-|–|to|and)\s*\d+)?|\bL\d+\b|:\d+(?:[:-]\d+)*|\b\d+(?:[/:.,-]\d+)+\w*|\b\d{4}-\d\d-\d\d\S*/gi;

/** A bare number that may come back: a port, a status, a ticket without its sign. */
const BARE = /^\d{2,5}$/;

/** The words of a prompt that are looked for in earlier sessions. */
export function promptTerms(prompt: string): PromptTerms {
  const text = prompt.slice(0, LONGEST_PROMPT);
  const terms: PromptTerm[] = [...namedIds(text), ...fileNames(text)];
  const known = new Set(terms.map(({ forms }) => forms[0]!));
  const query = readQuery(text.replace(idPattern(), lettersOf).replace(PASSING, ' '));
  const places = query.terms.map((term): number => {
    const form = term.forms[0]!;
    if (known.has(form) || (/^\d+$/.test(form) && !BARE.test(form))) return -1;
    return terms.push({ ...term, kind: BARE.test(form) ? 'number' : 'word' }) - 1;
  });
  const pairs = query.pairs.flatMap((pair): Pair[] => {
    const of = [places[pair.of[0]]!, places[pair.of[1]]!] as const;
    return of[0] >= 0 && of[1] >= 0 ? [{ ...pair, of }] : [];
  });
  return { terms, pairs };
}

/** Whether a term says what a prompt is about: "continue", "fix" and "code" do not. */
export function isTelling({ kind, forms }: PromptTerm): boolean {
  if (kind !== 'word') return kind === 'id' || kind === 'file';
  const word = singular(forms[0]!);
  return word.length > 2 && !isOut(word) && !isCommon(word);
}

function idPattern(): RegExp {
  ids ??= new RegExp([BRANCH, TICKET, NUMBERED, NAMED, VERSION].join('|'), 'gi');
  return ids;
}

/** The words of an id count too; its number alone says nothing. */
function lettersOf(id: string): string {
  return ` ${id.replace(/\d+/g, ' ')} `;
}

function namedIds(text: string): PromptTerm[] {
  const found = new Map<string, PromptTerm>();
  for (const id of text.match(idPattern()) ?? []) {
    if (found.size === MOST_IDS) break;
    const forms = formsOfId(id);
    found.set(forms[0]!, { forms, kind: 'id' });
  }
  return [...found.values()];
}

/** As the index holds it, where every sign separates; joined too, as `task12` is `task 12`. */
function formsOfId(id: string): string[] {
  const parts = rawWords(id.toLowerCase());
  if (/^v?\d+\./i.test(id)) {
    const plain = parts.join(' ').replace(/^v/, '');
    return [plain, `v${plain}`];
  }
  if (parts.length !== 2 || !/^\d+$/.test(parts[1]!)) return [parts.join(' ')];
  // `issue 482` is written `#482` as well; a shorter number stands everywhere.
  const isNamed = /^[a-z ]+[\s/#_]+\d{3,}$/i.test(id);
  return [parts.join(' '), parts.join(''), ...(isNamed ? [parts[1]!] : [])];
}

function fileNames(text: string): PromptTerm[] {
  const found = new Map<string, PromptTerm>();
  for (const name of text.match(/[\w.-]+\.[A-Za-z0-9]{1,6}\b/g) ?? []) {
    if (found.size === MOST_IDS) break;
    const form = rawWords(name.toLowerCase()).join(' ');
    if (isFileName(name.toLowerCase())) found.set(form, { forms: [form], kind: 'file' });
  }
  return [...found.values()];
}

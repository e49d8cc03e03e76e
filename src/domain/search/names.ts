import { patternOnFirstUse } from '../base/text/pattern.ts';
import { isFileTerm } from '../base/text/words.ts';
import { rawWords } from '../index/words.ts';

/** Names of things that recur in the same spelling: ids with their sign, and files. */

/** Most names that are looked up: each costs a look into the index, and a pasted log has thousands. */
const MOST_NAMES = 12;

const BRANCH =
  '(?<![\\w./-])(?:feature|feat|fix|bugfix|hotfix|chore|release|refactor|wip|spike|perf|dependabot|renovate)/[\\w.-]+(?:/[\\w.-]+)*';
const TICKET =
  '(?<![\\w./-])(?!(?:utf|sha|iso|rfc|md|base|ipv|cp|python|node|line)-)[A-Za-z][A-Za-z0-9]{1,9}-\\d{1,6}(?![\\w/-])';
const NUMBERED = '(?<![\\w&])#\\d{1,7}(?!\\w)';
const NAMED =
  '(?<!\\w)(?:tasks?|issues?|tickets?|bugs?|story|stories|epics?|spec|phase|milestone|sprint|pr|mr|pull request|merge request|pull)(?:\\s+|/|\\s?#|_)\\d{1,6}(?!\\w)';
const VERSION = '(?<![\\w.-])(?:v\\d+(?:\\.\\d+){1,3}|\\d+(?:\\.\\d+){2,3})(?![\\w.]*\\w)';

export const idPattern = patternOnFirstUse(
  () => [BRANCH, TICKET, NUMBERED, NAMED, VERSION].join('|'),
  'gi',
);

/** The ids of a text, each with its forms in the index. */
export function namedIds(text: string): (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  for (const id of text.match(idPattern()) ?? []) {
    if (found.size === MOST_NAMES) break;
    const forms = formsOfId(id);
    found.set(forms[0]!, forms);
  }
  return [...found.values()];
}

/** The forms of an id in the index, which splits at every sign; also joined, as `task12` is `task 12`. */
function formsOfId(id: string): string[] {
  const parts = rawWords(id.toLowerCase());
  if (/^v?\d+\./i.test(id)) {
    const plain = parts.join(' ').replace(/^v/, '');
    return [plain, `v${plain}`];
  }
  const number = parts.at(-1)!;
  if (parts.length > 3 || !/^\d+$/.test(number)) return [parts.join(' ')];
  // `issue 482` may be written `#482`; shorter numbers are too frequent.
  const isNamed = /^[a-z ]+[\s/#_]+\d{3,}$/i.test(id);
  return [parts.join(' '), parts.slice(-2).join(''), ...(isNamed ? [number] : [])];
}

/** The file names of a text, each with its forms in the index. */
export function fileNames(text: string): (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  for (const name of text.match(/(?<![\w.-])[\w.-]+\.[A-Za-z0-9]{1,6}\b/g) ?? []) {
    if (found.size === MOST_NAMES) break;
    const form = rawWords(name.toLowerCase()).join(' ');
    if (isFileTerm(name.toLowerCase())) found.set(form, [form]);
  }
  return [...found.values()];
}

import type { PathToken } from './path-tokens.ts';
import { listed } from './words.ts';

/** A name that the text places in a file, and where it stands. */
export interface Named {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const KINDS = listed(
  `function, method, class, type, interface, struct, enum, trait, constant, const, variable, helper, component, hook, handler, macro,
  def, func, fn, funktion, methode, klasse, konstante, fonction, méthode, classe, constante, función, método, clase, 函数, 方法, 类`,
);
const IN = listed('in, inside, within, of, from, at, im, aus, von, dans, de, du, en, del, desde, 在, 于');
const ARTICLES = listed('the, file, our, module, der, die, das, datei, le, la, fichier, el, archivo');
/** Words between a name and its file that leave it a claim about both. */
const LINKS = listed(
  `is, was, are, live, lives, sit, sits, stand, stands, defined, declared, implemented, located, exported, found, comes, removed,
  deleted, dropped, gone, missing, moved, still, now, only, wurde, ist, definiert, steht, liegt, entfernt, est, défini, définie, se,
  trouve, está, definido, definida, été, a, supprimé, supprimée, retiré, retirée, fue, eliminado, eliminada`,
);
const MOST_LINKS = 4;
/** Words that describe a function and do not name it. */
const NO_NAMES = listed(
  `a, an, the, this, that, each, every, same, new, main, async, pure, private, public, old, wrapper, utility, test, exported, inner,
  outer, first, last, second, recursive, callback, helper, another, other, one, some, any, no, only, whole, entire, generic, static,
  abstract, base, react, custom`,
);
/** Values and words of a language are in every file, or in none. */
const COMMON = listed(
  'null, undefined, none, nil, true, false, todo, fixme, it, in, the, a, an, this, that, self, async, await, import, export, return, error, errors',
);
/** Names of products are written as code is. */
const PRODUCTS = listed(
  `typescript, javascript, coffeescript, github, gitlab, openai, postgresql, mysql, sqlite, graphql, websocket, websockets, mongodb,
  dynamodb, macos, ios, youtube, linkedin, oauth, openapi, eslint, vscode, intellij, powershell, wordpress, devops, commonjs, nodejs,
  nextjs, reactjs, vuejs, javadoc, jsdoc, rabbitmq, clickhouse, duckdb, pytorch, tensorflow, numpy, fastapi, gitops, todos, urls, ids,
  apis, prs`,
);

/** `Kernel::handle`, `queue.drain`: the last part is looked for. */
const NAME = '(?:[A-Za-z_$][\\w$]*(?:::|\\.|#|->))*([A-Za-z_$][\\w$]*)';
const WORD = new RegExp(`^${NAME}(\\(\\))?$`);
/** src/queue.ts › `retryLater`, src/queue.ts: retryLater(), src/queue.ts's MAX_TRIES */
const AFTER = new RegExp(
  `^["'\`]*(\\s*(?:›|»|→|::)\\s*|:\\s+|\\s*[里中]的?\\s*|\\s*的\\s*|'s\\s+)(\`?)${NAME}(\\(\\))?(\`?)`,
);

/** The name that a text places in a file; null where it names the file alone. */
export function symbolOf(text: string, file: PathToken): Named | null {
  if (file.member !== null && isName(file.member)) {
    return { name: file.member, start: file.start, end: file.end };
  }
  return before(text, file) ?? after(text, file);
}

interface Word {
  /** As it stands, without brackets and quotes but for backticks. */
  readonly text: string;
  readonly start: number;
}

const REACH = 120;

/** `retryLater` in src/queue.ts, function retryLater in …, the retry function in …, retryLater (src/queue.ts) */
function before(text: string, file: PathToken): Named | null {
  // Most files are named alone: the word before them tells.
  const last = /([^\s"'`(]*)\s*["'`]*(\(?)["'`]*$/.exec(
    text.slice(Math.max(0, file.start - 24), file.start),
  )!;
  const near = last[1]!.toLowerCase();
  if (last[2] === '' && !IN.has(near) && !ARTICLES.has(near)) return null;
  const from = Math.max(0, file.start - REACH);
  const part = text.slice(from, file.start).replace(/["'`]+$/, '');
  const isBracket = part.endsWith('(');
  const words = lastWords(part.replace(/\($/, ''), from);
  let at = words.length - 1;
  if (!isBracket) {
    while (at >= 0 && ARTICLES.has(words[at]!.text.toLowerCase())) at--;
    if (at < 0 || !IN.has(words[at]!.text.toLowerCase())) return null;
    at--;
    for (let links = 0; links < MOST_LINKS && at >= 0 && LINKS.has(words[at]!.text.toLowerCase()); links++)
      at--;
  }
  if (at < 0) return null;
  const isKindLast = KINDS.has(words[at]!.text.toLowerCase()) && at > 0;
  const word = words[isKindLast ? at - 1 : at]!;
  const isCode = word.text.startsWith('`') && word.text.endsWith('`');
  const found = WORD.exec(word.text.replaceAll('`', ''));
  if (!found || !isName(found[1]!)) return null;
  const kind = words[at - 1]?.text.toLowerCase() ?? '';
  const isNamed = isKindLast ? !NO_NAMES.has(found[1]!.toLowerCase()) : KINDS.has(kind) && !isBracket;
  if (!isCode && found[2] === undefined && !isNamed && !isShaped(found[1]!)) return null;
  return placed(found[1]!, text, word.start);
}

/** The words at the end of a text; a comma, a colon or another sentence ends the reach. */
function lastWords(part: string, offset: number): Word[] {
  const begin =
    Math.max(...[', ', '; ', '. ', ': ', '! ', '? ', '\n'].map((mark) => part.lastIndexOf(mark))) + 1;
  const words: Word[] = [];
  for (const { 0: raw, index } of part.slice(begin).matchAll(/[^\s"'()]+(?:\(\))?`?/g)) {
    words.push({ text: raw, start: offset + begin + index });
  }
  return words.slice(-9);
}

function after(text: string, file: PathToken): Named | null {
  const found = AFTER.exec(text.slice(file.end, file.end + REACH));
  if (!found) return null;
  const [, link = '', open, name = '', call] = found;
  const isCode = open === '`' || call !== undefined;
  // The words behind a test's file are the title of a test, and those behind a colon a sentence.
  const isEnough = isCode || (isShaped(name) && !isTestFile(file.path) && link.trim() !== ':');
  if (!isName(name) || !isEnough) return null;
  return placed(name, text, file.end + link.length);
}

function isTestFile(path: string): boolean {
  return /[._-](?:test|spec)s?\.|(?:^|\/)tests?\/|(?:^|\/)test_/.test(path);
}

function placed(name: string, text: string, from: number): Named {
  const start = text.indexOf(name, from);
  return { name, start, end: start + name.length };
}

function isName(name: string): boolean {
  return name.length > 1 && !COMMON.has(name.toLowerCase());
}

/** `retryLater`, `parse_line`, `MAX_TRIES`: no plain word of a sentence. */
function isShaped(name: string): boolean {
  if (PRODUCTS.has(name.toLowerCase())) return false;
  return /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]|^_/.test(name);
}

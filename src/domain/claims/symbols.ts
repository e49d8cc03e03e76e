import type { PathToken } from './path-tokens.ts';

/** A name that the text places in a file, and where it stands. */
export interface Named {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const KIND =
  'function|method|class|type|interface|struct|enum|trait|constant|const|variable|helper|component|hook|handler|macro|def|func|fn|Funktion|Methode|Klasse|Konstante|Variable|fonction|méthode|classe|constante|función|método|clase|函数|方法|类';
const IDENT = '[A-Za-z_$][\\w$]*';
/** `Kernel::handle`, `queue.drain`: the last part is looked for. */
const NAME = `(?:${IDENT}(?:::|\\.|#|->))*(${IDENT})`;
const IN = 'in|inside|within|of|from|at|im|in der|in dem|aus|von|dans|de|du|en|del|desde|在|于';
/** Words between a name and its file that leave it a claim about both. */
const LINK = `(?:is|was|are|lives?|sits?|stands?|defined|declared|implemented|located|exported|found|comes|removed|deleted|dropped|gone|missing|moved|function|method|class|type|hook|helper|component|handler|constant|still|now|only|wurde|ist|definiert|steht|liegt|entfernt|est|définie?|se|trouve|está|definid[oa]|été|a|supprimée?|retirée?|fue|eliminad[oa])`;
const ARTICLE = '(?:the |file |our |module |der |die |das |Datei |le |la |fichier |el |archivo )*';

/** Forms in which the name comes first, up to the file. */
const BEFORE: readonly RegExp[] = [
  // `retryLater` in, `retryLater()` lives in
  new RegExp(`(\`)${NAME}(?:\\(\\))?\`(?:\\s+${LINK})*\\s+(?:${IN})\\s+${ARTICLE}["'\`(]*$`),
  // retryLater() in
  new RegExp(`(^|[^\\w.:\`$])${NAME}\\(\\)(?:\\s+${LINK})*\\s+(?:${IN})\\s+${ARTICLE}["'\`(]*$`),
  // function retryLater in
  new RegExp(`((?:^|[^\\w])(?:${KIND})\\s+)${NAME}(?:\\s+${LINK})*\\s+(?:${IN})\\s+${ARTICLE}["'\`(]*$`),
];
/** The same, for a name that looks like code by itself. */
const SHAPED_BEFORE: readonly RegExp[] = [
  new RegExp(`(^|[^\\w.:\`$])${NAME}(?:\\s+${LINK})*\\s+(?:${IN})\\s+${ARTICLE}["'\`(]*$`),
  // retryLater (src/queue.ts), `retryLater` (src/queue.ts)
  new RegExp(`(^|[^\\w.:$])${NAME}(?:\\(\\))?\`?\\s+\\(["'\`]*$`),
];
/** the rollback function in */
const KIND_LAST = new RegExp(
  `(^|[^\\w.:\`$])(${IDENT})\\s+(?:${KIND})(?:\\s+${LINK})*\\s+(?:${IN})\\s+${ARTICLE}["'\`(]*$`,
);
/** Words that describe a function and do not name it. */
const NO_NAME = new Set(
  'a an the this that each every same new main async pure private public old wrapper utility test exported inner outer first last second recursive callback helper another other one some any no only whole entire generic static abstract base react custom'.split(
    ' ',
  ),
);

const CLOSE = '["\'`]*';
const AFTER: readonly RegExp[] = [
  // src/queue.ts › `retryLater`, src/queue.ts: retryLater()
  new RegExp(
    `^${CLOSE}(?:\\s*(?:›|»|→|>|::)\\s*|:\\s+|\\s*的\\s*|\\s*[里中]的?\\s*|'s\\s+)(?:\`${NAME}(?:\\(\\))?\`)`,
  ),
  new RegExp(`^${CLOSE}(?:\\s*(?:›|»|→|>|::)\\s*|:\\s+|'s\\s+|\\s*[里中]的?\\s*)${NAME}\\(\\)`),
];
const SHAPED_AFTER: readonly RegExp[] = [
  new RegExp(`^${CLOSE}(?:\\s*(?:›|»|→|::)\\s*|'s\\s+|\\s*[里中]的\\s*)${NAME}(?![\\w$])`),
];

/** The name that a text places in a file; null where it names the file alone. */
export function symbolOf(text: string, file: PathToken): Named | null {
  if (file.member !== null && isName(file.member)) {
    return { name: file.member, start: file.start, end: file.end };
  }
  const from = Math.max(0, file.start - 120);
  const before = text.slice(from, file.start);
  const after = text.slice(file.end, file.end + 80);
  for (const form of BEFORE) {
    const found = form.exec(before);
    if (found && isName(found[2]!)) return placed(found, 2, from, before);
  }
  for (const form of AFTER) {
    const found = form.exec(after);
    if (found && isName(found[1]!)) return placed(found, 1, file.end, after);
  }
  for (const form of SHAPED_BEFORE) {
    const found = form.exec(before);
    if (found && isShaped(found[2]!)) return placed(found, 2, from, before);
  }
  for (const form of isTestFile(file.path) ? [] : SHAPED_AFTER) {
    const found = form.exec(after);
    if (found && isShaped(found[1]!)) return placed(found, 1, file.end, after);
  }
  const found = KIND_LAST.exec(before);
  return found && isName(found[2]!) && !NO_NAME.has(found[2]!.toLowerCase())
    ? placed(found, 2, from, before)
    : null;
}

/** What stands behind a test's file is the title of a test. */
function isTestFile(path: string): boolean {
  return /(?:[._-](?:test|spec)s?\.\w+$|(?:^|\/)tests?\/|_test\.\w+$|(?:^|\/)test_\w+\.py$)/i.test(path);
}

function placed(found: RegExpExecArray, group: number, offset: number, within: string): Named {
  const name = found[group]!;
  const at = within.indexOf(name, found.index);
  return { name, start: offset + at, end: offset + at + name.length };
}

/** Values and words of a language are in every file, or in none. */
const COMMON = new Set(
  'null undefined none nil true false todo fixme it in the a an this that self async await import export return error errors'.split(
    ' ',
  ),
);

function isName(name: string): boolean {
  return name.length > 1 && !COMMON.has(name.toLowerCase()) && !/^\d/.test(name);
}

/** Names of products are written as code is. */
const PRODUCTS =
  /^(?:(?:Type|Java|Coffee)Script|Git(?:Hub|Lab)|OpenAI|PostgreSQL|MySQL|SQLite|GraphQL|WebSockets?|MongoDB|DynamoDB|macOS|iOS|YouTube|LinkedIn|OAuth|OpenAPI|ESLint|VSCode|IntelliJ|PowerShell|WordPress|DevOps|CommonJS|NodeJS|NextJS|ReactJS|VueJS|JavaDoc|JSDoc|RabbitMQ|ClickHouse|DuckDB|PyTorch|TensorFlow|NumPy|FastAPI|GitOps|TODOs|URLs|IDs|APIs|PRs)$/;

/** `retryLater`, `parse_line`, `MAX_TRIES`: no plain word of a sentence. */
function isShaped(name: string): boolean {
  if (!isName(name) || PRODUCTS.test(name)) return false;
  return /[a-z\d][A-Z]/.test(name) || /[A-Za-z\d]_[A-Za-z\d]/.test(name) || name.startsWith('_');
}

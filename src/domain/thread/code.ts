import { oneLine } from '../text/safe-text.ts';
import { isFileName } from './file-names.ts';

/** One line of a thread's compact notation, in its parts. */
export type Code =
  | { readonly kind: 'scope'; readonly label: string }
  | { readonly kind: 'phase'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'function'; readonly name: string }
  | {
      readonly kind: 'decision';
      readonly subject: string | null;
      readonly choice: string;
      readonly reason: string | null;
      readonly replaced: boolean;
    }
  | { readonly kind: 'blocker'; readonly type: string; readonly text: string }
  | { readonly kind: 'next'; readonly text: string }
  | { readonly kind: 'done'; readonly text: string }
  /** How many more a cut section has. */
  | { readonly kind: 'more'; readonly count: number; readonly of: CodeSection };

export type CodeSection = 'files' | 'functions' | 'decisions' | 'blockers' | 'next' | 'done';

/**
 * Words are joined by hyphens, as people write codes. A hyphen of their own is `\-` and a backslash `\\`, so that a
 * reader of the line gets the words back; two plain hyphens stand between a choice and its reason.
 */
export function formatCode(code: Code): string {
  switch (code.kind) {
    case 'scope':
      return `scope:${oneLine(code.label)}`;
    case 'phase':
      return `phase:${oneLine(code.text)}`;
    case 'file':
      return `impl:${fileCode(oneLine(code.path))}`;
    case 'function':
      return `impl:${functionCode(oneLine(code.name))}`;
    case 'decision':
      return decisionCode(code);
    case 'blocker':
      return `block:${hyphened(code.type, ':') || 'blocked'}:${hyphened(code.text)}`;
    case 'next':
    case 'done':
      return `${code.kind}:${hyphened(code.text)}`;
    case 'more':
      return `… ${code.count} more ${noun(code)}`;
  }
}

export function parseCode(line: string): Code | null {
  const code = line.trim();
  const colon = code.indexOf(':');
  const body = code.slice(colon + 1);
  if (code.startsWith('… ')) return parseMore(code);
  if (colon < 0 || body === '') return null;
  switch (code.slice(0, colon)) {
    case 'scope':
      return { kind: 'scope', label: body };
    case 'phase':
      return { kind: 'phase', text: body };
    case 'impl':
      return parseImplementation(body);
    case 'dec':
      return parseDecision(body);
    case 'block': {
      const at = plainIndex(body, ':');
      const type = at > 0 ? words(body.slice(0, at)) : 'blocked';
      const text = words(body.slice(at + 1));
      return text === '' ? null : { kind: 'blocker', type, text };
    }
    case 'next':
      return { kind: 'next', text: words(body) };
    case 'done':
      return { kind: 'done', text: words(body) };
    default:
      return null;
  }
}

const REPLACED = 'replaced:';

function decisionCode(code: Extract<Code, { kind: 'decision' }>): string {
  const subject = code.subject === null ? '' : hyphened(code.subject, '=');
  const choice = hyphened(code.choice, subject === '' ? '=' : null);
  const said = subject === '' ? choice : `${subject}=${choice}`;
  const reason = code.reason === null ? '' : hyphened(code.reason);
  const safe = said.startsWith(REPLACED) ? said.replace(':', '\\:') : said;
  return `dec:${code.replaced ? REPLACED : ''}${safe}${reason === '' ? '' : `--${reason}`}`;
}

function parseDecision(body: string): Code | null {
  const replaced = body.startsWith(REPLACED);
  const all = replaced ? body.slice(REPLACED.length) : body;
  const dash = plainIndex(all, '--');
  const said = dash < 0 ? all : all.slice(0, dash);
  const equals = plainIndex(said, '=');
  const subject = equals > 0 ? words(said.slice(0, equals)) : '';
  const choice = words(subject === '' ? said : said.slice(equals + 1));
  const reason = dash < 0 ? '' : words(all.slice(dash + 2));
  if (choice === '') return null;
  return { kind: 'decision', subject: subject || null, choice, reason: reason || null, replaced };
}

/** Files and functions have one prefix; what would pass for the other says so with `./` or `()`. */
function fileCode(path: string): string {
  const named = isFileName(path) ? path : `./${path}`;
  return named.endsWith('()') ? `${named}/` : named;
}

function functionCode(name: string): string {
  return isFileName(name) || name.endsWith('()') ? `${name}()` : name;
}

function parseImplementation(body: string): Code {
  if (body.endsWith('()')) return { kind: 'function', name: body.slice(0, -2) };
  if (isFileName(body)) return { kind: 'file', path: body.endsWith('()/') ? body.slice(0, -1) : body };
  return { kind: 'function', name: body };
}

function hyphened(text: string, alsoEscaped: ':' | '=' | null = null): string {
  const escaped = oneLine(text).replace(/[\\-]/g, '\\$&');
  return (alsoEscaped ? escaped.replaceAll(alsoEscaped, `\\${alsoEscaped}`) : escaped).replaceAll(' ', '-');
}

function words(code: string): string {
  let text = '';
  for (let at = 0; at < code.length; at++) {
    const char = code[at]!;
    if (char === '\\' && at + 1 < code.length) text += code[++at];
    else text += char === '-' ? ' ' : char;
  }
  return text.trim();
}

/** Index of a mark that is not escaped; -1 if there is none. */
function plainIndex(code: string, mark: string): number {
  for (let at = 0; at < code.length; at++) {
    if (code[at] === '\\') at++;
    else if (code.startsWith(mark, at)) return at;
  }
  return -1;
}

const NOUNS: Readonly<Record<CodeSection, readonly [one: string, many: string]>> = {
  files: ['file', 'files'],
  functions: ['function', 'functions'],
  decisions: ['decision', 'decisions'],
  blockers: ['blocker', 'blockers'],
  next: ['next action', 'next actions'],
  done: ['done', 'done'],
};

function noun({ count, of }: Extract<Code, { kind: 'more' }>): string {
  return NOUNS[of][count === 1 ? 0 : 1];
}

function parseMore(line: string): Code | null {
  const found = /^… (\d{1,9}) more ([a-z ]{1,20})$/.exec(line);
  const section = (Object.keys(NOUNS) as CodeSection[]).find((name) =>
    NOUNS[name].includes(found?.[2] ?? ''),
  );
  return found && section ? { kind: 'more', count: Number(found[1]), of: section } : null;
}

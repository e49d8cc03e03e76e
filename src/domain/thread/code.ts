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

const REPLACED = 'replaced:';

function decisionCode(code: Extract<Code, { kind: 'decision' }>): string {
  const subject = code.subject === null ? '' : hyphened(code.subject, '=');
  const choice = hyphened(code.choice, subject === '' ? '=' : null);
  const said = subject === '' ? choice : `${subject}=${choice}`;
  const reason = code.reason === null ? '' : hyphened(code.reason);
  const safe = said.startsWith(REPLACED) ? said.replace(':', '\\:') : said;
  return `dec:${code.replaced ? REPLACED : ''}${safe}${reason === '' ? '' : `--${reason}`}`;
}

/** Files and functions have one prefix; what would pass for the other says so with `./` or `()`. */
function fileCode(path: string): string {
  const named = isFileName(path) ? path : `./${path}`;
  return named.endsWith('()') ? `${named}/` : named;
}

function functionCode(name: string): string {
  return isFileName(name) || name.endsWith('()') ? `${name}()` : name;
}

function hyphened(text: string, alsoEscaped: ':' | '=' | null = null): string {
  const escaped = oneLine(text).replace(/[\\-]/g, '\\$&');
  return (alsoEscaped ? escaped.replaceAll(alsoEscaped, `\\${alsoEscaped}`) : escaped).replaceAll(' ', '-');
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

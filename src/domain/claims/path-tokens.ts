import { isFileName } from '../thread/file-names.ts';
import { listed } from './words.ts';

/** A path in a text. */
export interface PathToken {
  /** Where it stands, without quotes around it. */
  readonly start: number;
  readonly end: number;
  readonly path: string;
  readonly isPlain: boolean;
  /** The symbol that the text names in the file: `src/queue.ts#retryLater`. */
  readonly member: string | null;
}

/** Characters of a path. Chinese letters end it; those of western languages may stand in it. */
const CANDIDATE = /[A-Za-z0-9_.@~+\-/\\$:#[\]*{}%<>?=&À-ɏ]+/g;
/** Globs, variables, placeholders, addresses and what a shell or a browser reads. */
const NO_PATH = /[*{}<>$%?=&]|\.\.\.|:\/\/|^[-@~]|\/\//;
const LINE = /(?::\d+(?:[:-]\d+)*|#L\d+(?:-L?\d+)?)$/;
/** Endings of host names. */
const HOSTS = listed(
  'com, org, net, io, dev, edu, gov, ai, app, co, de, fr, es, uk, eu, cn, info, me, sh, us, page, cloud, local',
);
const WINDOWS = /^(?:[A-Za-z]:)?\\?(?:[\w.@+-]+\\)+[\w.@+-]+$/;
const MEMBER = /(?:#|::|:)([A-Za-z_$][\w$]*)(?:(?:::|\.)[\w$]+)*(?:\(\))?$/;

export function pathTokens(text: string): PathToken[] {
  const found: PathToken[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    if (!match[0].includes('/') && !match[0].includes('\\') && !match[0].includes('.')) continue;
    const token = tokenOf(text, match[0], match.index);
    if (token) found.push(token);
  }
  return found;
}

function tokenOf(text: string, raw: string, at: number): PathToken | null {
  const lead = /^[<[{*]+/.exec(raw)?.[0].length ?? 0;
  // A sentence's own marks are not the path's.
  const word = raw.slice(lead).replace(/[.,:#\]}>*?\-=&]+$/, (tail) => (tail.startsWith('...') ? '...' : ''));
  const line = LINE.exec(word)?.[0] ?? '';
  const located = word.slice(0, word.length - line.length);
  const member = line === '' ? MEMBER.exec(located) : null;
  const bare =
    member && isFileName(last(located.slice(0, member.index))) ? located.slice(0, member.index) : located;
  const path = bare.includes('\\') ? windowsPath(bare) : bare;
  if (path === null || !mayBePath(path)) return null;
  const start = at + lead;
  return {
    start,
    end: start + word.length,
    path: path.replace(/^(?:\.\/)+/, ''),
    isPlain: isCertain(text, path, start, start + word.length),
    member: bare === located ? null : member![1]!,
  };
}

function windowsPath(path: string): string | null {
  return WINDOWS.test(path) && isFileName(last(path.replaceAll('\\', '/')))
    ? path.replaceAll('\\', '/')
    : null;
}

function mayBePath(path: string): boolean {
  if (path.length < 3 || path.length > 300 || NO_PATH.test(path)) return false;
  const drive = /^[A-Za-z]:\//.test(path);
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  // `node:fs/promises`, `git@host:acme/shop`.
  if (!drive && path.includes(':')) return false;
  if (/[@#]/.test(parts[0] ?? '#')) return false;
  if (!path.includes('/')) return isFileName(path) && !/^\.+$/.test(path) && !isHost(path);
  if (parts.length < 2 && !path.endsWith('/')) return path.startsWith('./') && isFileName(parts[0] ?? '');
  if (isHost(parts[0]!) || parts.every((part) => /^[\d.,]+$/.test(part))) return false;
  return parts.every((part) => !part.includes('#')) && !parts.slice(0, -1).some(isWrittenFile);
}

/** `example.org`; a shell's script is no host. */
function isHost(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot > 0 && HOSTS.has(name.slice(dot + 1).toLowerCase());
}

/** `queue.ts/poller.ts` are two files. */
function isWrittenFile(part: string): boolean {
  return (
    !part.startsWith('.') &&
    part.includes('.') &&
    isFileName(part) &&
    !/\.(?:d|conf|service|example|app)$/.test(part)
  );
}

/** A slash may also stand between two words. */
function isCertain(text: string, path: string, start: number, end: number): boolean {
  const name = last(path);
  if (name === '') return path.split('/').length > 2;
  if (isFileName(name) && /[A-Za-z]/.test(name)) return true;
  const isCode = text[start - 1] === '`' && text[end] === '`';
  return isCode && path.split('/').length > 2;
}

function last(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

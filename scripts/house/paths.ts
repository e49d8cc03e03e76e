/** Writes the paths in a text anew: of imports, of files and folders by their place from the root or from `src`, of what is joined. */
import { dirname, posix } from 'node:path';

export interface Placed {
  /** Null where there is nothing of that name. */
  futureOf(path: string): string | null;
  isFile(path: string): boolean;
  isFolder(path: string): boolean;
  filesBelow(folder: string): readonly string[];
}

/** Folders whose files part: what a mention of the folder alone means afterwards. */
const FOLDERS: Readonly<Record<string, string>> = {
  'src/entries': 'src/program',
  'src/hosts': 'src/agents',
  'src/hosts/shape': 'src/agents/base',
  'src/platform': 'src/system',
  'src/rooms': 'src/program/rooms',
  'src/stores': 'src/store',
  'src/stores/sqlite': 'src/store',
  'src/stores/sqlite/units': 'src/store',
  'src/stores/sqlite/repair': 'src/store/keeping/repair',
  'src/stores/sqlite/migrations': 'src/store/base/migrations',
  'src/domain/answer': 'src/domain/answer',
  'src/domain/restore': 'src/domain/answer',
  'src/domain/runtime': 'src/domain/hooks',
  'src/domain/search': 'src/domain/search',
  'src/domain/session': 'src/domain/sessions',
  'src/domain/thread': 'src/domain/threads',
  'src/domain/tasks': 'src/domain/todos',
  'src/domain/text': 'src/domain/base/text',
  'src/domain/upkeep': 'src/domain/keeping',
  'src/domain/pins': 'src/domain/pins',
  'src/domain/evidence': 'src/domain/metrics',
  'src/engine/answer': 'src/engine/answer',
  'src/engine/restore': 'src/engine/answer',
  'src/engine/events': 'src/engine/capture',
  'src/engine/session': 'src/engine/sessions',
  'src/engine/thread': 'src/engine/threads',
  'src/engine/upkeep': 'src/engine/keeping',
  'src/operations/restore': 'src/operations/answer',
  'src/operations/thread': 'src/operations/threads',
  'src/surfaces/cli/commands': 'src/surfaces/cli',
  'src/surfaces/cli/setup': 'src/surfaces/cli/setup',
};

/** Texts that name files by the folders from which other code will read them. */
const VIRTUAL: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  'test/add-a-host.test.ts': [
    ['src/hosts/dummy/host.ts', 'src/agents/dummy/host.ts'],
    ['src/hosts/all.ts', 'src/agents/all.ts'],
    ['here.ts', 'here.ts'],
  ],
  'test/new-migration.test.ts': [
    ['here.ts', 'here.ts'],
    ['src/stores/sqlite/migrations/new.ts', 'src/store/base/migrations/new.ts'],
  ],
};

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: texts of other files
/** Lines that no rule of this file reaches. */
const BY_HAND: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  'test/rooms.ts': [["from '\\\\.\\\\./${room}/", "from '\\\\.\\\\./\\\\.\\\\./${room}/"]],
  'test/package.test.ts': [
    ["join(types, 'entries', 'index.d.ts')", "join(types, 'program', 'index.d.ts')"],
    ['(?:library|entries)', '(?:library|program)'],
  ],
  'test/add-a-host.test.ts': [
    ["'./src/hosts/dummy/host.ts'", "'./src/agents/dummy/host.ts'"],
    ["'src', 'hosts', 'dummy'", "'src', 'agents', 'dummy'"],
  ],
  'scripts/library.mjs': [
    ["join(all, 'entries', 'index.d.ts')", "join(all, 'program', 'index.d.ts')"],
    ["'./types/entries/index.", "'./types/program/index."],
  ],
};

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: texts of other files

/** The text with the lines that are written by hand. */
export function withHandmade(text: string, path: string): string {
  return (BY_HAND[path] ?? []).reduce((all, [from, to]) => {
    if (!all.includes(from)) throw new Error(`${path} no longer has ${from}`);
    return all.replaceAll(from, to);
  }, text);
}

function relativeTo(from: string, to: string): string {
  const path = posix.relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** `before` and `after`: the path of the text itself. */
export function pathsIn(text: string, before: string, after: string, placed: Placed): string {
  const byHand = withHandmade(text, before);
  const steps = [importsAnew, joinsAnew, urlsAnew, textsAnew, runsAnew, namesAnew];
  return steps.reduce((all, step) => step(all, before, after, placed), byHand);
}

/** `from './x.ts'`, `import('./x.ts')`, `require('./x.cjs')`. */
function importsAnew(text: string, before: string, after: string, placed: Placed): string {
  return text.replace(
    /(\b(?:from|import|require)\s*\(?\s*)'(\.{1,2}\/[^'\n]*)'/g,
    (whole, head, path) => {
      for (const [from, to] of [[before, after] as const, ...(VIRTUAL[before] ?? [])]) {
        const target = posix.join(dirname(from), path);
        const future = placed.isFile(target) ? placed.futureOf(target) : null;
        if (future !== null) return `${head}'${relativeTo(to, future)}'`;
      }
      return whole;
    },
  );
}

/** `join(import.meta.dirname, '..', 'x')`; with nothing behind it, the folder in which the file stood. */
function joinsAnew(text: string, before: string, after: string, placed: Placed): string {
  if (dirname(before) === dirname(after)) return text;
  return text.replace(/import\.meta\.dirname((?:,\s*'[^']*')*)/g, (whole, list: string) => {
    const parts = [...list.matchAll(/'([^']*)'/g)].map(([, part]) => part!);
    const target = posix.join(dirname(before), ...parts);
    const isThere = target === '.' || placed.isFile(target) || placed.isFolder(target);
    if (!isThere && !/^(?:dist|docs)\b/.test(target))
      throw new Error(`${before}: ${whole} leads to ${target}`);
    const future = placed.isFile(target) ? placed.futureOf(target)! : (FOLDERS[target] ?? target);
    const way = posix.relative(dirname(after), future).split('/').filter(Boolean);
    return ['import.meta.dirname', ...way.map((part) => `'${part}'`)].join(', ');
  });
}

/** `new URL('../x', import.meta.url)`, and a text that begins so. */
function urlsAnew(text: string, before: string, after: string, placed: Placed): string {
  return text.replace(/new URL\((['`])(\.{1,2}\/[^'`$]*)/g, (whole, quote, path: string) => {
    const target = posix.join(dirname(before), path);
    const end = path.endsWith('/') ? '/' : '';
    const plain = target.replace(/\/$/, '') || '.';
    if (placed.isFile(plain))
      return `new URL(${quote}${relativeTo(after, placed.futureOf(plain)!)}`;
    if (plain !== '.' && !placed.isFolder(plain)) return whole;
    return `new URL(${quote}${relativeTo(after, FOLDERS[plain] ?? plain)}${end}`;
  });
}

/** `'../src/x.ts'` alone, which something else resolves. */
function textsAnew(text: string, before: string, after: string, placed: Placed): string {
  if (!before.startsWith('test/')) return text;
  return text.replace(/'(\.{1,2}\/[^'\n]*)'/g, (whole, path: string) => {
    const target = posix.join(dirname(before), path);
    const isOurs = /\.(?:ts|cjs|mjs)$/.test(path) && placed.isFile(target);
    return isOurs ? `'${relativeTo(after, placed.futureOf(target)!)}'` : whole;
  });
}

/** `'src', 'hosts', 'all.ts'`, as they are joined. */
function runsAnew(text: string, _before: string, _after: string, placed: Placed): string {
  return text.replace(/'(?:src|test)'(?:,\s*'[\w.-]+')+/g, (whole) => {
    const parts = [...whole.matchAll(/'([^']*)'/g)].map(([, part]) => part!);
    const future = meant(parts.join('/'), placed);
    return future === null
      ? whole
      : future
          .split('/')
          .map((part) => `'${part}'`)
          .join(', ');
  });
}

/** `src/domain/event.ts`, and in comments and pages `domain/event` and `domain/event.ts`. */
function namesAnew(text: string, before: string, _after: string, placed: Placed): string {
  const whole = text.replace(/(?<![\w./@-])(?:src|test)\/[\w./-]*[\w/]/g, (path) => {
    const end = path.endsWith('/') ? '/' : '';
    const plain = path.replace(/\/$/, '');
    const file = placed.isFile(`${plain}.ts`) && end === '' ? meant(`${plain}.ts`, placed) : null;
    const future =
      withoutEnding(file) ??
      meant(plain, placed) ??
      (before.endsWith('.md') ? inFolder(plain) : null);
    return future === null ? path : future + end;
  });
  // The walk of an event names files at the top of `src` too.
  const walked =
    before === 'ARCHITECTURE.md'
      ? whole.replace(/`(compose|compose-home|host|store|transcripts|world)`/g, (path, name) => {
          const future = withoutEnding(meant(`src/${name}.ts`, placed));
          return future === null ? path : `\`${future.slice('src/'.length)}\``;
        })
      : whole;
  const tops =
    'compose|domain|engine|entries|hosts|openclaw|operations|platform|rooms|stores|surfaces';
  return walked.replace(new RegExp(`(?<![\\w./@-])(?:${tops})/[\\w./-]*[\\w/]`, 'g'), (path) => {
    const end = path.endsWith('/') ? '/' : '';
    const plain = `src/${path.replace(/\/$/, '')}`;
    const file = placed.isFile(`${plain}.ts`) && end === '' ? meant(`${plain}.ts`, placed) : null;
    const future = withoutEnding(file) ?? meant(plain, placed);
    return future === null ? path : future.slice('src/'.length) + end;
  });
}

/** A name that a page makes up, in a folder that there is: `src/hosts/<host>/`. */
function inFolder(path: string): string | null {
  const folder = dirname(path);
  return FOLDERS[folder] === undefined ? null : `${FOLDERS[folder]}/${posix.basename(path)}`;
}

function withoutEnding(path: string | null): string | null {
  return path?.replace(/\.ts$/, '') ?? null;
}

/** The future of a file or folder that a text names; null where there is none, or where it stays. */
function meant(path: string, placed: Placed): string | null {
  if (placed.isFile(path)) return placed.futureOf(path);
  if (FOLDERS[path] !== undefined) return FOLDERS[path];
  if (!placed.isFolder(path)) return null;
  const roots = new Set(
    placed.filesBelow(path).map((file) => {
      const rest = file.slice(path.length);
      const future = placed.futureOf(file)!;
      return future.endsWith(rest) ? future.slice(0, -rest.length) : null;
    }),
  );
  const [only = null] = roots;
  return roots.size === 1 ? only : null;
}

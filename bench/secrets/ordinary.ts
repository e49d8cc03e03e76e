// Text without secrets: what an agent reads and writes all day. Real files, and lines with the hashes and ids of real tools.
import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { type Half, halfOf, SECRET_FORMS } from './corpus.ts';
import { madeUp, randomOf } from './values.ts';

export interface OrdinaryText {
  readonly source: string;
  readonly half: Half;
  readonly text: string;
}

const TEXT = new Set([
  '.md',
  '.txt',
  '.json',
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.tsx',
  '.py',
  '.go',
  '.rs',
  '.c',
  '.h',
  '.yml',
  '.yaml',
  '.toml',
  '.lock',
  '.sum',
  '.log',
  '.sh',
  '.html',
  '.css',
  '.map',
  '',
]);
const LARGEST = 512 * 1024;
const MOST_FILES = 4000;

/** The text files under a folder, or the file itself. */
export function textFilesUnder(path: string, out: string[] = []): string[] {
  const info = lstatSync(path);
  if (info.isDirectory()) {
    for (const name of readdirSync(path).sort())
      if (name !== '.git') textFilesUnder(join(path, name), out);
  } else if (
    info.isFile() &&
    info.size <= LARGEST &&
    out.length < MOST_FILES &&
    TEXT.has(extname(path))
  ) {
    out.push(path);
  }
  return out;
}

const ROOT = join(import.meta.dirname, '..', '..');

/** Secrets are planted in tests, in the rules' own samples and in the benchmarks: those are no ordinary text. */
const PLANTED = /\.test\.ts$|^src\/domain\/redact\/|^bench\//u;

function repositoryFiles(): string[] {
  const listed = spawnSync('git', ['ls-files', '-z', 'src', 'docs', 'scripts', '*.md', '*.json'], {
    cwd: ROOT,
  });
  return listed.stdout
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '' && !PLANTED.test(path) && TEXT.has(extname(path)));
}

/** How many files of a kind are read from the dependencies: the same share in every run. */
const FILES_OF_A_KIND = 150;

const DEPENDENCY_KINDS: Readonly<Record<string, (path: string) => boolean>> = {
  'dependencies: minified': (path) => /\.min\.[cm]?js$/u.test(path),
  'dependencies: code': (path) => /(?<!\.min)\.[cm]?js$/u.test(path),
  'dependencies: types': (path) => /\.d\.[cm]?ts$/u.test(path),
  'dependencies: prose': (path) => /\.(?:md|txt)$/u.test(path) || extname(path) === '',
  'dependencies: data': (path) => /\.json$/u.test(path),
  'dependencies: source maps': (path) => path.endsWith('.map'),
};

function dependencyTexts(): OrdinaryText[] {
  const root = join(ROOT, 'node_modules');
  const files: string[] = [];
  // Package by package, so that none has more than its share. What begins with a dot is a cache.
  for (const name of readdirSync(root).sort())
    if (!name.startsWith('.')) files.push(...textFilesUnder(join(root, name)));
  return Object.entries(DEPENDENCY_KINDS).flatMap(([source, isOfKind]) => {
    const ofKind = files.filter(isOfKind);
    const step = Math.max(1, Math.floor(ofKind.length / FILES_OF_A_KIND));
    return ofKind
      .filter((_, i) => i % step === 0)
      .map((path) => ({
        source,
        half: halfOf(relative(root, path)),
        text: readFileSync(path, 'utf8'),
      }));
  });
}

const LINES_OF_A_KIND = 20;

function toolTexts(seed: string): OrdinaryText[] {
  return SECRET_FORMS.toolLines.map((format) => {
    const random = randomOf(`${seed}/${format}`);
    const lines = Array.from({ length: LINES_OF_A_KIND }, () => madeUp(format, random).value);
    return { source: 'ids and hashes of tools', half: halfOf(format), text: lines.join('\n') };
  });
}

function historyTexts(): OrdinaryText[] {
  const log = spawnSync(
    'git',
    ['log', '--stat', '-n', '400', '--format=commit %H %T%nAuthor: x%n%n%B'],
    {
      cwd: ROOT,
      maxBuffer: 64 * 1024 * 1024,
    },
  ).stdout.toString('utf8');
  return log
    .split(/^(?=commit [0-9a-f]{40} )/mu)
    .filter(Boolean)
    .map((text) => ({ source: 'history of git', half: halfOf(text.slice(0, 47)), text }));
}

function sourceOf(path: string): string {
  if (basename(path) === 'package-lock.json') return 'lock file';
  return path.endsWith('.md') ? 'own pages' : 'own sources';
}

/** Texts that every clone has: its own sources and pages, its history, its dependencies, and lines of tools. */
export function ordinaryTexts(seed: string): OrdinaryText[] {
  const own = repositoryFiles().map(
    (path): OrdinaryText => ({
      source: sourceOf(path),
      half: halfOf(path),
      text: readFileSync(join(ROOT, path), 'utf8'),
    }),
  );
  return [...own, ...historyTexts(), ...dependencyTexts(), ...toolTexts(seed)].filter(
    ({ text }) => !text.includes('\0'),
  );
}

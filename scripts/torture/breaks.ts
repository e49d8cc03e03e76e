import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Break {
  /** The promise, as the page tells it. */
  readonly promise: string;
  /** The fault that has to catch it. */
  readonly by: string;
  /** In which file what stands for what. */
  readonly edits: readonly (readonly [file: string, from: string, to: string])[];
}

/** Promises that can be broken, one at a time, in a copy of the sources: the program itself has no such switch. */
export const BREAKS: Readonly<Record<string, Break>> = {
  'no-sync': {
    promise: 'a commit waits for the disk',
    by: 'F2',
    edits: [
      [
        'src/store/base/open.ts',
        'PRAGMA synchronous=FULL; PRAGMA journal',
        'PRAGMA synchronous=OFF; PRAGMA journal',
      ],
      ['src/store/base/open.ts', 'level.synchronous !== 2', 'level.synchronous === 2'],
    ],
  },
  'pid-only': {
    promise: 'a process is its number and its start time',
    by: 'F15',
    edits: [
      [
        'src/system/base/processes.ts',
        'found.zombie || found.ref.start !== owner.start ?',
        'found.zombie ?',
      ],
    ],
  },
  'no-namespace': {
    promise: 'a process number means nothing in another namespace',
    by: 'F15',
    edits: [
      [
        'src/system/base/processes.ts',
        "owner.boot !== here.boot || owner.pidns !== here.pidns) return 'unknown'",
        "owner.boot !== here.boot) return 'unknown'",
      ],
    ],
  },
  'no-checksum': {
    promise: 'a row that changed is noticed',
    by: 'F8',
    edits: [
      [
        'src/store/base/checksums.ts',
        '!== checksumOfRow(columns, row)) bad++',
        '!== checksumOfRow(columns, row)) bad += 0',
      ],
      ['src/store/base/database.ts', 'return sum == null || sum ===', 'return true || sum ==='],
    ],
  },
  'no-record': {
    promise: 'an event that can be stored nowhere is counted',
    by: 'F6',
    edits: [['src/door/event.ts', 'if (world && (event ||', 'if (world && !world && (event ||']],
  },
  'no-limit': {
    promise: 'a payload takes no more memory than its host can spare',
    by: 'F13',
    edits: [
      [
        'src/system/hooks/stdin.ts',
        'SURELY_FEW = 1024 * 1024',
        'SURELY_FEW = Number.POSITIVE_INFINITY',
      ],
    ],
  },
  'no-truncate': {
    promise: 'maintenance makes the log short again',
    by: 'F16',
    edits: [['src/store/keeping/late.ts', 'wal_checkpoint(TRUNCATE)', 'wal_checkpoint(PASSIVE)']],
  },
};

const NEEDED = [
  'src',
  'scripts',
  'package.json',
  'tsconfig.json',
  'tsconfig.types.json',
  'LICENSE',
  'README.md',
  'docs',
];

/** Builds a copy of the sources with one promise broken, and says where its program is. */
export function brokenProgram(root: string, folder: string, name: string): string {
  const chosen = BREAKS[name];
  if (!chosen) throw new Error(`--break: there are ${Object.keys(BREAKS).join(', ')}`);
  mkdirSync(folder, { recursive: true });
  for (const part of NEEDED) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [file, from, to] of chosen.edits) {
    const path = join(folder, file);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from.trim())}`);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
  }
  const built = spawnSync(process.execPath, [join(folder, 'scripts', 'build.mjs')], {
    encoding: 'utf8',
  });
  if (built.status !== 0)
    throw new Error(`the build with --break ${name} fails: ${built.stderr.slice(-400)}`);
  return join(folder, 'dist', 'cortex.cjs');
}

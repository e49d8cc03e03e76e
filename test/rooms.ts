import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Rooms of their own: folders of `src/` that the core does without. Only the lists in `src/program/rooms/` name their files. */
export const ROOMS = ['importers', 'openclaw', 'page', 'share', 'sops', 'why'] as const;

/** Words by which a test names a room: its commands, its tables, its files. */
const WORDS: Readonly<Record<(typeof ROOMS)[number], RegExp>> = {
  importers: /'import',|cortex import/,
  openclaw: /openclaw/i,
  page: /'ui'|cortex ui|'report'|ui-story/,
  share: /'share'|cortex share|share_|share\./,
  sops: /\bsops?\b/i,
  why: /'why'|cortex why|session_why|touched_lines|capture\.lines/,
};

/** Commands that a room brings. */
const COMMANDS: Readonly<Partial<Record<(typeof ROOMS)[number], readonly string[]>>> = {
  importers: ['import'],
  page: ['ui', 'report'],
  share: ['share'],
  sops: ['sop'],
  why: ['why'],
};

/** Whether a line calls a command of a room that is taken out: pages go on telling of it. */
export function isTakenOut(line: string): boolean {
  const name = /\bcortex ([a-z]+)/.exec(line)?.[1] ?? '';
  return ROOMS.some(
    (room) => COMMANDS[room]?.includes(name) && !existsSync(join(ROOT, 'src', room)),
  );
}

/** Options that only a room reads. */
const OPTIONS: Readonly<Partial<Record<(typeof ROOMS)[number], RegExp>>> = {
  openclaw: /^openclaw\./,
  share: /^share\./,
  sops: /^sop\.|^memories\.(?:sop_boost|hook_penalty)$/,
  why: /^capture\.lines$/,
};

/** Whether something below `src/` has to read an option: one that only a room reads has no reader where the room is taken out. */
export function hasReader(option: string): boolean {
  return !ROOMS.some((room) => OPTIONS[room]?.test(option) && !existsSync(join(ROOT, 'src', room)));
}

/** Tests below a folder that say nothing of a room, by their paths. */
export function testsWithout(room: (typeof ROOMS)[number], root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(?:src|test)\/.*\.test\.ts$/.test(path) && !path.startsWith('test/rooms'))
    .filter((path) => !WORDS[room].test(readFileSync(join(root, path), 'utf8')))
    .sort();
}

const LEFT_BEHIND = new Set(['.git', '.cache', 'dist', 'node_modules']);

/** Makes a copy of the repository in which rooms are taken out: their folders, and their lines in `src/program/rooms/`. */
export function withoutRooms(rooms: readonly string[], copy: string): void {
  for (const name of readdirSync(ROOT))
    if (!LEFT_BEHIND.has(name)) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const room of rooms) rmSync(join(copy, 'src', room), { recursive: true });
  const lists = join(copy, 'src', 'program', 'rooms');
  for (const name of readdirSync(lists)) {
    const path = join(lists, name);
    writeFileSync(path, rooms.reduce(withoutRoom, readFileSync(path, 'utf8')));
  }
  for (const name of PAGES) {
    const page = readFileSync(join(copy, name), 'utf8');
    const named = new RegExp(`\`((?:src/)?(?:${rooms.join('|')})/[^\`]*)\``, 'g');
    writeFileSync(join(copy, name), page.replace(named, '$1'));
  }
}

/** Pages whose names of files are checked. */
const PAGES = ['AGENTS.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];

/** A list without the imports from a room, without what they name, and without the names of its commands. */
function withoutRoom(list: string, room: string): string {
  const imports = new RegExp(
    `^import (?:type )?\\{([^}]*)\\} from '\\.\\./\\.\\./${room}/[^']*';\\n`,
    'gm',
  );
  const names = [...list.matchAll(imports)].flatMap(([, named]) =>
    named!.split(',').map((one) => one.trim().split(' as ').at(-1)!),
  );
  const loads = new RegExp(`^ *\\w+: async .*import\\('\\.\\./\\.\\./${room}/.*\\n`, 'gm');
  const commands = COMMANDS[room as keyof typeof COMMANDS] ?? [];
  const listed = new RegExp(`^ *'(?:${commands.join('|')})',\\n`, 'gm');
  const rest = list.replace(imports, '').replace(loads, '').replace(listed, '');
  return names.reduce(
    (text, name) =>
      text
        .replace(new RegExp(`(?:\\.\\.\\.)?\\b${name}\\b,\\s*`, 'g'), '')
        .replace(new RegExp(`(?:,\\s*)?(?:\\.\\.\\.)?\\b${name}\\b`, 'g'), ''),
    rest,
  );
}

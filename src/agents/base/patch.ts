import { pathText } from '../../domain/base/text/json.ts';
import type { ChangedFile } from '../../domain/facts/event.ts';

/** One file of a patch, while its lines are read. */
interface PatchSection {
  readonly kind: 'add' | 'update' | 'delete';
  readonly path: string;
  moved: string | null;
  readonly added: string[];
  readonly removed: string[];
}

const FILE = /^\*\*\* (Add|Update|Delete) File: (.*)$/;
const KINDS = { Add: 'add', Update: 'update', Delete: 'delete' } as const;
const MOVE = /^\*\*\* Move to: (.*)$/;
const BEGIN = '*** Begin Patch';
const END = '*** End Patch';

/**
 * The changes of a patch in the form that Codex made common: `*** Begin Patch`, then files to add, update, move and
 * delete, with lines behind `+`, `-` and a blank. A patch that was cut off counts as far as it goes.
 */
export function readPatch(text: string): readonly ChangedFile[] {
  const sections: PatchSection[] = [];
  for (const line of linesOf(text)) {
    if (line.startsWith('*** ')) {
      const section = sections.at(-1);
      const moved = MOVE.exec(line);
      const opened = opening(line);
      if (opened) sections.push(opened);
      else if (moved && section?.kind === 'update') section.moved = pathText(moved[1]!.trim());
      continue;
    }
    const section = sections.at(-1);
    if (section && section.kind !== 'delete') note(section, line);
  }
  return sections.flatMap(changesOf);
}

/** The files that a patch names, also before it is applied. */
export function patchPaths(text: string): readonly string[] {
  return [...new Set(readPatch(text).map(({ path }) => path))];
}

/** The lines between the two marks; models also wrap them in a heredoc for a shell. Null where there is no patch. */
export function patchIn(text: string): string | null {
  const from = text.indexOf(BEGIN);
  if (from < 0 || (from > 0 && text[from - 1] !== '\n')) return null;
  const to = text.indexOf(`\n${END}`, from);
  return text.slice(from, to < 0 ? undefined : to + END.length + 1);
}

function linesOf(text: string): readonly string[] {
  const patch = patchIn(text);
  if (patch === null) return [];
  return patch.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

function opening(line: string): PatchSection | null {
  const [, verb, rest] = FILE.exec(line.trimEnd()) ?? [];
  const path = rest === undefined ? null : pathText(rest.trim());
  if (path === null) return null;
  const kind = KINDS[verb as keyof typeof KINDS];
  return { kind, path, moved: null, added: [], removed: [] };
}

function note(section: PatchSection, line: string): void {
  if (line.startsWith('+')) section.added.push(line.slice(1));
  else if (line.startsWith('-') && section.kind === 'update') section.removed.push(line.slice(1));
}

function changesOf({ kind, path, moved, added, removed }: PatchSection): ChangedFile[] {
  if (kind === 'delete') return [{ path, kind: 'delete', added: null, removed: null }];
  if (kind === 'add') return [{ path, kind: 'write', added: whole(added), removed: null }];
  const isEdited = added.length > 0 || removed.length > 0;
  const texts = {
    added: isEdited ? added.join('\n') : null,
    removed: isEdited ? removed.join('\n') : null,
  };
  if (moved === null || moved === path) return [{ path, kind: 'edit', ...texts }];
  return [
    { path, kind: 'delete', added: null, removed: null },
    { path: moved, kind: isEdited ? 'edit' : 'write', ...texts },
  ];
}

function whole(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { locatePath } from '../config/config.ts';
import { contentHash } from '../domain/base/text/hash.ts';
import { parseJson } from '../domain/base/text/json.ts';
import type { Deps } from '../engine/base/deps.ts';
import { listNames, readBounded, writeAtomic } from '../system/base/files.ts';
import { SOP_FORMS } from '../system/base/home.ts';
import { readKeptSop, readSop, SOP_FILE, type SopHead, type SopReading } from './domain/sop.ts';
import type { SopOrigin } from './domain/trigger.ts';

/** A file of standing instructions. */
export interface SopFile {
  readonly path: string;
  /** How people know it: below the project's folder, or below that of Cortex. */
  readonly name: string;
  readonly origin: SopOrigin;
}

/** A file as far as it could be read. */
export type SopEntry = { readonly file: SopFile; readonly text: string | null } & SopReading;
export type ReadableSop = Extract<SopEntry, { problem: null }>;

/** The most files considered, since each is read before a tool call. */
const MAX_FILES = 100;
const MAX_BYTES = 64 * 1024;

type SopPlaces = Pick<Deps, 'home' | 'userHome' | 'config'>;

/** The folders of a person's own instructions; new ones go to the first. */
export function ownFolders({ home, userHome, config }: SopPlaces): readonly string[] {
  return config['sop.folders'].map((folder) => locatePath(folder, home, userHome()));
}

/**
 * Files that may hold standing instructions, by their names alone: the person's own first, each folder in order of names. It
 * runs before tool calls and opens none of them.
 */
export function listSops(here: SopPlaces, root: string | null): readonly SopFile[] {
  const files = new Map<string, SopFile>();
  const add = (folder: string, wanted: RegExp, origin: SopOrigin, base: string) => {
    for (const entry of entries(folder, wanted)) {
      const path = resolve(folder, entry);
      // The home of Cortex may be a project itself, and its files are the person's.
      if (!files.has(path)) files.set(path, { path, name: below(base, path), origin });
    }
  };
  for (const folder of ownFolders(here)) add(folder, SOP_FILE, 'user', here.home);
  if (root !== null) {
    add(join(root, '.cortex', 'sops'), SOP_FILE, 'project', root);
    add(root, /\.ai\.sop$/i, 'project', root);
  }
  return [...files.values()].slice(0, MAX_FILES);
}

function entries(folder: string, wanted: RegExp): string[] {
  return listNames(folder).filter((name) => wanted.test(name) && !name.startsWith('.'));
}

function below(base: string, path: string): string {
  const start = base.endsWith(sep) ? base : base + sep;
  return (path.startsWith(start) ? path.slice(start.length) : path).replaceAll('\\', '/');
}

/** The instructions that concern a working tree. Commands parse them; a hook has only what they kept. */
export function readSops(deps: SopPlaces & Pick<Deps, 'yaml'>, root: string | null): SopEntry[] {
  const { yaml } = deps;
  const forms = yaml ? {} : storedForms(deps.home);
  return listSops(deps, root).map((file): SopEntry => {
    const bytes = readBounded(file.path, MAX_BYTES + 1);
    if (!bytes || bytes.length > MAX_BYTES)
      return { file, text: null, sop: null, problem: 'it cannot be read, or is larger than 64 KB' };
    const text = bytes.toString('utf8');
    if (yaml) return { file, text, ...readSop(file.name, text, yaml) };
    const form = forms[formKey(file, text)];
    if (typeof form === 'string') return { file, text, sop: null, problem: form };
    return { file, text, ...readKeptSop(file.name, text, form) };
  });
}

/** The line that a command leaves for the next start. */
export const SOP_NOTE = 'sop.note';

/** Keeps for hooks what a command has read, and leaves a line for the next start where something is wrong with a new content. */
export function keepSops(
  { home, log }: Pick<Deps, 'home' | 'log'>,
  entries: readonly SopEntry[],
  complaintOf: (entry: SopEntry) => string | null,
): void {
  try {
    if (!existsSync(home)) return;
    const known = storedForms(home);
    const isFresh = ({ file, text }: SopEntry) =>
      text !== null && !Object.hasOwn(known, formKey(file, text));
    const fresh = entries.filter(isFresh);
    if (fresh.length === 0) return;
    const forms = fresh.map((entry) => [formKey(entry.file, entry.text!), toForm(entry)] as const);
    const kept = [...Object.entries(known), ...forms].slice(-MOST_FORMS);
    writeAtomic(
      join(home, SOP_FORMS),
      JSON.stringify({ number: FORM_NUMBER, forms: Object.fromEntries(kept) }),
    );
    const wrong = fresh.flatMap((entry) => complaintOf(entry) ?? []);
    if (wrong.length > 0)
      writeAtomic(join(home, SOP_NOTE), `${wrong.join('; ')} (cortex sop list)`);
  } catch (error) {
    log.failure('instructions not kept', error);
  }
}

function formKey({ name }: SopFile, text: string): string {
  return `${contentHash(text)} ${name.replace(/^.*[/\\]/, '')}`;
}

/** Parsed heads for hooks, which load no parser, or what is wrong with the file: by content and name. */
type Forms = Readonly<Record<string, SopHead | string>>;

/** Changes with what a form means: forms of another number are read anew. */
const FORM_NUMBER = 4;
const LARGEST = 16 * 1024 * 1024;
/** Entries of contents that are long gone make room for new ones. */
const MOST_FORMS = 400;

function storedForms(home: string): Forms {
  const text = readBounded(join(home, SOP_FORMS), LARGEST)?.toString('utf8') ?? '';
  const stored = parseJson(text) as { readonly number: number; readonly forms: Forms } | undefined;
  return stored?.number === FORM_NUMBER ? stored.forms : {};
}

function toForm({ sop, problem }: SopEntry): SopHead | string {
  if (!sop) return problem;
  const { text: _, ...head } = sop;
  return head;
}

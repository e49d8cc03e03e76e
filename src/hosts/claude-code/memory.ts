import type { AgentMemories, KeptMemory, MemoryBook, MemoryFile, PassedOver } from '../../agent-memories.ts';
import { partsOf, sectionsOf } from '../../domain/memories/kept.ts';
import { type ReadYaml, splitFrontMatter, UnclosedFrontMatter } from '../../domain/text/front-matter.ts';
import { asRecord, parseJson, pathText, words } from '../../domain/text/json.ts';
import { type Millis, millis } from '../../domain/time.ts';

/**
 * Auto memory: `~/.claude/projects/<folder>/memory/`, where `<folder>` is the path of the repository with a dash for every
 * sign that is neither letter nor digit. `MEMORY.md` is the index; other files hold a fact each, with front matter, or,
 * as older versions wrote them, notes under headings. The layout is internal and was seen of 2.1.219 and later.
 */
export const claudeMemories: AgentMemories = {
  host: 'claude-code',
  folders: [{ env: 'CLAUDE_CONFIG_DIR', instead: '.claude', below: 'projects' }],
  book: /^[^/]+\/memory$/,
  files: /^(?:[^/]+\/)?[^/]+\.md$/i,
  read: readBook,
};

const INDEX = 'MEMORY.md';
/** A longer name of a project's folder is cut here, and a hash is added. */
const LONGEST_NAME = 200;

function isFolderOf(name: string, path: string): boolean {
  const dashed = path.replace(/[^a-zA-Z0-9]/g, '-');
  return dashed.length <= LONGEST_NAME ? name === dashed : name.startsWith(dashed.slice(0, LONGEST_NAME));
}

function* readBook(book: MemoryBook, most: number): Generator<KeptMemory | PassedOver> {
  const places = placesOf(book);
  const names = new Set(book.files.map(({ name }) => name));
  for (const file of book.files) {
    const text = file.text();
    if (text === null) {
      yield { where: file.name, why: 'it is larger than anybody writes, no text, or a link', isUnread: true };
      continue;
    }
    const fact = file.name === INDEX ? null : factIn(text, book.yaml);
    if (fact) yield* kept(file, file.name, fact.text, fact, places, most);
    else yield* notes(file, withoutFrontMatter(text), names, places, most);
  }
}

/**
 * The folders of the transcripts beside it. A session that changed its folder has others too, which have other names.
 * Without transcripts the name alone says little: `/p/acme/app` and `/p/acme-app` have one.
 */
function placesOf(book: MemoryBook): string[] {
  const name = book.path.split(/[\\/]/).filter(Boolean).at(-2) ?? '';
  const found = new Set<string>();
  for (const beginning of book.transcripts())
    for (const line of beginning.split('\n')) {
      const cwd = line.includes('"cwd"') ? pathText(asRecord(parseJson(line))?.['cwd']) : null;
      if (cwd !== null && isFolderOf(name, cwd)) found.add(cwd);
    }
  const only = found.size === 0 ? onlyReading(name) : null;
  return only === null ? [...found] : [only];
}

/** The folder that a name is of where no other has it: one right below the root, in letters and digits. */
function onlyReading(name: string): string | null {
  const [, drive, folder] = /^(?:([A-Za-z])-)?-([a-zA-Z0-9]+)$/.exec(name) ?? [];
  if (folder === undefined) return null;
  return drive === undefined ? `/${folder}` : `${drive}:\\${folder}`;
}

interface Fact {
  readonly text: string;
  readonly categories: readonly string[];
  readonly at: Millis | null;
}

/** The kinds that the program knows. Nothing else becomes a category: a file must not call itself a rule. */
const TYPES = ['user', 'feedback', 'project', 'reference'];

/** A file with front matter is one fact; null where it has none that can be read. */
function factIn(text: string, yaml: ReadYaml | undefined): Fact | null {
  try {
    const { head, body } = splitFrontMatter(text);
    const read = head === null ? null : yaml?.(head);
    const fields = read && 'value' in read ? asRecord(read.value) : null;
    if (!fields) return null;
    const more = asRecord(fields['metadata']);
    const own = (name: string) => (words(fields[name]) ?? words(more?.[name]))?.trim() ?? null;
    const summary = own('description') ?? own('name') ?? '';
    const isRepeated = body.includes(summary);
    const type = own('type');
    return {
      text: [isRepeated ? '' : summary, body.trim()].filter(Boolean).join('\n\n'),
      categories: type !== null && TYPES.includes(type) ? [type] : [],
      at: millis(own('modified') ?? ''),
    };
  } catch (error) {
    if (error instanceof UnclosedFrontMatter) return null;
    throw error;
  }
}

/** Front matter that cannot be read says nothing; the text below it does. */
function withoutFrontMatter(text: string): string {
  try {
    return splitFrontMatter(text).body;
  } catch {
    return text.replace(/^\uFEFF?---[^\n]*\n/, '');
  }
}

/** A line of the index that only leads to another file of the book. */
const POINTER = /^\s*(?:[-*+]|\d+\.)\s+(?:\*\*)?\[[^\]\n]*\]\(([^)\s]+)\)/;

/** Notes under headings: each section is one. Lines that lead to a file of the book are read there. */
function* notes(
  file: MemoryFile,
  text: string,
  names: ReadonlySet<string>,
  places: readonly string[],
  most: number,
): Generator<KeptMemory> {
  const lines = text.split('\n').filter((line) => {
    const to = POINTER.exec(line)?.[1];
    return to === undefined || !names.has(to.replace(/^\.\//, ''));
  });
  const seen = new Map<string, number>();
  for (const { path, body } of sectionsOf(lines.join('\n'))) {
    if (body === '') continue;
    const title = path.join(' › ');
    const number = (seen.get(title) ?? 0) + 1;
    seen.set(title, number);
    const key = `${file.name}#${title}${number > 1 ? `#${number}` : ''}`;
    const note = { categories: [], at: null };
    yield* kept(file, key, title === '' ? body : `${title}\n${body}`, note, places, most);
  }
}

function* kept(
  file: MemoryFile,
  key: string,
  text: string,
  { categories, at }: Pick<Fact, 'categories' | 'at'>,
  places: readonly string[],
  most: number,
): Generator<KeptMemory> {
  for (const [i, part] of partsOf(text, most).entries()) {
    yield {
      ...{ text: part, categories, places },
      key: i === 0 ? key : `${key}\n${i + 1}`,
      at: at ?? file.modified,
    };
  }
}

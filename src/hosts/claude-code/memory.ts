import type { AgentMemories, KeptMemory, MemoryBook, PassedOver } from '../../agent-memories.ts';
import { partsOf, sectionsOf } from '../../domain/memories/kept.ts';
import { splitFrontMatter } from '../../domain/text/front-matter.ts';
import { asRecord, parseJson, pathText, words } from '../../domain/text/json.ts';
import { millis } from '../../domain/time.ts';

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

/** The kinds that the program knows. Nothing else becomes a category: a file must not call itself a rule. */
const TYPES = ['user', 'feedback', 'project', 'reference'];

/** A line of the index that only leads to another file of the book, which is read there. */
const POINTER = /^\s*(?:[-*+]|\d+\.)\s+(?:\*\*)?\[[^\]\n]*\]\(([^)\s]+)\)/;

function* readBook(book: MemoryBook, most: number): Generator<KeptMemory | PassedOver> {
  const places = placesOf(book);
  const names = new Set(book.files.map(({ name }) => name));
  for (const file of book.files) {
    const text = file.text();
    if (text === null) {
      const why = 'it is larger than anybody writes, no text, or a link';
      yield { where: file.name, why, isUnread: true };
      continue;
    }
    const items = file.name === INDEX ? notesIn(bodyOf(text), names) : itemsIn(text, book, names);
    for (const { key, text: said, categories = [], at = null } of items) {
      for (const [i, part] of partsOf(said, most).entries()) {
        const number = i === 0 ? '' : `\n${i + 1}`;
        const name = `${file.name}${key}${number}`;
        yield { key: name, text: part, categories, places, at: at ?? file.modified };
      }
    }
  }
}

interface Item {
  readonly key: string;
  readonly text: string;
  readonly categories?: readonly string[];
  readonly at?: number | null;
}

/** A file with front matter is one fact; another one, or one whose front matter cannot be read, holds notes. */
function itemsIn(text: string, { yaml }: MemoryBook, names: ReadonlySet<string>): readonly Item[] {
  const { head, body } = parted(text);
  const read = head === null ? null : yaml?.(head);
  const fields = read && 'value' in read ? asRecord(read.value) : null;
  if (!fields) return notesIn(bodyOf(text), names);
  const more = asRecord(fields['metadata']);
  const own = (name: string) => (words(fields[name]) ?? words(more?.[name]))?.trim() ?? null;
  const summary = own('description') ?? own('name') ?? '';
  const said = [body.includes(summary) ? '' : summary, body.trim()].filter(Boolean).join('\n\n');
  const categories = TYPES.filter((type) => type === own('type'));
  return [{ key: '', text: said, categories, at: millis(own('modified') ?? '') }];
}

/** Notes under headings: each section is one. */
function notesIn(text: string, names: ReadonlySet<string>): readonly Item[] {
  const lines = text.split('\n').filter((line) => {
    const to = POINTER.exec(line)?.[1];
    return to === undefined || !names.has(to.replace(/^\.\//, ''));
  });
  const seen = new Map<string, number>();
  return sectionsOf(lines.join('\n'))
    .filter(({ body }) => body !== '')
    .map(({ path, body }) => {
      const title = path.join(' › ');
      const number = (seen.get(title) ?? 0) + 1;
      seen.set(title, number);
      const key = `#${title}${number > 1 ? `#${number}` : ''}`;
      return { key, text: title === '' ? body : `${title}\n${body}` };
    });
}

/** Front matter that is never closed says nothing; the text below it does. */
function parted(text: string): { readonly head: string | null; readonly body: string } {
  try {
    return splitFrontMatter(text);
  } catch {
    return { head: null, body: text.replace(/^\uFEFF?---[^\n]*\n/, '') };
  }
}

const bodyOf = (text: string) => parted(text).body;

/**
 * The folders of the transcripts beside it. A session that changed its folder has others too, which have other names.
 * Without transcripts the name says nothing: `/p/acme/app` and `/p/acme-app` have one.
 */
function placesOf(book: MemoryBook): string[] {
  const name = book.path.split(/[\\/]/).filter(Boolean).at(-2) ?? '';
  const found = new Set<string>();
  for (const beginning of book.transcripts())
    for (const line of beginning.split('\n')) {
      const cwd = line.includes('"cwd"') ? pathText(asRecord(parseJson(line))?.['cwd']) : null;
      if (cwd !== null && isFolderOf(name, cwd)) found.add(cwd);
    }
  return [...found];
}

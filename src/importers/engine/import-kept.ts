import type { AgentMemories, KeptMemory, KeptNote, KeptNotes, MemoryBook } from '../../agent-memories.ts';
import { keptSource } from '../../domain/memories/kept.ts';
import { type Memory, makeMemory, patched } from '../../domain/memories/memory.ts';
import { redactDeep } from '../../domain/redact/redact.ts';
import { isGlobal, type Scope } from '../../domain/scope.ts';
import { contentHash } from '../../domain/text/hash.ts';
import { stripOwn } from '../../domain/text/safe-text.ts';
import { wordsOf } from '../../domain/turns/weight.ts';
import type { Deps } from '../../engine/deps.ts';
import type { KnownProject } from '../../store.ts';
import { importsOf } from '../sql.ts';
import type { Remark } from './foreign-tally.ts';

export interface KeptReport {
  readonly source: string;
  readonly dry_run: boolean;
  readonly looked_at: readonly string[];
  readonly files: { readonly found: number; readonly read: number };
  readonly memories: KeptCounts;
  /** How many went to which project, new and changed ones. */
  readonly projects: Readonly<Record<string, number>>;
  /** Books and parts of books whose project is not known for sure; nothing of them was taken. */
  readonly unplaced: readonly (Remark & { readonly memories: number })[];
  /** Taken over before, and no longer in the files. They stay until somebody forgets them. */
  readonly gone: readonly { readonly id: string; readonly text: string; readonly project: string }[];
  /** Memories in which a secret was found. */
  readonly redacted: number;
  readonly skipped: readonly Remark[];
}

export interface KeptCounts {
  found: number;
  new: number;
  /** Here under the same name or in the same list, and said in other words since. */
  updated: number;
  /** Taken over before, or said here in the same words. */
  known: number;
  /** Without a project that is sure. */
  unplaced: number;
}

export interface KeptRun {
  readonly dryRun: boolean;
  readonly lookedAt: readonly string[];
  /** Also what was taken over before and is here no longer. */
  readonly again: boolean;
  /** The person says that it belongs to this project. */
  readonly into: Scope | null;
  readonly notes: KeptNotes;
  progress(text: string): void;
}

/** An agent wrote it, about what it saw: no more is known of it. */
const CONFIDENCE = 0.6;
/** A list that is read at every start must not become a flood. */
const MOST_A_BOOK = 2_000;

/**
 * Takes over what an agent program keeps as memory, each item into the scope of its project alone. All of it counts as
 * imported: it becomes neither a rule nor a pin.
 */
export async function importKept(
  deps: Deps,
  keeper: AgentMemories,
  found: readonly MemoryBook[],
  run: KeptRun,
): Promise<KeptReport> {
  const source = keptSource(keeper.host);
  const counts: KeptCounts = { found: 0, new: 0, updated: 0, known: 0, unplaced: 0 };
  const projects: Record<string, number> = {};
  const unplaced: (Remark & { memories: number })[] = [];
  const gone: { id: string; text: string; project: string }[] = [];
  const skipped: Remark[] = [];
  const known = await deps.store.projects();
  const earlier = Map.groupBy(run.notes.read(), ({ book }) => book);
  const isOurs = (book: string) => earlier.get(book)!.some(({ id }) => id.startsWith(`${source}-`));
  const books = [
    ...found,
    // A folder that is gone has lost all that it held.
    ...[...earlier.keys()]
      .filter((book) => isOurs(book) && !found.some(({ path }) => path === book))
      .filter((book) => run.lookedAt.some((place) => isAtOrBelow(book, place)) && !deps.exists(book))
      .map((path): MemoryBook => ({ path, files: [], refused: [], transcripts: () => [] })),
  ];
  const notes = [...earlier].flatMap(([book, own]) => (books.some(({ path }) => path === book) ? [] : own));
  let [redacted, read] = [0, 0];

  for (const [i, book] of books.entries()) {
    run.progress(`${i} of ${books.length} folders, ${counts.found} memories`);
    for (const { where, why } of book.refused) skipped.push({ where: `${book.path}, ${where}`, why });
    const kept: KeptMemory[] = [];
    const unread = new Set(book.refused.flatMap((one) => one.unread ?? []));
    let isPart = book.isPart === true;
    for (const one of keeper.read(book, deps.config['memories.max_chars'])) {
      if ('why' in one) {
        skipped.push({ where: `${book.path}, ${one.where}`, why: one.why });
        for (const file of one.unread ?? []) unread.add(file);
      } else if (kept.length < MOST_A_BOOK) kept.push(one);
      else {
        isPart = true;
        skipped.push({
          where: book.path,
          why: `it holds more than ${MOST_A_BOOK} memories: the rest is left`,
        });
        break;
      }
    }
    read += book.files.length;
    counts.found += kept.length;
    const looked = { book: book.path, isPart, unread, known };
    const taker = bookTaker(deps, source, looked, earlier.get(book.path) ?? [], run);
    for (const [where, { why, scope, items }] of placed(deps, book, kept, known, run.into)) {
      if (scope === null) {
        counts.unplaced += items.length;
        unplaced.push({ where, why, memories: items.length });
        taker.keepNotesOf(items);
        continue;
      }
      for (const item of items) await taker.offer(item, scope);
    }
    const taken = await taker.finish();
    for (const outcome of ['new', 'updated', 'known'] as const) counts[outcome] += taken[outcome];
    for (const [project, many] of Object.entries(taken.projects))
      projects[project] = (projects[project] ?? 0) + many;
    gone.push(...taken.gone);
    redacted += taken.redacted;
    notes.push(...taken.notes);
    if (!run.dryRun)
      run.notes.write([...notes, ...books.slice(i + 1).flatMap(({ path }) => earlier.get(path) ?? [])]);
  }
  return {
    ...{ source, dry_run: run.dryRun, looked_at: run.lookedAt },
    files: { found: found.reduce((sum, { files }) => sum + files.length, 0), read },
    memories: counts,
    ...{ projects, unplaced, gone, redacted, skipped },
  };
}

function isAtOrBelow(path: string, place: string): boolean {
  const folder = place.replace(/[\\/]$/, '');
  return path === place || (path.startsWith(folder) && /^[\\/]/.test(path.slice(folder.length)));
}

interface Placed {
  readonly scope: Scope | null;
  /** The reason if the scope is null. */
  readonly why: string;
  readonly items: KeptMemory[];
}

/** The items of a book by the place that they name, with the project of that place where it is sure. */
function placed(
  deps: Pick<Deps, 'exists' | 'locate'>,
  book: MemoryBook,
  kept: readonly KeptMemory[],
  known: readonly KnownProject[],
  into: Scope | null,
): ReadonlyMap<string, Placed> {
  const groups = new Map<string, Placed>();
  for (const item of kept) {
    const where = item.places.length === 0 ? book.path : `${book.path}, ${item.places.join(' and ')}`;
    const group = groups.get(where) ?? {
      ...(into ? { scope: into, why: '' } : projectOf(deps, item.places, known)),
      items: [],
    };
    group.items.push(item);
    groups.set(where, group);
  }
  return groups;
}

/**
 * The one project that it can be. A folder outside of repositories has none: what is kept for it would be told everywhere.
 */
function projectOf(
  deps: Pick<Deps, 'exists' | 'locate'>,
  places: readonly string[],
  known: readonly KnownProject[],
): Omit<Placed, 'items'> {
  const scopes = new Map<string, Scope>();
  for (const place of places) {
    const scope = scopeOf(deps, place, known);
    if (scope) scopes.set(scope.key, scope);
  }
  const [scope] = scopes.values();
  if (scopes.size === 1) return { scope: scope!, why: '' };
  if (scopes.size > 1) return { scope: null, why: 'it may be of several projects' };
  if (places.length === 0) return { scope: null, why: 'nothing says which project it is of' };
  const isThere = places.some((place) => deps.exists(place));
  return {
    scope: null,
    why: isThere ? 'its folder is in no repository' : 'its folder is gone, and no project is known by it',
  };
}

/** A folder that is gone would be looked for in those above it; a project that was there has its name still. */
function scopeOf(
  deps: Pick<Deps, 'exists' | 'locate'>,
  place: string,
  known: readonly KnownProject[],
): Scope | null {
  if (deps.exists(place)) {
    const { scope } = deps.locate(place);
    return isGlobal(scope.key) ? null : scope;
  }
  const project = known.find(({ root }) => root === place);
  return project ? { key: project.key, label: project.label, root: project.root } : null;
}

/** How much of a book was seen this time. */
interface Looked {
  readonly book: string;
  /** There is more of it, and nobody knows what. */
  readonly isPart: boolean;
  /** Files that were passed over. */
  readonly unread: ReadonlySet<string>;
  readonly known: readonly KnownProject[];
}

/** Brings what a book says now together with what was taken over from it. */
function bookTaker(
  deps: Deps,
  source: string,
  { book, isPart, unread, known: projects }: Looked,
  earlier: readonly KeptNote[],
  run: Pick<KeptRun, 'dryRun' | 'again'>,
) {
  const byKey = Map.groupBy(earlier, ({ key }) => key);
  const unreadFiles = new Set([...unread].map(shortHash));
  const notes: KeptNote[] = [];
  /** Keys that the book holds, ids of what it says, and notes about that. */
  const [held, said, met] = [new Set<string>(), new Set<string>(), new Set<KeptNote>()];
  const fresh: { memory: Memory; note: KeptNote }[] = [];
  const changed: { memory: Memory; note: KeptNote }[] = [];
  let [known, redacted] = [0, 0];

  /** A memory is known in its own project; one that was forgotten, in the project that it went to. */
  async function noteIn(key: string, scope: Scope): Promise<KeptNote | undefined> {
    const joined = projects.find((project) => project.key === scope.key)?.joined ?? [];
    for (const note of byKey.get(key) ?? []) {
      const of = (await deps.store.memory(note.id))?.scopeKey ?? note.scope;
      if (of === scope.key || joined.some((project) => project.key === of)) return note;
    }
    return undefined;
  }

  return {
    async offer(item: KeptMemory, scope: Scope): Promise<void> {
      const own = stripOwn(item.text);
      const text = redactDeep(own, { strict: deps.config['redaction.strict'] });
      const key = keyOf(item);
      const id = `${source}-${contentHash(`${book}\n${item.key}\n${scope.key}`).slice(0, 12)}`;
      const before = await noteIn(key, scope);
      const at = Math.min(item.at, deps.now());
      const request = { content: text, categories: [...item.categories, source], confidence: CONFIDENCE };
      const place = { id: before?.id ?? id, scope, sessionId: null };
      const memory = makeMemory({ ...request, source: 'import' }, place, at);
      if (!memory || said.has(memory.id)) {
        known++;
        return;
      }
      said.add(memory.id);
      held.add(key);
      if (before) met.add(before);
      const list = item.list === null ? null : shortHash(item.list);
      const origin = { book, key, list, file: shortHash(item.file), scope: scope.key };
      const note = { ...origin, id: memory.id, hash: contentHash(memory.content) };
      if (before?.hash === note.hash && !run.again) {
        known++;
        notes.push(before);
        return;
      }
      if (text !== own) redacted++;
      (before === undefined || run.again ? fresh : changed).push({ memory, note });
    },
    /** Its project is not known this time: what was taken over is not gone for that. */
    keepNotesOf(items: readonly KeptMemory[]): void {
      for (const item of items) {
        for (const before of byKey.get(keyOf(item)) ?? []) {
          if (met.has(before)) continue;
          met.add(before);
          notes.push(before);
        }
      }
    },
    async finish() {
      const into: Record<string, number> = {};
      const count = (scope: string, many: number) => (into[scope] = (into[scope] ?? 0) + many);
      const missing = [];
      for (const note of earlier.filter((one) => !met.has(one))) {
        // An item that the book holds for another project now has left this one for certain.
        if (!held.has(note.key) && (isPart || unreadFiles.has(note.file))) {
          notes.push(note);
          continue;
        }
        const memory = await deps.store.memory(note.id);
        if (memory) missing.push({ memory, note });
      }
      // An entry of a list that was worded anew has lost its name and none of its meaning.
      for (const one of fresh.filter(({ note }) => note.list !== null && !byKey.has(note.key))) {
        const older = missing.findIndex(
          ({ memory, note }) =>
            note.list === one.note.list &&
            memory.scopeKey === one.memory.scopeKey &&
            isReworded(memory.content, one.memory.content),
        );
        if (older < 0) continue;
        const [{ note }] = missing.splice(older, 1) as [(typeof missing)[number]];
        fresh.splice(fresh.indexOf(one), 1);
        changed.push({
          memory: { ...one.memory, id: note.id },
          note: { ...one.note, id: note.id },
        });
      }
      let [added, updated] = [0, 0];
      for (const { memory, note } of changed) {
        notes.push(note);
        if (await restate(deps, memory, run.dryRun)) {
          updated++;
          count(memory.scope, 1);
        } else known++;
      }
      const batches = Map.groupBy(fresh, ({ memory }) => memory.scope);
      for (const [scope, batch] of batches) {
        notes.push(...batch.map(({ note }) => note));
        const memories = batch.map(({ memory }) => memory);
        const here = await importsOf(deps).importMemories(memories, !run.dryRun);
        added += here;
        known += memories.length - here;
        if (here > 0) count(scope, here);
      }
      // Noted until they are forgotten here, so that each run names them.
      notes.push(...missing.map(({ note }) => note));
      const gone = missing.map(({ memory }) => ({
        ...{ id: memory.id, text: memory.content, project: memory.scope },
      }));
      return { new: added, updated, known, projects: into, gone, redacted, notes };
    },
  };
}

function keyOf({ key }: KeptMemory): string {
  return shortHash(key);
}

function shortHash(text: string): string {
  return contentHash(text).slice(0, 16);
}

/** The memory in the words that the file has now; false where somebody has forgotten it. */
async function restate(deps: Deps, { id, content, categories, updatedAt }: Memory, dryRun: boolean) {
  if (dryRun) return (await deps.store.memory(id)) !== null;
  const change = await deps.store.changeMemory(id, [], deps.now(), (known) => {
    const memory = patched(known, { content, categories }, Math.max(updatedAt, known.updatedAt));
    return memory && { memory, update: null, facts: [] };
  });
  return change !== null;
}

/** Two entries that share so much of their words are one, worded anew. */
const MOSTLY = 0.6;

function isReworded(one: string, other: string): boolean {
  const words = new Set(wordsOf(one.toLowerCase()));
  const others = wordsOf(other.toLowerCase());
  const shared = others.filter((word) => words.has(word)).length;
  return shared >= (words.size + others.length - shared) * MOSTLY;
}

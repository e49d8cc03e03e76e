import type { AgentMemories, KeptMemory, MemoryBook } from '../agent-memories.ts';
import { keptSource } from '../domain/memories/kept.ts';
import { type Memory, makeMemory, patched } from '../domain/memories/memory.ts';
import { redactDeep } from '../domain/redact/redact.ts';
import { isGlobal, type Scope } from '../domain/scope.ts';
import { contentHash } from '../domain/text/hash.ts';
import { stripOwn } from '../domain/text/safe-text.ts';
import type { Deps } from '../engine/deps.ts';
import type { KnownProject } from '../store.ts';
import type { Remark } from './foreign/taking.ts';
import { importsOf } from './sql.ts';

/** Something that was taken over: the hash of its words tells whether the file has changed since. */
export interface KeptNote {
  readonly book: string;
  /** A hash, too. */
  readonly key: string;
  readonly id: string;
  readonly hash: string;
}

export interface KeptReport {
  readonly source: string;
  readonly dry_run: boolean;
  readonly looked_at: readonly string[];
  readonly files: Record<'found' | 'read', number>;
  /** `known`: taken over before, or said here in the same words. `unplaced`: without a project that is sure. */
  readonly memories: Record<'found' | 'new' | 'updated' | 'known' | 'unplaced', number>;
  /** How many went to which project, new and changed ones. */
  readonly projects: Record<string, number>;
  /** Books and parts of books whose project is not known for sure; nothing of them was taken. */
  readonly unplaced: (Remark & { readonly memories: number })[];
  /** Taken over before, and no longer in the files. They stay until somebody forgets them. */
  readonly gone: { readonly id: string; readonly text: string; readonly project: string }[];
  /** Memories in which a secret was found. */
  redacted: number;
  readonly skipped: Remark[];
}

export interface KeptRun {
  readonly dryRun: boolean;
  readonly lookedAt: readonly string[];
  /** Also what was taken over before and is here no longer. */
  readonly again: boolean;
  /** The person says that it belongs to this project. */
  readonly into: Scope | null;
  readonly notes: { read(): readonly KeptNote[]; write(notes: readonly KeptNote[]): void };
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
  books: readonly MemoryBook[],
  run: KeptRun,
): Promise<KeptReport> {
  const report: KeptReport = {
    ...{ source: keptSource(keeper.host), dry_run: run.dryRun, looked_at: run.lookedAt },
    files: { found: 0, read: 0 },
    memories: { found: 0, new: 0, updated: 0, known: 0, unplaced: 0 },
    ...{ projects: {}, unplaced: [], gone: [], redacted: 0, skipped: [] },
  };
  const projects = await deps.store.projects();
  const notes = Map.groupBy(run.notes.read(), ({ book }) => book);
  for (const [i, book] of books.entries()) {
    run.progress(`${i} of ${books.length} folders, ${report.memories.found} memories`);
    report.files.found += book.files.length;
    report.files.read += book.files.length;
    const { kept, isPart } = readBook(deps, keeper, book, report);
    const taker = bookTaker(deps, book.path, notes.get(book.path) ?? [], run, report);
    for (const [places, items] of Map.groupBy(kept, (item) => item.places.join(' and '))) {
      const { scope, why } = run.into
        ? { scope: run.into, why: '' }
        : projectOf(deps, items[0]!.places, projects);
      if (scope) for (const item of items) await taker.offer(item, scope);
      else {
        taker.leave(items);
        const where = places === '' ? book.path : `${book.path}, ${places}`;
        report.unplaced.push({ where, why, memories: items.length });
      }
    }
    notes.set(book.path, await taker.finish(isPart));
    if (!run.dryRun) run.notes.write([...notes.values()].flat());
  }
  return report;
}

/** `isPart`: a file was not read, so that nothing of the book counts as gone. */
function readBook({ config }: Deps, keeper: AgentMemories, book: MemoryBook, report: KeptReport) {
  const kept: KeptMemory[] = [];
  let isPart = book.isPart === true;
  for (const one of keeper.read(book, config['memories.max_chars'])) {
    if ('why' in one) {
      report.skipped.push({ where: `${book.path}, ${one.where}`, why: one.why });
      isPart ||= one.isUnread === true;
    } else if (kept.length < MOST_A_BOOK) kept.push(one);
    else {
      const why = `it holds more than ${MOST_A_BOOK} memories: the rest is left`;
      report.skipped.push({ where: book.path, why });
      isPart = true;
      break;
    }
  }
  report.memories.found += kept.length;
  return { kept, isPart };
}

/**
 * The one project that it can be. A folder outside of repositories has none: what is kept for it would be told everywhere.
 */
function projectOf(
  deps: Pick<Deps, 'exists' | 'locate'>,
  places: readonly string[],
  known: readonly KnownProject[],
): { readonly scope: Scope | null; readonly why: string } {
  const scopes = new Map<string, Scope>();
  for (const place of places) {
    // A folder that is gone would be looked for in those above it; a project that was there has its name still.
    const there = deps.exists(place) ? deps.locate(place).scope : known.find(({ root }) => root === place);
    if (there && !isGlobal(there.key))
      scopes.set(there.key, { key: there.key, label: there.label, root: there.root });
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

/** Brings what a book says now together with what was taken over from it. */
function bookTaker(
  deps: Deps,
  book: string,
  earlier: readonly KeptNote[],
  { again, dryRun }: Pick<KeptRun, 'dryRun' | 'again'>,
  report: KeptReport,
) {
  const { source, memories: counts, projects } = report;
  const before = new Map(earlier.map((note) => [note.id, note]));
  const notes = new Map<string, KeptNote>();
  const unplaced = new Set<string>();
  const fresh: Memory[] = [];
  const went = (project: string, many: number) => {
    if (many > 0) projects[project] = (projects[project] ?? 0) + many;
  };
  return {
    async offer(item: KeptMemory, scope: Scope): Promise<void> {
      const { id, memory, isRedacted } = memoryOf(deps, source, book, item, scope);
      const known = before.get(id);
      const isHere = (await deps.store.memory(id)) !== null;
      const hash = memory && contentHash(memory.content);
      // Forgotten here, it stays so; corrected here, too, while its file stays as it was.
      const isKnown = isHere ? !known || known.hash === hash : known && !again;
      if (!memory || notes.has(id) || isKnown) counts.known++;
      else {
        if (isRedacted) report.redacted++;
        if (!isHere) fresh.push(memory);
        else {
          if (!dryRun) await restate(deps, memory);
          counts.updated++;
          went(scope.label, 1);
        }
      }
      if (memory) notes.set(id, { book, key: keyOf(item), id, hash: hash! });
    },
    /** Its project is not known this time: what was taken over is not gone for that. */
    leave(items: readonly KeptMemory[]): void {
      counts.unplaced += items.length;
      for (const item of items) unplaced.add(keyOf(item));
    },
    /** The notes on the book from now on. */
    async finish(isPart: boolean): Promise<KeptNote[]> {
      for (const [scope, memories] of Map.groupBy(fresh, (memory) => memory.scope)) {
        const here = await importsOf(deps).importMemories(memories, !dryRun);
        counts.new += here;
        counts.known += memories.length - here;
        went(scope, here);
      }
      for (const note of earlier.filter(({ id }) => !notes.has(id))) {
        const isLeft = isPart || unplaced.has(note.key);
        const memory = isLeft ? null : await deps.store.memory(note.id);
        // Noted until they are forgotten here, so that each run names them.
        if (memory) report.gone.push({ id: memory.id, text: memory.content, project: memory.scope });
        if (memory || isLeft) notes.set(note.id, note);
      }
      return [...notes.values()];
    },
  };
}

/** An item as a memory of ours, under an id that follows from its place. */
function memoryOf(deps: Deps, source: string, book: string, item: KeptMemory, scope: Scope) {
  const own = stripOwn(item.text);
  const content = redactDeep(own, { strict: deps.config['redaction.strict'] });
  const id = `${source}-${contentHash(`${book}\n${item.key}\n${scope.key}`).slice(0, 12)}`;
  const request = { content, categories: [...item.categories, source], confidence: CONFIDENCE };
  const at = Math.min(item.at, deps.now());
  const memory = makeMemory({ ...request, source: 'import' }, { id, scope, sessionId: null }, at);
  return { id, memory, isRedacted: content !== own };
}

function keyOf({ key }: KeptMemory): string {
  return contentHash(key).slice(0, 16);
}

/** The memory in the words that the file has now. */
async function restate(deps: Deps, { id, content, categories, updatedAt }: Memory): Promise<void> {
  await deps.store.changeMemory(id, [], deps.now(), (known) => {
    const memory = patched(known, { content, categories }, Math.max(updatedAt, known.updatedAt));
    return memory && { memory, update: null, facts: [] };
  });
}

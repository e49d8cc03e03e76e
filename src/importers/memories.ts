import { isGlobal, type Scope } from '../domain/base/scope.ts';
import { contentHash } from '../domain/base/text/hash.ts';
import { stripOwn } from '../domain/base/text/safe-text.ts';
import { keptSource, partsOf } from '../domain/memories/kept.ts';
import { type Memory, makeMemory } from '../domain/memories/memory.ts';
import { redactDeep } from '../domain/redact/redact.ts';
import type { Deps } from '../engine/base/deps.ts';
import type { AgentMemories, TranscriptFile } from '../ports/base/transcripts.ts';
import type { Remark } from './foreign/taking.ts';
import { importsOf } from './sql.ts';

export interface KeptReport {
  readonly source: string;
  readonly dry_run: boolean;
  readonly looked_at: readonly string[];
  readonly files: Record<'found' | 'read', number>;
  /** `known`: taken over before, forgotten, or said here in the same words. `unplaced`: without a project that is sure. */
  readonly memories: Record<'found' | 'new' | 'known' | 'unplaced', number>;
  /** How many new ones went to which project. */
  readonly projects: Record<string, number>;
  /** Files and parts of files whose project is not known for sure; nothing of them was taken. */
  readonly unplaced: (Remark & { readonly memories: number })[];
  /** Memories in which a secret was found. */
  redacted: number;
  readonly skipped: Remark[];
}

export interface KeptRun {
  readonly dryRun: boolean;
  readonly lookedAt: readonly string[];
  /** Transcripts of the same program, which may say where a project is. */
  readonly transcripts: readonly TranscriptFile[];
  /** The person says that it belongs to this project. */
  readonly into: Scope | null;
  /** Whether the memory of this id was forgotten here and is to stay so. */
  isForgotten(source: string, id: string): boolean;
}

/** Confidence in what an agent wrote about what it saw: no more is known of it. */
const CONFIDENCE = 0.6;
/** An index is told to a model at every start, a fact is a page: a larger file is something else. */
const LARGEST = 1024 * 1024;
const MOST_A_FILE = 2_000;

/**
 * Takes over what an agent program keeps as memory, each section into the scope of its project alone. All of it counts as
 * imported: it becomes neither a rule nor a pin.
 */
export async function importKept(
  deps: Deps,
  keeper: AgentMemories,
  files: readonly TranscriptFile[],
  run: KeptRun,
): Promise<KeptReport> {
  const source = keptSource(keeper.host);
  const report: KeptReport = {
    source,
    dry_run: run.dryRun,
    looked_at: run.lookedAt,
    files: { found: files.length, read: 0 },
    memories: { found: 0, new: 0, known: 0, unplaced: 0 },
    projects: {},
    unplaced: [],
    redacted: 0,
    skipped: [],
  };
  const counts = report.memories;
  for (const file of files) {
    const text = file.size > LARGEST ? null : file.text();
    if (text === null || /[\0\uFFFD]/.test(text)) {
      report.skipped.push({
        where: file.path,
        why: 'it is larger than anybody writes, or no text',
      });
      continue;
    }
    report.files.read++;
    const sections = [...keeper.read(file.path, text, run.transcripts)].filter(({ text }) =>
      isMoreThanHeading(text),
    );
    if (sections.length > MOST_A_FILE) {
      const why = `it holds more than ${MOST_A_FILE} memories: the rest is left`;
      report.skipped.push({ where: file.path, why });
    }
    const groups = Map.groupBy(sections.slice(0, MOST_A_FILE), ({ places }) =>
      places.join(' and '),
    );
    for (const [places, items] of groups) {
      counts.found += items.length;
      const found = run.into ?? projectOf(deps, items[0]!.places);
      if (typeof found === 'string') {
        counts.unplaced += items.length;
        const where = places === '' ? file.path : `${file.path}, ${places}`;
        report.unplaced.push({ where, why: found, memories: items.length });
        continue;
      }
      const memories = items.flatMap((item) =>
        memoriesIn(deps, item.text, source, found, file, report),
      );
      const wanted = memories.filter(({ id }) => !run.isForgotten(source, id));
      const added = await importsOf(deps).importMemories(wanted, { write: !run.dryRun });
      counts.new += added;
      counts.known += memories.length - added;
      if (added > 0) report.projects[found.label] = (report.projects[found.label] ?? 0) + added;
    }
  }
  return report;
}

/** Whether a section has anything below its heading. */
function isMoreThanHeading(section: string): boolean {
  return section.replace(/^#+[ \t].*/, '').trim() !== '';
}

/** The only possible project, or why there is none. Memories of the global scope would be told everywhere. */
function projectOf(
  deps: Pick<Deps, 'exists' | 'locate'>,
  places: readonly string[],
): Scope | string {
  const there = places.filter(deps.exists);
  const scopes = there.map((place) => deps.locate(place).scope).filter(({ key }) => !isGlobal(key));
  if (new Set(scopes.map(({ key }) => key)).size > 1) return 'it may be of several projects';
  if (scopes[0]) return scopes[0];
  if (places.length === 0) return 'nothing says which project it is of';
  return there.length > 0 ? 'its folder is no project' : 'its folder is gone';
}

/** A section as memories of ours, under ids that follow from its words. */
function memoriesIn(
  deps: Deps,
  section: string,
  source: string,
  scope: Scope,
  { modified }: TranscriptFile,
  report: KeptReport,
): Memory[] {
  const own = stripOwn(section);
  const safe = redactDeep(own, { strict: deps.config['redaction.strict'], kept: true });
  if (safe !== own) report.redacted++;
  return partsOf(safe, deps.config['memories.max_chars']).flatMap((content) => {
    const id = `${source}-${contentHash(`${scope.key}\n${content}`).slice(0, 12)}`;
    const request = {
      content,
      categories: [source],
      confidence: CONFIDENCE,
      source: 'import' as const,
    };
    return (
      makeMemory(request, { id, scope, sessionId: null }, Math.min(modified, deps.now())) ?? []
    );
  });
}

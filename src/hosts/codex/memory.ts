import type { AgentMemories, KeptMemory, MemoryBook, MemoryFile, PassedOver } from '../../agent-memories.ts';
import { entriesOf, partsOf, type Section, sectionsOf } from '../../domain/memories/kept.ts';
import { type Millis, millis } from '../../domain/time.ts';

/**
 * `~/.codex/memories/MEMORY.md`: blocks `# Task Group: …`, each with the folder that it applies to, its tasks with the sessions
 * behind them, and lists of what was learnt. The summary and the raw notes beside it say the same for all projects at
 * once, and the sessions come with `cortex import codex`: they are left where they are.
 */
export const codexMemories: AgentMemories = {
  host: 'codex',
  folders: [{ env: 'CODEX_HOME', instead: '.codex', below: 'memories' }],
  book: /^$/,
  files: /^MEMORY\.md$/,
  read: readBook,
};

function* readBook(book: MemoryBook, most: number): Generator<KeptMemory | PassedOver> {
  for (const file of book.files) {
    const text = file.text();
    if (text === null)
      yield { where: file.name, why: 'it is larger than anybody writes, no text, or a link', isUnread: true };
    else for (const group of groupsOf(sectionsOf(text))) yield* inGroup(file, group, most);
  }
}

interface Group {
  readonly title: string | null;
  readonly sections: readonly Section[];
}

const GROUP = /^Task Group:\s*(.+)$/;

function groupsOf(sections: readonly Section[]): Group[] {
  const groups: { title: string | null; sections: Section[] }[] = [{ title: null, sections: [] }];
  for (const section of sections) {
    // Another heading of this level ends the block: what stands below it has no project.
    if (section.path.length === 1)
      groups.push({ title: GROUP.exec(section.path[0]!)?.[1] ?? null, sections: [] });
    groups.at(-1)!.sections.push(section);
  }
  return groups.filter((group) => group.sections.some(({ body }) => body !== ''));
}

/** Fields with a task's sessions and its search words; neither is something learnt. */
const ABOUT_TASKS = /^(?:rollout_summary_files|keywords)$/i;
const CATEGORIES = [
  [/preference/i, 'preference'],
  [/fail/i, 'failure'],
  [/knowledge/i, 'knowledge'],
] as const;

function* inGroup(
  file: MemoryFile,
  { title, sections }: Group,
  most: number,
): Generator<KeptMemory | PassedOver> {
  if (title === null) {
    yield { where: file.name, why: 'the text outside of its task groups says nothing of its project' };
    return;
  }
  const places = placesOf(sections);
  const at = latest(sections) ?? file.modified;
  for (const { path, body } of sections.slice(1)) {
    const heading = path.at(-1)!;
    if (ABOUT_TASKS.test(heading)) continue;
    const list = path.join(' › ');
    const category = CATEGORIES.find(([pattern]) => pattern.test(heading))?.[1];
    for (const entry of entriesOf(body))
      for (const text of partsOf(entry.replace(/ ?\[Task \d+\]/g, ''), most)) {
        yield {
          ...{ key: `${list}\n${text}`, text, at, places },
          categories: category === undefined ? [] : [category],
        };
      }
  }
}

const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/])/;

/** The folder that the block says it applies to; where that is no path, those of its sessions. */
function placesOf(sections: readonly Section[]): string[] {
  const applies = /^applies_to:.*?\bcwd=([^;\n]+)/m.exec(sections[0]!.body)?.[1]?.trim();
  if (applies !== undefined && ABSOLUTE.test(applies)) return [applies];
  const found = sections
    .filter(({ path }) => path.at(-1) === 'rollout_summary_files')
    .flatMap(({ body }) => [...body.matchAll(/\bcwd[=:]\s*([^,;)\n]+)/g)].map(([, path]) => path!.trim()));
  return [...new Set(found.filter((path) => ABSOLUTE.test(path)))];
}

function latest(sections: readonly Section[]): Millis | null {
  const times = sections
    .flatMap(({ body }) => [...body.matchAll(/\bupdated_at[=:]\s*([\dTZ:.+-]+)/g)])
    .flatMap(([, time]) => millis(time!) ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

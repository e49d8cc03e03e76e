import { markdownSections } from '../../domain/memories/kept.ts';
import type { AgentMemories } from '../../ports/base/transcripts.ts';

/**
 * `~/.codex/memories/MEMORY.md`: blocks `# Task Group: …`, each with the folder that it applies to, its tasks with the sessions
 * behind them, and lists of what was learnt. The summary and the raw notes beside it say the same for all projects at
 * once: they are left where they are.
 */
export const codexMemories: AgentMemories = {
  host: 'codex',
  folders: [{ env: 'CODEX_HOME', instead: '.codex', below: 'memories' }],
  name: /^MEMORY\.md$/,
  *read(_path, text) {
    let places: readonly string[] = [];
    for (const section of markdownSections(text)) {
      if (/^# Task Group:/.test(section)) places = placesIn(section);
      // Another heading of this level ends the block: what stands below it has no project.
      else if (section.startsWith('# ')) places = [];
      else if (!ABOUT_TASKS.test(section))
        yield { text: section.replace(/ ?\[Task \d+\]/g, ''), places };
    }
  },
};

/** Sections with a task's sessions and its search words; neither is something learnt. */
const ABOUT_TASKS = /^#+ (?:rollout_summary_files|keywords)$/im;

/** The folder that a block says it applies to. */
function placesIn(section: string): readonly string[] {
  const applies = /^applies_to:.*?\bcwd=([^;\n]+)/m.exec(section)?.[1]?.trim() ?? '';
  return /^(?:\/|[A-Za-z]:[\\/])/.test(applies) ? [applies] : [];
}

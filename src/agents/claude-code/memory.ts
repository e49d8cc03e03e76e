import { parseJson, pathText, readPlace } from '../../domain/base/text/json.ts';
import { markdownSections } from '../../domain/memories/kept.ts';
import type { AgentMemories, TranscriptFile } from '../../ports/base/transcripts.ts';

/**
 * Auto memory: `~/.claude/projects/<folder>/memory/`, where `<folder>` is the path of the repository with a dash for every
 * sign that is neither letter nor digit. `MEMORY.md` is the index; other files hold a fact below front matter, or notes
 * under headings. The layout is internal and was seen of 2.1.219 and later.
 */
export const claudeMemories: AgentMemories = {
  host: 'claude-code',
  folders: [{ env: 'CLAUDE_CONFIG_DIR', instead: '.claude', below: 'projects' }],
  name: /\.md$/i,
  *read(path, text, transcripts) {
    const places = placesOf(path, transcripts);
    for (const section of markdownSections(withoutHead(text).replace(POINTER, '')))
      yield { text: section, places };
  },
};

/** A line of the index that only leads to another file of the folder, which is read there. */
const POINTER = /^[ \t]*[-*+] (?:\*\*)?\[[^\]\n]*\]\([^)\s]+\.md\).*$/gm;
const FRONT_MATTER = /^\uFEFF?---\r?\n([\s\S]*?)\n---[ \t]*(?:\r?\n|$)/;

/** A file without its front matter, of which only the description says something. */
function withoutHead(text: string): string {
  const [whole = '', head = ''] = FRONT_MATTER.exec(text) ?? [];
  const description = /^description: *(["']?)(.+?)\1 *\r?$/m.exec(head)?.[2] ?? '';
  return `${description}\n\n${text.slice(whole.length)}`;
}

/** A longer name of a project's folder is cut here, and a hash is added. */
const LONGEST_NAME = 200;
/** Nearly every line of a transcript names its folder, but for those of a summary before it. */
const MOST_LINES = 400;

/**
 * The folders that transcripts beside the memory name. A session that changed its folder has others too, which have other names.
 * Without transcripts the name says nothing: `/p/acme/app` and `/p/acme-app` have one.
 */
function placesOf(path: string, transcripts: readonly TranscriptFile[]): readonly string[] {
  const project = path.split(/[\\/]memory[\\/]/)[0]!;
  const name = project.split(/[\\/]/).at(-1)!;
  const found = new Set<string>();
  for (const one of transcripts) {
    if (one.path.replace(/[\\/][^\\/]*$/, '') !== project) continue;
    for (const { number, text } of one.lines()) {
      const cwd = pathText(readPlace(parseJson(text ?? ''), 'cwd'));
      if (cwd !== null && isFolderOf(name, cwd)) found.add(cwd);
      if (number > MOST_LINES) break;
    }
  }
  return [...found];
}

function isFolderOf(name: string, path: string): boolean {
  const dashed = path.replace(/[^a-zA-Z0-9]/g, '-');
  return dashed.length <= LONGEST_NAME
    ? name === dashed
    : name.startsWith(dashed.slice(0, LONGEST_NAME));
}

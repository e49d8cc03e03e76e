import { singular } from '../domain/base/text/words.ts';
import {
  countProject,
  NO_PROJECTS,
  type ProjectCounts,
  projectOfPath,
  rankProjects,
} from '../domain/projects/project.ts';
import {
  foldTopics,
  NO_TOPICS,
  rankTopics,
  type Signal,
  type TopicCounts,
  weightOf,
} from '../domain/projects/topic.ts';

/** How topics are found. */
export interface HotTopicExtractorConfig {
  /** Words that are never topics, besides those that never are. */
  readonly stopwords?: readonly string[];
}

const MOST_TOPICS = 20;
/** A word that is met once in a text. */
const ONE = 100;
const NOWHERE = { root: null, name: null };

/** Finds out what a session is about, from what is reported to it while the session runs. */
export class HotTopicExtractor {
  readonly #stopwords: ReadonlySet<string>;
  #topics: TopicCounts = NO_TOPICS;
  #projects: ProjectCounts = NO_PROJECTS;
  readonly #learnings = new Set<string>();

  constructor(config: HotTopicExtractorConfig = {}) {
    // Topics are in the singular.
    this.#stopwords = new Set(
      config.stopwords?.flatMap((word) => [word.toLowerCase(), singular(word.toLowerCase())]),
    );
  }

  /** A tool was used: its command, and the files and folders that it names. */
  recordToolCall(_toolName: string, params: Readonly<Record<string, unknown>>): void {
    for (const name of ['workdir', 'cwd'])
      this.#each(params[name], (path) => this.recordExecWorkdir(path));
    for (const name of ['file_path', 'path', 'notebook_path']) {
      this.#each(params[name], (path) => {
        this.#hear('file', path);
        this.#projects = countProject(this.#projects, path, NOWHERE);
      });
    }
    this.#each(params['command'], (command) => this.#hear('tool', command));
  }

  /** Memories of these categories were read or made. */
  recordMemoryAccess(categories: readonly string[]): void {
    for (const category of categories) this.#hear('category', category);
  }

  /** Something was pinned. */
  recordWorkingMemoryLabel(label: string): void {
    this.#hear('pin', label);
  }

  /** A command ran in this folder. */
  recordExecWorkdir(workdir: string): void {
    this.#hear('project', projectOfPath(workdir, NOWHERE) ?? '');
    this.#projects = countProject(this.#projects, workdir, NOWHERE);
  }

  /** A message was sent or received. */
  recordSynapseSignal(subject: string, recipient = 'all'): void {
    this.#hear('category', subject);
    // A message to one names what it is about; a message to all names nobody.
    if (recipient !== 'all') this.#hear('category', recipient);
    for (const word of subject.split(/\s+/)) {
      if (word.includes('/')) this.#projects = countProject(this.#projects, word, NOWHERE);
    }
  }

  /** `recordSynapseSignal` where only the subject is known. */
  recordSynapseSubject(subject: string): void {
    this.recordSynapseSignal(subject);
  }

  /** A memory was made in this session. */
  recordLearningId(memoryId: string): void {
    this.#learnings.add(memoryId);
  }

  /**
   * Any text.
   * @param weight how much its words count; 1 is a prompt
   */
  recordText(text: string, weight = 1): void {
    if (weight > 0) this.#hear('prompt', text, weight);
  }

  /** The topics, the strongest first, each subject once. */
  getCurrentTopics(n: number = MOST_TOPICS): string[] {
    const terms = Object.entries(this.#topics.terms).filter(([term]) => !this.#isStopped(term));
    return rankTopics({ terms: Object.fromEntries(terms) }, n);
  }

  /** `getCurrentTopics` under its other name. */
  getTopN(n: number): string[] {
    return this.getCurrentTopics(n);
  }

  /** The projects that folders and files belong to, the most active first. */
  getActiveProjects(): string[] {
    return rankProjects(this.#projects, Number.POSITIVE_INFINITY);
  }

  /** Memories that were made in this session, in their order. */
  getRecentLearningIds(): string[] {
    return [...this.#learnings];
  }

  /** `getRecentLearningIds` under its other name. */
  getAllLearningIds(): string[] {
    return this.getRecentLearningIds();
  }

  /** How much each word counts, in mentions of an ordinary word in a text; for looking into. */
  getFrequencyMap(): Map<string, number> {
    return new Map(
      Object.entries(this.#topics.terms)
        .filter(([term]) => !this.#isStopped(term))
        .map(([term, value]) => [term, weightOf(value) / ONE]),
    );
  }

  #hear(signal: Signal, text: string, weight = 1): void {
    this.#topics = foldTopics(this.#topics, [{ signal, text, weight }]);
  }

  #each(value: unknown, take: (text: string) => void): void {
    if (typeof value === 'string' && value !== '') take(value);
  }

  #isStopped(term: string): boolean {
    return this.#stopwords.size > 0 && term.split(' ').some((word) => this.#stopwords.has(word));
  }
}

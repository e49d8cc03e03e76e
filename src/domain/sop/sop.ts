import { splitFrontMatter, UnclosedFrontMatter } from '../text/front-matter.ts';
import { compileGlob } from '../text/glob.ts';
import { compilePattern, type Pattern, PatternError } from '../text/pattern.ts';
import { oneLine } from '../text/safe-text.ts';
import { readYaml, type Yaml, YamlError, type YamlMap } from '../text/yaml.ts';
import { SOP_FILE } from './name.ts';
import { textOfSections } from './text.ts';

/** That a standing instruction was given, and whether the agent took notice; as a session's record keeps it. */
export interface SOPInteraction {
  readonly sop_path: string;
  readonly injected_at: string;
  readonly acknowledged: boolean;
  readonly tool_call: string;
}

/** A standing instruction (SOP): a text that a person wrote to be read before some tool calls. */
export interface Sop {
  readonly title: string;
  readonly trigger: Trigger;
  /** The word in a reply that says it was read; null where none is asked for. */
  readonly acknowledge: string | null;
  /** Memories that gain or lose confidence by whether it is followed. */
  readonly memories: readonly string[];
  readonly enabled: boolean;
  readonly text: string;
  /** Fields of its head that mean nothing here: most likely slips of the pen. */
  readonly unknown: readonly string[];
}

/** For which calls: one of the tools, in the project, with the pattern or one of the paths in it. */
export interface Trigger {
  /** As written, `*` for any letters; none means any tool. */
  readonly tools: readonly string[];
  readonly match: Searched | null;
  readonly paths: readonly Searched[];
  /** The name of the only project that it is about. */
  readonly project: string | null;
}

/** A pattern beside its own text. */
export interface Searched {
  readonly source: string;
  readonly pattern: Pattern;
}

/** Why a file is no instruction that could be given, as a sentence about it. */
export class SopProblem extends Error {}

/** Reads a file by its name: `*.ai.sop` is YAML as a whole, everything else is markdown with a head. */
export function readSop(name: string, text: string): Sop {
  try {
    return /\.ai\.sop$/i.test(name) ? readSections(name, text) : readMarkdown(name, text);
  } catch (error) {
    if (error instanceof YamlError || error instanceof UnclosedFrontMatter)
      throw new SopProblem(error.message);
    throw error;
  }
}

function readMarkdown(name: string, text: string): Sop {
  const { head, body } = splitFrontMatter(text);
  if (head === null)
    throw new SopProblem('it has no head between --- and --- that says for which tools it is');
  const fields = asMap(readYaml(head));
  const title = () => /^#{1,3}[ \t]+(\S.{0,200})$/m.exec(body.slice(0, 4_000))?.[1] ?? stem(name);
  const sop = made(fields, { title, project: null, text: body.trim() });
  const { tools, match, paths, project } = sop.trigger;
  if (tools.length === 0 && !match && paths.length === 0 && project === null) {
    throw new SopProblem(
      'its head says neither tools nor match, paths or project, so it would never be given',
    );
  }
  return sop;
}

/** `{project}.ai.sop` as an older Cortex has them: about the project of that name, unless its `meta` says otherwise. */
function readSections(name: string, text: string): Sop {
  const sections = asMap(readYaml(text));
  const meta = asMap(sections.get('meta') ?? null);
  return made(meta, {
    title: () => stem(name),
    project: stem(name),
    text: textOfSections(sections).trim(),
    // The rest of `meta` is for people: version, author, date.
    lenient: true,
  });
}

interface Standard {
  readonly title: () => string;
  readonly project: string | null;
  readonly text: string;
  readonly lenient?: true;
}

const KNOWN = ' title name description tools match paths project acknowledge memories enabled ';
const LONGEST_WORD = 100;

function made(fields: YamlMap, standard: Standard): Sop {
  if (standard.text === '') throw new SopProblem('it holds no text');
  const acknowledge = one(fields, 'acknowledge');
  if (acknowledge !== null && (acknowledge.length > LONGEST_WORD || /[\n<>]/.test(acknowledge))) {
    throw new SopProblem(
      `its acknowledge has to be a word or a few, at most ${LONGEST_WORD} characters, without < and >`,
    );
  }
  const match = one(fields, 'match');
  const enabled = one(fields, 'enabled');
  return {
    // Asked for only when it is shown, and most files are read only to see that they are not meant.
    get title() {
      return oneLine(one(fields, 'title') ?? one(fields, 'name') ?? standard.title(), 100);
    },
    trigger: {
      tools: many(fields, 'tools')
        .flatMap((tool) => tool.split(','))
        .map((tool) => tool.trim())
        .filter(Boolean),
      match: match === null ? null : searched('match', match, compilePattern),
      paths: many(fields, 'paths').map((glob) => searched('paths', glob, compileGlob)),
      project: one(fields, 'project') ?? standard.project,
    },
    acknowledge,
    memories: many(fields, 'memories').slice(0, 20),
    enabled: enabled === null || !/^(?:false|no|off|0)$/i.test(enabled),
    text: standard.text,
    unknown: standard.lenient ? [] : [...fields.keys()].filter((field) => !KNOWN.includes(` ${field} `)),
  };
}

function searched(field: string, source: string, compile: (source: string) => Pattern): Searched {
  try {
    return { source, pattern: compile(source) };
  } catch (error) {
    if (error instanceof PatternError) throw new SopProblem(`its ${field} cannot be used: ${error.message}`);
    throw error;
  }
}

function asMap(value: Yaml): YamlMap {
  if (value instanceof Map) return value;
  if (value === null) return new Map();
  throw new SopProblem('"name: value" was expected, and something else stands there');
}

function one(fields: YamlMap, name: string): string | null {
  const value = fields.get(name) ?? null;
  if (value !== null && typeof value !== 'string') throw new SopProblem(`its ${name} has to be one text`);
  return value?.trim() || null;
}

/** A list, or one text for a list of one. */
function many(fields: YamlMap, name: string): string[] {
  const value = fields.get(name) ?? null;
  const list = Array.isArray(value) ? (value as readonly Yaml[]) : value === null ? [] : [value];
  return list.map((item) => {
    if (typeof item !== 'string') throw new SopProblem(`its ${name} has to be a list of texts`);
    return item.trim();
  });
}

/** `deploy` of `deploy.md`. */
function stem(name: string): string {
  return name.replace(/^.*[/\\]/, '').replace(SOP_FILE, '');
}

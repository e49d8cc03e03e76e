import {
  type ReadYaml,
  splitFrontMatter,
  UnclosedFrontMatter,
} from '../../domain/base/text/front-matter.ts';
import { asRecord } from '../../domain/base/text/json.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';

/** Names of instruction files. */
export const SOP_FILE = /\.(?:md|ai\.sop)$/i;

/** A standing instruction (SOP): a text that a person wrote to be read before some tool calls. */
export interface Sop {
  readonly title: string;
  /** As written, `*` for any letters; none means any tool. */
  readonly tools: readonly string[];
  /** Plain words with `|` between them. */
  readonly match: string | null;
  /** Globs. */
  readonly paths: readonly string[];
  /** The name of the only project that it is about. */
  readonly project: string | null;
  /** The word in a reply that says it was read; null where none is asked for. */
  readonly acknowledge: string | null;
  /** Memories that gain or lose confidence by whether it is followed. */
  readonly memories: readonly string[];
  readonly enabled: boolean;
  readonly text: string;
  /** Fields of its head that mean nothing here: most likely slips of the pen. */
  readonly unknown: readonly string[];
}

/** The head of a file. */
export type SopHead = Omit<Sop, 'text'>;

/** A file as far as it could be understood; a problem is the end of a sentence about it. */
export type SopReading =
  | { readonly sop: Sop; readonly problem: null }
  | { readonly sop: null; readonly problem: string };

class SopProblem extends Error {}

/** Reads a file by its name: `*.ai.sop` is YAML as a whole, with its head below `meta`; everything else is markdown with a head. */
export function readSop(name: string, text: string, yaml: ReadYaml): SopReading {
  return catchSopProblem(() => {
    const { head, body } = partsOf(name, text);
    const fields = fieldsOf(head, yaml);
    if (isYaml(name)) {
      const { meta, ...sections } = fields;
      if (Object.keys(sections).length === 0) throw new SopProblem(NO_TEXT);
      // As an older Cortex has them: about the project of that name, unless its `meta` says otherwise.
      return buildSop({ project: stem(name), ...requireMap(meta ?? {}) }, stem(name), body, []);
    }
    const heading = /^#{1,3}[ \t]+(\S.{0,200})$/m.exec(body.slice(0, 4_000))?.[1];
    const unknown = Object.keys(fields).filter((field) => !KNOWN.includes(field));
    const sop = buildSop(fields, heading ?? stem(name), body, unknown);
    if (sop.tools.length + sop.paths.length === 0 && sop.match === null && sop.project === null)
      throw new SopProblem(
        'its head names none of tools, match, paths and project, so it would never be given',
      );
    return sop;
  });
}

/**
 * A file as a hook gives it, which has only what a command made of its head. One that no command has read yet is for every call: an
 * instruction may come too early, but it is never lost.
 */
export function readKeptSop(name: string, text: string, head: SopHead | undefined): SopReading {
  return catchSopProblem(() => {
    const { body } = partsOf(name, text);
    return head ? { ...head, text: body } : buildSop({}, stem(name), body, []);
  });
}

const NO_TEXT = 'it holds no text';

function partsOf(name: string, text: string): { readonly head: string; readonly body: string } {
  const { head, body } = isYaml(name) ? { head: text, body: text } : splitFrontMatter(text);
  if (head === null)
    throw new SopProblem('it has no head between --- and --- that says for which tools it is');
  if (body.trim() === '') throw new SopProblem(NO_TEXT);
  return { head, body: body.trim() };
}

function catchSopProblem(read: () => Sop): SopReading {
  try {
    return { sop: read(), problem: null };
  } catch (error) {
    if (!(error instanceof SopProblem || error instanceof UnclosedFrontMatter)) throw error;
    return { sop: null, problem: error.message };
  }
}

function isYaml(name: string): boolean {
  return /\.ai\.sop$/i.test(name);
}

/** `deploy` of `deploy.md`. */
function stem(name: string): string {
  return name.replace(/^.*[/\\]/, '').replace(SOP_FILE, '');
}

const KNOWN = 'title name description tools match paths project acknowledge memories enabled'.split(
  ' ',
);
const LONGEST_WORD = 100;

function buildSop(
  fields: HeadFields,
  title: string,
  text: string,
  unknown: readonly string[],
): Sop {
  const acknowledge = readField(fields, 'acknowledge');
  if (acknowledge !== null && (acknowledge.length > LONGEST_WORD || /[\n<>]/.test(acknowledge)))
    throw new SopProblem(
      `its acknowledge has to be a word or a few, at most ${LONGEST_WORD} characters, without < and >`,
    );
  const tools = readListField(fields, 'tools').flatMap((tool) => tool.split(','));
  return {
    title: oneLine(readField(fields, 'title') ?? readField(fields, 'name') ?? title, 100),
    tools: tools.map((tool) => tool.trim()).filter(Boolean),
    match: readField(fields, 'match'),
    paths: readListField(fields, 'paths'),
    project: readField(fields, 'project'),
    acknowledge,
    memories: readListField(fields, 'memories').slice(0, 20),
    enabled: !/^(?:false|no|off|0)$/i.test(readField(fields, 'enabled') ?? ''),
    text,
    unknown,
  };
}

type HeadFields = Readonly<Record<string, unknown>>;

function fieldsOf(text: string, yaml: ReadYaml): HeadFields {
  const read = yaml(text);
  if ('problem' in read) throw new SopProblem(read.problem);
  return read.value === null ? {} : requireMap(read.value);
}

function requireMap(value: unknown): HeadFields {
  const map = asRecord(value);
  if (map) return map;
  throw new SopProblem('"name: value" was expected, and something else stands there');
}

function readField(fields: HeadFields, name: string): string | null {
  const value = fields[name] ?? null;
  if (value !== null && typeof value !== 'string')
    throw new SopProblem(`its ${name} has to be one text`);
  return value?.trim() || null;
}

/** A list, or one text for a list of one. */
function readListField(fields: HeadFields, name: string): string[] {
  return [fields[name] ?? []].flat().map((item) => {
    if (typeof item !== 'string') throw new SopProblem(`its ${name} has to be a list of texts`);
    return item.trim();
  });
}

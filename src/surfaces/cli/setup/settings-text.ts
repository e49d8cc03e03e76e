import { parse as parseToml, TomlError } from 'smol-toml';
import { type Addition, Conflict } from '../../../domain/settings/addition.ts';
import { BOM } from '../../../domain/settings/layout.ts';
import {
  type Before,
  valuesBefore,
  withAdditions,
  withoutAdditions,
} from '../../../domain/settings/merge.ts';
import { type Patch, undo } from '../../../domain/settings/patch.ts';
import { type Fields, isFields, same, withoutEmpty } from '../../../domain/settings/value.ts';
import { type Rewritten, rewriteJson } from './json-rewrite.ts';
import { contentOf, parseJson, Unparsable } from './json-tree.ts';
import { inAnyOrder, rewriteTables } from './toml-tables.ts';

export type Format = 'json' | 'toml';

/** Settings that are left as they are, and why. */
export class Refused extends Error {
  readonly advice: string;
  /** Whether only a person can make the change. */
  readonly isByHand: boolean;

  constructor(message: string, advice: string, isByHand = false) {
    super(message);
    this.advice = advice;
    this.isByHand = isByHand;
  }
}

/** Our additions to the settings of a host. */
export interface Ours {
  readonly host: string;
  readonly format: Format;
  readonly additions: readonly Addition[];
}

export interface Added extends Rewritten {
  /** The earlier values of keys that were set. */
  readonly before: Before;
}

/** The content of a text; empty for an empty one. Throws `Refused`. */
export function readSettings(text: string, format: Format): Fields {
  const body = withoutBom(text);
  try {
    if (format === 'toml') return parseToml(body);
    const tree = parseJson(body);
    const value = tree ? contentOf(tree) : {};
    if (isFields(value)) return value;
  } catch (error) {
    if (error instanceof Unparsable) throw new Refused(`It is not valid JSON: ${error.message}.`, MEND);
    if (!(error instanceof TomlError)) throw error;
    const [what] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    throw new Refused(`It is not valid TOML: line ${error.line}, column ${error.column}: ${what}.`, MEND);
  }
  throw new Refused('It holds something else than settings.', MEND);
}

const MEND = 'Mend it, then run this again; until then the agent may ignore it as well.';

/** The text with everything of ours in it, once. Throws `Refused`. */
export function addTo(text: string, ours: Ours): Added {
  const settings = readSettings(text, ours.format);
  try {
    const wanted = withAdditions(settings, ours.additions);
    const before = valuesBefore(settings, ours.additions, ours.host);
    return { ...rewritten(text, settings, wanted, ours, same), before };
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    throw new Refused(`${error.message}.`, 'Make it one, then run this again.');
  }
}

/** Setup's record of its own changes to a text. */
export interface Done {
  readonly patches: readonly Patch[];
  readonly before: Before;
}

/** The text without anything of ours: as it was, with whatever changed since. Throws `Refused`. */
export function removeFrom(text: string, ours: Ours, done: Done | null): string {
  const settings = readSettings(text, ours.format);
  const wanted = withoutAdditions(settings, ours.additions, done?.before ?? null);
  const means = (one: unknown, other: unknown) => same(withoutEmpty(one), withoutEmpty(other));
  const exact = done && undo(text, done.patches);
  if (exact !== null && says(exact, ours.format, (found) => means(found, wanted))) return exact;
  if (means(settings, wanted)) return text;
  return rewritten(text, settings, wanted, ours, means).text;
}

function says(text: string, format: Format, expected: (found: Fields) => boolean): boolean {
  try {
    return expected(readSettings(text, format));
  } catch {
    return false;
  }
}

function rewritten(
  text: string,
  settings: Fields,
  wanted: Fields,
  ours: Ours,
  means: (one: unknown, other: unknown) => boolean,
): Rewritten {
  const bom = text.startsWith(BOM) ? BOM.length : 0;
  const body = text.slice(bom);
  const result =
    ours.format === 'json' ? rewriteJson(body, wanted) : rewriteToml(body, settings, wanted, ours);
  const asSaid = (found: Fields) => (ours.format === 'toml' ? inAnyOrder(found, ours.additions) : found);
  // Whatever the text looks like, what it says decides whether it may be written.
  if (!result || !says(result.text, ours.format, (found) => means(asSaid(found), asSaid(wanted))))
    throw new Refused(
      `It is written in a way that cannot be edited safely (${placesOf(ours)}).`,
      ours.format === 'toml'
        ? 'Make the change by hand. A list that is written in brackets there has to be written as tables first:'
        : 'Make the change by hand:',
      true,
    );
  return {
    text: text.slice(0, bom) + result.text,
    patches: result.patches.map((patch) => ({ ...patch, offset: patch.offset + bom })),
  };
}

/** One change: from the first character that differs to the last. */
function rewriteToml(text: string, settings: Fields, wanted: Fields, ours: Ours): Rewritten | null {
  const result = rewriteTables(text, settings, wanted, ours.additions);
  if (result === null) return null;
  const most = Math.min(text.length, result.length);
  let [start, end] = [0, 0];
  while (start < most && text[start] === result[start]) start++;
  while (end < most - start && text.at(-1 - end) === result.at(-1 - end)) end++;
  const removed = text.slice(start, text.length - end);
  const inserted = result.slice(start, result.length - end);
  return { text: result, patches: removed + inserted === '' ? [] : [{ offset: start, removed, inserted }] };
}

function placesOf({ additions }: Ours): string {
  return [...new Set(additions.map(({ at }) => at.join('.')))].join(', ');
}

function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(BOM.length) : text;
}

import { getNodeValue } from 'jsonc-parser';
import { parse as parseToml, TomlError } from 'smol-toml';
import {
  type Addition,
  Conflict,
  withAdditions,
  withoutAdditions,
} from '../../../domain/base/settings/merge.ts';
import {
  isFields,
  isSameContent,
  type SettingsTable,
  withoutEmpty,
} from '../../../domain/base/settings/value.ts';
import { parseJsonTree, rewriteJson, Unparsable } from './json-text.ts';
import { inAnyOrder, rewriteToml } from './toml-text.ts';

export type SettingsFormat = 'json' | 'toml';

/** Settings that are left as they are, and why. */
export class SettingsRefused extends Error {
  readonly advice: string;
  /** Whether only a person can make the change. */
  readonly isByHand: boolean;

  constructor(message: string, advice: string, isByHand = false) {
    super(message);
    this.advice = advice;
    this.isByHand = isByHand;
  }
}

/** Our additions to settings. */
export interface OurAdditions {
  readonly format: SettingsFormat;
  readonly additions: readonly Addition[];
}

const BOM = '\uFEFF';
const MEND = 'Correct it and run this again; until then the agent may ignore it as well.';

/** The content of a text; empty for an empty one. Throws `Refused`. */
export function readSettings(text: string, format: SettingsFormat): SettingsTable {
  const body = text.startsWith(BOM) ? text.slice(BOM.length) : text;
  try {
    if (format === 'toml') return parseToml(body);
    const tree = parseJsonTree(body);
    const value = tree ? getNodeValue(tree) : {};
    if (isFields(value)) return value;
  } catch (error) {
    if (error instanceof Unparsable)
      throw new SettingsRefused(`It is not valid JSON: ${error.message}.`, MEND);
    if (!(error instanceof TomlError)) throw error;
    const [what] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    throw new SettingsRefused(
      `It is not valid TOML: line ${error.line}, column ${error.column}: ${what}.`,
      MEND,
    );
  }
  throw new SettingsRefused('It does not hold an object of settings.', MEND);
}

/** The text with everything of ours in it, once. Throws `Refused`. */
export function addSettings(text: string, ours: OurAdditions): string {
  const settings = readSettings(text, ours.format);
  try {
    return rewritten(text, settings, withAdditions(settings, ours.additions), ours);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    throw new SettingsRefused(`${error.message}.`, 'Make it one, then run this again.');
  }
}

/** The text without anything of ours. A server by our name that the original had is there again. Throws `Refused`. */
export function removeSettings(text: string, ours: OurAdditions, original: string | null): string {
  const settings = readSettings(text, ours.format);
  const before = original === null ? {} : readSettings(original, ours.format);
  const wanted = withoutAdditions(settings, ours.additions, before);
  return isSameContent(withoutEmpty(settings), withoutEmpty(wanted))
    ? text
    : rewritten(text, settings, wanted, ours);
}

/** Whether settings call Cortex. */
export function holdsSettings(text: string, ours: OurAdditions): boolean {
  try {
    return removeSettings(text, ours, null) !== text;
  } catch {
    return false;
  }
}

/** The content of a text, not its look, decides whether it may be written. */
function rewritten(
  text: string,
  settings: SettingsTable,
  wanted: SettingsTable,
  { format, additions }: OurAdditions,
): string {
  const bom = text.startsWith(BOM) ? BOM : '';
  const body = text.slice(bom.length);
  const result =
    format === 'json' ? rewriteJson(body, wanted) : rewriteToml(body, settings, wanted, additions);
  const said = (value: unknown) => withoutEmpty(format === 'toml' ? inAnyOrder(value) : value);
  if (result !== null && isSameContent(said(parsed(result, format)), said(wanted)))
    return bom + result;
  const places = new Set(additions.map(({ at }) => at.join('.')));
  throw new SettingsRefused(
    `It is written in a way that cannot be edited safely (${[...places].join(', ')}).`,
    format === 'toml'
      ? 'Make the change by hand. A list that is written in brackets there has to be written as tables first:'
      : 'Make the change by hand:',
    true,
  );
}

function parsed(text: string, format: SettingsFormat): SettingsTable | null {
  try {
    return readSettings(text, format);
  } catch {
    return null;
  }
}

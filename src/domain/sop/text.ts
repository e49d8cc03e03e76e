import { clean, oneLine } from '../text/safe-text.ts';
import type { Yaml, YamlMap } from '../text/yaml.ts';

/** The sections of an `*.ai.sop` as text that can be read from top to bottom. */
export function textOfSections(sections: YamlMap): string {
  const meta = sections.get('meta');
  const about =
    meta instanceof Map
      ? (['description', 'summary', 'purpose'] as const).map((name) => (meta as YamlMap).get(name))
      : [];
  const parts = about.filter((text) => typeof text === 'string').map((text) => text.trim());
  for (const [name, value] of sections) {
    if (name === 'meta' || value === null) continue;
    const lines =
      typeof value === 'string' ? value.trimEnd().split('\n') : linesOf(value, name === 'preflight');
    if (lines.length > 0) parts.push([`${titled(name)}:`, ...lines].join('\n'));
  }
  return parts.join('\n\n');
}

/** `pre_flight` → `Pre flight`. */
function titled(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function linesOf(value: Yaml, numbered: boolean): string[] {
  if (value === null) return [];
  if (typeof value === 'string') return value.trimEnd().split('\n');
  if (Array.isArray(value)) {
    return (value as readonly Yaml[]).flatMap((item, i) =>
      beside(numbered ? `${i + 1}. ` : '- ', itemLines(item)),
    );
  }
  return membersOf(value as YamlMap, '- ');
}

/** An entry of a list: of a map, its id and action come first and the rest below them. */
function itemLines(item: Yaml): string[] {
  if (!(item instanceof Map)) return linesOf(item, false);
  const fields = item as YamlMap;
  const id = fields.get('id');
  const action = fields.get('action');
  const first = [
    typeof id === 'string' ? `[${id.trim()}]` : '',
    typeof action === 'string' ? action.trim() : '',
  ]
    .filter(Boolean)
    .join(' ');
  const isShown = (name: string) =>
    (name === 'id' || name === 'action') && typeof fields.get(name) === 'string';
  const rest = [...fields]
    .filter(([name]) => !isShown(name))
    .flatMap(([name, value]) => member(name, value, ''));
  return first ? [...first.split('\n'), ...rest] : rest;
}

function membersOf(map: YamlMap, mark: string): string[] {
  return [...map].flatMap(([name, inner]) => member(name, inner, mark));
}

function member(name: string, value: Yaml, mark: string): string[] {
  if (value === null) return beside(mark, [name]);
  const lines = value instanceof Map ? membersOf(value as YamlMap, '') : linesOf(value, false);
  if (typeof value === 'string' && lines.length === 1) return beside(mark, [`${name}: ${lines[0]}`]);
  return beside(mark, [`${name}:`, ...lines.map((line) => `  ${line}`)]);
}

function beside(mark: string, lines: readonly string[]): string[] {
  return lines.map((line, i) => (i === 0 ? mark : ' '.repeat(mark.length)) + line);
}

export interface NoteSource {
  /** How a person knows the file. */
  readonly name: string;
  /** Where the whole of it is, for what does not fit. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly acknowledge: string | null;
}

/**
 * An instruction as the model gets it: in an element of our own, with where it comes from, at most `max` characters long.
 * It is the person's text and keeps its lines, but it cannot end its element or begin another of ours or of a host.
 */
export function sopNote(source: NoteSource, max: number): string {
  const opening = `<cortex-note kind="sop" from="${attribute(source.name)}" title="${attribute(source.title)}">\n`;
  const asked = source.acknowledge
    ? `\n\nThe word ${oneLine(source.acknowledge)} in the reply at the end of this turn says that this was read.`
    : '';
  const closing = `${asked}\n</cortex-note>`;
  const room = max - opening.length - closing.length;
  return opening + fitted(harmless(source.text), room, source.path) + closing;
}

function fitted(text: string, room: number, path: string): string {
  if (text.length <= room) return text;
  const note = `\n[cut here; all of it is in ${oneLine(path, 250)}]`;
  const end = Math.max(0, room - note.length);
  const kept = text.slice(0, end);
  const line = kept.lastIndexOf('\n');
  return (
    (line > end * 0.75 ? kept.slice(0, line) : kept.toWellFormed().replace(/\uFFFD$/, '')).trimEnd() + note
  );
}

/** No sign that could end an attribute or a tag. */
function attribute(text: string): string {
  return oneLine(text, 100).replaceAll('"', "'").replaceAll('>', '›');
}

/** `<` stays where it is only a sign, as in commands; not where it closes something, or opens what hosts and we write. */
function harmless(text: string): string {
  const lines = clean(text);
  const seen = /^[\n\t -~]*$/.test(lines) ? lines : lines.replace(UNSEEN, '');
  return seen.replace(TAG, '&lt;').trim();
}

const UNSEEN = /[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
const TAG = /[<﹤＜](?=\s{0,20}(?:\/|cortex-note|session-continuity|hook_context|system|qwen:))/gi;

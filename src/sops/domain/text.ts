import { asRecord } from '../../domain/text/json.ts';
import { clean, oneLine } from '../../domain/text/safe-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The sections of an `*.ai.sop` as text that can be read from top to bottom. */
export function textOfSections(sections: Fields): string {
  const meta = asRecord(sections['meta']);
  const about = [meta?.['description'], meta?.['summary'], meta?.['purpose']];
  const parts = about.filter((text) => typeof text === 'string').map((text) => text.trim());
  for (const [name, value] of Object.entries(sections)) {
    if (name === 'meta') continue;
    const lines = linesOf(value, name === 'preflight');
    if (lines.length > 0) parts.push([`${titled(name)}:`, ...lines].join('\n'));
  }
  return parts.join('\n\n');
}

/** `pre_flight` → `Pre flight`. */
function titled(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function linesOf(value: unknown, numbered: boolean): string[] {
  if (typeof value === 'string') return value.trimEnd().split('\n');
  if (Array.isArray(value))
    return value.flatMap((item, i) => beside(numbered ? `${i + 1}. ` : '- ', itemLines(item)));
  return membersOf(value, '- ');
}

/** An entry of a list: of a map, its id and action come first and the rest below them. */
function itemLines(item: unknown): string[] {
  const fields = asRecord(item);
  if (!fields) return linesOf(item, false);
  const isFirst = (name: string) => name === 'id' || name === 'action';
  const [id, action] = [fields['id'], fields['action']].map((one) =>
    typeof one === 'string' ? one.trim() : '',
  );
  const first = [id && `[${id}]`, action].filter(Boolean).join(' ');
  const rest = Object.entries(fields).filter(([name, value]) => !isFirst(name) || typeof value !== 'string');
  const lines = rest.flatMap(([name, value]) => member(name, value, ''));
  return first ? [...first.split('\n'), ...lines] : lines;
}

function membersOf(map: unknown, mark: string): string[] {
  return Object.entries(asRecord(map) ?? {}).flatMap(([name, inner]) => member(name, inner, mark));
}

function member(name: string, value: unknown, mark: string): string[] {
  if (value === null) return beside(mark, [name]);
  const lines = asRecord(value) ? membersOf(value, '') : linesOf(value, false);
  if (typeof value === 'string' && lines.length === 1) return beside(mark, [`${name}: ${lines[0]}`]);
  return beside(mark, [`${name}:`, ...lines.map((line) => `  ${line}`)]);
}

function beside(mark: string, lines: readonly string[]): string[] {
  return lines.map((line, i) => (i === 0 ? mark : ' '.repeat(mark.length)) + line);
}

export interface NoteSource {
  /** How a person knows the file. */
  readonly name: string;
  /** The file that holds the whole text, for the part that does not fit. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly acknowledge: string | null;
}

/**
 * An instruction as the model gets it: in an element of our own, with its source, at most `max` characters long. The text
 * is the person's and keeps its lines, but cannot end its element or begin another of ours or of a host.
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

import { withoutEnvelopes } from '../../domain/base/text/envelopes.ts';
import { patternOnFirstUse } from '../../domain/base/text/pattern.ts';
import { attribute, clean, oneLine } from '../../domain/base/text/safe-text.ts';
import type { Sop } from './sop.ts';

/** The file of an instruction: how a person knows it, and where the whole text is, for the part that does not fit. */
interface NoteSource {
  readonly name: string;
  readonly path: string;
}

/**
 * An instruction as the model gets it: in an element of our own, with its source, at most `max` characters long. The text
 * is the person's and keeps its lines, but cannot end its element or begin another of ours or of a host.
 */
export function sopNote(
  { name, path }: NoteSource,
  { title, text, acknowledge }: Pick<Sop, 'title' | 'text' | 'acknowledge'>,
  max: number,
): string {
  const opening = `<cortex-note kind="sop" from="${attribute(name)}" title="${attribute(title)}">\n`;
  const asked = acknowledge
    ? `\n\nThe word ${oneLine(acknowledge)} in the reply at the end of this turn says that this was read.`
    : '';
  const closing = `${asked}\n</cortex-note>`;
  return opening + cutToRoom(harmless(text), max - opening.length - closing.length, path) + closing;
}

function cutToRoom(text: string, room: number, path: string): string {
  if (text.length <= room) return text;
  const note = `\n[cut here; all of it is in ${oneLine(path, 250)}]`;
  const end = Math.max(0, room - note.length);
  const kept = text.slice(0, end);
  const line = kept.lastIndexOf('\n');
  const whole =
    line > end * 0.75 ? kept.slice(0, line) : kept.toWellFormed().replace(/\uFFFD$/, '');
  return whole.trimEnd() + note;
}

/** `<` stays where it is only a sign, as in commands; not where it closes something, or opens what hosts and we write. */
function harmless(text: string): string {
  return withoutEnvelopes(clean(text).replace(unseen(), '').replace(CLOSING, '&lt;')).trim();
}

const unseen = patternOnFirstUse(
  () => '[\\p{Cf}\\p{Co}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}]',
  'gu',
);
const CLOSING = /[<﹤＜](?=\s{0,20}\/)/g;

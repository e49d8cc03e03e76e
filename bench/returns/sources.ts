import { linesOf } from '../continuity/told.ts';

/** The lines that a text tells of one session. */
export interface ToldOf {
  readonly characters: number;
  /** Something that was said in it is quoted. */
  readonly isQuoted: boolean;
  /** … under a line that names it, as the dialogue of its end is, and not as a single turn. */
  readonly isDialogue: boolean;
}

const SHORT_ID = /\b[0-9a-f]{8}\b/g;
const QUOTED = /\b(?:user|agent|somebody): "/;

/**
 * What a told text says of which session, by short ids of those that are known. A line belongs to the session that it names, else
 * to the one named by the line that it stands under; a blank line or a heading without a session ends that.
 */
export function sourcesOf(text: string, known: ReadonlySet<string>): Map<string, ToldOf> {
  const sources = new Map<string, ToldOf>();
  let [current, section]: [string | null, string] = [null, ''];
  for (const line of linesOf(text)) {
    const named = (line.text.match(SHORT_ID) ?? []).find((id) => known.has(id)) ?? null;
    if (named !== null) current = named;
    else if (line.text.trim() === '' || line.section !== section) current = null;
    section = line.section;
    if (current === null) continue;
    const before = sources.get(current);
    const quotes = QUOTED.test(line.text);
    sources.set(current, {
      characters: (before?.characters ?? 0) + line.text.length,
      isQuoted: before?.isQuoted === true || quotes,
      isDialogue: before?.isDialogue === true || (quotes && named === null),
    });
  }
  return sources;
}

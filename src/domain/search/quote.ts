import { quoted, type Unit, unitsOf } from '../turns/units.ts';
import { fieldNamed, type PassageId } from './passage.ts';
import { MARK } from './snippet.ts';

/** A turn as it is quoted for a question: the sentences that hold its words, and the ends. */
export interface TurnQuote {
  readonly asked: string;
  readonly answered: string;
}

/** Passages of one turn, in order, with the question's words marked. */
type Marked = readonly { readonly id: PassageId; readonly text: string }[];

/** Room for a request beside its reply. */
const OF_REQUEST = 0.45;

export function quoteTurn(passages: Marked, room: number): TurnQuote {
  const said = (field: 'user' | 'agent') =>
    passages
      .filter(({ id }) => fieldNamed(id) === field)
      .map(({ text }) => text)
      .join('\n');
  const request = said('user');
  const reply = said('agent');
  const asked = part(request, reply === '' ? room : room * OF_REQUEST, 'first');
  return { asked, answered: part(reply, room - asked.length, 'last') };
}

/** The units that hold most of the marked words for their length; of others the first or the last. */
function part(text: string, room: number, end: 'first' | 'last'): string {
  const units = unitsOf(text);
  const words = units.map(({ text }) => marksIn(text));
  const body = [...units.keys()].filter((i) => units[i]!.kind !== 'heading');
  const favoured = end === 'first' ? body[0] : body.at(-1);
  const chosen = new Set<number>();
  const told = new Set<string>();
  let left = room;
  for (;;) {
    let best: { readonly place: number; readonly weight: number } | null = null;
    for (const place of body) {
      const { length } = units[place]!.text;
      if (chosen.has(place) || length > left) continue;
      const fresh = words[place]!.filter((word) => !told.has(word)).length;
      const weight = (fresh + (place === favoured ? 0.5 : 0.05)) / (length + 40) ** 0.6;
      if (weight > (best?.weight ?? 0)) best = { place, weight };
    }
    if (!best) break;
    chosen.add(best.place);
    left -= units[best.place]!.text.length + 3;
    for (const word of words[best.place]!) told.add(word);
    // Without a further word of the question the rest says nothing of it.
    if (chosen.size > 1 && words[best.place]!.length === 0) break;
  }
  return quoted(chosen, units.map(unmarked));
}

function marksIn(text: string): string[] {
  const found = text.matchAll(/\u0002([^\u0003]*)\u0003/g);
  return [...new Set([...found].map((match) => match[1]!.toLowerCase()))];
}

function unmarked(unit: Unit): Unit {
  return { ...unit, text: unit.text.replaceAll(MARK.open, '').replaceAll(MARK.close, '') };
}

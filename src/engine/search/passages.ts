import type { SessionId } from '../../domain/ids.ts';
import {
  holdsSigned,
  isEcho,
  isOnlyAsked,
  isProse,
  isSameTemplate,
  isUseful,
  quoteOrder,
} from '../../domain/search/best-passages.ts';
import { documentOf, type Field, fieldNamed, passageId, placeOf } from '../../domain/search/passage.ts';
import { snippet } from '../../domain/search/snippet.ts';
import { isUnspaced } from '../../domain/search/words.ts';
import type { Millis } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import type { FoundPassage, Matches } from './text-match.ts';

/** What an earlier session said about the subject of a prompt, in its own words. */
export interface QuotedPassage {
  readonly session: SessionId;
  /** When its session ended. */
  readonly at: Millis;
  readonly by: 'user' | 'agent' | 'note';
  readonly text: string;
  /** The share of the prompt's words that the passage holds. */
  readonly share: number;
}

type PassageDeps = Pick<Deps, 'store' | 'deadline' | 'now'>;

/** About 100 tokens. */
const LONGEST_QUOTE = 380;
/** More texts than this are not read to find three that say something new. */
const MOST_READ = 12;
/** A reply stands this far behind its prompt, which may take several passages. */
const REPLY_WITHIN = 4;
/** "Let me look." answers nothing. */
const SHORTEST_REPLY = 120;

/** The best passages of earlier sessions, one of each before a second of any; none for a prompt that says nothing of its own. */
export async function quotedPassages(
  deps: PassageDeps,
  prompt: string,
  matches: Matches,
  exceptIds: readonly SessionId[],
  limit = 3,
): Promise<readonly QuotedPassage[]> {
  const now = deps.now();
  const useful = matches
    .passages(new Set(exceptIds))
    .filter(isUseful)
    .sort((a, b) => quoteOrder(b.share, now - b.at) - quoteOrder(a.share, now - a.at))
    .slice(0, MOST_READ);
  const quoted: QuotedPassage[] = [];
  for (const found of otherSessionsFirst(useful)) {
    if (quoted.length >= limit || deps.deadline.passed()) break;
    const said = await newlySaid(deps, prompt, matches, found);
    if (!said || quoted.some(({ text }) => isEcho(said.text, text))) continue;
    quoted.push({ session: found.session, at: found.at, share: found.share, ...said });
  }
  return quoted;
}

/** The best of each session, then what else they say. */
function otherSessionsFirst(found: readonly FoundPassage[]): FoundPassage[] {
  const seen = new Set<SessionId>();
  const isFirst = ({ session }: FoundPassage): boolean => !seen.has(session) && !!seen.add(session);
  const first = new Set(found.filter(isFirst));
  return [...first, ...found.filter((one) => !first.has(one))];
}

/** The passage; where it repeats the prompt or only asks, the reply that followed. */
async function newlySaid(
  { store }: PassageDeps,
  prompt: string,
  { terms }: Matches,
  { id, named }: FoundPassage,
): Promise<Pick<QuotedPassage, 'by' | 'text'> | null> {
  const quote = (marked: string): string => {
    const literals = terms.map(({ forms }) => forms[0]!).filter(isUnspaced);
    return snippet(marked, literals, LONGEST_QUOTE).text;
  };
  const marked = await store.markedPassage(terms, id);
  const field = fieldNamed(id);
  if (named && !holdsSigned(marked, terms)) return null;
  if (!isEcho(marked, prompt) && !isOnlyAsked(marked)) {
    if (!isProse(marked) || isSameTemplate(marked, prompt)) return null;
    return { by: speakerOf(field), text: quote(marked) };
  }
  if (field !== 'user') return null;
  for (let after = 1; after <= REPLY_WITHIN; after++) {
    const reply = await store.markedPassage(terms, passageId(documentOf(id), placeOf(id) + after, 'agent'));
    if (reply.length >= SHORTEST_REPLY && isProse(reply) && !isEcho(reply, prompt))
      return { by: 'agent', text: quote(reply) };
  }
  return null;
}

function speakerOf(field: Field): QuotedPassage['by'] {
  return field === 'agent' || field === 'user' ? field : 'note';
}

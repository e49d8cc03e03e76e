import type { SessionId } from '../../domain/ids.ts';
import {
  holdsSigned,
  isEcho,
  isOnlyAsked,
  isProse,
  isSameTemplate,
  quoteOrder,
} from '../../domain/search/best-passages.ts';
import {
  documentOf,
  type Field,
  fieldNamed,
  type PassageId,
  passageId,
  placeOf,
} from '../../domain/search/passage.ts';
import { snippet } from '../../domain/search/snippet.ts';
import { isUnspaced } from '../../domain/search/words.ts';
import type { Millis } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import type { FoundPassage, Matches } from './text-match.ts';

/** A quotation from an earlier session about the subject of a prompt. */
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
  limit = 3,
): Promise<readonly QuotedPassage[]> {
  const now = deps.now();
  const useful = matches
    .passages()
    .map((found) => ({ found, order: quoteOrder(found.share, now - found.at) }))
    .sort((a, b) => b.order - a.order)
    .slice(0, MOST_READ)
    .map(({ found }) => found);
  const quoted: (Omit<QuotedPassage, 'session'> & { readonly document: number })[] = [];
  for (const found of otherSessionsFirst(useful)) {
    if (quoted.length >= limit || deps.deadline.passed()) break;
    const said = await newlySaid(deps, prompt, matches, found);
    if (!said || quoted.some(({ text }) => isEcho(said.text, text))) continue;
    quoted.push({ document: documentOf(found.id), at: found.at, share: found.share, ...said });
  }
  if (quoted.length === 0) return [];
  const sessions = await deps.store.sessionsNumbered(quoted.map(({ document }) => document));
  return quoted.flatMap(({ document, ...said }) => {
    const session = sessions.get(document);
    // Somebody may have forgotten it in between.
    return session ? [{ session, ...said }] : [];
  });
}

/** The best of each session, then what else they say. */
function otherSessionsFirst(found: readonly FoundPassage[]): FoundPassage[] {
  const seen = new Set<number>();
  const isFirst = ({ id }: FoundPassage): boolean => !seen.has(documentOf(id)) && !!seen.add(documentOf(id));
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
  const quote = async (text: string, of: PassageId): Promise<string> => {
    // A short one is quoted whole, wherever its marks are.
    if (text.length <= LONGEST_QUOTE) return snippet(text, [], LONGEST_QUOTE).text;
    const literals = terms.map(({ forms }) => forms[0]!).filter(isUnspaced);
    return snippet(await store.markedPassage(terms, of), literals, LONGEST_QUOTE).text;
  };
  const said = (await store.passageTexts([id]))[0]?.text ?? '';
  const field = fieldNamed(id);
  if (named && !holdsSigned(said, terms)) return null;
  if (!isEcho(said, prompt) && !isOnlyAsked(said)) {
    if (!isProse(said) || isSameTemplate(said, prompt)) return null;
    return { by: speakerOf(field), text: await quote(said, id) };
  }
  if (field !== 'user') return null;
  const after = Array.from({ length: REPLY_WITHIN }, (_, i) =>
    passageId(documentOf(id), placeOf(id) + i + 1, 'agent'),
  );
  for (const reply of await store.passageTexts(after)) {
    if (reply.text.length >= SHORTEST_REPLY && isProse(reply.text) && !isEcho(reply.text, prompt))
      return { by: 'agent', text: await quote(reply.text, reply.id) };
  }
  return null;
}

function speakerOf(field: Field): QuotedPassage['by'] {
  return field === 'agent' || field === 'user' ? field : 'note';
}

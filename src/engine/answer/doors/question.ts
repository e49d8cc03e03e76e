import { sectionsAt } from '../../../domain/answer/contributors.ts';
import type { QuotedTurns } from '../../../domain/answer/last-time.ts';
import { type SessionId, shortId } from '../../../domain/base/ids.ts';
import { estimateTokens } from '../../../domain/base/text/tokens.ts';
import { isOfScope, type Pin } from '../../../domain/pins/pin.ts';
import type { Location } from '../../../ports/projects/location.ts';
import type { Deps } from '../../base/deps.ts';
import { ledgerLimits } from '../../ledger/ledger.ts';
import type { Piece } from '../../ledger/pieces.ts';
import { searchMemories } from '../../memories/memories.ts';
import { ASKED, findMatter, shownTurns } from '../matter-turns.ts';
import { matterPieces, memoryPieces, sectionPieces } from '../pieces.ts';
import { MOST_ASKED, memoriesAbout, withoutRules } from '../read/memories.ts';
import { readScope } from '../read.ts';
import { contentOf, type ReadContent } from '../select.ts';
import { leaveOutTold, sessionsTold } from '../told.ts';
import { NOBODY, pinsOfConversation } from './preview.ts';

/** A question of `memory_context`. */
export interface ContextQuestion {
  /** Null for clients that cannot be identified. */
  readonly conversation: SessionId | null;
  readonly location: Location;
  readonly query: string;
  /** The model lost its context. */
  readonly refresh: boolean;
}

/** The pieces that answer a question. */
export interface QuestionAnswer {
  readonly pieces: readonly Piece[];
  /** Why there are none, and what to do; null where there are some. */
  readonly nothing: string | null;
}

/** Tokens of pins, rules and names of tasks for a conversation that was told nothing. */
export const FIRST_TOKENS = 400;
/** Tokens of the element around an answer and of the remarks in it. */
const AROUND = 70;
/** The share of an answer that memories get before the turns of the matter take the rest. */
const FOR_MEMORIES = 1 / 4;

/** The matter that a question means and the memories that hold its words, within some tokens. */
export async function piecesAbout(
  deps: Deps,
  question: ContextQuestion,
  budget: { readonly tokens: number; readonly isFirst: boolean },
): Promise<QuestionAnswer> {
  const { conversation, location, query, refresh } = question;
  const { scope, branch } = location;
  const context = contentOf(
    deps,
    await readScope(deps, { id: conversation ?? NOBODY, scope, branch }),
  );
  const found = memoriesAbout(
    deps,
    await searchMemories(deps, query, { scope, limit: MOST_ASKED }),
  );
  const unsaid = budget.isFirst ? withoutRules(found, context.rules) : found;
  const memories = memoryPieces(deps, unsaid, { mark: context.mark, tokens: budget.tokens });
  const first = budget.isFirst
    ? firstPieces(deps, location, context, await pinsOfConversation(deps, location, conversation))
    : [];
  const room = budget.tokens - AROUND - Math.min(tokensOf(first), FIRST_TOKENS);
  const left = room - Math.min(tokensOf(memories), Math.floor(room * FOR_MEMORIES));
  const matter = await findMatter(deps, query, { scope, besides: conversation }, ASKED);
  const told = await sessionsTold(deps, refresh ? null : conversation);
  const shown = refresh ? () => undefined : await shownTurns(deps, conversation);
  const pieces = matterPieces(deps, leaveOutTold(matter, told), { shown, context, tokens: left });
  return {
    pieces: [...pieces, ...first, ...memories],
    nothing: pieces.length + memories.length > 0 ? null : nothingOf(matter),
  };
}

function nothingOf(matter: readonly QuotedTurns[]): string {
  const newest = matter.at(-1);
  if (!newest) return NOTHING_FITS;
  const id = shortId(newest.session.id);
  return `What fits these words was told before or needs more tokens: session_read of ${id} gives it in full.`;
}

const NOTHING_FITS =
  'No earlier work fits these words: ask with other ones (a file, an id, the subject in fewer words), or look with session_search.';

/** Things that a conversation must know whatever it asks for: pins that are CRITICAL or a person's, rules, names of open tasks. */
function firstPieces(
  deps: Deps,
  { scope }: Location,
  context: ReadContent,
  pins: readonly Pin[],
): readonly Piece[] {
  const ownPins = pins.filter((pin) => pin.critical || isOfScope(pin));
  return sectionPieces(deps, scope, { ...context, ownPins }, sectionsAt('question'));
}

function tokensOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { lines }) => sum + estimateTokens(lines.join('\n')), 0);
}

/** Whether a conversation was told nothing yet, at its start or by a tool; so is one that cannot be told from others. */
export async function wasToldNothing(deps: Deps, conversation: SessionId | null): Promise<boolean> {
  if (conversation === null) return true;
  const restores = await deps.store.restoresOf(conversation);
  if (restores.some(({ preamble }) => preamble !== null)) return false;
  const moment = { at: deps.now(), limits: ledgerLimits(deps.config) };
  const ledger = await deps.store.ledger.ledgerState(conversation, moment);
  return (ledger?.entries.size ?? 0) === 0;
}

import type { Context, PersonRule } from '../../domain/answer/context.ts';
import { contributions, matterLimits, type SectionName } from '../../domain/answer/contributors.ts';
import { matterSections, type QuotedTurns } from '../../domain/answer/last-time.ts';
import { untoldTurns } from '../../domain/answer/untold.ts';
import { fitSections } from '../../domain/base/budget.ts';
import type { Scope } from '../../domain/base/scope.ts';
import {
  renderSection,
  type Section,
  type SectionItem,
  turnLinesIn,
} from '../../domain/base/section.ts';
import { contentHash } from '../../domain/base/text/hash.ts';
import { estimateTokens } from '../../domain/base/text/tokens.ts';
import type { Sendable } from '../../domain/ledger/ledger.ts';
import { type ShownTurns, turnEntries } from '../../domain/ledger/turns.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { PendingTask } from '../../domain/todos/task.ts';
import type { Deps } from '../base/deps.ts';
import { item, turnsItem } from '../ledger/ledger-items.ts';
import {
  memoryPiece,
  type Piece,
  pinPiece,
  rulePiece,
  taskPiece,
  type WeighedMemory,
} from '../ledger/pieces.ts';
import { preambleLimits } from './render.ts';

type PieceDeps = Pick<Deps, 'config' | 'now'>;

/** The sections of an answer as pieces, which a ledger knows one by one. */
export function sectionPieces(
  { config, now }: PieceDeps,
  scope: Scope,
  context: Context,
  chosen: readonly SectionName[],
): Piece[] {
  const quoted = context.turns.values();
  return contributions(context, preambleLimits(config), now(), chosen).flatMap(
    ({ name, section }): Piece[] => {
      switch (name) {
        case 'turns':
          return wholePiece(name, section, (text) => turnsItem(quoted.next().value!, text));
        case 'unmerged':
          return wholePiece(name, section, (text) =>
            textItem(`${name}:${scope.key}:${section.heading}`, text),
          );
        case 'shortForm':
        case 'state':
        case 'elsewhere': {
          // The answer has the heading.
          const lines = { ...section, heading: null };
          const part = name === 'shortForm' ? 'turns' : name;
          return wholePiece(part, lines, (text) => textItem(`${name}:${scope.key}:`, text));
        }
        default:
          return section.items.map(listedPiece);
      }
    },
  );
}

function wholePiece(
  part: Piece['part'],
  section: Section,
  itemOf: (text: string) => Sendable,
): Piece[] {
  const lines = renderSection(section, section.items.length);
  const piece = itemOf(lines.join('\n'));
  return lines.length === 0 ? [] : [{ ...piece, part, lines, turns: turnLinesIn(section.items) }];
}

function textItem(id: string, text: string): Sendable {
  return item('session', id, contentHash(text), text);
}

function listedPiece({ text, of }: SectionItem): Piece {
  const one = of as PendingTask | PersonRule | Pin;
  if ('task_id' in one) return taskPiece(one, text);
  return 'memoryId' in one ? rulePiece(one, text) : pinPiece(one, text);
}

interface MatterTold {
  readonly shown: ShownTurns;
  readonly context: Pick<Context, 'unmergedBranch'>;
  readonly tokens: number;
}

/** The sessions of a matter without the turns that the conversation was told, the newest first. */
export function matterPieces(
  { config, now }: PieceDeps,
  matter: readonly QuotedTurns[],
  { shown, context, tokens }: MatterTold,
): readonly Piece[] {
  const limits = preambleLimits(config);
  // The room of quotations counts true tokens, the answer estimated ones: a turn that is a little too long would be left out whole.
  const shares = { ...limits.shares, recall: Math.floor(tokens * ESTIMATED) };
  const told = matterLimits(context, { ...limits, shares }, now());
  const untold = untoldTurns(matter, told, shown);
  const sections = matterSections(untold, told);
  const fitted = fitSections(sections, { tokens }, estimateTokens);
  const pieces = sections.flatMap((section, i): Piece[] => {
    const kept = fitted?.kept[i] ?? [];
    if (kept.length === 0) return [];
    const lines = renderSection(section, kept.length);
    const text = lines.join('\n');
    const turns = turnLinesIn(kept);
    // The turns are entries of their own, each with its tokens.
    const inTurns = turns.flatMap(turnEntries).reduce((sum, one) => sum + (one.tokens ?? 0), 0);
    const rest = Math.max(0, estimateTokens(text) - inTurns);
    const whole = textItem(`matter:${untold[i]!.session.id}`, text);
    return [{ ...whole, tokens: rest, part: 'recalled', lines, turns }];
  });
  return pieces.reverse();
}

/** True tokens of prose by their estimate. */
const ESTIMATED = 0.8;

/** A memory that takes more of its share than this is cut. */
const MOST_OF_SHARE = 1 / 3;

/** Memories of an answer of so many tokens; `mark`: added for failed claims. */
export function memoryPieces(
  { config }: PieceDeps,
  memories: readonly WeighedMemory[],
  { mark, tokens }: Pick<Context, 'mark'> & { readonly tokens: number },
): readonly Piece[] {
  const most = Math.floor(Math.min(config['memories.token_budget'], tokens) * MOST_OF_SHARE);
  return memories.map((memory) => memoryPiece(memory, most, mark));
}

import type { Recorded } from '../../domain/fact.ts';
import type { Sendable } from '../../domain/ledger/ledger.ts';
import type { Lookup } from '../../domain/ledger/send.ts';
import { storable } from '../../domain/redact/facts.ts';
import { contentHash } from '../../domain/text/hash.ts';
import { oneLine } from '../../domain/text/safe-text.ts';
import { estimateTokens } from '../../domain/text/tokens.ts';
import { MINUTE } from '../../domain/time.ts';
import type { Deps, IntentEvent } from '../../engine/deps.ts';
import { arrivalOf } from '../../engine/events/record.ts';
import { keptLimits } from '../../engine/ledger/ledger.ts';
import type { Source } from '../../engine/reply.ts';
import type { Reply } from '../../host.ts';
import type { SessionHead } from '../../store.ts';
import { isDue, isIgnored, keyOf, type Snapshot, type SopFact, standings } from '../domain/history.ts';
import { sopNote } from '../domain/text.ts';
import { callOf } from '../domain/trigger.ts';
import { type SopLedger, sopsOf } from '../sql.ts';
import { type ReadableSop, type SopEntry, storedPath } from './sop-files.ts';

/** Dependencies for giving an instruction within an open session. */
export type SopDeps = Pick<Deps, 'config' | 'now' | 'store'>;

/** Two instructions at once are enough to read. */
const MAX_TEXTS = 2;

export type Choice =
  | { readonly entry: ReadableSop; readonly outcome: 'given'; readonly note: string }
  /** The model has it, or had it a short while ago; or there is no room before this call. */
  | { readonly entry: ReadableSop; readonly outcome: 'had' | 'waits'; readonly note: null };

/** Which of the instructions that are meant for a call are given now, as far as they fit. */
export function choose(
  deps: Pick<Deps, 'config' | 'now'>,
  meant: readonly ReadableSop[],
  standingOf: (entry: SopEntry) => Snapshot | undefined,
  /** Hash of the version that the model has, if known: a changed instruction is given again. */
  shownHash: (entry: SopEntry) => string | null = () => null,
): Choice[] {
  const now = deps.now();
  const cooldown = deps.config['sop.cooldown_minutes'] * MINUTE;
  const max = deps.config['sop.max_chars'];
  const due = meant.filter((entry) => {
    const shown = shownHash(entry);
    const isOther = shown !== null && shown !== contentHash(noteOf(entry, max));
    return isOther || isDue(standingOf(entry), now, cooldown);
  });
  const notes = fitting(due, max);
  return meant.map((entry): Choice => {
    const note = notes.get(entry);
    if (note !== undefined) return { entry, outcome: 'given', note };
    return { entry, outcome: due.includes(entry) ? 'waits' : 'had', note: null };
  });
}

/** The first is cut where it is too long; a further one has to fit into what is left, or it waits for the next call. */
function fitting(due: readonly ReadableSop[], max: number): ReadonlyMap<ReadableSop, string> {
  const notes = new Map<ReadableSop, string>();
  let left = max;
  for (const entry of due) {
    const note = noteOf(entry, notes.size === 0 ? max : Number.POSITIVE_INFINITY);
    if (note.length > left || notes.size === MAX_TEXTS) continue;
    notes.set(entry, note);
    left -= note.length + 1;
  }
  return notes;
}

function noteOf({ file, sop }: ReadableSop, max: number): string {
  return sopNote({ ...sop, name: file.name, path: file.path }, max);
}

/** Gives what is due in a session, once; and names the memories of those that were not heeded before. */
export async function give(
  deps: SopDeps,
  source: Source,
  head: SessionHead,
  event: IntentEvent,
  meant: readonly ReadableSop[],
): Promise<{ readonly reply: Reply; readonly penalised: readonly string[] }> {
  const { subagent } = event;
  const { tool, text } = callOf(event.intent);
  const toolCall = text ? `${tool}: ${text}` : tool;
  const notes: string[] = [];
  const penalised: string[] = [];
  const decide = (history: readonly Recorded[], { lookup, show }: SopLedger) => {
    const standingOf = standingsFor(deps, standings(history), subagent);
    const choices = choose(deps, meant, standingOf, shownIn(lookup, deps, subagent));
    return choices.flatMap(({ entry, note }): SopFact[] => {
      const fact = factOf(deps, entry, toolCall, subagent);
      const standing = standingOf(entry);
      if (note !== null) {
        notes.push(note);
        show(itemOf(keyOf(fact.path, subagent), note));
        return [fact];
      }
      if (!standing || !isIgnored(standing)) return [];
      penalised.push(...entry.sop.memories);
      return [{ kind: 'sop-ignored', path: fact.path, toolCall: fact.toolCall, ...by(subagent) }];
    });
  };
  await sopsOf(deps).changeSops(head.id, arrivalOf(deps, source), decide, keptLimits(deps.config));
  return { reply: { context: notes.length > 0 ? notes.join('\n') : null }, penalised };
}

export function standingsFor(
  deps: Pick<Deps, 'config'>,
  before: ReadonlyMap<string, Snapshot>,
  subagent: string | null,
): (entry: SopEntry) => Snapshot | undefined {
  return ({ file }) => before.get(keyOf(storedPath(deps, file.path), subagent));
}

function shownIn(
  lookup: Lookup,
  deps: Pick<Deps, 'config'>,
  subagent: string | null,
): (entry: SopEntry) => string | null {
  return ({ file }) => lookup('sop', keyOf(storedPath(deps, file.path), subagent))?.hash ?? null;
}

/** Known by the conversation that it is given to as well: a subagent's is not the session's. */
function itemOf(id: string, note: string): Sendable {
  const tokens = estimateTokens(note);
  return { kind: 'sop', id, hash: contentHash(note), tokens, estimated: true, level: 0 };
}

const MAX_TOOL_CALL = 200;

function factOf(
  deps: Pick<Deps, 'config'>,
  { file, sop }: ReadableSop,
  toolCall: string,
  subagent: string | null,
) {
  const fact = {
    kind: 'sop-injected',
    path: file.path,
    toolCall,
    keyword: sop.acknowledge,
    ...(sop.memories.length > 0 && { memories: sop.memories }),
    ...by(subagent),
  } as const;
  const [safe] = storable([fact], { strict: deps.config['redaction.strict'] }) as [typeof fact];
  return { ...safe, toolCall: oneLine(safe.toolCall, MAX_TOOL_CALL) };
}

export function by(subagent: string | null): { subagent?: string } {
  return subagent ? { subagent } : {};
}

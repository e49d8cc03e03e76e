import { contentHash } from '../../domain/base/text/hash.ts';
import { oneLine, stripOwn } from '../../domain/base/text/safe-text.ts';
import { MINUTE } from '../../domain/base/time.ts';
import { type HostEvent, isForgetful } from '../../domain/facts/event.ts';
import type { RecordedFact } from '../../domain/facts/fact.ts';
import type { EventSender } from '../../domain/facts/sender.ts';
import { isReadingTool, isReadOnly } from '../../domain/observe/read-only.ts';
import { toStorable } from '../../domain/redact/facts.ts';
import type { Deps, EventRoom, IntentEvent, ReplyEvent } from '../../engine/base/deps.ts';
import { SILENCE } from '../../engine/base/reply.ts';
import { sessionFor } from '../../engine/capture/open.ts';
import { arrivalOf, takesFacts } from '../../engine/capture/record.ts';
import { keptLimits } from '../../engine/ledger/ledger.ts';
import { item } from '../../engine/ledger/ledger-items.ts';
import { changeConfidence } from '../../engine/memories/memories.ts';
import type { Reply } from '../../ports/base/host.ts';
import type { SessionHead } from '../../store/store.ts';
import {
  findAwaited,
  foldStandings,
  instructionKey,
  isDue,
  isIgnored,
  type SopFact,
} from '../domain/history.ts';
import { sopNote } from '../domain/note.ts';
import { holdsWord, readCallParts } from '../domain/trigger.ts';
import { listSops, type ReadableSop, SOP_NOTE } from '../files.ts';
import { type SopLedger, sopsOf } from '../sql.ts';
import { judgeSops, storedPath } from './sops.ts';
import { appendUncaptured, readUncaptured, type SpanFact } from './uncaptured.ts';

/** Standing instructions while an agent works. */
export const sops: EventRoom = { intends: instruct, replies: hearIn, uncaptured, note: SOP_NOTE };

/** The instructions that a conversation was given: facts of its session, or a file where capture is off. */
interface SopConversation {
  /** Null while capture is off. */
  readonly head: SessionHead | null;
  readonly history: () => Promise<readonly RecordedFact[]>;
  readonly change: (decide: Decide) => Promise<unknown>;
}

type Decide = (history: readonly RecordedFact[], show: SopLedger) => readonly SopFact[];

function capturedConversation(deps: Deps, source: EventSender, head: SessionHead): SopConversation {
  return {
    head,
    history: () => sopsOf(deps).sopHistory(head.id),
    change: (decide) =>
      sopsOf(deps).changeSops(head.id, arrivalOf(deps, source), decide, keptLimits(deps.config)),
  };
}

/** A conversation while capture is off. Nothing is noted as shown, since a ledger belongs to a session. */
function uncapturedConversation(
  deps: Deps,
  source: EventSender,
  { hostSessionId }: HostEvent,
): SopConversation {
  return {
    head: null,
    history: async () => readUncaptured(deps, source, hostSessionId),
    change: (decide) =>
      appendUncaptured(deps, source, hostSessionId, (now) => decide(now, () => {})),
  };
}

/** Gives what was written to be read before such a tool call, once. The call itself is never held up. */
async function instruct(deps: Deps, source: EventSender, event: IntentEvent): Promise<Reply> {
  const meant = await findApplicableSops(deps, event);
  if (meant.length === 0) return SILENCE;
  const head = await sessionFor(deps, source, event);
  return takesFacts(head)
    ? give(deps, capturedConversation(deps, source, head), event, meant)
    : SILENCE;
}

/** The instructions for a call that may be given. */
async function findApplicableSops(deps: Deps, event: IntentEvent): Promise<readonly ReadableSop[]> {
  if (isReadingTool(event.intent.name)) return [];
  // Every tool call of the agent waits for this, and nearly nobody has instructions: names of files are looked at first.
  if (listSops(deps, deps.rootOf(event.cwd)).length === 0) return [];
  if (isReadOnly(event.intent)) return [];
  return (await judgeSops(deps, deps.locate(event.cwd).scope, event.intent)).flatMap(
    ({ entry, verdict, trust }) => (entry.sop && verdict.applies && trust !== null ? [entry] : []),
  );
}

/** Instructions go on while capture is off: what a conversation was given is remembered without a session. */
async function uncaptured(deps: Deps, source: EventSender, event: HostEvent): Promise<Reply> {
  const conversation = uncapturedConversation(deps, source, event);
  switch (event.kind) {
    case 'tool-intent': {
      const meant = await findApplicableSops(deps, event);
      return meant.length > 0 ? give(deps, conversation, event, meant) : SILENCE;
    }
    case 'turn-end':
    case 'reply':
    case 'subagent-end':
      await hear(deps, conversation, event);
      if (event.kind === 'turn-end') await mark(deps, source, event, { kind: 'turn-ended' });
      return SILENCE;
    case 'session-start':
      if (isForgetful(event.source)) await mark(deps, source, event, { kind: 'epoch-began' });
      return SILENCE;
    case 'compacted':
      await mark(deps, source, event, { kind: 'epoch-began' });
      return SILENCE;
    default:
      return SILENCE;
  }
}

/** Notes a span of a conversation that was given an instruction; to others it cannot matter. */
async function mark(
  deps: Deps,
  source: EventSender,
  { hostSessionId }: HostEvent,
  span: SpanFact,
): Promise<void> {
  if (readUncaptured(deps, source, hostSessionId).length === 0) return;
  await appendUncaptured(deps, source, hostSessionId, () => [span]);
}

/** Two instructions at once are enough to read. */
const MAX_TEXTS = 2;
const MAX_TOOL_CALL = 200;

/** Gives what is due in a session, once; the memories of instructions that were not heeded before lose confidence. */
async function give(
  deps: Deps,
  conversation: SopConversation,
  { subagent, intent }: IntentEvent,
  meant: readonly ReadableSop[],
): Promise<Reply> {
  const { config } = deps;
  const { tool, text } = readCallParts(intent);
  const call = text ? `${tool}: ${text}` : tool;
  const max = config['sop.max_chars'];
  const notes: string[] = [];
  const penalised: string[] = [];
  const decide: Decide = (history, show) => {
    const before = foldStandings(history);
    let left = max;
    return meant.flatMap(({ file, sop }): SopFact[] => {
      const path = storedPath(deps, file.path);
      const key = instructionKey(path, subagent);
      const standing = before.get(key);
      const hash = contentHash(sopNote(file, sop, max));
      // The first is cut where it is too long; a further one has to fit into what is left, or it waits for the next call.
      const note = sopNote(file, sop, notes.length === 0 ? max : Number.POSITIVE_INFINITY);
      const isNow = isDue(standing, hash, deps.now(), config['sop.cooldown_minutes'] * MINUTE);
      if (isNow && note.length <= left && notes.length < MAX_TEXTS) {
        notes.push(note);
        left -= note.length + 1;
        show(item('sop', key, contentHash(note), note));
        const memories = sop.memories.length > 0 && { memories: sop.memories };
        const fact = {
          kind: 'sop-injected',
          path,
          toolCall: call,
          keyword: sop.acknowledge,
          hash,
        } as const;
        return [redactSopFact(deps, { ...fact, ...memories, ...subagentField(subagent) })];
      }
      if (!standing || !isIgnored(standing)) return [];
      penalised.push(...sop.memories);
      return [
        redactSopFact(deps, {
          kind: 'sop-ignored',
          path,
          toolCall: call,
          ...subagentField(subagent),
        }),
      ];
    });
  };
  await conversation.change(decide);
  await adjustConfidence(
    deps,
    conversation.head,
    penalised,
    'hook_penalty',
    -config['memories.hook_penalty'],
  );
  return { context: notes.length > 0 ? notes.join('\n') : null };
}

function redactSopFact<F extends Extract<SopFact, { toolCall: string }>>(
  { config }: Deps,
  fact: F,
): F {
  const [safe] = toStorable([fact], { strict: config['redaction.strict'] }) as unknown as [F];
  return { ...safe, toolCall: oneLine(safe.toolCall, MAX_TOOL_CALL) };
}

function subagentField(subagent: string | null): { subagent?: string } {
  return subagent ? { subagent } : {};
}

function hearIn(
  deps: Deps,
  source: EventSender,
  head: SessionHead,
  event: ReplyEvent,
): Promise<void> {
  return hear(deps, capturedConversation(deps, source, head), event);
}

/** Notes the instructions that a reply acknowledges: their word stands in it. */
async function hear(deps: Deps, conversation: SopConversation, event: ReplyEvent): Promise<void> {
  // Most conversations were given none, and need no look at the reply.
  const history = await conversation.history();
  if (history.length === 0) return;
  const reply = stripOwn(event.reply ?? '');
  const subagent = event.kind === 'subagent-end' ? (event.subagent ?? 'subagent') : null;
  const heard = (all: readonly RecordedFact[]) =>
    findAwaited(all, subagent).filter(
      ({ keyword }) => keyword !== null && holdsWord(reply, keyword),
    );
  if (heard(history).length === 0) return;
  const memories: string[] = [];
  await conversation.change((now) =>
    heard(now).map(({ path, memories: known = [] }) => {
      memories.push(...known);
      return { kind: 'sop-acknowledged', path, ...subagentField(subagent) };
    }),
  );
  await adjustConfidence(
    deps,
    conversation.head,
    memories,
    'sop_boost',
    deps.config['memories.sop_boost'],
  );
}

async function adjustConfidence(
  deps: Deps,
  head: SessionHead | null,
  memories: readonly string[],
  reason: 'sop_boost' | 'hook_penalty',
  delta: number,
): Promise<void> {
  for (const id of new Set(memories)) await changeConfidence(deps, id, delta, reason, head);
}

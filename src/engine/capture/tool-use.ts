import { contentHash } from '../../domain/base/text/hash.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import { estimateTokens } from '../../domain/base/text/tokens.ts';
import { iso } from '../../domain/base/time.ts';
import type { HostEvent } from '../../domain/facts/event.ts';
import { canInject, type EventSender } from '../../domain/facts/sender.ts';
import type { Sendable } from '../../domain/ledger/ledger.ts';
import type { Reply } from '../../ports/base/host.ts';
import type { SessionHead } from '../../store/store.ts';
import { failOpen } from '../answer/answer.ts';
import { tellAtTool } from '../answer/doors/prompt.ts';
import type { Deps } from '../base/deps.ts';
import { SILENCE } from '../base/reply.ts';
import { keptLimits } from '../ledger/ledger.ts';
import { type Captured, watchesReads } from './record.ts';

type ToolUseEvent = Extract<HostEvent, { kind: 'tool-use' }>;

/** Answers a recorded tool use. For hosts that cannot inject at prompts, this delivers a restore that is due. */
export async function toolUse(
  deps: Deps,
  source: EventSender,
  event: ToolUseEvent,
  captured: Captured | null,
): Promise<Reply> {
  if (!captured) return SILENCE;
  const noted = watchesReads(deps.config, event) ? await noteRead(deps, captured, event) : SILENCE;
  if (!canInject(source, event)) return SILENCE;
  if (!source.injection || source.injection.at.includes('prompt')) return noted;
  // A subagent's model would hear what its session has to be told.
  if (event.subagent !== null) return noted;
  const head = await deps.store.head(captured.head.id);
  const due = head ? await failOpen(deps, head, () => tellAtTool(deps, head)) : SILENCE;
  return due.context ? due : noted;
}

/**
 * Records the file content that the model was shown, and says so if the model already had exactly that.
 * The note comes after the call, in one line: a tool is never blocked.
 */
async function noteRead(
  deps: Deps,
  { head, facts }: Captured,
  event: ToolUseEvent,
): Promise<Reply> {
  const { shown } = event.use;
  const limits = keptLimits(deps.config);
  // The stored path, because a path may contain a secret.
  const path = facts
    .find((fact) => fact.kind === 'tool')
    ?.touched.find(({ how }) => how === 'read')?.path;
  if (shown === undefined || path === undefined || !limits || event.subagent !== null)
    return SILENCE;
  const moment = { at: deps.now(), limits };
  const item: Sendable = {
    kind: 'file',
    id: path,
    hash: contentHash(shown),
    tokens: estimateTokens(shown),
    estimated: true,
    level: 0,
  };
  const before = await deps.store.ledger.lastShown(head.id, 'file', path, moment);
  await deps.store.ledger.recordInLedger(head.id, [{ fact: 'sent', item }], moment);
  if (before?.hash !== item.hash) return SILENCE;
  const when = `${iso(before.sentAt).slice(11, 16)} UTC`;
  const note = `${oneLine(path, 250)} has not changed since this conversation read it at ${when} (about ${item.tokens} tokens).`;
  return { context: `<cortex-note kind="file">${note}</cortex-note>` };
}

/** Read paths whose content is not in the ledger. */
export async function unwatched(
  deps: Deps,
  head: SessionHead,
  paths: readonly string[],
): Promise<readonly string[]> {
  const limits = keptLimits(deps.config);
  if (!deps.config['ledger.file_note'] || !limits) return paths;
  const moment = { at: deps.now(), limits };
  const rest: string[] = [];
  for (const path of paths) {
    if (!(await deps.store.ledger.lastShown(head.id, 'file', path, moment))?.hash) rest.push(path);
  }
  return rest;
}

import { join } from 'node:path';
import type { SessionId } from '../../domain/base/ids.ts';
import { contentHash } from '../../domain/base/text/hash.ts';
import { parseJson } from '../../domain/base/text/json.ts';
import type { Fact, RecordedFact } from '../../domain/facts/fact.ts';
import type { EventSender } from '../../domain/facts/sender.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { exclusivelyNow } from '../../system/base/exclusive.ts';
import { readBounded, writeAtomic } from '../../system/base/files.ts';
import { SOPS_GIVEN } from '../../system/base/home.ts';
import type { SopFact } from '../domain/history.ts';

/** Instructions that conversations were given while capture is off, by a hash of their id: no session, and none of their words. */
type Conversations = Readonly<Record<string, readonly RecordedFact[]>>;

const LARGEST = 4 * 1024 * 1024;
/** Earlier conversations make room for new ones. */
const MOST_CONVERSATIONS = 200;

type UncapturedDeps = Pick<Deps, 'home' | 'now'>;

export function readUncaptured(
  { home }: UncapturedDeps,
  source: EventSender,
  hostSessionId: string,
): readonly RecordedFact[] {
  return conversationsIn(home)[keyOfConversation(source, hostSessionId)] ?? [];
}

/** Appends what the decider makes of the history. Where another process writes just now, an instruction may come twice. */
export async function appendUncaptured(
  { home, now }: UncapturedDeps,
  source: EventSender,
  hostSessionId: string,
  decide: (history: readonly RecordedFact[]) => readonly (SopFact | SpanFact)[],
): Promise<void> {
  const path = join(home, SOPS_GIVEN);
  const key = keyOfConversation(source, hostSessionId);
  const write = async (): Promise<true> => {
    const { [key]: before = [], ...others } = conversationsIn(home);
    const facts = decide(before);
    if (facts.length === 0) return true;
    const added = facts.map(
      (fact, i): RecordedFact => ({
        seq: before.length + i + 1,
        at: now(),
        sessionId: key as SessionId,
        fact: withoutCall(fact),
      }),
    );
    const kept = Object.entries(others).slice(1 - MOST_CONVERSATIONS);
    writeAtomic(path, JSON.stringify(Object.fromEntries([...kept, [key, [...before, ...added]]])));
    return true;
  };
  const isWritten = await exclusivelyNow(`${path}.lock`, write);
  if (!isWritten) decide(readUncaptured({ home, now }, source, hostSessionId));
}

/** The end of a turn, or of what the model remembers: both decide whether an instruction is given again. */
export type SpanFact = Extract<Fact, { kind: 'turn-ended' | 'epoch-began' }>;

/** The fact without its call, which is the conversation's own words. */
function withoutCall(fact: SopFact | SpanFact): Fact {
  return 'toolCall' in fact ? { ...fact, toolCall: '' } : fact;
}

function conversationsIn(home: string): Conversations {
  const text = readBounded(join(home, SOPS_GIVEN), LARGEST)?.toString('utf8') ?? '';
  return (parseJson(text) as Conversations | undefined) ?? {};
}

function keyOfConversation({ host }: EventSender, hostSessionId: string): string {
  return contentHash(`${host} ${hostSessionId}`);
}

import { isInAgent } from '../../engine/presence/target.ts';
import { sessionFacts } from '../../engine/sessions/sessions.ts';
import type { OperationCall } from './operation.ts';

/** The speaker, by the way the call came: the agent that has the command among its descendants, else the caller. */
export async function findSpeaker({
  by,
  deps,
}: Pick<OperationCall, 'by' | 'deps'>): Promise<'agent' | 'person'> {
  return by === 'agent' || (await isInAgent(deps)) ? 'agent' : 'person';
}

/** The owner of a pin: words typed after `/cortex:pin` are the person's, although the agent sends them. */
export async function findPinOwner(
  call: OperationCall,
  content: string,
): Promise<'agent' | 'person'> {
  const speaker = await findSpeaker(call);
  if (speaker === 'person' || call.session === null) return speaker;
  const facts = await sessionFacts(call.deps, call.session.id);
  const prompt = facts.findLast(({ fact }) => fact.kind === 'prompt')?.fact;
  const typed =
    prompt && 'text' in prompt ? /^\/cortex:pin\s+(.+)$/s.exec(prompt.text.trim())?.[1] : null;
  return typed?.trim() === content.trim() ? 'person' : 'agent';
}

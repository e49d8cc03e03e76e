import { isInAgent } from '../engine/session/target.ts';
import type { Call } from './operation.ts';

/** The speaker, by the way the call came: the agent that has the command among its descendants, else the caller. */
export async function speakerOf({ by, deps }: Pick<Call, 'by' | 'deps'>): Promise<'agent' | 'person'> {
  return by === 'agent' || (await isInAgent(deps)) ? 'agent' : 'person';
}

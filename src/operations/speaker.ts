import { isInAgent } from '../engine/session/target.ts';
import type { Call } from './operation.ts';

/** Who says it, by the way it came: the agent that has the command among its descendants, else whoever calls. */
export async function speakerOf({ by, deps }: Pick<Call, 'by' | 'deps'>): Promise<'agent' | 'person'> {
  return by === 'agent' || (await isInAgent(deps)) ? 'agent' : 'person';
}

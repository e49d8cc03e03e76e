import type { Call } from './operation.ts';

/** Who says it: the agent in whose session a command runs, else whoever calls. */
export async function speakerOf(call: Call): Promise<'agent' | 'person'> {
  if (call.by === 'agent') return 'agent';
  const sessions = (await call.saidIn()) ?? [];
  return sessions.some(({ owner }) => call.deps.owners.isAround(owner)) ? 'agent' : 'person';
}

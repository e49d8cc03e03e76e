import { join } from 'node:path';
import type { Agent, AgentOptions } from './agent.ts';

/** Stories over some days: each session is a piece of work on one of them. */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const MONDAY = Date.parse('2026-11-02T10:00:00.000Z');
/** When somebody comes back. */
export const LATER = MONDAY + 9 * DAY;

export function at(millis: number): string {
  return new Date(millis).toISOString();
}

/** A turn, and the files that it changed. */
export type Said = readonly [prompt: string, reply: string, ...edits: string[]];

/** Plays sessions from their start to their end. */
export function playing(agent: (more: Partial<AgentOptions>) => Agent, repo: () => string) {
  return async (now: number, ...turns: readonly Said[]): Promise<Agent> => {
    const one = agent({ now: at(now) });
    await one.start();
    for (const [i, [prompt, reply, ...edits]] of turns.entries()) {
      await one.at(at(now + (i + 1) * MINUTE)).prompt(prompt);
      for (const edit of edits) await one.edit(join(repo(), edit));
      await one.stop(reply);
    }
    await one.end();
    return one;
  };
}

import type { HostEvent } from '../domain/event.ts';
import { asRecord, idText } from '../domain/text/json.ts';
import { Recent } from './recent.ts';

/** Which conversation started which: a subagent's work is its parent's. */
export class Family {
  readonly #parents = new Recent<string>();

  spawned(event: unknown, ctx: unknown): void {
    const child = idText(asRecord<{ childSessionKey: unknown }>(event)?.childSessionKey);
    const parent = idText(asRecord<{ requesterSessionKey: unknown }>(ctx)?.requesterSessionKey);
    if (child && parent && child !== parent) this.#parents.set(child, parent);
  }

  left(child: string): void {
    this.#parents.delete(child);
  }

  /** The one that a person talks to; null where that is this one itself. */
  parentOf(conversation: string): string | null {
    let parent: string | null = null;
    // Subagents start subagents; a few deep at most.
    for (let at = conversation, deep = 0; deep < 10; deep++) {
      const next = this.#parents.get(at);
      if (next === undefined) break;
      at = parent = next;
    }
    return parent;
  }
}

/** A subagent's event as one of its parent; null if it is the subagent's own affair. */
export function byChild(event: HostEvent, child: string): HostEvent | null {
  // A subagent's context is its own.
  if (event.kind === 'compacting' || event.kind === 'compacted') return null;
  const subagent = child.slice(child.indexOf(':subagent:') + 1);
  return event.kind === 'turn-end' ? { ...event, kind: 'subagent-end', subagent } : { ...event, subagent };
}

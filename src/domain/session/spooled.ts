import type { HostEvent, ToolUse } from '../event.ts';
import type { OwnerRecord } from '../owner.ts';
import type { Millis } from '../time.ts';

/** Raised when an older version could not read a record any more. Whoever raises it goes on reading all before it. */
const VERSION = 1;

/** An event that could not be stored when it happened, as it waits on the disk. */
export interface Spooled {
  readonly version: typeof VERSION;
  /** Stored with the event's fact, so that taking it in twice counts once. */
  readonly id: string;
  /** When the process that brought it began. */
  readonly at: Millis;
  readonly host: string;
  readonly via: string;
  /** The process that the session lives in, as far as it could be told. */
  readonly owner: OwnerRecord | null;
  readonly event: HostEvent;
}

/** Enough of a tool's texts to tell what it defined and how it ended. */
const MOST_TEXT = 8_000;
/** Enough of what was said: the rest is cut when it is stored. */
const MOST_WORDS = 64_000;

/** The event without what nobody needs later; secrets are taken out by whoever writes it down, before this cut. */
export function bounded(event: HostEvent): HostEvent {
  switch (event.kind) {
    case 'tool-use':
      return { ...event, use: boundedUse(event.use) };
    case 'prompt':
    case 'summary':
      return { ...event, text: ends(event.text, MOST_WORDS) };
    case 'turn-end':
    case 'reply':
    case 'subagent-end':
      return { ...event, reply: event.reply && ends(event.reply, MOST_WORDS) } as HostEvent;
    default:
      return event;
  }
}

/** The content of a file that was read is never kept. */
function boundedUse({ shown: _, ...use }: ToolUse): ToolUse {
  return {
    ...use,
    output: use.output && ends(use.output, MOST_TEXT),
    changes: use.changes.map((change) => ({
      ...change,
      added: change.added?.slice(0, MOST_TEXT) ?? null,
      removed: change.removed?.slice(0, MOST_TEXT) ?? null,
    })),
  };
}

/** The beginning says what it is, the end what came of it. */
function ends(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most / 2)}\n…\n${text.slice(-most / 2)}`;
}

/** `later`: a newer version wrote it and takes it in. Null for what is no such record. */
export function readSpooled(text: string): Spooled | 'later' | null {
  try {
    const record = JSON.parse(text) as Partial<Spooled> | null;
    if (Number(record?.version) > VERSION) return 'later';
    const isOne =
      record?.version === VERSION &&
      typeof record.id === 'string' &&
      Number.isFinite(record.at) &&
      typeof record.host === 'string' &&
      typeof record.via === 'string' &&
      typeof record.event?.kind === 'string' &&
      typeof record.event.hostSessionId === 'string';
    return isOne ? (record as Spooled) : null;
  } catch {
    return null;
  }
}

import type { BusEvent, Client, MessagePart } from './opencode.ts';

/** An event of opencode's bus, as it is passed on. */
export interface Heard {
  readonly name: string;
  readonly sessionID: string;
  readonly more: object;
}

/** Keeps what single events do not say: whose subagent a session is, and what was answered last. */
export interface Listener {
  hear(event: BusEvent): readonly Heard[];
  /** Asks opencode about a session that began before this process did. */
  meet(sessionID: string): Promise<void>;
  /** The session that a person leads, for which this one works or which it is. */
  leaderOf(sessionID: string): string;
  /** The same, where it is another one. */
  parentOf(sessionID: string): string | null;
  /** Sessions that were active here and have not ended. */
  open(): readonly string[];
}

interface Reply {
  readonly messageID: string;
  readonly texts: Map<string, string>;
}

const ASKING_MS = 500;

export function createListener(client: Client | undefined): Listener {
  /** The parent of each session that was seen; null for one that a person leads. */
  const parents = new Map<string, string | null>();
  const replies = new Map<string, Reply>();

  const leaderOf = (sessionID: string): string => {
    let at = sessionID;
    for (let depth = 0; depth < 20; depth++) {
      const parent = parents.get(at);
      if (!parent || parent === at) break;
      at = parent;
    }
    return at;
  };

  const noteText = (part: MessagePart) => {
    const reply = replies.get(part.sessionID);
    if (reply?.messageID === part.messageID && part.text) reply.texts.set(part.id, part.text);
  };

  const hear = ({ type, properties = {} }: BusEvent): readonly Heard[] => {
    const { info, part } = properties;
    const sessionID = properties.sessionID ?? info?.sessionID ?? part?.sessionID ?? info?.id;
    if (sessionID === undefined) return [];
    const heard = (more: object = {}) => [{ name: type, sessionID, more }];
    switch (type) {
      case 'session.created':
        parents.set(sessionID, info?.parentID ?? null);
        return heard({ properties: { info: { directory: info?.directory } } });
      case 'message.updated':
        if (info?.role === 'assistant' && !info.summary && info.mode !== 'compaction' && info.id) {
          if (replies.get(sessionID)?.messageID !== info.id)
            replies.set(sessionID, { messageID: info.id, texts: new Map() });
        }
        return [];
      case 'message.part.updated':
        if (part?.type === 'text') noteText(part);
        return part?.type === 'tool' && part.state?.status === 'error' ? heard({ properties: { part } }) : [];
      case 'session.idle': {
        const reply = replies.get(sessionID);
        replies.delete(sessionID);
        return heard(
          reply ? { reply: { messageID: reply.messageID, text: [...reply.texts.values()].join('\n') } } : {},
        );
      }
      case 'session.compacted':
        return heard();
      case 'session.deleted': {
        const ended = heard();
        // An ended session says no farewell.
        if (leaderOf(sessionID) === sessionID) parents.delete(sessionID);
        return ended;
      }
      default:
        return [];
    }
  };

  return {
    hear,
    async meet(sessionID) {
      if (parents.has(sessionID)) return;
      parents.set(sessionID, (await askParent(client, sessionID)) ?? null);
    },
    leaderOf,
    parentOf: (sessionID) => (parents.get(sessionID) ? leaderOf(sessionID) : null),
    open: () => [...parents].filter(([, parent]) => parent === null).map(([sessionID]) => sessionID),
  };
}

async function askParent(client: Client | undefined, id: string): Promise<string | undefined> {
  const asked = client?.session?.get?.({ path: { id } });
  const tooLong = new Promise<undefined>((done) => {
    setTimeout(() => done(undefined), ASKING_MS).unref?.();
  });
  try {
    return (await Promise.race([asked, tooLong]))?.data?.parentID;
  } catch {
    return undefined;
  }
}

/** The used part of what opencode tells its plugins, as of 1.18. */
export interface OpencodeClient {
  readonly session?: {
    get?(request: { path: { id: string } }): Promise<{ data?: { readonly parentID?: string } }>;
  };
}

export interface BusEvent {
  readonly type: string;
  readonly properties?: {
    readonly sessionID?: string;
    /** A session, or a message. A subagent works in a session of its own. */
    readonly info?: {
      readonly id: string;
      readonly parentID?: string;
      readonly directory?: string;
      readonly sessionID?: string;
      readonly role?: string;
      /** A compaction's summary. */
      readonly summary?: unknown;
      readonly mode?: string;
    };
    readonly part?: MessagePart;
  };
}

export interface MessagePart {
  readonly id: string;
  readonly sessionID: string;
  readonly messageID: string;
  readonly type: string;
  readonly text?: string;
  /** Not the user's own words. */
  readonly synthetic?: boolean;
  readonly state?: { readonly status?: string };
}

/** An event of opencode's bus, as it is passed on. */
interface Heard {
  readonly name: string;
  readonly sessionID: string;
  readonly more: object;
}

const ASKING_MS = 500;

/** Keeps what single events do not say: whose subagent a session is, and what was answered last. */
export class BusListener {
  readonly #client: OpencodeClient | undefined;
  /** The parent of each session that was seen; null for one that a person leads. */
  readonly #parents = new Map<string, string | null>();
  readonly #replies = new Map<
    string,
    { readonly messageID: string; readonly texts: Map<string, string> }
  >();

  constructor(client: OpencodeClient | undefined) {
    this.#client = client;
  }

  hear({ type, properties = {} }: BusEvent): readonly Heard[] {
    const { info, part } = properties;
    const sessionID = properties.sessionID ?? info?.sessionID ?? part?.sessionID ?? info?.id;
    if (sessionID === undefined) return [];
    const heard = (more: object = {}) => [{ name: type, sessionID, more }];
    const reply = this.#replies.get(sessionID);
    switch (type) {
      case 'session.created':
        this.#parents.set(sessionID, info?.parentID ?? null);
        return heard({ properties: { info: { directory: info?.directory } } });
      case 'message.updated':
        if (info?.role === 'assistant' && !info.summary && info.mode !== 'compaction') {
          if (info.id && reply?.messageID !== info.id)
            this.#replies.set(sessionID, { messageID: info.id, texts: new Map() });
        }
        return [];
      case 'message.part.updated':
        if (part?.type === 'text' && part.text && reply?.messageID === part.messageID)
          reply.texts.set(part.id, part.text);
        return part?.type === 'tool' && part.state?.status === 'error'
          ? heard({ properties: { part } })
          : [];
      case 'session.idle': {
        this.#replies.delete(sessionID);
        const text = [...(reply?.texts.values() ?? [])].join('\n');
        return heard(reply ? { reply: { messageID: reply.messageID, text } } : {});
      }
      case 'session.compacted':
        return heard();
      case 'session.deleted':
        // An ended session says no farewell.
        if (this.leaderOf(sessionID) === sessionID) this.#parents.delete(sessionID);
        return heard();
      default:
        return [];
    }
  }

  /** The session that a person leads, for which this one works or which it is. */
  leaderOf(sessionID: string): string {
    let at = sessionID;
    for (let depth = 0; depth < 20; depth++) {
      const parent = this.#parents.get(at);
      if (!parent || parent === at) break;
      at = parent;
    }
    return at;
  }

  /** Asks opencode about a session that began before this process did. */
  async meet(sessionID: string): Promise<void> {
    if (!this.#parents.has(sessionID))
      this.#parents.set(sessionID, (await askParent(this.#client, sessionID)) ?? null);
  }

  /** The session that a person leads, if it is another one. */
  parentOf(sessionID: string): string | null {
    return this.#parents.get(sessionID) ? this.leaderOf(sessionID) : null;
  }

  /** Sessions that were active here and have not ended. */
  open(): readonly string[] {
    return [...this.#parents]
      .filter(([, parent]) => parent === null)
      .map(([sessionID]) => sessionID);
  }
}

async function askParent(
  client: OpencodeClient | undefined,
  id: string,
): Promise<string | undefined> {
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

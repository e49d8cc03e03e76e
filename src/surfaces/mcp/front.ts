import { Transform } from 'node:stream';
import { parseJson } from '../../domain/base/text/json.ts';

/** The server's first answers, as the build recorded them (`scripts/front.mjs`). */
export interface FirstAnswers {
  /** The protocol's versions, the newest first. */
  readonly versions: readonly string[];
  readonly initialize: Readonly<Record<string, unknown>>;
  /** Lists that stay the same, by the method that asks for them. */
  readonly lists: Readonly<Record<string, object>>;
}

interface RpcMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The answer to a message: a line; none, because a notice wants none; or the server has to answer it, and all that follows. */
export type FrontAnswer =
  | { readonly kind: 'line'; readonly line: string }
  | { readonly kind: 'silence' }
  | { readonly kind: 'left to the server' };

export type Front = (message: Buffer) => FrontAnswer;

const LEFT: FrontAnswer = { kind: 'left to the server' };

/** Answers what every client asks first, without the library, which takes three starts of Node to load. */
export function makeFront({ versions, initialize, lists }: FirstAnswers): Front {
  // Since 2026 a client says with each request who it is, and does not begin so: then the server answers everything.
  let isBegun = false;
  return (line) => {
    const message = parseJson(line.toString('utf8')) as RpcMessage | null;
    if (message?.method === 'notifications/initialized') return { kind: 'silence' };
    const result = message && resultOf(message);
    if (!result || message.id === undefined) return LEFT;
    const answer = { jsonrpc: '2.0', id: message.id, result };
    return { kind: 'line', line: `${JSON.stringify(answer)}\n` };
  };

  function resultOf({ method, params }: RpcMessage): object | null {
    if (method === 'ping') return isBegun ? {} : null;
    if (!isBegun && method !== 'initialize') return null;
    if (method !== 'initialize')
      return params?.['cursor'] === undefined ? (lists[method ?? ''] ?? null) : null;
    const asked = params?.['protocolVersion'];
    // A client that shows pages is offered other tools.
    const shows = (params?.['capabilities'] as { extensions?: unknown } | undefined)?.extensions;
    if (typeof asked !== 'string' || shows !== undefined) return null;
    isBegun = true;
    return { ...initialize, protocolVersion: versions.includes(asked) ? asked : versions[0] };
  }
}

/** Takes out the answer to a request that the client was answered already. */
export function withoutAnswerTo(id: string | number | null): Transform {
  let isGone = id === null;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isGone) return done(null, chunk);
      isGone = true;
      // The first message of a server answers the first of its client.
      const end = chunk.indexOf(0x0a) + 1;
      done(null, end > 0 ? chunk.subarray(end) : null);
    },
  });
}

export function messageId(line: Buffer): string | number | null {
  return (parseJson(line.toString('utf8')) as RpcMessage | null)?.id ?? null;
}

/** Below the 10 MB at which the protocol's library gives up the connection. */
export const LONGEST_LINE = 8 * 1024 * 1024;

/** Bytes of a message's beginning and end that are looked at. */
const ENDS = 256;

/**
 * Messages of a client, a line each. One that is too long is left out and told to `refuse` with its id, where its beginning or
 * its end shows one; the next is read as ever.
 */
export function wholeLines(
  refuse: (id: string | number | null) => void,
  longest: number = LONGEST_LINE,
): Transform {
  let held: Buffer[] = [];
  let size = 0;
  let head = '';
  let tail = '';

  const take = (piece: Buffer) => {
    size += piece.length;
    if (head.length < ENDS) head += piece.toString('latin1', 0, ENDS - head.length);
    tail = (tail + piece.toString('latin1', Math.max(0, piece.length - ENDS))).slice(-ENDS);
    if (size <= longest) held.push(piece);
    else held = [];
  };
  const end = (push: (line: Buffer) => void) => {
    if (size <= longest) push(Buffer.concat(held));
    else refuse(idIn(head, tail));
    held = [];
    size = 0;
    head = '';
    tail = '';
  };

  return new Transform({
    // A chunk is a line.
    readableObjectMode: true,
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
        take(chunk.subarray(from, at + 1));
        end((line) => this.push(line));
        from = at + 1;
      }
      if (from < chunk.length) take(chunk.subarray(from));
      done();
    },
  });
}

/** Clients write it first or last; in the middle of a message an id may be anything's. */
function idIn(head: string, tail: string): string | number | null {
  const id = '"id":\\s*(\\d{1,15}|"[\\w.:-]{1,100}")';
  const found =
    new RegExp(`^\\s*\\{(?:"jsonrpc":\\s*"2\\.0",\\s*)?${id}\\s*,`).exec(head) ??
    new RegExp(`,\\s*${id}\\s*\\}\\s*$`).exec(tail);
  return found ? (JSON.parse(found[1]!) as string | number) : null;
}

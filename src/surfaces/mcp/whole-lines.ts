import { Transform } from 'node:stream';

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

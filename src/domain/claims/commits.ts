interface CommitToken {
  readonly start: number;
  readonly end: number;
  readonly hash: string;
  /** The words around it name a commit. Other hex figures may be ids of anything. */
  readonly isSure: boolean;
}

const HEX = /(?<![\w.#/\\@:$-])[0-9a-f]{7,40}(?![\w/\\@$-]|\.\w)/g;
const COMMIT = /(?:commits?|revision|sha|提交)\s*[:：]?\s*["'`(]*$/i;
/** Other things that have such ids. */
const OTHER_IDS =
  /(?:^|[^A-Za-z])(?:sessions?|sitzung|sesión|ids?|uuid|guid|tokens?|keys?|secret|hash|md5|sha-?256|checksum|etag|digest|container|image|layer|trace|span|request|correlation|device|serial|order|invoice|ticket|users?|account|customer|tenant|job|run|build|task|thread|node|pod|colou?r|address|pointer|offset|hex|bytes?|value|event|evt|message|memory|mem|cache|bucket|blob|tree|instance|mac|password|nonce|salt|inherited from|cortex \w+)(?![A-Za-z])/i;
const NUMBER = /^\d+e\d+$/;

/** Figures that stand as a commit. A plain word such as `deadbeef` or a number is none, unless the text says `commit`. */
export function commitsIn(text: string): CommitToken[] {
  const found: CommitToken[] = [];
  for (const { 0: hash, index } of text.matchAll(HEX)) {
    const before = text.slice(Math.max(0, index - 40), index);
    const after = text.slice(index + hash.length, index + hash.length + 40);
    const isNamed = COMMIT.test(before);
    if (!isNamed && (!/\d/.test(hash) || !/[a-f]/.test(hash) || NUMBER.test(hash))) continue;
    const isOther =
      OTHER_IDS.test(before.slice(-NEAR)) || /^["'`)]*\s+(?:session|container|image|token)/i.test(after);
    found.push({ start: index, end: index + hash.length, hash, isSure: isNamed || !isOther });
  }
  return found;
}

/** Characters before a hash in which a word says what it is the id of. */
const NEAR = 24;

import { listed, wordsOf } from './words.ts';

interface CommitToken {
  readonly start: number;
  readonly end: number;
  readonly hash: string;
  /** The words around it name a commit, or nothing else that has such ids. */
  readonly isSure: boolean;
}

const HEX = /(?<![\w.#/\\@:$-])[0-9a-f]{7,40}(?![\w/\\@$-]|\.\w)/g;
const COMMIT = listed('commit, commits, revision, sha');
/** Other things that have such ids. */
const OTHERS = listed(
  `session, sessions, sitzung, sesión, id, ids, uuid, guid, token, tokens, key, keys, secret, hash, md5, sha256, sha-256, checksum,
  etag, digest, container, image, layer, trace, span, request, correlation, device, serial, order, invoice, ticket, user, users,
  account, tenant, job, run, build, task, thread, node, pod, color, colour, address, pointer, offset, hex, byte, bytes, value, event,
  evt, message, memory, mem, cache, bucket, blob, tree, instance, mac, password, nonce, salt, inherited, cortex`,
);
/** Words before a hash in which one says what it is the id of. */
const NEAR = 3;

/** Figures that stand as a commit. A plain word such as `deadbeef` or a number is none, unless the text says `commit`. */
export function commitsIn(text: string): CommitToken[] {
  const found: CommitToken[] = [];
  for (const { 0: hash, index } of text.matchAll(HEX)) {
    const before = wordsOf(
      text
        .slice(Math.max(0, index - 40), index)
        .toLowerCase()
        .replaceAll('[', ' '),
    );
    const isNamed = COMMIT.has(before.at(-1) ?? '') || (before.at(-1) ?? '').endsWith('提交');
    if (!isNamed && (!/\d/.test(hash) || !/[a-f]/.test(hash) || /^\d+e\d+$/.test(hash))) continue;
    const [next = ''] = wordsOf(text.slice(index + hash.length, index + hash.length + 20).toLowerCase());
    const isOther = [...before.slice(-NEAR), next].some((word) => OTHERS.has(word));
    found.push({ start: index, end: index + hash.length, hash, isSure: isNamed || !isOther });
  }
  return found;
}

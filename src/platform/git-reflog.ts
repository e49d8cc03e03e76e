import type { Millis } from '../domain/time.ts';
import { readBounded } from './files.ts';

/** A movement of HEAD. */
export interface Movement {
  readonly from: string;
  readonly to: string;
  readonly at: Millis;
  readonly kind: MovementKind;
  /** The subject of the commit that was made; null for other movements. */
  readonly subject: string | null;
}

/** `commit` and `pulled` only add commits; what is neither may lead anywhere. */
type MovementKind = 'commit' | 'merge' | 'pulled' | 'other';

/** Some 100 movements. */
const TAIL_BYTES = 16 * 1024;

/** How HEAD came to stand at `head`, the last movement first; nothing where the file does not end there. */
export function movementsTo(head: string, file: string): Movement[] {
  const text = readBounded(file, TAIL_BYTES, 'end')?.toString('utf8') ?? '';
  const lines = text.split('\n');
  const movements: Movement[] = [];
  let at = head;
  // The first line may be a part of one.
  for (let i = lines.length - 1; i > 0 || (i === 0 && text.length < TAIL_BYTES); i--) {
    const movement = movementIn(lines[i]!);
    if (!movement) {
      if (lines[i] === '') continue;
      break;
    }
    // Somebody moved HEAD without a note: what came before proves nothing.
    if (movement.to !== at) break;
    movements.push(movement);
    at = movement.from;
  }
  return movements;
}

const LINE = /^([0-9a-f]{40}) ([0-9a-f]{40}) [^\t]*?(\d{1,12}) [-+]\d{4}\t(.*)$/;
/** Names of branches have neither a colon nor a parenthesis, so that no subject passes for one of these. */
const FORWARD = /^(?:merge|pull)(?: [^:(]*)?: Fast-forward$/;
const COMMITTED = /^(?:commit|cherry-pick|revert|commit \(cherry-pick\)): (.*)$/;
const MERGED = /^commit \(merge\): (.*)$/;

function movementIn(line: string): Movement | null {
  const found = LINE.exec(line);
  if (!found) return null;
  const [, from, to, seconds, message] = found as unknown as [string, string, string, string, string];
  const at = Number(seconds) * 1000;
  const committed = COMMITTED.exec(message);
  if (committed) return { from, to, at, kind: 'commit', subject: committed[1]! };
  const merged = MERGED.exec(message);
  if (merged) return { from, to, at, kind: 'merge', subject: merged[1]! };
  return { from, to, at, kind: FORWARD.test(message) ? 'pulled' : 'other', subject: null };
}

/** The commits that HEAD left behind by adding to them: ancestors of where it is now. */
export function leftBehind(movements: readonly Movement[]): ReadonlySet<string> {
  const left = new Set<string>();
  for (const { from, kind } of movements) {
    if (kind === 'other') break;
    left.add(from);
  }
  return left;
}

import type { Asked } from './measure.ts';
import { drawn } from './random.ts';

/** A share with its interval: commits are drawn again, because lines of one commit are right or wrong together. */
export interface Share {
  readonly of: number;
  readonly count: number;
  readonly from: number;
  readonly to: number;
}

export interface Figures {
  /** All telling lines, and those whose commit names a recorded session. */
  readonly lines: number;
  readonly recorded: number;
  readonly namedOfRecorded: Share;
  readonly namedOfAll: Share;
  readonly right: Share;
  /** The same for commits that name one session alone. */
  readonly rightOfOne: Share;
  /** Named, of the lines that a session of their commit wrote by its transcript. */
  readonly namedOfWritten: Share;
  /** A share of those that are not right: no session of the trailer wrote such a line by its transcript, and the named one did. */
  readonly keyErrs: Share;
  /** The change was made after the commit, or by a session that began after it. */
  readonly impossible: number;
  readonly probable: number;
  readonly elsewhere: number;
}

export interface Key {
  readonly sessions: ReadonlyMap<string, ReadonlySet<string>>;
  readonly read: ReadonlySet<string>;
}

const DRAWS = 1_000;
const TWO_MINUTES = 120_000;

export function figuresOf(lines: readonly Asked[], { sessions, read }: Key): Figures {
  const keyOf = ({ commit }: Asked) => (commit === null ? undefined : sessions.get(commit));
  const recorded = lines.filter((line) => [...(keyOf(line) ?? [])].some((id) => read.has(id)));
  const named = lines.filter(({ session }) => session !== null);
  const judged = named.filter((line) => (keyOf(line)?.size ?? 0) > 0);
  const isRight = (line: Asked) => keyOf(line)!.has(line.session!);
  const ofOne = judged.filter((line) => keyOf(line)!.size === 1);
  return {
    lines: lines.length,
    recorded: recorded.length,
    namedOfRecorded: shareOf(recorded, ({ session }) => session !== null),
    namedOfAll: shareOf(lines, ({ session }) => session !== null),
    right: shareOf(judged, isRight),
    rightOfOne: shareOf(ofOne, isRight),
    namedOfWritten: shareOf(
      lines.filter((line) => [...(keyOf(line) ?? [])].some((id) => line.writers.has(id))),
      ({ session }) => session !== null,
    ),
    keyErrs: shareOf(
      judged.filter((line) => !isRight(line)),
      (line) => ![...keyOf(line)!].some((id) => line.writers.has(id)),
    ),
    impossible: named.filter(
      ({ after, began, commit }) => commit !== null && (after > TWO_MINUTES || began > TWO_MINUTES),
    ).length,
    probable: named.filter(({ isProbable }) => isProbable).length,
    elsewhere: named.filter(({ isElsewhere }) => isElsewhere).length,
  };
}

function shareOf(lines: readonly Asked[], is: (line: Asked) => boolean): Share {
  const groups = new Map<string, [number, number]>();
  for (const line of lines) {
    const group = groups.get(line.commit ?? '') ?? [0, 0];
    group[0] += is(line) ? 1 : 0;
    group[1]++;
    groups.set(line.commit ?? '', group);
  }
  const all = [...groups.values()];
  const random = drawn('why');
  const draws = Array.from({ length: DRAWS }, () => {
    let [count, of] = [0, 0];
    for (let i = 0; i < all.length; i++) {
      const group = all[Math.floor(random() * all.length)]!;
      count += group[0];
      of += group[1];
    }
    return of === 0 ? 0 : count / of;
  }).sort((a, b) => a - b);
  return {
    of: lines.length,
    count: lines.filter(is).length,
    from: draws[Math.floor(DRAWS * 0.025)] ?? 0,
    to: draws[Math.floor(DRAWS * 0.975)] ?? 0,
  };
}

export function printed({ of, count, from, to }: Share): string {
  if (of === 0) return 'none';
  const percent = (share: number) => (100 * share).toFixed(1);
  return `${percent(count / of)} % (${percent(from)} to ${percent(to)}; ${count} of ${of})`;
}

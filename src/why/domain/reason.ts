import { scopedPath } from '../../domain/base/scoped-path.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { Fact, RecordedFact } from '../../domain/facts/fact.ts';
import { readRequest } from '../../domain/turns/asked.ts';
import { isNod } from '../../domain/turns/talk.ts';
import { turnAfter } from '../../domain/turns/turn.ts';
import { parseUnits } from '../../domain/turns/units.ts';
import { distinctWords, tellingLines } from '../../domain/turns/weight.ts';

/** A request of the person. */
export interface TurnRequest {
  readonly turn: number;
  readonly words: string;
}

/** Why a change was made, as far as its session says. */
export interface Reason {
  /** The turn of the change. */
  readonly turn: number;
  /** The request of that turn, behind those that it goes back to. */
  readonly asked: readonly TurnRequest[];
  /** The agent's last sentence before the change; null where it said nothing. */
  readonly agent: string | null;
  /** Earlier changes of the file in the turn. */
  readonly tried: number;
  /** Checks that failed in the turn before the change. */
  readonly failed: readonly string[];
  /** Checks after it, as they ended last: `npm test: green`. */
  readonly checks: readonly string[];
}

/** Requests that are walked back over. */
const MOST_BACK = 4;
const LONGEST_REQUEST = 400;
const LONGEST_SENTENCE = 300;
const MOST_CHECKS = 3;

/** The reason that the facts of a session give for a change of a file. */
export function explainChange(
  facts: readonly RecordedFact[],
  change: { readonly at: Millis; readonly path: string },
  root: string | null,
): Reason | null {
  const numbered = withTurns(facts, root);
  const place = placeOf(numbered, change, root);
  const turn = numbered[place]?.turn;
  if (turn === undefined) return null;
  const before = numbered.slice(0, place).filter((one) => one.turn === turn);
  const touches = ({ fact }: RecordedFact) => isChange(fact, change.path, root);
  return {
    turn,
    asked: collectRequests(numbered, turn),
    agent: lastSentence(before),
    tried: before.filter(touches).length,
    failed: checksIn(before).flatMap(({ name, ok }) => (ok ? [] : [name])),
    checks: checksAfter(numbered, place, turn),
  };
}

type Numbered = RecordedFact & { readonly turn: number };

function withTurns(facts: readonly RecordedFact[], root: string | null): Numbered[] {
  let turn = 0;
  return facts.map((one) => {
    turn = turnAfter(turn, one.fact, root);
    return { ...one, turn };
  });
}

/** The fact of the change: of that moment, else the last one up to then. */
function placeOf(
  facts: readonly RecordedFact[],
  { at, path }: { readonly at: Millis; readonly path: string },
  root: string | null,
): number {
  const exact = facts.findIndex((one) => one.at === at && isChange(one.fact, path, root));
  return exact >= 0 ? exact : facts.findLastIndex((one) => one.at <= at);
}

function isChange(fact: Fact, path: string, root: string | null): boolean {
  return (
    fact.kind === 'tool' &&
    fact.ok &&
    fact.touched.some(
      ({ path: named, how }) =>
        how !== 'read' && scopedPath(named, fact.workdir ?? root, root) === path,
    )
  );
}

/** The request of a turn; where it says nothing alone, also the one before. */
function collectRequests(facts: readonly Numbered[], turn: number): TurnRequest[] {
  const asked: TurnRequest[] = [];
  for (let number = turn; number > 0 && number >= turn - MOST_BACK; number--) {
    const said = facts.flatMap(({ fact, turn: of }) =>
      of === number && fact.kind === 'prompt' ? [readRequest(fact.text)] : [],
    );
    const words = said.filter(Boolean).join('\n');
    if (words === '') continue;
    const telling =
      tellingLines(words, LONGEST_REQUEST, 'person') || words.slice(0, LONGEST_REQUEST);
    asked.unshift({ turn: number, words: oneLine(telling, LONGEST_REQUEST) });
    if (saysAlone(words)) break;
  }
  return asked;
}

/** The weight from which a request says by itself what is wanted. */
const ENOUGH = 2.5;

/** Whether a request says by itself what is wanted: its words are weighed, so that "continue" and "fix it" do not. */
export function saysAlone(words: string): boolean {
  if (isNod(words)) return false;
  return distinctWords(words).reduce((sum, word) => sum + weightOf(word), 0) >= ENOUGH;
}

/** A name or a figure says most, a short word of the language nearly nothing. */
function weightOf(word: string): number {
  if (/[\d_./:]|[a-z][A-Z]/.test(word)) return 2;
  if (/[^\0-\x7f]/.test(word)) return 1;
  if (word.length < 4) return 0.1;
  return word.length < 6 ? 0.6 : 1;
}

function lastSentence(facts: readonly RecordedFact[]): string | null {
  const reply = facts.findLast(({ fact }) => fact.kind === 'reply' && fact.subagent === undefined);
  if (reply?.fact.kind !== 'reply') return null;
  const last = parseUnits(reply.fact.text).at(-1);
  return last ? oneLine(last.text, LONGEST_SENTENCE) : null;
}

interface CheckEnd {
  readonly name: string;
  readonly ok: boolean;
}

function checksIn(facts: readonly RecordedFact[]): CheckEnd[] {
  return facts.flatMap(({ fact }) =>
    fact.kind === 'tool' && fact.check
      ? [{ name: oneLine(fact.check.name, 60), ok: fact.check.ok }]
      : [],
  );
}

/** Checks from a change to the end of its turn, each as it ended last; where there was none, those of the next turn. */
function checksAfter(facts: readonly Numbered[], place: number, turn: number): string[] {
  const after = facts.slice(place + 1);
  const own = checksIn(after.filter((one) => one.turn === turn));
  const checks = own.length > 0 ? own : checksIn(after.filter((one) => one.turn === turn + 1));
  const last = new Map(checks.map(({ name, ok }) => [name, ok]));
  return [...last].slice(-MOST_CHECKS).map(([name, ok]) => `${name}: ${ok ? 'green' : 'red'}`);
}

import { HEADINGS } from '../../domain/answer/headings.ts';
import { claimsIn, nameOfClaim } from '../../domain/claims/claim.ts';
import { shortId } from '../../domain/ids.ts';
import { TOLD_AS_OWN } from '../../domain/pins/inherit.ts';
import { TAKEN } from '../../domain/restore/contribute.ts';
import { scoreFormula } from '../../domain/restore/relevance.ts';
import type { ExplainedClaim } from '../../engine/restore/claims.ts';
import type {
  ExplainedCandidate,
  ExplainedPin,
  RuleWords,
  StoredExplanation,
} from '../../engine/restore/explain.ts';
import type { Column, Line, Style } from '../view.ts';

/** Why something was told: sessions with their scores, pins, tasks, rules and memories, each with its verdict. */
export function explanationLines(why: StoredExplanation, words: RuleWords, style: Style): readonly Line[] {
  const { candidates = [], pins = [], tasks = [], tasks_left = [], rules = [], memories = [] } = why;
  const { recalled = [], claims = [] } = why;
  return [
    ...(why.known_by ? [indented(`${style.dim('known by')} ${why.known_by}`)] : []),
    ...candidateLines(why, candidates, style),
    ...stopLines(why, style),
    ...table(style, ['pin', '', 'from', 'verdict'], eachOnce(pins), (pin) => [
      ...[pin.label, pin.critical ? 'CRITICAL' : '', shortId(pin.from)],
      isTold(pin.verdict) ? pin.verdict : `refused: ${pin.verdict}`,
    ]),
    ...table(style, ['task', 'verdict'], [...tasks.map((id) => [id, TOLD]), ...tasks_left], (one) =>
      'task_id' in one ? [one.task_id, one.verdict] : one,
    ),
    ...table(style, ['rule', 'verdict', 'words'], rules, (id) => [id, TOLD, words.get(id) ?? FORGOTTEN]),
    ...table(style, ['memory', 'at end', 'age', 'now', 'from', 'verdict'], memories, (one) => [
      ...[one.memory_id, one.confidence_at_end.toFixed(2), ageOf(one), one.confidence.toFixed(2)],
      ...[shortId(one.from), isTold(one.verdict) ? one.verdict : `left out: ${one.verdict}`],
    ]),
    ...table(style, ['recalled', 'turn', 'age', 'of the prompt'], recalled, (one) => [
      ...[shortId(one.session_id), String(one.turn), ageOf(one), one.share.toFixed(2)],
    ]),
    // Its claims that do not hold in the working tree.
    ...table(style, ['claim', 'of', 'verdict'], claims, (one) => [
      ...[claimWords(one, words), `${one.item} ${one.of}`],
      `${one.verdict}: ${one.left_out ? 'left out' : 'marked'}`,
    ]),
  ];
}

const TOLD = 'told';
const FORGOTTEN = '(forgotten since)';

function indented(text: string): Line {
  return { mark: '  ', text };
}

const FIGURES = ['score', 'recency', 'overlap', 'tasks', 'at end', 'age', 'now', 'turn', 'of the prompt'];
const IDS = ['session', 'from', 'memory', 'rule', 'recalled', 'of'];
/** Columns that give way in a narrow window, the highest number first. */
const SPARE: Readonly<Record<string, number>> = {
  ...{ recency: 5, overlap: 5, tasks: 5, age: 3, 'at end': 2, title: 1, from: 1, of: 1, rule: 1 },
};

/** Rows below their titles; nothing where there are none. */
function table<T>(
  style: Style,
  titles: readonly string[],
  all: readonly T[],
  cells: (one: T) => readonly string[],
): readonly Line[] {
  if (all.length === 0) return [];
  const columns = titles.map((title, i): Column => {
    const spare = i > 0 || title === 'rule' ? SPARE[title] : undefined;
    if (FIGURES.includes(title)) return { title, align: 'right', ...(spare && { spare }) };
    return { title, ...(i === 0 && !IDS.includes(title) && { least: 16 }), ...(spare && { spare }) };
  });
  const paint = (title: string, text: string) => {
    if (title === 'verdict') return isTold(text) ? style.green : style.yellow;
    if (title === '') return style.red;
    return IDS.includes(title) ? style.cyan : undefined;
  };
  const rows = all.map((one) =>
    cells(one).map((text, i) => {
      const painted = paint(titles[i]!, text);
      return { text, ...(painted && { paint: painted }) };
    }),
  );
  return ['', { table: { columns, rows, indent: '  ' } }];
}

function isTold(verdict: string): boolean {
  return ['the latest', TOLD, TOLD_AS_OWN].includes(verdict) || verdict.startsWith(TAKEN);
}

function claimWords({ of, claim }: ExplainedClaim, words: RuleWords): string {
  if (typeof claim === 'string') return claim;
  const found = claimsIn(words.get(of) ?? '')[claim];
  return found ? nameOfClaim(found) : FORGOTTEN;
}

function candidateLines(
  { phase, more_candidates: more = 0, threshold = 0 }: StoredExplanation,
  candidates: readonly ExplainedCandidate[],
  style: Style,
): readonly Line[] {
  if (candidates.length === 0)
    return phase === 'start' || phase === 'compact'
      ? [indented('No earlier session of this project holds anything within the lookback.')]
      : [];
  const order = 'the latest first, then by score; of about the same score those that worked';
  const [, rows] = table(
    style,
    ['score', 'recency', 'overlap', 'tasks', 'age', 'session', 'verdict', 'title'],
    candidates,
    (one) => [
      ...[one.relevance, one.recency, one.overlap, one.tasks].map((figure) => figure.toFixed(3)),
      ...[ageOf(one), shortId(one.session_id), one.verdict, one.title ?? ''],
    ],
  );
  const elsewhere = candidates.filter(({ relation }) => relation !== undefined && relation !== 'same');
  return [
    '',
    indented(style.dim(`score = ${scoreFormula()}; included if ${threshold} or more; ${order}`)),
    rows!,
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...(elsewhere.length > 0
      ? ['', indented(style.dim('where they stopped, relative to the commit checked out'))]
      : []),
    ...elsewhere.map((one) => ({
      mark: `  ${style.cyan(shortId(one.session_id))}  `,
      text: lineWords(one),
    })),
  ];
}

const RELATIONS = { ahead: 'ahead of it', apart: 'apart from it', gone: 'its commit is gone' };

function lineWords({ branch, relation, apart, branch_gone: isGone }: ExplainedCandidate): string {
  const where = branch ? `on ${branch}` : 'no branch';
  const how = RELATIONS[relation as keyof typeof RELATIONS] ?? relation;
  if (isGone) return `${where}: that branch is gone; counts as the same`;
  if (apart) return `${where}: ${how}; counts half, and is told under its branch`;
  return `${where}: ${how}${relation === 'contained' ? '' : '; counts as the same'}`;
}

function ageOf({ hours }: { readonly hours: number }): string {
  return hours < 48 ? `${hours.toFixed(1)} h` : `${(hours / 24).toFixed(1)} d`;
}

/** A CRITICAL pin is offered for itself and by its session; the first verdict says it all. */
function eachOnce(pins: readonly ExplainedPin[]): readonly ExplainedPin[] {
  const isSame = (a: ExplainedPin, b: ExplainedPin) => a.label === b.label && a.from === b.from;
  return pins.filter((pin, i) => pins.findIndex((other) => isSame(other, pin)) === i);
}

function stopLines(
  { last_time: id, before_that: before = [], short_form: isShort }: StoredExplanation,
  { cyan }: Style,
): readonly Line[] {
  const lines = [
    ...(id ? [`${HEADINGS.lastTime} quotes the turns of session ${cyan(shortId(id))}.`] : []),
    ...(id ? [before].flat().map((one) => `Session ${cyan(shortId(one))} is quoted beside it.`) : []),
    ...(isShort
      ? ['No session is recent enough: the record of the last work is told, and nothing is inherited.']
      : []),
  ];
  return lines.length === 0 ? [] : ['', ...lines.map(indented)];
}

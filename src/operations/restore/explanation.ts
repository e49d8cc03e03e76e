import { HEADINGS } from '../../domain/answer/headings.ts';
import { nameOfClaim } from '../../domain/claims/claim.ts';
import { claimsIn } from '../../domain/claims/find.ts';
import { shortId } from '../../domain/ids.ts';
import { TOLD_AS_OWN } from '../../domain/pins/inherit.ts';
import type { Relation } from '../../domain/projects/history.ts';
import { TAKEN } from '../../domain/restore/contribute.ts';
import { scoreFormula } from '../../domain/restore/relevance.ts';
import type { ExplainedClaim } from '../../engine/restore/claims.ts';
import type {
  ExplainedCandidate,
  ExplainedMemory,
  ExplainedPin,
  ExplainedTurn,
  RuleWords,
  StoredExplanation,
} from '../../engine/restore/explain.ts';
import type { Cell, Column, Line, Style } from '../view.ts';

/** Why something was told: sessions with their scores, pins, tasks, rules and memories, each with its verdict. */
export function explanationLines(why: StoredExplanation, rules: RuleWords, style: Style): readonly Line[] {
  const said = (name: string, text: string | undefined): readonly Line[] =>
    text ? [indented(`${style.dim(name)} ${text}`)] : [];
  return [
    ...said('known by', why.known_by),
    ...candidateLines(why, style),
    ...stopLines(why, style),
    ...pinLines(why.pins ?? [], style),
    ...taskLines(why, style),
    ...ruleLines(why.rules ?? [], rules, style),
    ...memoryLines(why.memories ?? [], style),
    ...recalledLines(why.recalled ?? [], style),
    ...claimLines(why.claims ?? [], rules, style),
  ];
}

function indented(text: string): Line {
  return { mark: '  ', text };
}

function table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): readonly Line[] {
  return ['', { table: { columns, rows, indent: '  ' } }];
}

/** Its claims that do not hold in the working tree. */
function claimLines(
  claims: readonly ExplainedClaim[],
  words: RuleWords,
  { cyan, yellow }: Style,
): readonly Line[] {
  if (claims.length === 0) return [];
  return table(
    [
      { title: 'claim', least: 16 },
      { title: 'of', spare: 1 },
      { title: 'verdict', least: 10 },
    ],
    claims.map((one) => [
      { text: claimWords(one, words) },
      { text: `${one.item} ${one.of}`, paint: cyan },
      { text: one.left_out ? `${one.verdict}: left out` : `${one.verdict}: marked`, paint: yellow },
    ]),
  );
}

function claimWords({ of, claim }: ExplainedClaim, words: RuleWords): string {
  if (typeof claim === 'string') return claim;
  const found = claimsIn(words.get(of) ?? '')[claim];
  return found ? nameOfClaim(found) : '(forgotten since)';
}

function candidateLines(
  { phase, candidates = [], more_candidates: more = 0, threshold = 0 }: StoredExplanation,
  style: Style,
): readonly Line[] {
  if (phase === 'resume' || phase?.startsWith('continue:')) return [];
  if (candidates.length === 0)
    return [indented('No earlier session of this project holds anything within the lookback.')];
  const order = 'the latest first, then by score; of about the same score those that worked';
  const formula = `score = ${scoreFormula()}; included if ${threshold} or more; ${order}`;
  return [
    '',
    indented(style.dim(formula)),
    candidateTable(candidates, style),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...whereLines(candidates, style),
  ];
}

/** The positions of sessions that stopped elsewhere than what was checked out. */
function whereLines(candidates: readonly ExplainedCandidate[], { dim, cyan }: Style): readonly Line[] {
  const elsewhere = candidates.filter(({ relation }) => relation !== undefined && relation !== 'same');
  if (elsewhere.length === 0) return [];
  return [
    '',
    indented(dim('where they stopped, relative to the commit checked out')),
    ...elsewhere.map((candidate) => ({
      mark: `  ${cyan(shortId(candidate.session_id))}  `,
      text: lineWords(candidate),
    })),
  ];
}

const RELATIONS: Readonly<Record<Relation, string>> = {
  same: 'the same commit',
  contained: 'contained',
  ahead: 'ahead of it',
  apart: 'apart from it',
  gone: 'its commit is gone',
  unknown: 'unknown',
};

function lineWords({ branch, relation = 'unknown', apart, branch_gone: isGone }: ExplainedCandidate): string {
  const where = branch ? `on ${branch}` : 'no branch';
  if (isGone) return `${where}: that branch is gone; counts as the same`;
  if (apart) return `${where}: ${RELATIONS[relation]}; counts half, and is told under its branch`;
  return `${where}: ${RELATIONS[relation]}${relation === 'contained' ? '' : '; counts as the same'}`;
}

/** Eight columns of figures; cut short they would say nothing. */
const ROOM_FOR_COLUMNS = 64;

function below(candidate: ExplainedCandidate, { cyan }: Style): Line {
  const { relevance, recency, overlap, tasks, verdict, title } = candidate;
  const parts = `recency ${recency.toFixed(3)}, overlap ${overlap.toFixed(3)}, tasks ${tasks.toFixed(3)}`;
  const text = `${relevance.toFixed(3)} ${verdict} (${parts}), ${ageOf(candidate)} ago${title ? `: ${title}` : ''}`;
  return { mark: `  ${cyan(shortId(candidate.session_id))}  `, text };
}

function candidateTable(candidates: readonly ExplainedCandidate[], style: Style): Line {
  const columns = [
    { title: 'score', align: 'right' },
    { title: 'recency', align: 'right' },
    { title: 'overlap', align: 'right' },
    { title: 'tasks', align: 'right' },
    { title: 'age', align: 'right', spare: 2 },
    { title: 'session' },
    { title: 'verdict', least: 10 },
    { title: 'title', least: 12, spare: 1 },
  ] as const;
  return {
    table: {
      columns,
      rows: candidates.map((candidate) => candidateCells(candidate, style)),
      indent: '  ',
      below: { room: ROOM_FOR_COLUMNS, lines: candidates.map((candidate) => below(candidate, style)) },
    },
  };
}

function ageOf({ hours }: { readonly hours: number }): string {
  return hours < 48 ? `${hours.toFixed(1)} h` : `${(hours / 24).toFixed(1)} d`;
}

function candidateCells(candidate: ExplainedCandidate, { green, dim, cyan }: Style): readonly Cell[] {
  const paint = isTaken(candidate.verdict) ? green : dim;
  return [
    { text: candidate.relevance.toFixed(3), paint },
    { text: candidate.recency.toFixed(3) },
    { text: candidate.overlap.toFixed(3) },
    { text: candidate.tasks.toFixed(3) },
    { text: ageOf(candidate) },
    { text: shortId(candidate.session_id), paint: cyan },
    { text: candidate.verdict, paint },
    { text: candidate.title ?? '' },
  ];
}

function pinLines(pins: readonly ExplainedPin[], { green, yellow, red, cyan }: Style): readonly Line[] {
  if (pins.length === 0) return [];
  return table(
    [{ title: 'pin', least: 16 }, { title: '' }, { title: 'from' }, { title: 'verdict', least: 10 }],
    eachOnce(pins).map((pin) => [
      { text: pin.label },
      { text: pin.critical ? 'CRITICAL' : '', paint: red },
      { text: shortId(pin.from), paint: cyan },
      pin.verdict === TAKEN || pin.verdict === TOLD_AS_OWN
        ? { text: pin.verdict, paint: green }
        : { text: `refused: ${pin.verdict}`, paint: yellow },
    ]),
  );
}

/** A CRITICAL pin is offered for itself and by its session; the first verdict says it all. */
function eachOnce(pins: readonly ExplainedPin[]): readonly ExplainedPin[] {
  const isSame = (a: ExplainedPin, b: ExplainedPin) => a.label === b.label && a.from === b.from;
  return pins.filter((pin, i) => pins.findIndex((other) => isSame(other, pin)) === i);
}

/** Too old to speak, but named because the prompt fits them. */
function recalledLines(turns: readonly ExplainedTurn[], { cyan }: Style): readonly Line[] {
  if (turns.length === 0) return [];
  return table(
    [
      { title: 'recalled' },
      { title: 'turn', align: 'right' },
      { title: 'age', align: 'right' },
      { title: 'of the prompt', align: 'right' },
    ],
    turns.map((one) => [
      { text: shortId(one.session_id), paint: cyan },
      { text: String(one.turn) },
      { text: ageOf(one) },
      { text: one.share.toFixed(2) },
    ]),
  );
}

function memoryLines(memories: readonly ExplainedMemory[], { green, yellow, cyan }: Style): readonly Line[] {
  if (memories.length === 0) return [];
  return table(
    [
      { title: 'memory' },
      { title: 'at end', align: 'right', spare: 2 },
      { title: 'age', align: 'right', spare: 3 },
      { title: 'now', align: 'right' },
      { title: 'from', spare: 1 },
      { title: 'verdict', least: 10 },
    ],
    memories.map((memory) => [
      { text: memory.memory_id, paint: cyan },
      { text: memory.confidence_at_end.toFixed(2) },
      { text: ageOf(memory) },
      { text: memory.confidence.toFixed(2) },
      { text: shortId(memory.from), paint: cyan },
      memory.verdict === TAKEN
        ? { text: TAKEN, paint: green }
        : { text: `left out: ${memory.verdict}`, paint: yellow },
    ]),
  );
}

function isTaken(verdict: string): boolean {
  return verdict === 'the latest' || verdict.startsWith(TAKEN);
}

function stopLines(
  { last_time: id, before_that: before, short_form: isShort }: StoredExplanation,
  { cyan }: Style,
): readonly Line[] {
  if (!id && !isShort) return [];
  return [
    '',
    ...(id ? [indented(`${HEADINGS.lastTime} quotes the turns of session ${cyan(shortId(id))}.`)] : []),
    ...[before]
      .flat()
      .flatMap((one) => (one ? [indented(`Session ${cyan(shortId(one))} is quoted beside it.`)] : [])),
    ...(isShort
      ? [
          indented(
            'No session is recent enough: the record of the last work is told, and nothing is inherited.',
          ),
        ]
      : []),
  ];
}

function taskLines(
  { tasks = [], tasks_left: left = [] }: StoredExplanation,
  { green, yellow }: Style,
): readonly Line[] {
  if (tasks.length + left.length === 0) return [];
  return table(
    [
      { title: 'task', least: 16 },
      { title: 'verdict', least: 10 },
    ],
    [
      ...tasks.map((id) => [{ text: id }, { text: 'told', paint: green }]),
      ...left.map(({ task_id, verdict }) => [{ text: task_id }, { text: verdict, paint: yellow }]),
    ],
  );
}

function ruleLines(ids: readonly string[], words: RuleWords, { green, cyan }: Style): readonly Line[] {
  if (ids.length === 0) return [];
  return table(
    [{ title: 'rule', spare: 1 }, { title: 'verdict' }, { title: 'words', least: 10 }],
    ids.map((id) => [
      { text: id, paint: cyan },
      { text: 'told', paint: green },
      { text: words.get(id) ?? '(forgotten since)' },
    ]),
  );
}

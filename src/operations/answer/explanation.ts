import { findClaims, nameOfClaim } from '../../domain/answer/claim.ts';
import { TAKEN } from '../../domain/answer/contribute.ts';
import { HEADINGS } from '../../domain/answer/headings.ts';
import { scoreFormula } from '../../domain/answer/relevance.ts';
import { shortId } from '../../domain/base/ids.ts';
import type {
  ExplainedCandidate,
  RuleWords,
  StoredExplanation,
} from '../../engine/answer/explain.ts';
import type { ExplainedClaim } from '../../engine/answer/read/claims.ts';
import { buildTable, type Style, type ViewLine } from '../base/view.ts';

/** Why something was told: every session, pin, task, rule, memory and claim that was weighed, each with its verdict. */
export function explanationLines(
  why: StoredExplanation,
  words: RuleWords,
  { dim }: Style,
): readonly ViewLine[] {
  const { candidates = [], more_candidates: more = 0, threshold = 0 } = why;
  const items = itemsIn(why, words);
  const isWhole = why.phase === 'start' || why.phase === 'compact';
  return [
    ...(why.known_by ? [`${dim('project known by')} ${why.known_by}`] : []),
    ...(candidates.length > 0
      ? [
          dim(
            `score = ${scoreFormula()}; included if ${threshold} or more, the told ones first, then by score`,
          ),
        ]
      : []),
    ...(candidates.length === 0 && isWhole
      ? ['No session of this project within the lookback period left anything to tell.']
      : []),
    ...(items.length > 0
      ? [
          buildTable(items, [
            { title: 'what', least: 16, cell: ([what]) => what },
            { title: 'verdict', least: 10, cell: ([, verdict]) => verdict },
            { title: 'about', least: 8, cell: ([, , about]) => about },
          ]),
        ]
      : []),
    ...(more > 0 ? [`… and ${more} more sessions`] : []),
    ...stopLines(why),
  ];
}

/** An item of the explanation: its name, the verdict on it, and more about it. */
type Explained = readonly [what: string, verdict: string, about: string];

const TOLD = 'told';
const FORGOTTEN = '(forgotten since)';

function itemsIn(why: StoredExplanation, words: RuleWords): Explained[] {
  const {
    candidates = [],
    pins = [],
    tasks = [],
    tasks_left = [],
    rules = [],
    memories = [],
  } = why;
  const { recalled = [], claims = [] } = why;
  const pinRows = pins.map(({ label, critical, from, verdict }): Explained => {
    return [critical ? `CRITICAL pin ${label}` : `pin ${label}`, verdict, `of ${shortId(from)}`];
  });
  return [
    ...candidates.map((one): Explained => {
      const title = one.title === null ? '' : `${one.title} `;
      return [
        `session ${shortId(one.session_id)}`,
        one.verdict,
        `${title}(${ageOf(one)}; ${scoreWords(one)})`,
      ];
    }),
    // A CRITICAL pin is offered for itself and by its session; the first verdict says it all.
    ...pinRows.filter(
      ([what, , of], i) => pinRows.findIndex((one) => one[0] === what && one[2] === of) === i,
    ),
    ...tasks.map((id): Explained => [`task ${id}`, TOLD, '']),
    ...tasks_left.map(({ task_id, verdict }): Explained => [`task ${task_id}`, verdict, '']),
    ...rules.map((id): Explained => [`rule ${id}`, TOLD, words.get(id) ?? FORGOTTEN]),
    ...memories.map((one): Explained => {
      const verdict = one.verdict === TAKEN ? TAKEN : `left out: ${one.verdict}`;
      const then = `${one.confidence_at_end.toFixed(2)} ${ageOf(one)}`;
      return [
        `memory ${one.memory_id}`,
        verdict,
        `confidence ${one.confidence.toFixed(2)} now, ${then}`,
      ];
    }),
    ...recalled.map((one): Explained => {
      const turns = `${one.turns.length === 1 ? 'turn' : 'turns'} ${one.turns.join(', ')}`;
      return [`session ${shortId(one.session_id)}`, 'fits the prompt', `${turns}, ${ageOf(one)}`];
    }),
    // Claims that do not hold in the working tree.
    ...claims.map((one): Explained => {
      const verdict = `${one.verdict}: ${one.left_out ? 'left out' : 'marked'}`;
      return [`claim ${claimWords(one, words)}`, verdict, `${one.item} ${one.of}`];
    }),
  ];
}

/** `score 0.71 = 0.40 × 0.93 recency + 0.35 × 0.50 overlap + 0.25 × 0.25 tasks; on main`. */
export function scoreWords(candidate: ExplainedCandidate): string {
  const { relevance, branch, relation, apart, branch_gone: isGone } = candidate;
  const score = `score ${relevance.toFixed(2)} = ${scoreFormula(candidate)}`;
  if (!branch) return score;
  if (apart) return `${score}; on ${branch}, which is not merged and counts half`;
  if (isGone) return `${score}; on ${branch}, which is gone`;
  return `${score}; on ${branch}${relation === 'same' ? '' : `, ${relation}`}`;
}

function claimWords({ of, claim }: ExplainedClaim, words: RuleWords): string {
  if (typeof claim === 'string') return claim;
  const found = findClaims(words.get(of) ?? '')[claim];
  return found ? nameOfClaim(found) : FORGOTTEN;
}

function ageOf({ hours }: { readonly hours: number }): string {
  return hours < 48 ? `${hours.toFixed(1)} h ago` : `${(hours / 24).toFixed(1)} d ago`;
}

function stopLines(explanation: StoredExplanation): string[] {
  const {
    last_time: id,
    before_that: before = [],
    elsewhere = [],
    foreign = [],
    short_form,
  } = explanation;
  return [
    ...(id ? [`${HEADINGS.lastTime} quotes the turns of session ${shortId(id)}.`] : []),
    ...(id ? [before].flat().map((one) => `Session ${shortId(one)} is quoted too.`) : []),
    ...elsewhere.map((one) => `Session ${shortId(one)} left something open, of another matter.`),
    ...foreign.map((one) => `Session ${shortId(one)} of another project changed files here.`),
    ...(short_form
      ? [
          'No session is recent enough: the record of the last work is told, and nothing is inherited.',
        ]
      : []),
  ];
}

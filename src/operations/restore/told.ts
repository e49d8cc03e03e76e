import { HEADINGS } from '../../domain/answer/headings.ts';
import { insideElement } from '../../domain/answer/preamble.ts';
import { shortId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import { isOfScope, type Pin, pinIdentity } from '../../domain/pins/pin.ts';
import type { LeftTask } from '../../domain/restore/ageing.ts';
import { TAKEN } from '../../domain/restore/contribute.ts';
import { decisionInLine, type TextInLine, textsInLine, type Untellable } from '../../domain/restore/muted.ts';
import { scoreFormula } from '../../domain/restore/relevance.ts';
import { fingerprint } from '../../domain/text/hash.ts';
import { oneLine } from '../../domain/text/safe-text.ts';
import { LONGEST_NOTE, type ThreadBlocker } from '../../domain/thread/thread.ts';
import { type ExplainedCandidate, type Explanation, explainedName } from '../../engine/restore/explain.ts';
import { SOURCE_WORDS } from '../tasks/listed.ts';
import { asRead } from '../words.ts';

/** Something that can be done about a line: an operation with its input. */
export interface Control {
  readonly does:
    | 'keep'
    | 'end'
    | 'unpin'
    | 'done'
    | 'drop'
    | 'forget'
    | 'confirm'
    | 'contradict'
    | 'resolve'
    | 'mute';
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A line that the next session would be told. */
export interface ToldLine {
  readonly text: string;
  /** The same line later, whatever its age says then. */
  readonly key: string;
  readonly kind: 'pin' | 'task' | 'rule' | 'memory' | 'session' | 'blocker' | 'other';
  /** Told until a person ends it: a rule, or a pin of their own. Everything else fades with age. */
  readonly stays: boolean;
  readonly why: readonly string[];
  /** The session or memory that it comes from. */
  readonly session_id: string | null;
  readonly memory_id: string | null;
  readonly controls: readonly Control[];
}

export interface ToldSection {
  readonly heading: string;
  /** The rest of the heading, after its name. */
  readonly about: string | null;
  readonly lines: readonly ToldLine[];
  /** How much was only counted. */
  readonly more: string | null;
}

/** The subjects of lines. */
export interface Known {
  readonly explanation: Explanation;
  readonly tasks: readonly LeftTask[];
  readonly pins: readonly Pin[];
  readonly memories: readonly Memory[];
  readonly blockers: readonly ThreadBlocker[];
  readonly untellable: Untellable;
}

/** The text as sections for a person, each line with why it is told and what can be done about it. Not a word is added to it. */
export function toldSections(text: string, known: Known): readonly ToldSection[] {
  const sections: { heading: string; about: string | null; lines: ToldLine[]; more: string | null }[] = [];
  for (const line of insideElement(text).split('\n')) {
    const open = sections.at(-1);
    if (line === '' || line.startsWith(`[${HEADINGS.header}`)) continue;
    if (line.startsWith('- ') && open) open.lines.push(lineOf(line.slice(2), open, known));
    else if (line.startsWith('… ') && open) open.more = asRead(line).slice(2);
    else {
      const { heading, about, rest } = headingOf(asRead(line));
      const section = { heading, about, lines: [] as ToldLine[], more: null };
      if (rest) section.lines.push(lineOf(rest, section, known));
      sections.push(section);
    }
  }
  return sections;
}

/** `LAST TIME (Fri 13 Nov, 2d ago):`, `HOT TOPICS: a, b`. */
function headingOf(line: string) {
  const [, name, about, rest] =
    /^([A-Z][A-Z ]*[A-Z]|ON \S+)(?: \((.*)\))?(?:, oldest turn first[^:]*)?:? ?(.*)$/.exec(line) ?? [];
  if (name === undefined) return { heading: 'OTHER', about: null, rest: line };
  const isCounted = name === HEADINGS.inherited;
  return { heading: name, about: (isCounted ? rest : about) || null, rest: isCounted ? '' : rest };
}

function lineOf(text: string, { heading, about }: Pick<ToldSection, 'heading' | 'about'>, known: Known) {
  const plain: ToldLine = {
    ...{ text: asRead(text), key: keyOf(heading, text), kind: 'other', stays: false, why: [] },
    ...{ session_id: null, memory_id: null, controls: [] },
  };
  const more = FINDERS[heading]?.(text, known, about);
  const gone = known.explanation.claims
    .filter(({ claim }) => typeof claim === 'string' && text.includes(claim))
    .map(({ claim, verdict }) => `${claim} is ${verdict} in the working tree`);
  return { ...plain, ...more, why: [...(more?.why ?? []), ...gone] };
}

/** Ages move on by themselves and are no news. */
function keyOf(heading: string, text: string): string {
  const ageless = text.replace(/\b\d+ ?(?:s|m|min|h|d|w|mo|y)\b(?: ago)?/g, '').replace(/^\[\d\.\d\d\] /, '');
  return fingerprint(`${heading}\n${ageless}`);
}

type Finder = (text: string, known: Known, about: string | null) => Partial<ToldLine> | null;

const FINDERS: Readonly<Record<string, Finder>> = {
  [HEADINGS.tasks]: taskOf,
  [HEADINGS.rules]: ruleOf,
  [HEADINGS.inherited]: pinOf,
  [HEADINGS.pinned]: pinOf,
  [HEADINGS.memories]: memoryOf,
  [HEADINGS.lastTime]: turnLine,
  [HEADINGS.beforeThat]: turnLine,
  [HEADINGS.afterThat]: turnLine,
  [HEADINGS.earlier]: sessionOf,
  [HEADINGS.decisions]: decisionLine,
  [HEADINGS.state]: blockerOf,
};

function turnLine(text: string, known: Known, about: string | null): Partial<ToldLine> {
  return { ...sessionOf(text, known, about), ...untelling(HEADINGS.lastTime, text, known) };
}

function taskOf(text: string, { tasks }: Known): Partial<ToldLine> | null {
  const task = tasks.find(({ task_id }) => text.startsWith(`[${oneLine(task_id, 100)}]`));
  if (!task) return null;
  const { task_id, source, session } = task;
  const from = session ? ` of session ${shortId(session.id)}` : '';
  const isKeptElsewhere = source === 'pipeline_state' || source === 'working_memory_scan';
  const input = { task: [task_id] };
  return {
    kind: 'task',
    session_id: session?.id ?? null,
    why: [`Open, and touched lately: ${SOURCE_WORDS[source]}${from}`],
    controls: isKeptElsewhere
      ? []
      : [
          { does: 'done', operation: 'done', input },
          { does: 'drop', operation: 'done', input: { ...input, drop: true } },
        ],
  };
}

function pinOf(text: string, { pins, explanation }: Known): Partial<ToldLine> | null {
  const pin = pins.find(({ content }) => text.includes(oneLine(content).slice(0, 200)));
  if (!pin) return null;
  const name = explainedName(pin);
  const offer = explanation.pins.find(({ label, verdict }) => label === name && verdict === TAKEN);
  const stays = isOfScope(pin);
  const why = stays
    ? 'Your own pin: every session here is told it until you unpin it'
    : pin.critical
      ? 'CRITICAL: told for some days, whatever its session scores'
      : offer
        ? `Its session ${shortId(offer.from)} is relevant enough`
        : 'It waits for the next session';
  return {
    kind: 'pin',
    stays,
    session_id: pin.origin?.sessionId ?? offer?.from ?? null,
    why: [why],
    controls: [
      ...(stays ? [] : [keepingPin(pin)]),
      { does: 'unpin', operation: 'unpin', input: { pins: [pinIdentity(pin)] } },
    ],
  };
}

function ruleOf(text: string, { memories, explanation }: Known): Partial<ToldLine> | null {
  const rule = memories.find(({ id, content }) => explanation.rules.includes(id) && holds(text, content));
  if (!rule) return null;
  return {
    kind: 'rule',
    stays: true,
    memory_id: rule.id,
    session_id: rule.sessionId,
    why: ['Your rule: told in this project until you end it'],
    controls: [{ does: 'end', operation: 'rule', input: { end: rule.id } }, forgetting(rule.id)],
  };
}

function memoryOf(text: string, { memories, explanation }: Known): Partial<ToldLine> | null {
  const memory = memories.find(({ content }) => holds(text, content));
  if (!memory) return null;
  const weighed = explanation.memories.find(({ memory_id }) => memory_id === memory.id);
  const { id } = memory;
  return {
    kind: 'memory',
    memory_id: id,
    session_id: weighed?.from ?? memory.sessionId,
    why: weighed
      ? [
          `Confidence ${weighed.confidence.toFixed(2)} now, ${weighed.confidence_at_end.toFixed(2)} when its session ended`,
        ]
      : [],
    controls: [
      { does: 'keep', operation: 'rule', input: { text: memory.content } },
      { does: 'confirm', operation: 'memory update', input: { id, outcome: 'confirmed' } },
      { does: 'contradict', operation: 'memory update', input: { id, outcome: 'contradicted' } },
      forgetting(id),
    ],
  };
}

function sessionOf(text: string, { explanation }: Known, about: string | null): Partial<ToldLine> | null {
  const id = about === null ? text.slice(0, 8) : / ([0-9a-f]{8})\b/.exec(about)?.[1];
  const candidate = explanation.candidates.find(({ session_id }) => id && session_id.startsWith(id));
  if (!candidate) return null;
  return { kind: 'session', session_id: candidate.session_id, why: [scoreWords(candidate)] };
}

/** `The latest; score 0.71 = 0.40 × 0.93 recency + 0.35 × 0.50 overlap + 0.25 × 0.25 tasks; on main`. */
function scoreWords({ verdict, relevance, recency, overlap, tasks, branch, apart }: ExplainedCandidate) {
  const parts = scoreFormula({ recency, overlap, tasks });
  const where = branch ? `; on ${branch}${apart ? ', which is apart and counts half' : ''}` : '';
  return `${verdict.charAt(0).toUpperCase()}${verdict.slice(1)}; score ${relevance.toFixed(2)} = ${parts}${where}`;
}

function blockerOf(text: string, { blockers }: Known): Partial<ToldLine> | null {
  const blocker = blockers.find((one) => !one.resolved && holds(text, one.text));
  if (!blocker) return null;
  const who = { person: 'You said so', agent: 'The agent noted it', tool: 'The command failed' }[blocker.by];
  return {
    kind: 'blocker',
    session_id: blocker.session ?? null,
    why: [who],
    controls: [
      {
        does: 'resolve',
        operation: 'note',
        input: { kind: 'resolved', text: blocker.text.slice(0, LONGEST_NOTE) },
      },
    ],
  };
}

/** A decision fades with its thread; a pin of the same words stays. */
function decisionLine(text: string, known: Known): Pick<ToldLine, 'controls'> {
  const { controls } = untelling(HEADINGS.decisions, text, known);
  const content = text.replace(/ \([^()]{1,40} ago\)$/, '');
  return {
    controls:
      controls.length === 0 ? [] : [{ does: 'keep', operation: 'pin', input: { content } }, ...controls],
  };
}

/** A line of words that are nobody's memory: what was said last time, or decided. */
function untelling(heading: string, text: string, { untellable }: Known): Pick<ToldLine, 'controls'> {
  const isMeant = textsBehind(heading, text, untellable).length > 0;
  return { controls: isMeant ? [{ does: 'mute', operation: 'mute', input: { line: [text] } }] : [] };
}

const QUOTING: ReadonlySet<string> = new Set([HEADINGS.lastTime, HEADINGS.beforeThat, HEADINGS.afterThat]);

/** The texts that a line tells, whatever it says about them. */
export function textsBehind(
  heading: string,
  line: string,
  { turns, decisions }: Untellable,
): readonly TextInLine[] {
  if (heading === HEADINGS.decisions) return decisionInLine(line, decisions);
  return QUOTING.has(heading) ? textsInLine(line, turns) : [];
}

/** A person's pin of the same label takes the place of one that ages. */
function keepingPin({ content, label, critical }: Pin): Control {
  const input = { content, ...(label !== null && { label }), ...(critical && { critical }) };
  return { does: 'keep', operation: 'pin', input };
}

function forgetting(id: string): Control {
  return { does: 'forget', operation: 'memory forget', input: { ids: [id] } };
}

function holds(line: string, content: string): boolean {
  return line.includes(oneLine(content).slice(0, 120));
}

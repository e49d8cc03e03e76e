import type { PersonRule } from '../../domain/answer/context.ts';
import { TAKEN } from '../../domain/answer/contribute.ts';
import type { SectionName } from '../../domain/answer/contributors.ts';
import type { OpenMatter } from '../../domain/answer/elsewhere.ts';
import { HEADINGS } from '../../domain/answer/headings.ts';
import type { KnownMemory } from '../../domain/answer/lines.ts';
import type { FittedSection } from '../../domain/answer/preamble.ts';
import { decisionWords } from '../../domain/answer/state.ts';
import { type SessionId, shortId } from '../../domain/base/ids.ts';
import type { SectionItem } from '../../domain/base/section.ts';
import { fingerprint } from '../../domain/base/text/hash.ts';
import { isOfScope, type Pin, pinIdentity } from '../../domain/pins/pin.ts';
import type { LeftTask } from '../../domain/tasks/ageing.ts';
import {
  LONGEST_NOTE,
  type ThreadBlocker,
  type ThreadDecision,
} from '../../domain/threads/thread.ts';
import { type Explanation, explainedName } from '../../engine/answer/explain.ts';
import { forPeople } from '../base/words.ts';
import { SOURCE_WORDS } from '../tasks/tasks.ts';
import { scoreWords } from './explanation.ts';

/** Something that can be done about a line: an operation with its input. */
export interface Control {
  readonly does:
    | ('keep' | 'end' | 'unpin' | 'done' | 'drop' | 'forget')
    | ('confirm' | 'contradict' | 'resolve' | 'mute');
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

/** The sections of a text for a person, each line with why it is told and what can be done about it. */
export function toldSections(
  sections: readonly FittedSection[],
  explanation: Explanation,
): readonly ToldSection[] {
  return sections.map(({ name, section, items, more }) => {
    const { heading, about } = headingOf(forPeople(section.heading ?? items[0]!.text));
    return {
      heading,
      about,
      more: more === null ? null : forPeople(more).slice(2),
      lines: items.map((item) => lineOf(name, heading, item, explanation)),
    };
  });
}

/** A line as a person reads it, without its bullet or the heading that it carries. */
export function lineText({ text }: Pick<SectionItem, 'text'>): string {
  return forPeople(text.replace(/^- |^[A-Z][A-Z ]*[A-Z]: /, ''));
}

/** `LAST TIME (Fri 13 Nov, 2d ago):`, `HOT TOPICS: a, b`; the record of old work has no heading. */
function headingOf(line: string) {
  const [, name, about, rest] =
    /^([A-Z][A-Z ]*[A-Z]|ON \S+)(?: \(([^)]*)\))?(?:, oldest turn first[^:]*)?[:,]? ?(.*?):?$/.exec(
      line,
    ) ?? [];
  const isCounted = name === HEADINGS.inherited || name?.startsWith('ON ');
  const said = [about, isCounted ? rest : ''].filter((one) => one !== undefined && one !== '');
  return { heading: name ?? HEADINGS.lastTime, about: said.join(', ') || null };
}

function lineOf(
  name: SectionName,
  heading: string,
  item: SectionItem,
  explanation: Explanation,
): ToldLine {
  const text = lineText(item);
  const more = item.of === null ? {} : (ABOUT[name]?.(item.of as never, explanation) ?? {});
  const mute: Control[] = item.quotes
    ? [{ does: 'mute', operation: 'mute', input: { line: [text] } }]
    : [];
  const gone = explanation.claims
    .filter(({ claim }) => typeof claim === 'string' && text.includes(claim))
    .map(({ claim, verdict }) => `${claim} is ${verdict} in the working tree`);
  return {
    text,
    key: keyOf(heading, text),
    kind: 'other',
    stays: false,
    session_id: null,
    memory_id: null,
    ...more,
    why: [...(more.why ?? []), ...gone],
    controls: [...(more.controls ?? []), ...mute],
  };
}

/** Ages move on by themselves and are no news. */
function keyOf(heading: string, text: string): string {
  const ageless = text
    .replace(/\b\d+ ?(?:s|m|min|h|d|w|mo|y)\b(?: ago)?/g, '')
    .replace(/^\[\d\.\d\d\] /, '');
  return fingerprint(`${heading}\n${ageless}`);
}

type DescribeItem<Of> = (of: Of, why: Explanation) => Partial<ToldLine>;

function taskOf({ task_id, source, session }: LeftTask): Partial<ToldLine> {
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

function pinOf(pin: Pin, { pins }: Explanation): Partial<ToldLine> {
  const { content, label, critical } = pin;
  const name = explainedName(pin);
  const offer = pins.find((one) => one.label === name && one.verdict === TAKEN);
  const stays = isOfScope(pin);
  // A person's pin of the same label takes the place of one that ages.
  const input = { content, ...(label !== null && { label }), ...(critical && { critical }) };
  return {
    kind: 'pin',
    stays,
    why: [whyPinned(pin, offer)],
    session_id: pin.origin?.sessionId ?? offer?.from ?? null,
    controls: [
      ...(stays ? [] : [{ does: 'keep' as const, operation: 'pin', input }]),
      { does: 'unpin', operation: 'unpin', input: { pins: [pinIdentity(pin)] } },
    ],
  };
}

function whyPinned(pin: Pin, offer: Explanation['pins'][number] | undefined): string {
  if (isOfScope(pin)) return 'Your own pin: every session here is told it until you unpin it';
  if (pin.critical) return 'CRITICAL: told for some days, whatever its session scores';
  if (offer) return `Its session ${shortId(offer.from)} is relevant enough`;
  return 'It waits for the next session';
}

function ruleOf({ memoryId, sessionId }: PersonRule): Partial<ToldLine> {
  return {
    kind: 'rule',
    stays: true,
    memory_id: memoryId,
    session_id: sessionId,
    why: ['Your rule: told in this project until you end it'],
    controls: [{ does: 'end', operation: 'rule', input: { end: memoryId } }, forgetting(memoryId)],
  };
}

function memoryOf({ id, content }: KnownMemory, { memories }: Explanation): Partial<ToldLine> {
  const weighed = memories.find(({ memory_id }) => memory_id === id)!;
  const [now, then] = [weighed.confidence, weighed.confidence_at_end].map((one) => one.toFixed(2));
  return {
    kind: 'memory',
    memory_id: id,
    session_id: weighed.from || null,
    why: [`Confidence ${now} now, ${then} when its session ended`],
    controls: [
      { does: 'keep', operation: 'rule', input: { text: content } },
      { does: 'confirm', operation: 'memory update', input: { id, outcome: 'confirmed' } },
      { does: 'contradict', operation: 'memory update', input: { id, outcome: 'contradicted' } },
      forgetting(id),
    ],
  };
}

function forgetting(id: string): Control {
  return { does: 'forget', operation: 'memory forget', input: { ids: [id] } };
}

function sessionOf(
  { id }: { readonly id: SessionId },
  { candidates }: Explanation,
): Partial<ToldLine> {
  const candidate = candidates.find(({ session_id }) => session_id === id);
  return {
    kind: 'session',
    session_id: id,
    why: candidate ? [`${candidate.verdict}; ${scoreWords(candidate)}`] : [],
  };
}

function matterOf({ session }: OpenMatter): Partial<ToldLine> {
  return {
    kind: 'session',
    session_id: session.id,
    why: ['It left something open, and no newer session went on'],
  };
}

function foreignOf({ id }: { readonly id: SessionId }): Partial<ToldLine> {
  return {
    kind: 'session',
    session_id: id,
    why: ['A session of another project changed files here'],
  };
}

const WHO = { person: 'You said so', agent: 'The agent noted this', tool: 'The command failed' };

function blockerOf({ by, session, text }: ThreadBlocker): Partial<ToldLine> {
  const input = { kind: 'resolved', text: text.slice(0, LONGEST_NOTE) };
  return {
    kind: 'blocker',
    session_id: session ?? null,
    why: [WHO[by]],
    controls: [{ does: 'resolve', operation: 'note', input }],
  };
}

/** A decision fades with its thread; a pin of the same words stays. */
function decisionOf(decision: ThreadDecision): Partial<ToldLine> {
  const input = { content: decisionWords(decision) };
  return decision.from === undefined
    ? { controls: [{ does: 'keep', operation: 'pin', input }] }
    : {};
}

const ABOUT: Partial<Record<SectionName, DescribeItem<never>>> = {
  tasks: taskOf,
  rules: ruleOf,
  inheritedPins: pinOf,
  ownPins: pinOf,
  memories: memoryOf,
  turns: sessionOf,
  elsewhere: matterOf,
  foreign: foreignOf,
  state: blockerOf,
  decisions: decisionOf,
};

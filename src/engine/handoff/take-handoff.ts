import { DECISIONS_HEADING } from '../../domain/answer/contributors.ts';
import { bullet } from '../../domain/answer/lines.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import type { ReadCapsule } from '../../domain/handoff/capsule.ts';
import { pinIdentity } from '../../domain/pins/pin.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import { EMPTY_THREAD, type Thread, type ThreadFact } from '../../domain/threads/thread.ts';
import type { SessionHead } from '../../store/store.ts';
import { pinsOfNext } from '../answer/doors/preview.ts';
import type { Deps } from '../base/deps.ts';
import { addMemory } from '../memories/memories.ts';
import { pin, pinsHere } from '../pins/pins.ts';
import { recordThreadWork, threadHere } from '../threads/threads.ts';

/** The number of new items of each kind, and a text for the reader. */
export interface TakenHandoff {
  readonly decisions: number;
  readonly blockers: number;
  readonly next: number;
  readonly pins: number;
  /** Pins that did not fit. */
  readonly refused: number;
  readonly memories: number;
  readonly text: string;
}

/**
 * Imports a hand-over. It is a file that anybody may have written: nothing in it counts as this
 * person's, no pin as CRITICAL, no rule as accepted. It is redacted first. Items that the thread already has, even if
 * done or replaced since, are not imported again.
 */
export async function takeHandoff(
  deps: Deps,
  scope: Scope,
  given: ReadCapsule,
  sessions?: readonly SessionHead[],
): Promise<TakenHandoff> {
  const capsule = redactStrings(given, { strict: deps.config['redaction.strict'] });
  const work = await takeWork(deps, scope, capsule, sessions);
  const { pins, refused } = await takePins(deps, scope, capsule, sessions);
  const memories = await takeWords(deps, scope, capsule, sessions);
  return { ...work, pins, refused, memories, text: textOf(capsule) };
}

/** Items that the thread does not have yet become its own. */
async function takeWork(
  deps: Deps,
  scope: Scope,
  capsule: ReadCapsule,
  sessions: readonly SessionHead[] | undefined,
): Promise<Pick<TakenHandoff, 'decisions' | 'blockers' | 'next'>> {
  const by = 'agent' as const;
  const known = knownIn((await threadHere(deps, scope))?.thread ?? EMPTY_THREAD);
  const decisions = capsule.decisions.filter(({ choice }) => !known.decisions.has(plainly(choice)));
  const blockers = capsule.blockers.filter(({ text }) => !known.blockers.has(plainly(text)));
  const next = capsule.next.filter((text) => !known.next.has(plainly(text)));
  const facts: ThreadFact[] = [
    ...decisions.map(({ subject, choice, reason }) => ({
      kind: 'decision' as const,
      choice,
      reason,
      by,
      ...(subject !== null && { subject }),
    })),
    ...blockers.map(({ type, text }) => ({ kind: 'blocker' as const, type, text, by })),
    ...next.map((text) => ({ kind: 'next' as const, text, by })),
  ];
  if (facts.length > 0) await recordThreadWork(deps, scope, facts, sessions);
  return { decisions: decisions.length, blockers: blockers.length, next: next.length };
}

/** Pins that no session has yet; a file cannot make one CRITICAL. */
async function takePins(
  deps: Deps,
  scope: Scope,
  capsule: ReadCapsule,
  sessions: readonly SessionHead[] | undefined,
): Promise<Pick<TakenHandoff, 'pins' | 'refused'>> {
  const held = (await pinsHere(deps, scope, sessions)).pins;
  const here = new Set(
    [...held, ...(await pinsOfNext(deps, { scope, branch: null }))].map(pinIdentity),
  );
  let pins = 0;
  let refused = 0;
  for (const given of capsule.pins) {
    const content = given.content.replace(/\bCRITICAL\b/g, 'critical');
    const label = plainLabel(given.label);
    if (here.has(pinIdentity({ content, label }))) continue;
    const done = await pin(deps, scope, { content, label, by: 'file' }, sessions);
    if (done.kind === 'pinned') pins++;
    else refused++;
  }
  return { pins, refused };
}

/** The goal, the last turn and the rules become memories of an agent; returns how many are new. */
async function takeWords(
  deps: Deps,
  scope: Scope,
  capsule: ReadCapsule,
  sessions: readonly SessionHead[] | undefined,
): Promise<number> {
  const words = [
    ...(capsule.goal ? [`handed over: the goal was "${oneLine(capsule.goal, 300)}"`] : []),
    ...capsule.turns
      .slice(-1)
      .map(
        (text) =>
          `handed over: the last turn of ${capsule.host ?? 'the agent'}: ${oneLine(text, 600)}`,
      ),
    ...capsule.rules.map((text) => `handed over as a rule there: ${oneLine(text, 300)}`),
  ];
  let memories = 0;
  for (const content of words) {
    const request = { content, categories: ['handoff'], source: 'agent' } as const;
    if ((await addMemory(deps, scope, request, sessions)).kind === 'added') memories++;
  }
  return memories;
}

/** Texts of all items of the thread, also closed ones. */
function knownIn({ decisions, blockers, next, done }: Thread) {
  const texts = (items: readonly { readonly text: string }[]) =>
    new Set(items.map(({ text }) => plainly(text)));
  return {
    decisions: new Set(decisions.map(({ choice }) => plainly(choice))),
    blockers: texts(blockers),
    next: texts([...next, ...done]),
  };
}

function plainly(text: string): string {
  return oneLine(text).toLowerCase();
}

function plainLabel(label: string | null): string | null {
  return label?.replace(/\bcritical\b/gi, '').trim() || null;
}

function decisionSaid({ subject, choice, reason }: ReadCapsule['decisions'][number]): string {
  return `${subject ? `${subject}: ` : ''}${choice}${reason ? `, because ${reason}` : ''}`;
}

function textOf(capsule: ReadCapsule): string {
  const { host, branch, madeAt, goal, turns, decisions, blockers, next, pins, rules } = capsule;
  const from = [host, branch && `on ${branch}`, madeAt].filter(Boolean).join(', ');
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['HANDED OVER:', [`from ${from}`, ...(goal ? [`goal: ${goal}`] : []), ...turns]],
    [DECISIONS_HEADING, decisions.map(decisionSaid)],
    ['IN THE WAY:', blockers.map(({ type, text }) => `${type}: ${text}`)],
    ['NEXT:', next],
    ['PINNED THERE:', pins.map(({ label, content }) => (label ? `${label}: ${content}` : content))],
    ['RULES THERE:', rules],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) =>
      [heading, ...lines.map((line) => bullet(oneLine(line, 600)))].join('\n'),
    )
    .join('\n\n');
}

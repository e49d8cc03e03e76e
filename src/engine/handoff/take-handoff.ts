import { bullet } from '../../domain/answer/lines.ts';
import { DECISIONS } from '../../domain/answer/preamble.ts';
import type { ReadCapsule } from '../../domain/handoff/capsule.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import type { Scope } from '../../domain/scope.ts';
import { oneLine } from '../../domain/text/safe-text.ts';
import type { ThreadFact } from '../../domain/thread/thread.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { addMemory } from '../memories/memories.ts';
import { pin } from '../pins/pins.ts';
import { recordWork } from '../thread/threads.ts';

/** The outcome of taking in a hand-over. */
export interface TakenHandoff {
  readonly decisions: number;
  readonly blockers: number;
  readonly next: number;
  readonly pins: number;
  /** Pins that found no room. */
  readonly refused: number;
  readonly memories: number;
  /** For the reader. */
  readonly text: string;
}

/**
 * Takes a hand-over in that somebody else wrote. It is a file, and a file can say anything: no word of it counts as this
 * person's, no pin as CRITICAL, no rule as a rule. Secrets go first.
 */
export async function takeHandoff(
  deps: Deps,
  scope: Scope,
  given: ReadCapsule,
  sessions?: readonly SessionHead[],
): Promise<TakenHandoff> {
  const capsule = redactStrings(given, { strict: deps.config['redaction.strict'] });
  const by = 'agent' as const;
  const facts: ThreadFact[] = [
    ...capsule.decisions.map(
      ({ subject, choice, reason }): ThreadFact => ({
        ...{ kind: 'decision', choice, reason, by },
        ...(subject !== null && { subject }),
      }),
    ),
    ...capsule.blockers.map(({ type, text }): ThreadFact => ({ kind: 'blocker', type, text, by })),
    ...capsule.next.map((text): ThreadFact => ({ kind: 'next', text, by })),
  ];
  if (facts.length > 0) await recordWork(deps, scope, facts, sessions);
  let pins = 0;
  for (const { label, content } of capsule.pins) {
    const done = await pin(
      deps,
      scope,
      { content: content.replace(/\bCRITICAL\b/g, 'critical'), label: plainLabel(label), by: 'file' },
      sessions,
    );
    if (done.kind === 'pinned' || done.kind === 'waiting') pins++;
  }
  const words = [
    ...(capsule.goal ? [`handed over: the goal was "${oneLine(capsule.goal, 300)}"`] : []),
    ...(capsule.said
      ? [`handed over: the last words of ${capsule.host ?? 'the agent'} were "${oneLine(capsule.said, 600)}"`]
      : []),
    ...capsule.tried.map((text) => `handed over: tried: ${oneLine(text, 300)}`),
    ...capsule.rules.map((text) => `handed over as a rule there: ${oneLine(text, 300)}`),
  ];
  let memories = 0;
  for (const content of words) {
    const request = { content, categories: ['handoff'], source: 'agent' } as const;
    if ((await addMemory(deps, scope, request, sessions)).kind === 'added') memories++;
  }
  return {
    ...{ decisions: capsule.decisions.length, blockers: capsule.blockers.length, next: capsule.next.length },
    ...{ pins, refused: capsule.pins.length - pins, memories, text: textOf(capsule) },
  };
}

function plainLabel(label: string | null): string | null {
  return label?.replace(/\bcritical\b/gi, '').trim() || null;
}

function textOf(capsule: ReadCapsule): string {
  const section = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [[heading, ...lines.map((line) => bullet(oneLine(line, 600)))].join('\n')];
  return [
    ...section('HANDED OVER:', [
      `from ${[capsule.host, capsule.branch && `on ${capsule.branch}`, capsule.madeAt].filter(Boolean).join(', ')}`,
      ...(capsule.goal ? [`goal: ${capsule.goal}`] : []),
      ...(capsule.said ? [`the agent: "${capsule.said}"`] : []),
    ]),
    ...section(
      DECISIONS,
      capsule.decisions.map(
        ({ subject, choice, reason }) =>
          `${subject ? `${subject}: ` : ''}${choice}${reason ? `, because ${reason}` : ''}`,
      ),
    ),
    ...section('TRIED:', capsule.tried),
    ...section(
      'IN THE WAY:',
      capsule.blockers.map(({ type, text }) => `${type}: ${text}`),
    ),
    ...section('NEXT:', capsule.next),
    ...section(
      'PINNED THERE:',
      capsule.pins.map(({ label, content }) => (label ? `${label}: ${content}` : content)),
    ),
    ...section('RULES THERE:', capsule.rules),
  ].join('\n\n');
}

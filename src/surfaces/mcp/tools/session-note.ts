import * as z from 'zod/v4';
import { oneLine } from '../../../domain/safe-text.ts';
import type { Note } from '../../../domain/thread/thread-note.ts';
import { complete, type Noting, note } from '../../../engine/threads.ts';
import { Failure } from '../../../engine/trouble.ts';
import { ADDS, type Call, project, tool } from '../tool.ts';

const KINDS = ['next', 'done', 'decision', 'blocker', 'resolved', 'dropped', 'phase', 'complete'] as const;

export const sessionNote = tool({
  name: 'session_note',
  title: 'Note on the thread of work',
  description:
    "Records where the work stands, in the project's thread, which later sessions continue: what is next or done, a decision with its reason, a blocker, its resolution, the phase; complete closes the thread. Files and tests are recorded by themselves. For facts of lasting worth use cortex_add.",
  input: z.strictObject({
    kind: z.enum(KINDS),
    text: z.string().max(4000).optional().describe('done, resolved, dropped: near words'),
    reason: z.string().max(4000).optional().describe('Of a decision'),
    subject: z.string().max(200).optional().describe('Of a decision; a later one replaces it'),
    type: z.string().max(40).optional().describe('Of a blocker: waiting, bug…'),
    project,
  }),
  // `closed` is told besides: the list of tools is kept small.
  output: z.looseObject({
    thread_id: z.string().nullable(),
    scope: z.string(),
    kind: z.string(),
  }),
  annotations: ADDS,
  isAtHand: true,
  run: async ({ deps, scope, session }, input) => {
    if (input.kind === 'complete') {
      const thread = await complete(deps, scope, 'agent');
      if (!thread) throw new Failure(`No work is under way in ${scope.label}.`);
      const data = { thread_id: thread.id, scope: scope.label, kind: input.kind, closed: [] };
      return { text: `Closed the thread of ${scope.label}.`, data };
    }
    const said = noteOf(input.kind, input);
    const noting = await note(deps, scope, said, 'agent', session ? [session] : []);
    if (noting.kind !== 'noted') throw refusal(noting, scope);
    const { thread, closed } = noting;
    const ended =
      closed.length > 0 ? ` (closed: ${closed.map((text) => oneLine(text, 200)).join('; ')})` : '';
    return {
      text: `Noted in ${scope.label}: ${input.kind} ${said.text}${ended}`,
      data: { thread_id: thread?.id ?? null, scope: scope.label, kind: input.kind, closed },
    };
  },
});

type Kind = Exclude<(typeof KINDS)[number], 'complete'>;
interface Said {
  readonly text?: string | undefined;
  readonly reason?: string | undefined;
  readonly subject?: string | undefined;
  readonly type?: string | undefined;
}

function noteOf(kind: Kind, { text = '', reason, subject, type }: Said): Note {
  if (text.trim() === '') throw new Failure('text is missing.', `Say in text what the ${kind} is.`);
  switch (kind) {
    case 'decision':
      return { kind, text, reason: reason ?? null, subject: subject ?? null };
    case 'blocker':
      return { kind, text, type: type ?? null };
    default:
      return { kind, text };
  }
}

function refusal(noting: Exclude<Noting, { kind: 'noted' }>, scope: Call['scope']): Failure {
  const named = (texts: readonly string[]) =>
    texts
      .slice(0, MOST_NAMED)
      .map((text) => `"${oneLine(text, 200)}"`)
      .join(', ');
  if (noting.kind === 'several')
    return new Failure(
      `These words fit several: ${named(noting.candidates)}. Nothing was closed.`,
      'Say more of its words.',
    );
  const open = noting.open.length > 0 ? ` Open: ${named(noting.open)}.` : '';
  return new Failure(
    `Nothing open in ${scope.label} has these words. Nothing was closed.${open}`,
    'memory_context shows what is open.',
  );
}

const MOST_NAMED = 8;

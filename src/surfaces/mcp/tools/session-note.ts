import * as z from 'zod/v4';
import type { Note } from '../../../domain/thread/thread-note.ts';
import { complete, note } from '../../../engine/threads.ts';
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
    text: z.string().max(4000).optional().describe('done, resolved, dropped: the same words again'),
    reason: z.string().max(4000).optional().describe('Of a decision'),
    subject: z.string().max(200).optional().describe('Of a decision; a later one replaces it'),
    type: z.string().max(40).optional().describe('Of a blocker: waiting, bug…'),
    project,
  }),
  output: z.looseObject({ thread_id: z.string(), scope: z.string(), kind: z.string() }),
  annotations: ADDS,
  run: async ({ deps, scope, session }, input) => {
    const said = input.kind === 'complete' ? null : noteOf(input.kind, input);
    const thread = said
      ? await note(deps, scope, said, 'agent', session ? [session] : [])
      : await complete(deps, scope, 'agent');
    if (!thread) throw refusal(input.kind, scope);
    const what = said
      ? `Noted in ${scope.label}: ${input.kind} ${said.text}`
      : `Closed the thread of ${scope.label}.`;
    return { text: what, data: { thread_id: thread.id, scope: scope.label, kind: input.kind } };
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

function refusal(kind: (typeof KINDS)[number], scope: Call['scope']): Failure {
  return kind === 'complete'
    ? new Failure(`No work is under way in ${scope.label}.`)
    : new Failure(`Nothing open in ${scope.label} has these words.`, 'memory_context shows what is open.');
}

import type { Said, ThreadFact } from './thread.ts';

/** A note that a person or an agent makes on purpose. */
export type Note =
  | { readonly kind: 'next' | 'done' | 'dropped' | 'resolved' | 'phase'; readonly text: string }
  | {
      readonly kind: 'decision';
      readonly text: string;
      readonly reason?: string | null;
      readonly subject?: string | null;
    }
  | { readonly kind: 'blocker'; readonly text: string; readonly type?: string | null };

/** The fact of a note; null where it says nothing. Models that have read codes may begin with the code's name. */
export function noteFact(note: Note, who: Said): ThreadFact | null {
  const text = note.text.trim().replace(CODE, '');
  if (text === '') return null;
  switch (note.kind) {
    case 'next':
    case 'dropped':
    case 'done':
    case 'phase':
      return { kind: note.kind, text, ...who };
    case 'resolved':
      return { kind: 'blocker-resolved', identity: text, ...who };
    case 'decision': {
      const { subject, reason = null } = note;
      return { kind: 'decision', choice: text, reason, ...(subject && { subject }), ...who };
    }
    case 'blocker': {
      const [, type = 'blocked', rest = text] = (note.type ? null : TYPED.exec(text)) ?? [];
      return { kind: 'blocker', type: note.type || type, text: rest, ...who };
    }
  }
}

const CODE = /^(?:next|done|dec|block|phase):\s*(?=\S)/;

/** "race: line 712" says its type, "http://…" does not. */
const TYPED = /^([a-z][\w-]{1,19}):\s*(?!\/\/)(\S[\s\S]*)$/i;

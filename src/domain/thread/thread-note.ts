import { type Code, parseCode } from './code.ts';
import { isFileName } from './file-names.ts';
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

/** The fact of a note; null where it says nothing. Models that have read codes answer in codes: both forms count. */
export function noteFact(note: Note, who: Said): ThreadFact | null {
  const text = note.text.trim();
  if (text === '') return null;
  switch (note.kind) {
    case 'next':
    case 'dropped':
      return { kind: note.kind, text: read('next', text)?.text ?? text, ...who };
    case 'done':
      return { kind: 'done', text: (read('done', text) ?? read('next', text))?.text ?? text, ...who };
    case 'phase':
      return { kind: 'phase', text: text.replace(/^phase:\s*/, ''), ...who };
    case 'resolved':
      return {
        kind: 'blocker-resolved',
        identity: read('blocker', text)?.text ?? text,
        ...who,
      };
    case 'decision': {
      const code = read('decision', text);
      const subject = note.subject || code?.subject;
      const reason = note.reason || (code?.reason ?? null);
      const choice = code?.choice ?? text;
      return { kind: 'decision', choice, reason, ...(subject && { subject }), ...who };
    }
    case 'blocker': {
      const code = note.type ? null : (read('blocker', text) ?? typed(text));
      return {
        kind: 'blocker',
        type: note.type || (code?.type ?? 'blocked'),
        text: code?.text ?? text,
        ...who,
      };
    }
  }
}

const PREFIX = { next: 'next:', done: 'done:', decision: 'dec:', blocker: 'block:' } as const;

function read<K extends keyof typeof PREFIX>(kind: K, text: string): Extract<Code, { kind: K }> | null {
  const prefix = PREFIX[kind];
  const line = text.startsWith(prefix) ? text : isHyphened(text) ? `${prefix}${text}` : null;
  const code = line === null || /\s/.test(line) ? null : parseCode(line);
  return code?.kind === kind ? (code as Extract<Code, { kind: K }>) : null;
}

/** `add-mutex-to-struct`: three words and more without a blank, and no file's name. */
function isHyphened(text: string): boolean {
  return /^[a-z][\w.=:\\]{0,60}(?:-[\w.=:\\]{1,60}){2,30}$/i.test(text) && !isFileName(text);
}

/** "race: line 712" says its type, "http://…" does not. */
function typed(text: string): { readonly type: string; readonly text: string } | null {
  const found = /^([a-z][\w-]{1,19}):\s*(?!\/\/)(\S[\s\S]*)$/i.exec(text);
  return found && { type: found[1]!, text: found[2]! };
}

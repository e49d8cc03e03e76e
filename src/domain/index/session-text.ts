import type { Fact } from '../facts/fact.ts';
import type { Pin } from '../facts/pin-fact.ts';
import type { ThreadFact } from '../facts/thread-fact.ts';
import { turnAfter } from '../turns/turn.ts';
import type { PassageField } from './passage.ts';

export interface SearchText {
  readonly field: PassageField;
  readonly text: string;
  /** The number of its turn; 0 if it belongs to none. */
  readonly turn: number;
}

/**
 * Searched texts of a session, turn by turn: the user's words, the agent's, the files of each turn, its own pins and what it
 * committed. Inherited pins are the earlier session's words. `last` is the number of the turn before these facts.
 */
export function sessionTexts(facts: readonly Fact[], root: string | null, last = 0): SearchText[] {
  const texts: SearchText[] = [];
  let turn = last;
  let touched = new Set<string>();
  const endTurn = () => {
    if (touched.size > 0) texts.push({ turn, field: 'paths', text: [...touched].join('\n') });
    touched = new Set();
  };
  for (const fact of facts) {
    const now = turnAfter(turn, fact, root);
    if (now !== turn) endTurn();
    turn = now;
    switch (fact.kind) {
      case 'prompt':
        texts.push({ turn, field: 'user', text: fact.text });
        break;
      case 'reply':
        texts.push({ turn, field: 'agent', text: fact.text });
        break;
      case 'tool':
        for (const { path } of fact.touched) touched.add(below(root, path));
        break;
      case 'made':
        texts.push({ turn, field: 'notes', text: [fact.ref, fact.text].filter(Boolean).join(' ') });
        break;
      case 'pinned':
        if (!fact.pin.origin) texts.push({ turn, field: 'notes', text: pinText(fact.pin) });
        break;
    }
  }
  endTurn();
  return texts;
}

export function pinText({ label, content }: Pick<Pin, 'label' | 'content'>): string {
  return label ? `${label}: ${content}` : content;
}

/** The path without the folders above the project. */
function below(root: string | null, path: string): string {
  const inside = root !== null && path.startsWith(root) && /[\\/]/.test(path[root.length] ?? '');
  return inside ? path.slice(root.length + 1) : path;
}

/** Searched texts of a thread: the files, the names defined in them, and every note, each once. */
export function threadTexts(facts: readonly ThreadFact[]): SearchText[] {
  const files = new Set<string>();
  const names = new Set<string>();
  const notes = new Set<string>();
  for (const fact of facts) {
    switch (fact.kind) {
      case 'file':
        files.add(fact.path);
        break;
      case 'function':
        names.add(fact.name);
        break;
      case 'decision':
        notes.add([fact.subject, fact.choice, fact.reason].filter(Boolean).join(': '));
        break;
      case 'blocker':
      case 'next':
      case 'done':
        notes.add(fact.text);
        break;
      case 'phase':
        if (fact.text !== null) notes.add(fact.text);
        break;
      case 'todos':
        for (const { text } of fact.update.items) if (text) notes.add(text);
        break;
    }
  }
  const note = (text: string): SearchText => ({ turn: 0, field: 'notes', text });
  return [
    ...(files.size > 0 ? [{ turn: 0, field: 'paths' as const, text: [...files].join('\n') }] : []),
    ...(names.size > 0 ? [note([...names].join('\n'))] : []),
    ...[...notes].map(note),
  ];
}

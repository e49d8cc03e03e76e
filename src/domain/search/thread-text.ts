import type { ThreadFact } from '../thread/thread.ts';
import type { SearchText } from './session-text.ts';

/** Searched texts of a thread: the files, the names defined in them, and every note, each once. */
export function textsOfThread(facts: readonly ThreadFact[]): SearchText[] {
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

import type { Fact } from '../fact.ts';
import type { Field } from './passage.ts';

export interface SearchText {
  readonly field: Field;
  readonly text: string;
}

/**
 * Searched texts of a session: the user's words, the agent's, the files of each turn, and its own pins. Inherited pins
 * are the earlier session's words.
 */
export function textsOf(facts: readonly Fact[], root: string | null): SearchText[] {
  const texts: SearchText[] = [];
  let touched = new Set<string>();
  const endTurn = () => {
    if (touched.size > 0) texts.push({ field: 'paths', text: [...touched].join('\n') });
    touched = new Set();
  };
  for (const fact of facts) {
    switch (fact.kind) {
      case 'prompt':
        endTurn();
        texts.push({ field: 'user', text: fact.text });
        break;
      case 'reply':
        if (!fact.between) endTurn();
        texts.push({ field: 'agent', text: fact.text });
        break;
      case 'tool':
        for (const { path } of fact.touched) touched.add(below(root, path));
        break;
      case 'pinned':
        if (!fact.pin.origin) texts.push({ field: 'notes', text: pinText(fact.pin) });
        break;
    }
  }
  endTurn();
  return texts;
}

export function pinText({ label, content }: { readonly label: string | null; readonly content: string }) {
  return label ? `${label}: ${content}` : content;
}

/** The folders above a project say nothing about the work in it. */
function below(root: string | null, path: string): string {
  const inside = root !== null && path.startsWith(root) && /[\\/]/.test(path[root.length] ?? '');
  return inside ? path.slice(root.length + 1) : path;
}

import { languageOf, mayDefine } from './definitions/known.ts';
import { definedIn } from './definitions/outline.ts';

/**
 * The functions, methods and types that a change defines or touches, in the order they stand. `added` is what was
 * written, `removed` what it replaced (null: nothing, a whole file was written). Lines that both have tell nothing:
 * a function is named when a line of it differs and its header stands in the text.
 */
export function definitionsIn(path: string, added: string, removed: string | null): string[] {
  const language = languageOf(path, added);
  return language !== null && mayDefine(language, added) ? definedIn(language, added, removed) : [];
}

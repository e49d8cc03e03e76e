import { contentHash } from '../../domain/text/hash.ts';
import { bodyOf, isSections, type Sop, type SopReading } from './sop.ts';

/** A parsed file as plain data, for hooks; the text of markdown is taken from the file itself. */
export type SopForm =
  | { readonly sop: Omit<Sop, 'text'> & { readonly text: string | null }; readonly problem: null }
  | { readonly sop: null; readonly problem: string };

/** Changes with what a form means: forms of another number are read anew. */
export const FORM_NUMBER = 1;

/**
 * Identifies a form by its file's content and name, which may tell its project. Whether a content is trusted is another
 * question, with a hash that nobody can forge.
 */
export function formKey(name: string, text: string): string {
  return `${contentHash(text)} ${name.replace(/^.*[/\\]/, '')}`;
}

export function toForm(
  name: string,
  { sop, problem }: SopReading,
  redact: (text: string) => string,
): SopForm {
  if (!sop) return { sop: null, problem };
  return { sop: { ...sop, text: isSections(name) ? redact(sop.text) : null }, problem: null };
}

export function fromForm({ sop, problem }: SopForm, text: string): SopReading {
  return sop ? { sop: { ...sop, text: sop.text ?? bodyOf(text) }, problem: null } : { sop: null, problem };
}

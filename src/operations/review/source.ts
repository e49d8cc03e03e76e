import { AUTHORS, type Learnt } from '../../domain/evidence/source.ts';
import { KEEPERS, keptSource } from '../../domain/memories/kept.ts';
import { nearest } from '../../domain/text/nearest.ts';
import { oneLine } from '../../domain/text/safe-text.ts';
import { hostsSeen } from '../../engine/review/review.ts';
import { UsageError } from '../errors.ts';
import type { Call } from '../operation.ts';

/** The source that a word names. Programs count that are known or have a session. */
export async function sourceMeant(
  { deps, hosts }: Pick<Call, 'hosts'> & { readonly deps: Pick<Call['deps'], 'store'> },
  text: string | undefined,
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  const known = [...new Set([...AUTHORS, ...hosts, ...KEEPERS.map(keptSource), ...(await hostsSeen(deps))])];
  if (known.includes(text)) return text;
  const guess = nearest(text, known);
  throw new UsageError(
    `No source is called ${text}.`,
    guess ? `Did you mean ${guess}?` : `There are ${known.join(', ')}.`,
  );
}

/** Whose word it is, in one word. */
export function authorOf({ by, author, subagent, isImported }: Learnt): string {
  if (author !== null) return `teammate ${oneLine(author, 40)}`;
  const who = by ?? 'unknown';
  return subagent !== null ? `${who} (subagent)` : isImported && by !== 'import' ? `${who}, imported` : who;
}

import { keptSourceOf } from '../../domain/memories/kept.ts';
import { isOutside } from '../../domain/thread/scoped-path.ts';
import type { Audience, SharedRecord } from './record.ts';

/** Items that a person marked for the team: ids of memories and identities of pins. */
export type Marked = ReadonlySet<string>;

/**
 * The audience of a record. Work is for the team, talk is not: prompts, replies, titles in a person's words, and
 * unmarked rules stay with the person's own homes.
 */
export function audienceOf(record: SharedRecord, marked: Marked): Audience {
  switch (record.kind) {
    case 'work':
      return isOfTheProject(record.fact) ? 'team' : 'me';
    case 'visit':
    case 'pin':
    case 'withdrawn':
      return 'team';
    case 'memory':
      return isWork(record.memory) || marked.has(record.memory.id) ? 'team' : 'me';
    case 'session':
    case 'fact':
    case 'waiting':
    case 'let-go':
    case 'metrics':
      return 'me';
  }
}

/** A path outside of the root says how somebody's disk looks. */
function isOfTheProject(fact: Extract<SharedRecord, { kind: 'work' }>['fact']): boolean {
  return !('path' in fact && isOutside(fact.path));
}

/**
 * Rules are a person's sentences, findings an agent's: both were taken out of a conversation, and so was what an agent
 * program noted by itself. Others were stated on purpose.
 */
const TALK: readonly string[] = ['rule', 'proposal', 'finding'];

function isWork({
  id,
  categories,
}: {
  readonly id: string;
  readonly categories: readonly string[];
}): boolean {
  return keptSourceOf(id) === null && !categories.some((category) => TALK.includes(category));
}

/** A title without a word of the conversation: what was committed last, else the branch. */
export function teamTitle(commit: string | null, branch: string | null): string | null {
  return commit ?? branch;
}

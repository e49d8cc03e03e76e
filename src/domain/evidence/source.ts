import type { SessionId } from '../ids.ts';
import type { Millis } from '../time.ts';

/**
 * The origin of something that Cortex keeps. `file`: a file of the project or of another program; `import`: another system,
 * by an import; `teammate`: another member of a shared project.
 */
export const AUTHORS = ['person', 'agent', 'tool', 'file', 'import', 'teammate'] as const;
export type SourceKind = (typeof AUTHORS)[number];

export const LEARNT_KINDS = [
  'rule',
  'proposal',
  'finding',
  'memory',
  'pin',
  'decision',
  'blocker',
  'next',
  'done',
  'task',
  'sop',
  'answer',
] as const;
export type LearntKind = (typeof LEARNT_KINDS)[number];

/** Something that a later session may be told, with its origin. */
export interface Learnt {
  readonly kind: LearntKind;
  readonly text: string;
  /** The id of a memory or of a task, the path of an instruction. */
  readonly id: string | null;
  /** Null: an older version did not write it down. */
  readonly by: SourceKind | null;
  /** The login of the teammate who shared it; null for everything else. */
  readonly author: string | null;
  readonly subagent: string | null;
  /** The agent program in whose session it was said, or whose own memory it was taken over from. */
  readonly host: string | null;
  readonly sessionId: SessionId | null;
  /** Its session was imported. */
  readonly isImported: boolean;
  readonly scopeKey: string;
  readonly scope: string;
  /** When it was last said; null where nobody wrote that down. */
  readonly at: Millis | null;
  /** How it stands, where that is more than being there. */
  readonly note: string | null;
}

/** Whether something came from a source: a kind of author, the name of an agent program, or that of its memory. */
export function isFrom(source: string, { by, host, isImported }: Learnt): boolean {
  return by === source || host === source || (source === 'import' && isImported);
}

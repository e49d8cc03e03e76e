import type { SessionId } from '../base/ids.ts';
import type { Millis } from '../base/time.ts';

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

/** An item that later sessions may get, with its origin. */
export interface Learnt {
  readonly kind: LearntKind;
  readonly text: string;
  /** The id of a memory or of a task, the path of an instruction. */
  readonly id: string | null;
  /** Null if an older version did not record it. */
  readonly by: SourceKind | null;
  /** The login of the teammate who shared it; null for everything else. */
  readonly author: string | null;
  readonly subagent: string | null;
  /** The agent program in whose session it was recorded, or whose own memory it was imported from. */
  readonly host: string | null;
  readonly sessionId: SessionId | null;
  /** Its session was imported. */
  readonly isImported: boolean;
  readonly scopeKey: string;
  readonly scope: string;
  /** When it was last stated; null if not recorded. */
  readonly at: Millis | null;
  /** A remark about its state, e.g. that it has ended. */
  readonly note: string | null;
}

/** Whether an item came from a source: a kind of author, an agent program, or the memory of one. */
export function isFrom(source: string, { by, host, isImported }: Learnt): boolean {
  return by === source || host === source || (source === 'import' && isImported);
}

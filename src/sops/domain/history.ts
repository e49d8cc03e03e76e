import type { Millis } from '../../domain/base/time.ts';
import type { Fact, RecordedFact } from '../../domain/facts/fact.ts';

export type SopFact = Extract<Fact, { kind: 'sop-injected' | 'sop-acknowledged' | 'sop-ignored' }>;
type SopInjection = Extract<Fact, { kind: 'sop-injected' }>;

/** The state of an instruction after it was last given to one conversation. */
export interface SopStanding {
  readonly given: SopInjection;
  readonly at: Millis;
  /** The model still has it. */
  readonly inThisEpoch: boolean;
  readonly acknowledged: boolean;
  /** A turn has ended since without the acknowledgement. */
  readonly overdue: boolean;
  /** A call was made although it was overdue; that counts once. */
  readonly ignored: boolean;
}

/** The state of each instruction that a session was given. Reads only kinds, epochs and turns of its facts. */
export function foldStandings(history: readonly RecordedFact[]): ReadonlyMap<string, SopStanding> {
  const found = new Map<string, SopStanding>();
  const change = (key: string, more: Partial<SopStanding>) => {
    const before = found.get(key);
    if (before) found.set(key, { ...before, ...more });
  };
  for (const { fact, at } of history) {
    switch (fact.kind) {
      case 'sop-injected':
        found.set(instructionKey(fact.path, fact.subagent), {
          given: fact,
          at,
          inThisEpoch: true,
          acknowledged: false,
          overdue: false,
          ignored: false,
        });
        break;
      case 'sop-acknowledged':
        change(instructionKey(fact.path, fact.subagent), { acknowledged: true });
        break;
      case 'sop-ignored':
        change(instructionKey(fact.path, fact.subagent), { ignored: true });
        break;
      case 'epoch-began':
        for (const key of found.keys()) change(key, { inThisEpoch: false });
        break;
      case 'turn-ended':
        // A subagent's only turn is over with it.
        for (const [key, { given }] of found) if (!given.subagent) change(key, { overdue: true });
    }
  }
  return found;
}

/** The key of an instruction in a conversation: a subagent does not see what its parent was told, so each has its own. */
export function instructionKey(path: string, subagent: string | null | undefined): string {
  return `${subagent ?? ''}\n${path}`;
}

/** Whether an instruction is to be given: once in what the model remembers, at once where its words changed, and after the model forgot it not before the cool-down. */
export function isDue(
  standing: SopStanding | undefined,
  hash: string,
  now: Millis,
  cooldown: Millis,
): boolean {
  if (!standing || (standing.given.hash ?? hash) !== hash) return true;
  const since = now - standing.at;
  return !standing.inThisEpoch && (since >= cooldown || since < 0);
}

export function isIgnored({ given, acknowledged, overdue, ignored }: SopStanding): boolean {
  return given.keyword !== null && overdue && !acknowledged && !ignored;
}

/** The instructions that a reply of one conversation can acknowledge. */
export function findAwaited(
  history: readonly RecordedFact[],
  subagent: string | null,
): SopInjection[] {
  return [...foldStandings(history).values()]
    .filter(({ given, acknowledged }) => !acknowledged && (given.subagent ?? null) === subagent)
    .map(({ given }) => given);
}

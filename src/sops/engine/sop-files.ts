import type { ToolIntent } from '../../domain/event.ts';
import { storable } from '../../domain/redact/facts.ts';
import type { Scope } from '../../domain/scope.ts';
import { DeadlinePassed, type Deps } from '../../engine/deps.ts';
import { type SopReading, unreadSop } from '../domain/sop.ts';
import { callOf, type Verdict, verdictOf } from '../domain/trigger.ts';
import type { SopFile, SopFiles } from '../sop-files.ts';
import type { SopTrust } from '../sql.ts';

/** A file of instructions as far as it could be read. */
export type SopEntry = { readonly file: SopFile; readonly text: string | null } & SopReading;

/** One that could be given. */
export type ReadableSop = Extract<SopEntry, { problem: null }>;

export function readSops(files: SopFiles, scope: Scope): SopEntry[] {
  const formOf = files.forms();
  return files.list(scope).files.map((file) => {
    const text = files.read(file);
    if (text === null)
      return { file, text, sop: null, problem: 'it cannot be read, or is larger than 64 KB' };
    return { file, text, ...(formOf(file, text) ?? unreadSop(file.name, text)) };
  });
}

/** A path as it is stored: without a secret that it may hold. */
export function storedPath(deps: Pick<Deps, 'config'>, path: string): string {
  const [safe] = storable([{ kind: 'sop-acknowledged', path }], { strict: deps.config['redaction.strict'] });
  return (safe as { readonly path: string }).path;
}

export type Trust = SopTrust | 'own' | null;

/** The person's own files are trusted; a project's are when a person has trusted just this content. */
export function trustOf(
  deps: Pick<Deps, 'config'>,
  files: SopFiles,
  { file, text }: SopEntry,
  trusts: readonly SopTrust[],
): Trust {
  if (file.origin === 'user') return 'own';
  const ofFile = trusts.filter((trust) => trust.path === storedPath(deps, file.name));
  if (ofFile.length === 0 || text === null) return null;
  const hash = files.hash(text);
  return ofFile.find((trust) => trust.hash === hash) ?? null;
}

export interface Considered {
  readonly entry: SopEntry;
  readonly verdict: Verdict;
  /** Asked only of those that apply. */
  readonly trust: Trust;
}

/** Each instruction against one call: whether it is written for it, and trusted. The store is asked only where it has to be. */
export async function consider(
  deps: Pick<Deps, 'config' | 'deadline'>,
  files: SopFiles,
  scope: Scope,
  intent: ToolIntent,
  trustsOf: () => Promise<readonly SopTrust[]>,
): Promise<readonly Considered[]> {
  const call = callOf(intent);
  const judged = readSops(files, scope).map((entry) => {
    // The host waits: better no instruction than a late one.
    if (deps.deadline.passed()) throw new DeadlinePassed('out of time while reading standing instructions');
    const { file, sop, problem } = entry;
    return {
      entry,
      verdict: sop ? verdictOf(sop, call, scope, file.origin) : { applies: false, why: problem },
    };
  });
  const asks = judged.some(({ entry, verdict }) => verdict.applies && entry.file.origin === 'project');
  const trusts = asks ? await trustsOf() : [];
  return judged.map(({ entry, verdict }) => ({
    entry,
    verdict,
    trust: verdict.applies ? trustOf(deps, files, entry, trusts) : null,
  }));
}

/** Those of them that may be given before the call. */
export function usable(considered: readonly Considered[]): ReadableSop[] {
  return considered.flatMap(({ entry, verdict, trust }) =>
    entry.sop !== null && verdict.applies && trust !== null ? [entry] : [],
  );
}

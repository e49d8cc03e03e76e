import {
  type Importance,
  MEMORY_SOURCES,
  type Memory,
  type MemoryPatch,
  type MemorySource,
} from '../../domain/memory.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Millis } from '../../domain/time.ts';
import type { Deps } from '../../engine/deps.ts';
import { findMemory } from '../../engine/find.ts';
import { meantSessions } from '../../engine/live.ts';
import type { MemoryQuery } from '../../engine/memories.ts';
import type { SessionHead } from '../../store.ts';
import type { Cli } from './context.ts';
import { Failure, UsageError } from './errors.ts';
import { momentFlag } from './moment.ts';
import { chooseTarget } from './pins.ts';
import { chooseScope } from './scope.ts';

/** What can be said about a memory on the command line. */
export interface MemoryFlags {
  readonly category: string | undefined;
  readonly importance: string | undefined;
  readonly confidence: string | undefined;
  readonly expires: string | undefined;
  readonly source: string | undefined;
  readonly since: string | undefined;
  readonly limit: number | undefined;
  readonly all: boolean;
  readonly session: string | undefined;
  readonly scope: string | undefined;
  readonly project: string | undefined;
}

interface PatchFlags extends MemoryFlags {
  readonly confirmed: boolean;
  readonly contradicted: boolean;
}

/** Where a memory belongs, and the sessions in which it is said. */
export async function placeOf(
  deps: Deps,
  cwd: string,
  flags: MemoryFlags,
): Promise<{ readonly scope: Scope; readonly sessions: readonly SessionHead[] }> {
  const { scope, sessions } = await chooseTarget(deps, cwd, flags);
  if (sessions && flags.session !== undefined) return { scope, sessions };
  // A scope that was asked for is where it belongs; it is still said in the session that runs here.
  return { scope, sessions: await meantSessions(deps, deps.locate(cwd).scope) };
}

export async function queryOf(deps: Deps, cwd: string, flags: MemoryFlags): Promise<MemoryQuery> {
  if (flags.all && (flags.scope ?? flags.project) !== undefined)
    throw new UsageError('--all is every project; leave out --scope and --project.');
  const since = momentFlag('since', flags.since, deps.now());
  return {
    scope: flags.all ? null : (await chooseScope(deps, cwd, flags)).scope,
    ...(flags.category !== undefined && { categories: listOf(flags.category) }),
    ...(since !== undefined && { since }),
    ...(flags.limit !== undefined && { limit: flags.limit }),
  };
}

export function listOf(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

export function importanceOf(text: string | undefined): Importance | undefined {
  if (text === undefined) return undefined;
  if (!/^[123]$/.test(text)) throw new UsageError(`--importance takes 1, 2 or 3, not ${text}.`);
  return Number(text) as Importance;
}

export function confidenceOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^(?:0|1|0?\.\d{1,6}|1\.0{1,6})$/.test(text))
    throw new UsageError(`--confidence takes a number from 0 to 1, not ${text}.`);
  return Number(text);
}

/** Null: never. */
export function expiryOf(text: string | undefined, now: Millis): Millis | null | undefined {
  const at = text === 'never' ? null : momentFlag('expires', text, now, 'future');
  if (typeof at === 'number' && at <= now)
    throw new UsageError(`--expires ${text} is over.`, 'cortex memory forget <id> takes a memory away.');
  return at;
}

/** Who types a command: the agent in whose session it runs, else a person. */
export function speakerOf(deps: Pick<Deps, 'owners'>, sessions: readonly SessionHead[]): 'agent' | 'person' {
  return sessions.some(({ owner }) => deps.owners.isAround(owner)) ? 'agent' : 'person';
}

/** Who said it, unless that is said. */
export function sourceOf(
  deps: Deps,
  text: string | undefined,
  sessions: readonly SessionHead[],
): MemorySource {
  if (text === undefined) return speakerOf(deps, sessions);
  const source = MEMORY_SOURCES.find((name) => name === text);
  if (!source) throw new UsageError(`--source takes ${MEMORY_SOURCES.join(', ')}, not ${text}.`);
  return source;
}

/** The memory that a person means by an id or its beginning, with or without `mem-`. */
export async function resolveMemory(deps: Deps, typed: string | undefined): Promise<Memory> {
  const advice = 'cortex memory list shows them with their ids.';
  if (typed === undefined || typed.trim() === '')
    throw new UsageError('Say which memory, by its id.', advice);
  const sought = await findMemory(deps.store, typed);
  if (sought.kind === 'found') return sought.found;
  if (sought.kind === 'none') throw new Failure(`No memory has an id that begins with ${typed}.`, advice);
  const lines = [...sought.candidates.map((id) => `  ${id}`), ...(sought.more ? ['  and more'] : [])];
  throw new Failure([`${typed} fits several memories:`, ...lines].join('\n'), 'Give more of the id.');
}

/** What is to be different about a memory; empty where nothing is said. */
export function patchOf(content: string, flags: PatchFlags, now: Millis): MemoryPatch {
  if (flags.confirmed && flags.contradicted) throw new UsageError('It proved true or wrong, not both.');
  const importance = importanceOf(flags.importance);
  const confidence = confidenceOf(flags.confidence);
  const expiresAt = expiryOf(flags.expires, now);
  return {
    ...(content.trim() !== '' && { content }),
    ...(flags.category !== undefined && { categories: listOf(flags.category) }),
    ...(importance !== undefined && { importance }),
    ...(confidence !== undefined && { confidence }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(flags.confirmed && { outcome: 'confirmed' as const }),
    ...(flags.contradicted && { outcome: 'contradicted' as const }),
  };
}

export function tooLong(max: number): Failure {
  return new Failure(`A memory has ${max} characters at most.`, 'Keep what matters of it, or make several.');
}

const REDACTED = '[REDACTED]';

export function warnRedacted(cli: Cli, said: string, kept: string): void {
  if (kept.includes(REDACTED) && !said.includes(REDACTED))
    cli.err.block('What looks like a secret in it was not stored.');
}

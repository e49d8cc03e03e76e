import type { Deps } from '../../engine/deps.ts';
import { type Foreseen, type ForgetResult, forget, type Subject } from '../../engine/forget.ts';
import type { Cli, Home } from './context.ts';
import { Failure } from './errors.ts';
import { resolveMemory } from './memories.ts';
import { count } from './times.ts';
import { cut } from './width.ts';

interface ForgetFlags {
  readonly yes: boolean;
  readonly json: boolean;
}

/** `cortex memory forget <id…>` and `cortex forget <id…>`. */
export async function forgetMemories(
  cli: Cli,
  deps: Deps,
  home: Home,
  words: readonly string[],
  flags: ForgetFlags,
): Promise<number> {
  const unfinished = await deps.store.unfinishedForgetting();
  const begun = words.filter((typed) => unfinished.includes(typed));
  const memories = [];
  for (const typed of words.length > 0 ? words : [undefined]) {
    if (!begun.includes(typed ?? '')) memories.push(await resolveMemory(deps, typed));
  }
  if (!flags.yes && memories.length > 0) {
    for (const { id, content } of memories) cli.err.block(`${id}  ${cut(content.replace(/\s+/g, ' '), 100)}`);
    if ((await cli.confirm('Forget for good, everywhere?')) === false) {
      cli.err.line('Nothing was forgotten.');
      return 1;
    }
  }
  const result = await carryOut(cli, deps, home, { kind: 'memories', ids: memories.map(({ id }) => id) });
  const gone = [...begun, ...result.memories];
  if (flags.json) cli.out.json(asJson(result, gone));
  else for (const id of gone) cli.out.line(`Forgotten: ${id}`);
  return sayWhatIsLeft(cli, result);
}

export type Done = Extract<ForgetResult, { kind: 'forgotten' }>;

export async function carryOut(cli: Cli, deps: Deps, home: Home, subject: Subject): Promise<Done> {
  const result = await forget(deps, home.copies(), subject, (what) =>
    cli.err.progress(what === '' ? '' : `forgetting: ${what}`),
  );
  if (result.kind === 'forgotten') return result;
  throw new Failure(
    'Maintenance is running and may be copying it. Nothing was forgotten.',
    'Try again in a moment.',
  );
}

export function asJson(result: Done, memories: readonly string[] = result.memories) {
  return { forgotten_memories: memories, complete: isComplete(result), unreachable: result.unreachable };
}

function isComplete({ unreachable, isGone }: Done): boolean {
  return unreachable.length === 0 && isGone;
}

/** The exit code: 1 where bytes may be left. */
export function sayWhatIsLeft(cli: Cli, result: Done): number {
  for (const path of result.unreachable)
    cli.err.block(`It may still be in ${path}, which could not be written.`);
  if (!result.isGone) {
    cli.err.block(
      'Another process is reading the database and keeps the old bytes for now; they go with the next ' +
        'cortex forget or cortex maintain after that.',
    );
  }
  return isComplete(result) ? 0 : 1;
}

/** What would go, a line for each kind. */
export function goes({ rows, files, session }: Foreseen): string[] {
  const all: [number, string, string?][] = [
    [rows.facts, 'recorded event'],
    [session ? 0 : rows.sessions, 'session with them', 'sessions with them'],
    [
      session ? session.findings.length : rows.memories,
      session ? 'finding' : 'memory',
      session ? 'findings' : 'memories',
    ],
    [rows.thread_entries, 'entry of a thread', 'entries of threads'],
    [rows.told, 'answer to a session', 'answers to sessions'],
    [rows.other_rows, session ? 'inherited pin' : 'other row'],
    [files.archives, 'file in cold storage', 'files in cold storage'],
    [files.copies, 'mirror', 'mirrors and other copies'],
    [files.log_lines, 'line of the log', 'lines of the log'],
  ];
  return all.filter(([number]) => number > 0).map(([number, one, many]) => count(number, one, many));
}

export function sealedInWords(sealed: number): string {
  return `${count(sealed, 'sealed metric')} with the title of a task: changing one would break the seal.`;
}

/** What stays although it holds the words. */
export function stays({ stays: kept }: Foreseen): string[] {
  const { sealed_metrics, names, files } = kept;
  return [
    ...(sealed_metrics > 0 ? [sealedInWords(sealed_metrics)] : []),
    ...(names > 0 ? [`${count(names, 'path or name', 'paths and names')} by which a project is known.`] : []),
    ...files.map((path) => `${path}, which is your own or has to stay as it is.`),
  ];
}

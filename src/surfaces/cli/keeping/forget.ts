import type { Deps } from '../../../engine/base/deps.ts';
import { type ForgetPreview, forget, type Subject } from '../../../engine/keeping/forget.ts';
import { count } from '../../../operations/base/words.ts';
import {
  type Forgotten,
  leftBehindLines,
  nothingForgotten,
} from '../../../operations/memories/forget.ts';
import type { AtHost, Cli, Home } from '../base/context.ts';

export async function carryOutForgetting(
  cli: Cli,
  deps: Deps,
  home: Home,
  subject: Subject,
): Promise<Forgotten> {
  const result = await forget(deps, home.copies(), subject, (what) =>
    cli.err.progress(what === '' ? '' : `forgetting: ${what}`),
  );
  if (result.kind === 'forgotten') return result;
  throw nothingForgotten();
}

/** The outcome of forgetting as data. */
export interface ForgottenJson {
  readonly forgotten_memories: readonly string[];
  readonly complete: boolean;
  readonly unreachable: readonly string[];
}

export function forgottenJson(result: Forgotten): ForgottenJson {
  const { memories, unreachable } = result;
  return {
    forgotten_memories: memories,
    complete: leftBehindLines(result).length === 0,
    unreachable,
  };
}

/** The exit code: 1 where bytes may be left. */
export function sayWhatIsLeft(cli: Cli, result: Forgotten): number {
  const left = leftBehindLines(result);
  const elsewhere = cli.rooms.flatMap((room) => room.afterForget?.(cli) ?? []);
  for (const line of [...left, ...elsewhere]) cli.err.block(line);
  return left.length === 0 ? 0 : 1;
}

export function sayGoing({ err }: Cli, what: readonly string[]): void {
  err.block(`This would be erased: ${what.join(', ')}.`);
}

/** The exit code where somebody says no, or nobody is there to ask; null where it goes on. */
export async function askToErase(cli: Cli): Promise<number | null> {
  const answer = await cli.confirm('Erase it for good, everywhere?');
  if (answer) return null;
  cli.err.block(
    answer === null ? 'Nothing was forgotten. To forget it, add --yes.' : 'Nothing was forgotten.',
  );
  return answer === null ? 2 : 1;
}

/** The items that would go, a line for each kind. */
export function goingInWords({ rows, files, session }: ForgetPreview): string[] {
  const all: [number, string, string?][] = [
    [rows.facts, 'message or action', 'messages and actions'],
    [session ? 0 : rows.sessions, 'session that holds the words', 'sessions that hold the words'],
    [session?.pins.length ?? 0, 'pin'],
    [
      session ? session.findings.length : rows.memories,
      session ? 'finding' : 'memory',
      session ? 'findings' : 'memories',
    ],
    [rows.thread_entries, 'note about the work', 'notes about the work'],
    [rows.told, 'text that a session was told', 'texts that sessions were told'],
    session
      ? [rows.other_rows, 'copy of its pins elsewhere', 'copies of its pins elsewhere']
      : [rows.other_rows, 'entry of lists and indexes', 'entries of lists and indexes'],
    [files.archives, 'archived session'],
    [files.copies, 'copy in a file', 'copies in files'],
    [files.log_lines, 'line of the log', 'lines of the log'],
  ];
  return all
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => count(number, one, many));
}

/** The agent's own records of a session, by their names. */
export function agentTranscripts(cli: Cli, session: AtHost): string[] {
  return cli.rooms.flatMap((room) => room.transcriptsOf?.(cli, session) ?? []);
}

export function sealedInWords(sealed: number): string {
  return `${count(sealed, 'sealed metric')} with the title of a task: changing one would break the seal.`;
}

/** The items that stay although they hold the words. */
export function stayingInWords({ stays: kept }: ForgetPreview): string[] {
  const { sealed_metrics, names, files } = kept;
  return [
    ...(sealed_metrics > 0 ? [sealedInWords(sealed_metrics)] : []),
    ...(names > 0
      ? [`${count(names, 'path or name', 'paths and names')} by which a project is known.`]
      : []),
    ...files.map((path) => `${path}, which is your own or has to stay as it is.`),
  ];
}

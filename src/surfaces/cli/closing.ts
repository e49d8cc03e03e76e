import type { LeftTask } from '../../domain/restore/ageing.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Deps } from '../../engine/deps.ts';
import { closeTask, type Ending, taskMeant } from '../../engine/open-tasks.ts';
import type { Cli } from './context.ts';
import { Failure } from './errors.ts';

/** An entry of the book with the scope in which it was looked up, and its number there. */
export interface Listed {
  readonly task: LeftTask;
  readonly scope: Scope;
  readonly number: number;
}

export interface ClosingOrder {
  /** Numbers, ids, or words. */
  readonly said: readonly string[];
  readonly how: Ending;
  /** What a line of the answer begins with. */
  readonly heading: string;
  readonly json: boolean;
}

/** Closes the tasks that somebody means, all or none, and names them. */
export async function closeMeant(
  { out }: Cli,
  deps: Deps,
  listed: readonly Listed[],
  { said, how, heading, json }: ClosingOrder,
): Promise<number> {
  const chosen = new Set<Listed>();
  for (const phrase of phrasesOf(said, listed)) {
    const found = meant(phrase, listed);
    if (found.length === 1) {
      chosen.add(found[0]!);
      continue;
    }
    if (!json) throw refusal(phrase, found, listed);
    const shown = { said: phrase, closed: [], candidates: found.map(asClosed), open: listed.map(asClosed) };
    out.json(shown);
    return 1;
  }
  const closed: Listed[] = [];
  for (const one of chosen) {
    const closing = await closeTask(deps, one.scope, one.task, { how, by: 'person' });
    if (closing.kind !== 'closed') throw keptElsewhere(one.task, closing);
    closed.push(one);
    if (!json) out.block(`${heading}: [${one.task.task_id}] ${one.task.title}`);
  }
  if (json) out.json({ closed: closed.map((one) => ({ ...asClosed(one), how })), candidates: [] });
  return 0;
}

function asClosed({ task, scope, number }: Listed) {
  return { number, task_id: task.task_id, title: task.title, scope: scope.label };
}

/** Numbers and ids each mean a task; other words are one phrase, quoted or not. */
function phrasesOf(said: readonly string[], listed: readonly Listed[]): readonly string[] {
  const words = said.map((word) => word.replace(/,$/, ''));
  const isOne = (word: string) =>
    /^#?\d{1,4}$/.test(word) ||
    /^(?:todo|pin|message):|^task-\d/.test(word) ||
    listed.some(({ task }) => task.task_id === word);
  return words.every(isOne) ? words : [said.join(' ')];
}

function meant(phrase: string, listed: readonly Listed[]): readonly Listed[] {
  const near = taskMeant(
    phrase,
    listed.map(({ task }) => task),
  );
  if (near.kind === 'none') return [];
  const tasks = near.kind === 'one' ? [near.found] : near.candidates;
  return listed.filter(({ task }) => tasks.includes(task));
}

function refusal(phrase: string, found: readonly Listed[], listed: readonly Listed[]): Failure {
  if (found.length > 0)
    return new Failure(
      [`${phrase} fits several tasks. Nothing was closed:`, ...found.map(line)].join('\n'),
      'Say its number, more of its words, or more of its id.',
    );
  const missed = /^#?\d+$/.test(phrase)
    ? `There is no task ${phrase} here.`
    : /\s/.test(phrase)
      ? `No task that is open here has these words: ${phrase}`
      : `No task that is open here begins with ${phrase}.`;
  if (listed.length === 0) return new Failure(`${missed} Nothing was closed, and nothing is open here.`);
  return new Failure(
    [missed, 'Nothing was closed. Open here:', ...listed.map(line)].join('\n'),
    'cortex tasks --old lists them with their age.',
  );
}

function line({ task, scope, number }: Listed): string {
  return `  ${number}  ${task.task_id}  ${scope.label}  ${task.title}`;
}

function keptElsewhere(
  { task_id: id }: LeftTask,
  closing: Exclude<Awaited<ReturnType<typeof closeTask>>, { kind: 'closed' }>,
): Failure {
  return closing.kind === 'listed'
    ? new Failure(`${id} is in progress as long as its list says so.`, `Close it there: ${closing.file}`)
    : new Failure(
        `${id} is open as long as a pin speaks of it.`,
        `Let the pin go: cortex unpin ${JSON.stringify(closing.pin)}`,
      );
}

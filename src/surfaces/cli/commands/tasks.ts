import { shortId } from '../../../domain/ids.ts';
import { GLOBAL_SCOPE, type Scope } from '../../../domain/scope.ts';
import { byActivity, type TaskSource } from '../../../domain/task.ts';
import type { Deps } from '../../../engine/deps.ts';
import { closeTask, type OpenTask, openTasks } from '../../../engine/open-tasks.ts';
import { command, JSON_FLAG } from '../command.ts';
import { type Cli, withStore } from '../context.ts';
import { Failure, UsageError } from '../errors.ts';
import { chooseScope, inWords, SCOPE_FLAGS } from '../scope.ts';
import { printTable } from '../table.ts';
import { ago } from '../times.ts';

export const tasks = command({
  name: 'tasks',
  summary: 'List the work that is unfinished here now, or let a task go.',
  about:
    "From the project's pipeline/state.json, from pins that speak of unfinished work, from the to-do lists of agents and " +
    'from messages of an older Cortex that nobody acknowledged. Each is listed as long as its source says that it is ' +
    'open. done lets a to-do or a message go, until something happens to it again; a task of a pipeline or of a pin is ' +
    'closed where it is kept.',
  args: [
    { name: 'done', help: 'Let tasks go, instead of listing them.', optional: true, choices: ['done'] },
    { name: 'id', help: 'The id of a task, or its beginning.', optional: true, many: true },
  ],
  flags: { ...SCOPE_FLAGS, all: { help: 'Those of every project.' }, ...JSON_FLAG },
  examples: [
    { line: 'cortex tasks', says: 'what is left to do here' },
    {
      line: 'cortex tasks done todo:write-the-driver',
      says: 'this one is over, although nobody ticked it off',
    },
  ],
  run: (cli, { args: [action, ...ids], flags }) =>
    withStore(cli, async (deps) => {
      if (action !== undefined && action !== 'done')
        throw new UsageError(`cortex tasks has no ${action}.`, 'cortex tasks done <id> lets one go.');
      if (action === 'done' && ids.length === 0) throw new UsageError('Say which: cortex tasks done <id>…');
      if (flags.all && (flags.scope ?? flags.project) !== undefined)
        throw new UsageError('--all is every project; leave out the other.');
      const { scope } = await chooseScope(deps, cli.cwd(), flags);
      const found = flags.all ? await everywhere(deps, scope) : await listed(deps, scope, false);
      if (action === 'done') await letGo(cli, deps, pick(found, ids));
      else if (flags.json) cli.out.json(found.map(asJson));
      else print(cli, found, flags.all ? null : scope, deps.now());
      return 0;
    }),
});

interface Listed {
  readonly task: OpenTask;
  readonly scope: Scope;
}

async function listed(deps: Deps, scope: Scope, alone: boolean): Promise<Listed[]> {
  return (await openTasks(deps, scope, alone)).map((task) => ({ task, scope }));
}

/** Sessions that are looked through for projects. */
const MOST_SESSIONS = 1_000;

async function everywhere(deps: Deps, here: Scope): Promise<Listed[]> {
  const scopes = new Map([here, GLOBAL_SCOPE].map((scope) => [scope.key, scope]));
  for (const state of await deps.store.history({ limit: MOST_SESSIONS })) {
    const key = state.scope_key as Scope['key'];
    if (!scopes.has(key)) scopes.set(key, { key, label: state.scope, root: state.project_path });
  }
  const found: Listed[] = [];
  for (const scope of scopes.values()) found.push(...(await listed(deps, scope, true)));
  return found.sort((a, b) => byActivity(a.task, b.task));
}

const SOURCES: Readonly<Record<TaskSource, string>> = {
  pipeline_state: 'pipeline',
  working_memory_scan: 'pin',
  host_todo: 'to-do',
  message: 'message',
};

function print({ out }: Cli, found: readonly Listed[], scope: Scope | null, now: number): void {
  const { cyan, dim } = out.style;
  if (found.length === 0) {
    out.block(`Nothing is unfinished${scope ? ` in ${inWords(scope.label)}` : ''}, as far as is known.`);
    return;
  }
  printTable(
    out,
    [
      { title: 'task', least: 16 },
      { title: 'title', least: 10 },
      { title: 'stage', spare: 2 },
      { title: 'active', spare: 1 },
      { title: 'from', spare: 3 },
      { title: 'session', spare: 4 },
      { title: 'scope', least: 8, keep: 'end', spare: 5 },
    ],
    found.map(({ task, scope: place }) => [
      { text: task.task_id, paint: cyan },
      { text: task.title },
      { text: task.stage },
      { text: ago(task.last_activity, now) },
      { text: SOURCES[task.source], paint: dim },
      { text: task.session_id ? shortId(task.session_id) : '', paint: dim },
      { text: scope ? '' : place.label, paint: dim },
    ]),
  );
}

function asJson({ task: { scope_key: _, ...task }, scope }: Listed) {
  return { ...task, scope: scope.label };
}

/** The tasks that ids or their beginnings stand for. */
function pick(found: readonly Listed[], typed: readonly string[]): Listed[] {
  return typed.map((word) => {
    const exact = found.filter(({ task }) => task.task_id === word);
    const fits = exact.length > 0 ? exact : found.filter(({ task }) => task.task_id.startsWith(word));
    if (fits.length === 1) return fits[0]!;
    if (fits.length === 0)
      throw new Failure(`No task that is open here begins with ${word}.`, 'cortex tasks lists them.');
    const lines = fits.map(({ task, scope }) => `  ${task.task_id}  ${scope.label}`);
    throw new Failure([`${word} fits several tasks:`, ...lines].join('\n'), 'Give more of the id.');
  });
}

async function letGo({ out }: Cli, deps: Deps, chosen: readonly Listed[]): Promise<void> {
  for (const { task, scope } of chosen) {
    const closing = await closeTask(deps, scope, task);
    switch (closing.kind) {
      case 'closed':
        out.block(`Let go: [${task.task_id}] ${task.title}`);
        break;
      case 'listed':
        throw new Failure(
          `${task.task_id} is in progress as long as its list says so.`,
          `Close it there: ${closing.file}`,
        );
      case 'pinned':
        throw new Failure(
          `${task.task_id} is open as long as a pin speaks of it.`,
          `Let the pin go: cortex unpin ${JSON.stringify(closing.pin)}`,
        );
    }
  }
}

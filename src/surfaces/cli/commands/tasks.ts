import { shortId } from '../../../domain/ids.ts';
import { GLOBAL_SCOPE, type Scope } from '../../../domain/scope.ts';
import { byActivity, type TaskSource } from '../../../domain/task.ts';
import type { Deps } from '../../../engine/deps.ts';
import { bookNow, inOrder } from '../../../engine/open-tasks.ts';
import { closeMeant, type Listed } from '../closing.ts';
import { command, JSON_FLAG } from '../command.ts';
import { type Cli, withStore } from '../context.ts';
import { UsageError } from '../errors.ts';
import { chooseScope, inWords, SCOPE_FLAGS } from '../scope.ts';
import { printTable } from '../table.ts';
import { ago } from '../times.ts';

export const tasks = command({
  name: 'tasks',
  summary: 'List the work that is unfinished here now, or let a task go.',
  about:
    "From the project's pipeline/state.json, from pins that speak of unfinished work, from the to-do lists of agents and " +
    'from messages of an older Cortex that nobody acknowledged, and the next actions that were noted. Each is listed as ' +
    'long as its source says that it is open, in the order in which the next session is told of it. --old adds work that ' +
    'no session touched for long, and lists that a newer one took the place of. done lets a to-do or a message go, until ' +
    'something happens to it again; a task of a pipeline or of a pin is closed where it is kept.',
  args: [
    { name: 'done', help: 'Let tasks go, instead of listing them.', optional: true, choices: ['done'] },
    { name: 'id', help: 'The number or id of a task, or words near its own.', optional: true, many: true },
  ],
  flags: {
    ...SCOPE_FLAGS,
    all: { help: 'Those of every project.' },
    old: { help: 'Also older and overtaken work.' },
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex tasks', says: 'what is left to do here' },
    { line: 'cortex tasks --old', says: 'and what nobody has touched for long' },
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
      if (action === 'done')
        return closeMeant(cli, deps, found, {
          said: ids,
          how: 'done',
          heading: 'Let go',
          json: flags.json,
        });
      const shown = flags.old ? found : found.filter(({ age }) => age === 'open');
      if (flags.json) cli.out.json(shown.map(asJson));
      else print(cli, shown, flags.all ? null : scope, deps.now(), found.length - shown.length);
      return 0;
    }),
});

/** Whether the next session is told of it. */
type Age = 'open' | 'older' | 'overtaken';

interface Aged extends Listed {
  readonly age: Age;
}

async function listed(deps: Deps, scope: Scope, alone: boolean): Promise<Aged[]> {
  const book = await bookNow(deps, scope, alone);
  const overtaken = new Set(book.overtaken);
  const told = new Set(book.told);
  return inOrder(book).map((task, i) => ({
    task,
    scope,
    number: i + 1,
    age: told.has(task) ? 'open' : overtaken.has(task) ? 'overtaken' : 'older',
  }));
}

const AGES: readonly Age[] = ['open', 'older', 'overtaken'];

/** Sessions that are looked through for projects. */
const MOST_SESSIONS = 1_000;

async function everywhere(deps: Deps, here: Scope): Promise<Aged[]> {
  const scopes = new Map([here, GLOBAL_SCOPE].map((scope) => [scope.key, scope]));
  for (const state of await deps.store.history({ limit: MOST_SESSIONS })) {
    const key = state.scope_key as Scope['key'];
    if (!scopes.has(key)) scopes.set(key, { key, label: state.scope, root: state.project_path });
  }
  const found: Aged[] = [];
  for (const scope of scopes.values()) found.push(...(await listed(deps, scope, true)));
  const rank = ({ age }: Aged) => AGES.indexOf(age);
  return found
    .sort((a, b) => rank(a) - rank(b) || byActivity(a.task, b.task))
    .map((one, i) => ({ ...one, number: i + 1 }));
}

const SOURCES: Readonly<Record<TaskSource, string>> = {
  pipeline_state: 'pipeline',
  working_memory_scan: 'pin',
  host_todo: 'to-do',
  message: 'message',
};

function print(
  { out }: Cli,
  found: readonly Aged[],
  scope: Scope | null,
  now: number,
  leftOut: number,
): void {
  const { cyan, dim } = out.style;
  const more = `${leftOut} older (cortex tasks --old)`;
  if (found.length === 0) {
    const where = scope ? ` in ${inWords(scope.label)}` : '';
    out.block(`Nothing is unfinished${where}, as far as is known${leftOut > 0 ? `; ${more}` : ''}.`);
    return;
  }
  printTable(
    out,
    [
      { title: '#', least: 1 },
      { title: 'task', least: 16 },
      { title: 'title', least: 10 },
      { title: 'stage', spare: 2 },
      { title: 'active', spare: 1 },
      { title: 'from', spare: 3 },
      { title: 'session', spare: 4 },
      { title: 'age', spare: 2 },
      { title: 'scope', least: 8, keep: 'end', spare: 5 },
    ],
    found.map(({ task, scope: place, number, age }) => [
      { text: String(number), paint: dim },
      { text: task.task_id, paint: cyan },
      { text: task.title },
      { text: task.stage },
      { text: ago(task.last_activity, now) },
      { text: SOURCES[task.source], paint: dim },
      { text: task.session ? shortId(task.session.id) : '', paint: dim },
      { text: age === 'open' ? '' : age, paint: dim },
      { text: scope ? '' : place.label, paint: dim },
    ]),
  );
  if (leftOut > 0) out.line(`… ${more}`);
}

function asJson({ task: { scopeKey: _, session, ...task }, scope, number, age }: Aged) {
  return { number, ...task, age, session_id: session?.id ?? null, scope: scope.label };
}

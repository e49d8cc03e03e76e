import { isGlobal } from '../domain/base/scope.ts';
import type { Deps } from '../engine/base/deps.ts';
import { liveSessions, meantSessions } from '../engine/presence/target.ts';
import { projects } from '../engine/projects/link.ts';
import { takeInQuietly } from '../engine/spool.ts';
import { operationNamed } from '../operations/all.ts';
import { Failure, troubleOf, wrongInput } from '../operations/base/errors.ts';
import type { Operation, OperationCall } from '../operations/base/operation.ts';
import { projectNamed } from '../operations/base/project.ts';
import { EVERYWHERE } from '../operations/base/reach.ts';
import { PLAIN, renderPlain } from '../operations/base/view.ts';
import { forgetSession } from './forget.ts';
import type { LookHistory } from './seen.ts';
import { VIEWS } from './views/all.ts';

/** Everything that the page's server needs. */
export interface PageWorld {
  open(): { readonly deps: Deps; close(): void };
  readonly home: Pick<OperationCall, 'copies' | 'places' | 'hookTimes'>;
  cwd(): string;
  /** Names of the hosts that there are adapters for. */
  readonly hosts: OperationCall['hosts'];
  readonly operations: readonly Operation[];
  /** Answers of the program about itself, by name: such as the findings of `doctor`. */
  readonly says: Readonly<Record<string, () => Promise<unknown>>>;
  /** The lines at the last look. */
  readonly seen: LookHistory;
  log(event: string, error: unknown): void;
  /** Changes whenever something is stored. */
  stamp(): string;
}

/** The request that erases a session; it has no operation, since no program may ask for it. */
const FORGETS_SESSION = 'page forget';

/** A request of the page. */
export interface PageRequest {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** A folder of the project, or its name; null: where the command was typed. */
  readonly project: string | null;
  /** The person has answered its question with yes. */
  readonly confirmed: boolean;
}

/** A refusal or a question of an operation is an answer; the status says whether the request was valid. */
export interface PageAnswer {
  readonly status: 200 | 400 | 404 | 500;
  readonly body: unknown;
}

/** Runs one operation for the person at the page, as a command would. */
export async function answerPage(world: PageWorld, asked: PageRequest): Promise<PageAnswer> {
  try {
    const own = Object.hasOwn(world.says, asked.operation)
      ? world.says[asked.operation]
      : undefined;
    if (own) return { status: 200, body: { data: await own() } };
    const view = Object.hasOwn(VIEWS, asked.operation) ? VIEWS[asked.operation] : undefined;
    if (view)
      return await withCall(world, asked, async (call) => ({
        status: 200,
        body: { data: await view(call, asked.input, world.seen) },
      }));
    if (asked.operation === FORGETS_SESSION)
      return await withCall(world, asked, async (call) => ({
        status: 200,
        body: await forgetSession(call, asked.input['session_id'], asked),
      }));
    const found = operationNamed(world.operations, asked.operation);
    if (!found)
      return { status: 404, body: { message: `There is no operation ${asked.operation}.` } };
    return await run(world, found.operation, {
      ...asked,
      input: { ...found.meant, ...asked.input },
    });
  } catch (error) {
    const { message, advice } = troubleOf(error);
    const isSaid = error instanceof Failure;
    if (!isSaid) world.log('page', error);
    return { status: isSaid ? 200 : 500, body: { message, advice } };
  }
}

async function run(
  world: PageWorld,
  operation: Operation,
  asked: PageRequest,
): Promise<PageAnswer> {
  const checked = operation.input.safeParse(asked.input);
  if (!checked.success) return { status: 400, body: { message: wrongInput(checked.error) } };
  const input = checked.data;
  return withCall(world, asked, async (call) => {
    const question = asked.confirmed ? null : await operation.confirm?.(call, input);
    if (question)
      return { status: 200, body: { question: question.question, lines: question.lines } };
    const result: unknown = await operation.run(call, input);
    const text = renderPlain(
      operation.lines(result, { style: PLAIN, by: 'person', now: call.deps.now() }),
    );
    return { status: 200, body: { data: operation.json(result), text } };
  });
}

async function withCall(
  world: PageWorld,
  { project }: PageRequest,
  work: (call: OperationCall) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { deps, close } = world.open();
  try {
    await takeInQuietly(deps);
    return await work(await callOf(world, deps, project));
  } finally {
    close();
  }
}

/** A person stands in the folder of the project that they look at, and may look at everything on the machine. */
async function callOf(
  world: PageWorld,
  deps: Deps,
  project: string | null,
): Promise<OperationCall> {
  const { home } = world;
  const here = world.cwd();
  const named = project === null ? null : await findNamedProject(deps, project);
  const cwd = named ? named.cwd : here;
  const located = deps.locate(cwd);
  const scope = named?.scope ?? located.scope;
  const isThere = located.scope.key === scope.key;
  return {
    deps,
    scope,
    isChosen: !isThere,
    location: isThere ? located : { scope, branch: null, head: null },
    cwd: isThere ? cwd : null,
    session: null,
    sessions: () => liveSessions(deps, scope),
    saidIn: () => (named ? liveSessions(deps, scope) : meantSessions(deps, scope)),
    by: 'person',
    agent: 'person',
    reach: EVERYWHERE,
    places: home.places,
    hosts: world.hosts,
    files: null,
    isForProgram: false,
    copies: () => home.copies(),
    hookTimes: () => home.hookTimes(),
  };
}

/** A deleted folder is identified by its project's name. */
async function findNamedProject(deps: Deps, project: string) {
  if (project === 'global' || !isGlobal(deps.locate(project).scope.key))
    return projectNamed(deps, project);
  const known = (await projects(deps)).find(({ key, root }) => key === project || root === project);
  if (known)
    return { scope: { key: known.key, label: known.label, root: known.root }, cwd: known.root };
  return projectNamed(deps, project);
}

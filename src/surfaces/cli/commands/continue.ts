import { type ReadCapsule, readCapsule } from '../../../domain/handoff/capsule.ts';
import { shortId } from '../../../domain/ids.ts';
import { parseJson } from '../../../domain/json.ts';
import { type Continued, continuedRecord, continueFrom, hasContinued } from '../../../engine/continue.ts';
import type { Deps } from '../../../engine/deps.ts';
import { meantSessions } from '../../../engine/live.ts';
import { takeHandoff } from '../../../engine/take-handoff.ts';
import type { SessionHead } from '../../../store.ts';
import { command, JSON_FLAG } from '../command.ts';
import { type Cli, withStore } from '../context.ts';
import { Failure, UsageError } from '../errors.ts';
import { resolveSession } from '../ids.ts';
import { openSession, pinLine } from '../pins.ts';
import { inWords } from '../scope.ts';
import { statusOf } from '../sessions.ts';
import { count, when } from '../times.ts';
import { printTold } from '../told.ts';

export const continueCommand = command({
  name: 'continue',
  summary: 'Give the running session everything of an earlier one, whatever its age.',
  about:
    'All its pins as far as working memory has room, its open tasks and its topics. It goes to the session whose agent ' +
    'runs the command, else to those that are running in this project. A hand-over in a file goes to the project here: its ' +
    'decisions, blockers and next actions to the thread, its pins as plain pins, the rest as memories of the agent. Nothing ' +
    'in a file counts as your word, and secrets in it are not stored.',
  args: [
    {
      name: 'id',
      help: 'The id of the session to go on from, or its beginning; or a file of cortex handoff --json.',
      choices: 'sessions',
    },
  ],
  flags: {
    session: { value: 'id', choices: 'sessions', help: 'The running session that inherits.' },
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex continue a1b2c3d4', says: 'go on from there' },
    { line: 'cortex continue handoff.json', says: 'take in what another machine or agent handed over' },
  ],
  run: (cli, { args, flags }) =>
    withStore(cli, async (deps) => {
      const capsule = capsuleIn(cli, args[0]!);
      if (capsule) return takeIn(cli, deps, capsule, flags);
      const { state: from } = await statusOf(deps, await resolveSession(deps.store, args[0]!));
      const targets = await heirs(deps, cli, flags.session);
      if (targets.some(({ id }) => id === from.session_id)) {
        throw new UsageError(`Session ${shortId(from.session_id)} is the one that is running.`);
      }
      const results: Inherited[] = [];
      for (const into of targets) {
        const before = await hasContinued(deps, into, from);
        // An agent that runs the command is known by its process; anybody else is a person at a terminal.
        const by = deps.owners.isAround(into.owner) ? into.host : 'person';
        results.push({ into, before, continued: await continueFrom(deps, into, from, by) });
      }
      if (flags.json) cli.out.json(results.map(asJson));
      else for (const result of results) print(cli, result);
      return 0;
    }),
});

/** Null where the word is no file; a file that is no hand-over is refused. */
function capsuleIn(cli: Cli, word: string): ReadCapsule | null {
  const text = /[./\\]/.test(word) ? cli.readText(word) : null;
  if (text === null) return null;
  const capsule = readCapsule(parseJson(text));
  if (capsule) return capsule;
  throw new Failure(`${word} is no hand-over of this version.`, 'cortex handoff --json writes one.');
}

async function takeIn(
  cli: Cli,
  deps: Deps,
  capsule: ReadCapsule,
  flags: { readonly session: string | undefined; readonly json: boolean },
): Promise<number> {
  const { scope } = deps.locate(cli.cwd());
  const sessions = flags.session === undefined ? undefined : [await openSession(deps, flags.session)];
  const taken = await takeHandoff(deps, scope, capsule, sessions);
  if (flags.json) {
    cli.out.json({ scope: scope.label, ...taken });
    return 0;
  }
  const { decisions, blockers, next, pins, refused, memories } = taken;
  cli.out.block(
    `Taken into ${inWords(scope.label)}: ${count(decisions, 'decision')}, ${count(blockers, 'blocker')}, ${count(next, 'next action')}, ${count(pins, 'pin')}, ${count(memories, 'memory', 'memories')}.${refused > 0 ? ` ${count(refused, 'pin')} found no room.` : ''}`,
  );
  cli.out.line();
  printTold(cli.out, taken.text);
  return 0;
}

interface Inherited {
  readonly into: SessionHead;
  readonly before: boolean;
  readonly continued: Continued;
}

async function heirs(deps: Deps, cli: Cli, typed: string | undefined): Promise<readonly SessionHead[]> {
  if (typed !== undefined) return [await openSession(deps, typed)];
  const { scope } = deps.locate(cli.cwd());
  const meant = await meantSessions(deps, scope);
  if (meant.length > 0) return meant;
  throw new Failure(
    `No session is running in ${inWords(scope.label)} that could inherit.`,
    'Start your agent here first, then run this again; or name a running one of another project with --session.',
  );
}

function print({ out }: Cli, { into, before, continued }: Inherited): void {
  const { from, pins, tasks, topics, memories, refused, text } = continued;
  const name = `session ${shortId(from.session_id)} (${when(from.end_time ?? from.last_activity)})`;
  if (before) {
    out.block(`Session ${shortId(into.id)} has inherited from ${name} before; nothing is added.`);
    return;
  }
  out.block(out.style.bold(`Inherited from ${name}:`));
  out.line(`- ${count(pins.length, 'working memory pin')} restored`);
  for (const pin of pins) out.block(pinLine(pin, out), '    ');
  for (const { label, why } of refused) out.block(out.style.dim(`left: ${label} (${why})`), '    ');
  out.line(`- ${count(tasks.length, 'pending task')} surfaced`);
  for (const task of tasks) out.block(`[${task.task_id}] ${task.title}`, '    ');
  out.line(`- ${count(topics.length, 'hot topic')} loaded`);
  if (memories.length > 0) out.line(`- ${count(memories.length, 'memory', 'memories')} recalled`);
  for (const { content, confidence } of memories) out.block(`[${confidence.toFixed(2)}] ${content}`, '    ');
  if (pins.length > 0) out.line(`Pins written to working memory of session ${shortId(into.id)}.`);
  if (text === null) out.line('It held nothing that can be given on.');
}

function asJson({ into, before, continued }: Inherited) {
  return { ...continuedRecord(into, before, continued), text: continued.text };
}

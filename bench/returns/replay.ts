import { join } from 'node:path';
import { Clock, MINUTE } from '../continuity/clock.ts';
import { Repository } from '../continuity/repository.ts';
import { ClaudeSession } from '../continuity/session.ts';
import type { World } from '../continuity/world.ts';
import { NearHost } from '../matters/host.ts';
import type { RecordedSession, RecordedTurn, Step } from './export.ts';

/** What the model was told while a session was played. */
export interface Heard {
  readonly file: string;
  /** The program's own id of the session, shortened. */
  readonly shortId: string;
  readonly start: string;
  readonly prompts: readonly string[];
}

export interface Replayed {
  readonly home: string;
  readonly repository: Repository;
  readonly clock: Clock;
  readonly heard: readonly Heard[];
}

/** Longer than a session without a word counts as one that still goes on. */
const BETWEEN = 31 * MINUTE;

/** Plays recorded sessions into a new home, one after the other, each at its time. */
export async function replay(
  world: World,
  sessions: readonly RecordedSession[],
): Promise<Replayed> {
  const clock = new Clock(new Date(sessions[0]!.at).toISOString());
  const repository = await Repository.make(join(world.folder, 'work', 'project'), clock, []);
  const home = world.newHome();
  const heard: Heard[] = [];
  for (const { file, at, turns } of sessions) {
    const begin = new Date(at).toISOString();
    clock.forward(BETWEEN);
    if (begin > clock.iso) clock.to(begin);
    const host = new NearHost(world, home, clock);
    const session = new ClaudeSession(host, repository, clock, join(world.folder, 'transcripts'));
    const start = await session.start();
    const prompts: string[] = [];
    for (const turn of turns) prompts.push(await play(session, repository, turn));
    await session.end();
    heard.push({ file, shortId: shortIdOfNewest(host, repository.path), start, prompts });
    await host.kill();
  }
  return { home, repository, clock, heard };
}

/** Plays a turn; a turn that a tool call ends was broken off. Gives what its prompt was answered with. */
async function play(
  session: ClaudeSession,
  repository: Repository,
  turn: RecordedTurn,
): Promise<string> {
  const told = await session.prompt(turn.prompt);
  session.keep('user', turn.prompt);
  for (const step of turn.steps) await take(session, repository, step);
  const last = turn.steps.at(-1);
  if (last?.kind === 'said') await session.stop(last.text);
  return told;
}

async function take(session: ClaudeSession, repository: Repository, step: Step): Promise<void> {
  switch (step.kind) {
    case 'said':
      session.keep('assistant', step.text);
      return;
    case 'edited': {
      // The recordings hold no whole files: none is written.
      const filePath = repository.absolute(step.path);
      const [oldString, newString] = ['a', 'b'];
      const input = {
        file_path: filePath,
        old_string: oldString,
        new_string: newString,
        replace_all: false,
      };
      await session.used('Edit', input, { filePath, oldString, newString, structuredPatch: [] });
      return;
    }
    case 'ran':
      await session.bash(step.command, !step.isFailed, step.output);
      return;
    case 'planned':
      await session.use({ tool: 'TodoWrite', todos: step.todos });
  }
}

function shortIdOfNewest(host: NearHost, cwd: string): string {
  const listed = JSON.parse(host.run(['history', '--limit', '1', '--json'], cwd)) as {
    session_id: string;
  }[];
  return listed[0]!.session_id.slice(0, 8);
}

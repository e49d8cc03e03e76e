import { count, timeAgo } from '../operations/base/words.ts';
import { isGitStream } from './domain/record.ts';
import type { ShareDoor } from './door.ts';
import { type ShareOverview, sharedOverview, shortName } from './engine/look.ts';
import { leavingLines, whatWouldLeave } from './git-command.ts';
import { isSealedName } from './log.ts';
import type { ShareRun } from './run.ts';
import type { SharedProject } from './sql/at-events.ts';

export async function tellStatus(run: ShareRun): Promise<void> {
  const { cli, deps, door, flags } = run;
  const { out } = cli;
  if (flags['what-would-leave']) return tellLeaving(run);
  const all = await sharedOverview(deps, door.codec);
  if (flags.json) return out.json(all.map(statusJson));
  if (all.length === 0)
    return out.block(
      'Nothing is shared: no word leaves this machine. cortex share init shares this repository; cortex share join joins one that is shared already.',
    );
  for (const one of all) await tellProject(run, one);
}

async function tellLeaving(run: ShareRun): Promise<void> {
  const { out } = run.cli;
  const leaving = await whatWouldLeave(run);
  if (run.flags.json) return out.json(leaving);
  for (const line of leavingLines(leaving)) out.line(line);
}

function statusJson(one: ShareOverview) {
  return {
    project: one.project,
    scope_key: one.scopeKey,
    origin: one.origin,
    since: isoOrNull(one.since),
    problem: one.problem,
    waiting: one.waiting,
    marked: one.marked,
    pulled_at: isoOrNull(one.pulledAt),
    pushed_at: isoOrNull(one.pushedAt),
    sealed: isSealedName(one.name),
    through: isGitStream(one.origin) ? 'git' : 'postgresql',
    streams: one.streams.map(({ origin, author, lastAny, stopped }) => ({
      origin,
      author,
      segments: lastAny,
      stopped,
    })),
  };
}

async function tellProject({ cli, deps, door }: ShareRun, one: ShareOverview): Promise<void> {
  const { out } = cli;
  const { bold, dim, red, yellow } = out.style;
  const since = (at: number | null) => (at === null ? 'never' : timeAgo(at, deps.now()));
  const row = (name: string, text: string) => out.item(dim(`  ${name.padEnd(9)}`), text);
  out.block(bold(one.project));
  row('sent', `${since(one.pushedAt)}, ${count(one.waiting, 'record waits', 'records wait')}`);
  row('received', since(one.pulledAt));
  const through = await throughWhich(door, one);
  if (through) row('through', `${through.url}, ${megabytes(through.bytes)} here`);
  row(
    'sealed',
    isSealedName(one.name)
      ? `yes, as ${shortName(one.name)} ${through ? 'with your key' : 'on the server'}`
      : 'no: the administrator of the database can read it',
  );
  row(
    'readers',
    !through && deps.config['share.audience'] === 'team'
      ? `the team reads the work, and ${count(one.marked, 'marked pin or rule', 'marked pins and rules')}`
      : 'only your own machines',
  );
  for (const { author, origin, lastAny, stopped } of one.streams)
    row(
      'from',
      `${author} ${dim(origin.slice(-8))}: ${count(lastAny, 'segment')}${stopped ? yellow(`, stopped: ${stopped}`) : ''}`,
    );
  if (one.problem) row('problem', red(one.problem));
}

/** The repository of a project that goes through one; null for a server, and where it is gone. */
async function throughWhich(door: ShareDoor, { project, origin }: SharedProject) {
  if (!isGitStream(origin)) return null;
  try {
    const { address, size } = door.git.repositoryOf(project);
    return { url: address.url, bytes: await size() };
  } catch {
    return null;
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

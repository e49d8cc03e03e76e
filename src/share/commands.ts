import { brokenCheck, type HealthCheck, noteCheck, okCheck } from '../domain/base/check.ts';
import { iso } from '../domain/base/time.ts';
import { normalRemote, remoteElsewhere } from '../domain/projects/signs.ts';
import type { Deps } from '../engine/base/deps.ts';
import { count, timeAgo } from '../operations/base/words.ts';
import type { Cli, Home, RoomStatus } from '../surfaces/cli/base/context.ts';
import { troubleOf } from '../surfaces/cli/base/errors.ts';
import type { CliRoom } from '../surfaces/cli/base/groups.ts';
import { withOpen, withStore } from '../surfaces/cli/base/store.ts';
import { shareCommand } from './command.ts';
import { isGitStream } from './domain/record.ts';
import { doorOf } from './door.ts';
import { markJoins } from './due.ts';
import { keyTrouble, unsealedToo } from './engine/look.ts';
import { joinHere } from './git-command.ts';
import type { SharedLog } from './log.ts';
import type { SharedProject } from './sql/at-events.ts';
import { shareOf } from './sql/share.ts';

/** Projects that are shared with other machines; none: no word leaves this one. */
const status: RoomStatus = {
  read: async (cli, deps) => {
    const projects = deps ? await shareOf(deps).sharedProjects() : [];
    return { shared: projects.map((one) => lineOf(cli, one)) };
  },
  rows: ({ shared }, at) =>
    (shared as readonly ReturnType<typeof lineOf>[]).map(
      ({ project, problem, pushed_at: sent, pulled_at: received }) => {
        const since = (time: string | null) => (time === null ? 'never' : timeAgo(time, at));
        const text = problem ?? `sent ${since(sent)}, received ${since(received)}`;
        return { label: 'shared', text: `${project}: ${text}`, isTrouble: problem !== null };
      },
    ),
};

/** The result for programs. */
function lineOf(cli: Cli, project: SharedProject) {
  const { pushedAt, pulledAt } = project;
  return {
    project: project.project,
    problem: keyTrouble(() => doorOf(cli).codec(), project)?.message ?? project.problem,
    pushed_at: pushedAt === null ? null : iso(pushedAt),
    pulled_at: pulledAt === null ? null : iso(pulledAt),
  };
}

/** Whether what is shared goes out and comes in, and who could read it. A server that does not answer is waited for as by a sync. */
async function shareChecks(cli: Cli, home: Home): Promise<HealthCheck[]> {
  const nothing = okCheck('share', 'nothing is shared; no word leaves this machine');
  if (!cli.look(home.database)) return [nothing];
  try {
    return await withOpen(home, async (deps) => {
      const projects = await shareOf(deps).sharedProjects();
      if (projects.length === 0) return [nothing];
      const [throughGit, onServer] = [true, false].map((is) =>
        projects.filter(({ origin }) => isGitStream(origin) === is),
      ) as [SharedProject[], SharedProject[]];
      const checks = await Promise.all(throughGit.map((one) => remoteChecks(cli, deps, one)));
      return [
        ...checks.flat(),
        ...(onServer.length > 0 ? await serverChecks(cli, deps, onServer) : []),
      ];
    });
  } catch (error) {
    const { message, advice } = troubleOf(error);
    return [
      noteCheck(
        'share',
        message,
        advice ?? 'Nothing is lost: what is new is sent when the server answers.',
      ),
    ];
  }
}

async function serverChecks(
  cli: Cli,
  deps: Deps,
  projects: readonly SharedProject[],
): Promise<HealthCheck[]> {
  const door = doorOf(cli);
  const keyless = projects.flatMap((one) => keyTrouble(door.codec, one) ?? []);
  if (keyless.length > 0)
    return keyless.map(({ message, advice }) => brokenCheck('share', message, advice));
  const { isEncrypted, shown } = door.address();
  return door.within(async (server) => {
    const checks: HealthCheck[] = [
      okCheck('share', `${shown}, ${isEncrypted ? 'encrypted' : 'on this machine'}`),
    ];
    if (await server.isAboveThePolicies())
      checks.push(
        noteCheck(
          'share',
          `${shown} bypasses the policies of the database`,
          'Use a login without superuser and bypassrls.',
        ),
      );
    for (const project of projects) checks.push(...(await projectChecks(deps, server, project)));
    return checks;
  });
}

/** The repository of a project: whether it answers, what is wrong with what it has, and who could copy it. */
async function remoteChecks(cli: Cli, deps: Deps, shared: SharedProject): Promise<HealthCheck[]> {
  const { project, scopeKey } = shared;
  const name = `share ${project}`;
  const door = doorOf(cli);
  const keyless = keyTrouble(door.codec, shared);
  if (keyless) return [brokenCheck(name, keyless.message, keyless.advice)];
  try {
    const repository = door.git.repositoryOf(project);
    const { url, isOfCode } = repository.address;
    const checks = await door.connected(shared, async ({ log }) => {
      const { origins, trouble } = await log.heads(shared.name);
      const received = shared.pulledAt === null ? 'never' : timeAgo(shared.pulledAt, deps.now());
      const well = okCheck(
        name,
        `${url}, sealed, ${count(origins.length, 'machine')}, received ${received}`,
      );
      const strange = trouble === undefined ? [] : [noteCheck(name, trouble, STRANGE)];
      const stopped = origins.flatMap(({ origin, trouble: why }) =>
        why === undefined
          ? []
          : noteCheck(name, `machine ${origin.slice(-8)} is read no further: ${why}`, MENDS),
      );
      return [well, ...strange, ...stopped];
    });
    const remote = remoteElsewhere(deps.signs.read(scopeKey));
    if (isOfCode && remote !== null && normalRemote(url) !== null && remote !== normalRemote(url))
      checks.push(
        noteCheck(name, `origin is ${remote} now, and sealed segments go to ${url}`, MOVES),
      );
    if (await repository.isPublic())
      checks.push(noteCheck(name, `everybody can read ${url}`, PRIVATE));
    return checks;
  } catch (error) {
    const { message, advice } = troubleOf(error);
    return [noteCheck(name, message, advice ?? MENDS)];
  }
}

const MENDS = 'It goes on by itself once that is mended.';
const STRANGE = 'Somebody else pushed there, or another key was used. Nothing of it is told.';
const MOVES = 'To follow it: cortex share init --git';
const PRIVATE = 'Make it private, or take another: cortex share init --git <url>';

const UNSEALED =
  'There: cortex share leave --withdraw, cortex share key --set, cortex share join. Then an administrator ends the memberships under the clear name.';

async function projectChecks(
  deps: Deps,
  log: SharedLog,
  shared: SharedProject,
): Promise<HealthCheck[]> {
  const name = `share ${shared.project}`;
  const { role, origins } = await log.heads(shared.name);
  if (role === null)
    return [
      brokenCheck(
        name,
        'this login is not a member any more',
        'cortex share invite <login> prints what an administrator runs.',
      ),
    ];
  const received = shared.pulledAt === null ? 'never' : timeAgo(shared.pulledAt, deps.now());
  const checks: HealthCheck[] = [
    okCheck(name, `${role}, ${count(origins.length, 'stream')}, received ${received}`),
  ];
  for (const { author, stopped } of await shareOf(deps).cursors(shared.scopeKey))
    if (stopped !== null)
      checks.push(
        noteCheck(
          name,
          `the stream of ${author} is read no further: ${stopped}`,
          'It goes on by itself once that is mended.',
        ),
      );
  const unsealed = await unsealedToo(log, shared);
  if (unsealed !== null) checks.push(noteCheck(name, unsealed, UNSEALED));
  const [number, seal] = (await shareOf(deps).sentMetrics(shared.scopeKey))?.split(' ') ?? [];
  if (number !== undefined && (await deps.store.metricHead(Number(number)))?.hash !== seal)
    checks.push(
      brokenCheck(
        'metrics',
        `record ${number}, whose seal was shared, is not here any more`,
        'cortex verify tells what is missing.',
      ),
    );
  return checks;
}

/** The home joins by the key in its environment: now where a repository is here, else when a session starts in one. */
async function joinInContainer(cli: Cli): Promise<readonly string[]> {
  const home = cli.home();
  markJoins(home.folder);
  const later =
    'Projects join by CORTEX_SHARE_KEY when a session starts in them, or with cortex share pull --wait. Leave the key out of the image.';
  if (!doorOf(cli).isWordGiven()) return [later];
  const shared = await withStore(cli, (deps) => joinHere(cli, deps), true);
  return [shared ? `${shared.project} is shared through git from here.` : later];
}

/** A remote is not ours to clean: what nothing refers to stays there for a while. */
function leftAtRemote(cli: Cli): readonly string[] {
  const isThere = cli.look(doorOf(cli).git.folder)?.kind === 'folder';
  return isThere
    ? [
        'What was sent of it leaves the git remote with the next sync of each machine; sealed bytes may stay there for a while.',
      ]
    : [];
}

/** Sharing in the command line. */
export const sharing: CliRoom = {
  commands: [shareCommand],
  afterForget: leftAtRemote,
  checks: shareChecks,
  status,
  container: joinInContainer,
};

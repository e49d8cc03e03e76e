import { broken, type Check, note, ok } from '../domain/runtime/check.ts';
import type { Cli, Home } from '../surfaces/cli/context.ts';
import { troubleOf } from '../surfaces/cli/errors.ts';
import { ago, count } from '../surfaces/cli/times.ts';
import { doorOf } from './door.ts';
import { allShared, healthOf, keyTrouble, type ShareHealth } from './engine/look.ts';

/** Whether what is shared goes out and comes in, and who could read it. A server that does not answer is waited for as by a sync. */
export async function shareChecks(cli: Cli, home: Home): Promise<Check[]> {
  const name = 'share';
  if (!cli.look(home.database)) return [ok(name, NOTHING_SHARED)];
  try {
    const { deps, close } = home.open();
    try {
      const projects = await allShared(deps);
      if (projects.length === 0) return [ok(name, NOTHING_SHARED)];
      const door = doorOf(cli);
      const keyless = projects.flatMap((one) => keyTrouble(door.codec, one) ?? []);
      if (keyless[0]) return keyless.map(({ message, advice }) => broken(name, message, advice));
      const { isEncrypted, shown } = door.address();
      const server = await door.connect();
      try {
        const isAbove = await server.isAboveThePolicies();
        const checks: Check[] = [ok(name, `${shown}, ${isEncrypted ? 'encrypted' : 'on this machine'}`)];
        if (isAbove) checks.push(note(name, `${shown} is above the policies of the database`, ABOVE));
        for (const project of projects) {
          const received = project.pulledAt === null ? 'never' : ago(project.pulledAt, deps.now());
          checks.push(...healthChecks(project.project, received, await healthOf(deps, server, project)));
        }
        return checks;
      } finally {
        await server.close();
      }
    } finally {
      close();
    }
  } catch (error) {
    const { message, advice } = troubleOf(error);
    return [note(name, message, advice ?? 'Nothing is lost: what is new is sent when the server answers.')];
  }
}

const NOTHING_SHARED = 'nothing is shared; no word leaves this machine';
const UNSEALED =
  'There: cortex share leave --withdraw, cortex share key --set, cortex share join. Then an administrator ends the memberships under the clear name.';
const ABOVE = 'Use a login without superuser and bypassrls.';

function healthChecks(
  project: string,
  received: string,
  { role, streams, stopped, lostMetric, unsealed }: ShareHealth,
): Check[] {
  const name = `share ${project}`;
  if (role === null)
    return [
      broken(
        name,
        'this login is not a member any more',
        'cortex share invite <login> prints what an administrator runs.',
      ),
    ];
  return [
    ok(name, `${role}, ${count(streams, 'stream')}, received ${received}`),
    ...stopped.map(({ author, stopped: why }) =>
      note(
        name,
        `the stream of ${author} is read no further: ${why}`,
        'It goes on by itself once that is mended.',
      ),
    ),
    ...(unsealed === null ? [] : [note(name, unsealed, UNSEALED)]),
    ...(lostMetric === null
      ? []
      : [
          broken(
            'metrics',
            `record ${lostMetric}, whose seal was shared, is not here any more`,
            'cortex verify tells what is missing.',
          ),
        ]),
  ];
}

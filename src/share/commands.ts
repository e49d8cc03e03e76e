import type { RoomStatus } from '../surfaces/cli/context.ts';
import type { CliRoom } from '../surfaces/cli/room.ts';
import { ago } from '../surfaces/cli/times.ts';
import { shareChecks } from './checks.ts';
import { share } from './command.ts';
import { doorOf } from './door.ts';
import { type SharedLine, sharedLines } from './engine/look.ts';

/** Projects that are shared with other machines; none: no word leaves this one. */
const status: RoomStatus = {
  read: async (cli, deps) => ({ shared: deps ? await sharedLines(deps, () => doorOf(cli).codec()) : [] }),
  rows: ({ shared }, at) =>
    (shared as readonly SharedLine[]).map(({ project, problem, pushed_at: sent, pulled_at: received }) => {
      const since = (time: string | null) => (time === null ? 'never' : ago(time, at));
      const text = problem ?? `sent ${since(sent)}, received ${since(received)}`;
      return { label: 'shared', text: `${project}: ${text}`, isTrouble: problem !== null };
    }),
};

/** Sharing in the command line. */
export const sharing: CliRoom = { commands: [share], checks: shareChecks, status };

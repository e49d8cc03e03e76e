import { chmodSync, chownSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { heldBy, lostOf } from '../check.ts';
import type { Fault } from '../fault.ts';
import type { World } from '../world.ts';
import { missedIn } from './disk-full.ts';

/** A user's number without a name on this machine. Root may do everything, so hooks run as this user. */
const SOMEBODY = 54_321;

const CLOSED: readonly [name: string, path: string, mode: number][] = [
  ['a home that may not be written', '.', 0o500],
  ['a home that may not be read', '.', 0o000],
  ['a database that may not be written', 'brain.db', 0o400],
  ['a database that may not be read', 'brain.db', 0o000],
];

/** F7: a home or a database whose mode forbids what a hook does. Odd homes of other kinds are tests. */
export const closedModes: Fault = {
  id: 'F7',
  name: 'a home or database that may not be written or read, a user without a name',
  async run(torture) {
    const isRoot = process.getuid?.() === 0;
    const under = isRoot
      ? ['setpriv', '--reuid', `${SOMEBODY}`, '--regid', `${SOMEBODY}`, '--clear-groups']
      : [];
    let missed = 0;
    for (const [name, path, mode] of CLOSED) {
      const world = torture.world();
      world.session('s0');
      world.sendHere('SessionStart', 's1');
      if (isRoot) give(world, SOMEBODY);
      chmodSync(join(world.home, path), mode);
      const before = world.handed.length;
      for (const event of [
        'UserPromptSubmit',
        'PostToolUse',
        'SessionStart',
        'SessionEnd',
      ] as const) {
        const { ran } = await world.send(event, 's1', { under });
        if (ran.code !== 0 || ran.stderr)
          torture.wrong.push(`${name}: ${event} ends with ${ran.code}: ${ran.stderr.slice(0, 80)}`);
      }
      chmodSync(join(world.home, path), path === '.' ? 0o700 : 0o600);
      if (isRoot) give(world, 0);
      if (readdirSync(world.repo).join() !== '.git')
        torture.wrong.push(`${name}: files in the repository`);
      const during = world.handed.splice(before);
      const missing = lostOf(heldBy(world.home), during);
      missed += missing.length;
      torture.tried += during.length;
      world.handed.push(...during.filter((one) => !missing.includes(one)));
      // Nothing can be counted in a home that cannot even be entered.
      const isSilent = missedIn(world) < missing.length && !(path === '.' && mode === 0);
      if (isSilent) {
        torture.lost += missing.length;
        torture.wrong.push(
          `${name}: ${missing.length} events are nowhere, and not known to be missed`,
        );
      }
      torture.check(world, name);
    }
    return `${missed} events could be stored nowhere`;
  },
};

/** Opens the way to the home to all, and gives its files to that user. */
function give({ home, folder }: World, uid: number): void {
  for (const above of [folder, dirname(folder), dirname(dirname(folder))]) chmodSync(above, 0o711);
  for (const name of ['.', ...(readdirSync(home, { recursive: true }) as string[])])
    chownSync(join(home, name), uid, uid);
}

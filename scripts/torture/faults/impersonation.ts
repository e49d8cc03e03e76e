import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../fault.ts';
import type { World } from '../world.ts';

/** Folders that claim to be another project; none of them may read its memory. */
const CLAIMS: readonly [string, (folder: string, victim: string) => void][] = [
  [
    'a .git file that points there',
    (folder, victim) => writeFileSync(join(folder, '.git'), `gitdir: ${victim}/.git\n`),
  ],
  [
    'a .git file that points to a new working tree there',
    (folder, victim) => writeFileSync(join(folder, '.git'), `gitdir: ${victim}/.git/worktrees/x\n`),
  ],
  ['a symbolic link', (folder, victim) => symlinkSync(join(victim, '.git'), join(folder, '.git'))],
  [
    'a commondir of its own',
    (folder, victim) => {
      mkdirSync(join(folder, '.git'));
      writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
      writeFileSync(join(folder, '.git', 'commondir'), `${victim}/.git\n`);
    },
  ],
  [
    'a committed HEAD and commondir',
    (folder, victim) => {
      writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
      writeFileSync(join(folder, 'commondir'), `${victim}/.git\n`);
    },
  ],
];

/** R1: a folder passes itself off as another project. */
export const impersonation: Fault = {
  id: 'R1',
  name: 'folders that claim to be another project',
  async run(torture) {
    const world: World = torture.world();
    world.session('secret');
    world.sayHere('memory', 'secret');
    const tokens = world.handed.map(({ token }) => token);
    const wrong: string[] = [];
    let lost = 0;
    for (const [i, [name, claim]] of CLAIMS.entries()) {
      const folder = join(world.folder, `claimant ${i}`);
      mkdirSync(folder);
      claim(folder, world.repo);
      const input = JSON.stringify({
        hook_event_name: 'SessionStart',
        session_id: `c${i}`,
        cwd: folder,
        source: 'startup',
      });
      const told = world.here(['hook', 'claude-code'], { input, cwd: folder });
      const preview = world.here(['preview'], { cwd: folder });
      const found = world.here(['history'], { cwd: folder });
      for (const { stdout } of [told, preview, found]) {
        if (!tokens.some((token) => stdout.includes(token))) continue;
        lost++;
        wrong.push(`${name}: reads what belongs to another project`);
        break;
      }
    }
    return { tried: CLAIMS.length, lost, wrong, note: 'starts, previews and history' };
  },
};

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOMS, withoutRooms } from '../rooms.ts';
import { scratchFolder } from '../scratch.ts';

it('the core type-checks without its rooms', () => {
  const scratch = scratchFolder();
  try {
    const copy = join(scratch.path, 'core');
    withoutRooms(ROOMS, copy);
    const tsc = join(copy, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout, status } = spawnSync(process.execPath, [tsc, '--noEmit'], {
      cwd: copy,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  } finally {
    scratch.dispose();
  }
});

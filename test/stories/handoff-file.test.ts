import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { person } from '../person.ts';

const { here, cortex, session } = person();

describe('a hand-over into a file', () => {
  it('is shown, replaces nothing unasked, and is a capsule where its name says so', () => {
    session('one', 'Add a retry to the webhook.');
    const file = join(here.folder, 'handoff.md');
    const done = cortex(['handoff', '--to-file', file]);
    expect(done.stdout).toContain('Add a retry to the webhook');
    expect(done.stderr).toContain(`Written to ${file}`);
    expect(readFileSync(file, 'utf8')).toContain('Add a retry to the webhook');
    const again = cortex(['handoff', '--to-file', file]);
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('is there already')]);
    expect(cortex(['handoff', '--to-file', file, '--force']).status).toBe(0);
    const capsule = join(here.folder, 'handoff.json');
    cortex(['handoff', '--to-file', capsule]);
    expect(JSON.parse(readFileSync(capsule, 'utf8'))).toMatchObject({ cortex_handoff: 1 });
  });

  it('for a pull request has the work, and no talk, pin, rule or place of this machine', () => {
    session('one', 'My heliotrope idea for the webhook.', { ends: false });
    cortex([
      'note',
      'decision',
      'use webhooks',
      '--reason',
      `polling misses ${here.radio}/src/x.ts`,
    ]);
    cortex(['note', 'blocker', 'no access to staging']);
    cortex(['pin', 'staging is shared with marzipan']);
    cortex(['memory', 'add', 'never migrate without asking', '--category', 'rule']);
    const { stdout } = cortex(['handoff', '--pull-request']);
    for (const part of [
      '### State',
      'no access to staging',
      '### Decisions',
      'use webhooks, because polling',
    ])
      expect(stdout).toContain(part);
    for (const part of ['heliotrope', 'Done.', 'marzipan', 'never migrate', here.folder])
      expect(stdout).not.toContain(part);
  });
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import { allHosts } from '../../src/program/rooms/hosts.ts';
import { person } from '../person.ts';
import { CORTEX } from '../program.ts';

const { here, environment, cortex, json, session } = person();

const idOf = (title: string) =>
  json<SessionState[]>(['history']).find((one) => one.title === title)!.session_id;

describe('open', () => {
  it('prints the command of the agent, from wherever it is asked', () => {
    session('one', 'Tune the coupler');
    const id = idOf('Tune the coupler');
    expect(cortex(['open', id, '--print']).stdout).toBe('claude --resume one\n');
    expect(cortex(['open', id.slice(0, 8)]).stdout).toBe('claude --resume one\n');
    expect(cortex(['open', id, '--print'], { cwd: here.folder }).stdout).toBe(
      `cd "${here.radio}" && claude --resume one\n`,
    );
  });

  it('knows a session by the id that its agent has for it, everywhere; of a resumed one the newest', () => {
    const theirs = '7c3f1e52-9a4b-4c1d-8e2f-000000000001';
    session('7c3f9999-9a4b-4c1d-8e2f-000000000002', 'Order the parts');
    session(theirs, 'Tune the coupler');
    session(theirs, 'Tune it further');
    const newest = idOf('Tune it further');
    expect(cortex(['open', theirs, '--print']).stdout).toBe(`claude --resume ${theirs}\n`);
    expect(json<SessionState>(['show', theirs]).session_id).toBe(newest);
    expect(json<SessionState>(['show', theirs.slice(0, 8)]).session_id).toBe(newest);
    expect(cortex(['show', '7c3f']).stderr).toContain('7c3f fits several sessions');
    const handoff = json<{ session: { session_id: string } }>(['handoff', theirs]);
    expect(handoff.session.session_id).toBe(newest);
  });

  it('says what to do where the agent cannot, and what is missing', () => {
    const start = {
      conversation_id: 'c1',
      hook_event_name: 'sessionStart',
      workspace_roots: [here.radio],
    };
    const prompt = { ...start, hook_event_name: 'beforeSubmitPrompt', prompt: 'Order the parts' };
    for (const event of [start, prompt])
      cortex(['hook', 'cursor'], { input: JSON.stringify(event) });
    const [found] = json<SessionState[]>(['history']);
    const { stderr, status } = cortex(['open', found!.session_id, '--print']);
    expect(status).toBe(1);
    expect(stderr).toContain('Open the folder in Cursor');
    expect(stderr).toContain(`cortex continue ${found!.session_id.slice(0, 8)}`);
  });

  it.each(allHosts().map((host) => [host.name, host] as const))('%s is known', (_, { reopens }) => {
    if (typeof reopens === 'string') expect(reopens).toMatch(/^[A-Z].*\.$/);
    else expect(reopens('the-id').join(' ')).toContain('the-id');
  });
});

describe.skipIf(spawnSync('script', ['--version']).status !== 0)('open at a terminal', () => {
  it('starts the agent of the latest session there', () => {
    session('one', 'Tune the coupler');
    session('two', 'Order the parts');
    const bin = join(here.folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'claude'), '#!/bin/sh\necho "started $* in $PWD"\nexit 7\n', {
      mode: 0o755,
    });
    const { stdout } = spawnSync(
      'script',
      ['-qec', `"${process.execPath}" "${CORTEX}" open`, '/dev/null'],
      {
        cwd: here.radio,
        env: environment({ PATH: `${bin}:/usr/bin:/bin`, TERM: 'xterm', NO_COLOR: '1' }),
        encoding: 'utf8',
      },
    );
    expect(stdout).toContain(`started --resume two in ${here.radio}`);
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import { person } from '../person.ts';
import { makeRepository } from '../scratch.ts';

const { here, cortex, json, hook } = person();

const RED = 'FAIL src/pay.test.ts\n  ● pays twice\nTests: 1 failed, 3 passed, 4 total';

/** A session in the repository `radio` that works in others too. */
function working() {
  let calls = 0;
  const event = (name: string, more: Record<string, unknown>) =>
    hook({ session_id: 'one', hook_event_name: name, ...more });
  const tool = (tool_name: string, tool_input: object, more: Record<string, unknown> = {}) =>
    event('PostToolUse', {
      tool_name,
      tool_input,
      tool_response: {},
      tool_use_id: `t${calls++}`,
      ...more,
    });
  event('SessionStart', { source: 'startup' });
  event('UserPromptSubmit', { prompt: 'Make both fit', prompt_id: 'p' });
  return {
    write: (file_path: string) => {
      mkdirSync(dirname(file_path), { recursive: true });
      writeFileSync(file_path, 'x');
      return tool('Write', { file_path, content: 'x' });
    },
    fail: (command: string, printed: string, cwd = here.radio) =>
      event('PostToolUseFailure', {
        tool_name: 'Bash',
        tool_input: { command },
        error: `Exit code 1\n${printed}`,
        tool_use_id: `t${calls++}`,
        cwd,
      }),
    end: () => {
      event('Stop', { last_assistant_message: 'Both fit.', prompt_id: 'p' });
      event('SessionEnd', { reason: 'other' });
    },
  };
}

const codes = (cwd: string) => cortex(['thread', '--codes'], { cwd }).stdout;
const sessions = () => json<SessionState[]>(['history', '--all']);

it.each([
  ['a change of directory by name', 'cd ../billing && npm test', null],
  ['a change of directory by path', null, null],
  ['the working directory that the host reports', 'npm test', 'billing'],
])('a check that ran in another repository after %s is red there alone', (_, command, cwd) => {
  const billing = makeRepository(join(here.radio, '..', 'billing'));
  const { fail, end } = working();
  fail(command ?? `cd "${billing}" && npm test`, RED, cwd === null ? here.radio : billing);
  end();
  expect(codes(billing)).toContain('pays-twice');
  expect(codes(here.radio)).not.toContain('pays-twice');
});

it('files in another project are in its thread, and name it in the session, wherever it lies', () => {
  const billing = makeRepository(join(here.folder, 'x', 'y', 'billing'));
  const notes = join(here.folder, 'notes');
  mkdirSync(join(notes, 'deep'), { recursive: true });
  hook({ session_id: 'n', hook_event_name: 'SessionStart', source: 'startup' }, { cwd: notes });
  const { write, end } = working();
  write(join(billing, 'src', 'pay.ts'));
  write(join(notes, 'deep', 'plan.md'));
  end();
  expect(codes(billing)).toContain('pay.ts');
  expect(codes(notes)).toContain('plan.md');
  const projects = sessions().find(({ scope }) => scope === 'project:radio')!.active_projects;
  expect(projects).toEqual(expect.arrayContaining(['radio', 'billing', 'notes']));
});

it('what another repository excludes is not recorded there', () => {
  const billing = makeRepository(join(here.radio, '..', 'billing'));
  writeFileSync(join(billing, '.cortexignore'), 'secret/\n');
  const { write, end } = working();
  write(join(billing, 'secret', 'plan.ts'));
  write(join(billing, 'open.ts'));
  end();
  expect(codes(billing)).toContain('open.ts');
  expect(codes(billing)).not.toContain('plan.ts');
});

/** What the next session in a repository is told. */
function told(cwd: string, env: Readonly<Record<string, string>> = {}): string {
  const { stdout } = hook(
    { session_id: `next-${asked++}`, hook_event_name: 'SessionStart', source: 'startup' },
    { cwd, env },
  );
  if (stdout === '') return '';
  const answer = JSON.parse(stdout) as { hookSpecificOutput?: { additionalContext?: string } };
  return answer.hookSpecificOutput?.additionalContext ?? '';
}

let asked = 0;

/** A session of `radio` whose turns change files of two repositories; `stop` ends a turn. */
function twoAtOnce() {
  const billing = makeRepository(join(here.radio, '..', 'billing'));
  let [turns, calls] = [0, 0];
  const event = (name: string, more: Record<string, unknown> = {}) =>
    hook({ session_id: 'both', hook_event_name: name, ...more });
  const tool = (tool_name: string, tool_input: object, tool_response: object = {}) =>
    event('PostToolUse', { tool_name, tool_input, tool_response, tool_use_id: `b${calls++}` });
  event('SessionStart', { source: 'startup' });
  return {
    billing,
    ask: (prompt: string) => event('UserPromptSubmit', { prompt, prompt_id: `b${turns++}` }),
    write: (file_path: string) => {
      mkdirSync(dirname(file_path), { recursive: true });
      writeFileSync(file_path, 'x');
      return tool('Write', { file_path, content: 'x' });
    },
    run: (command: string, stdout: string) => tool('Bash', { command }, { stdout, stderr: '' }),
    stop: (last_assistant_message: string) => event('Stop', { last_assistant_message }),
    end: () => event('SessionEnd', { reason: 'other' }),
  };
}

describe('the next session of the other repository', () => {
  it('is told files, commits and the sentences that name them, and no request that was about something else', () => {
    const { billing, ask, write, run, stop, end } = twoAtOnce();
    ask('Make the tuner show the price of a module');
    for (const name of ['a', 'b', 'c']) write(join(here.radio, 'src', `${name}.ts`));
    write(join(billing, 'src', 'price.ts'));
    run(
      `cd "${billing}" && git commit -am "round half up"`,
      '[main 1a2b3c4] round half up\n 1 file changed',
    );
    run(`git -C "${billing}" commit -m "test it"`, '[main 2b3c4d5] test it\n 1 file changed');
    run('git commit -m "turn the knob"', '[main 3c4d5e6] turn the knob\n 1 file changed');
    stop('The tuner shows it now. In price.ts amounts are rounded half up. The dial turns again.');
    end();
    const text = told(billing);
    expect(text).toMatch(/^FROM ANOTHER PROJECT \(.*claude-code \w{8}\):$/m);
    expect(text).toContain('In price.ts amounts are rounded half up.');
    for (const commit of ['round half up', 'test it']) expect(text).toContain(commit);
    for (const other of ['tuner', 'dial', 'a.ts', 'knob']) expect(text).not.toContain(other);
    expect(cortex(['why'], { cwd: billing }).stdout).toMatch(
      /of another project changed files here/,
    );
  });

  it('is told the request if half of what its turn changed lies there', () => {
    const { billing, ask, write, stop, end } = twoAtOnce();
    ask('Round amounts half up in billing');
    write(join(billing, 'src', 'price.ts'));
    stop('Done: price.ts rounds half up.');
    ask('Show the amounts on the dial');
    write(join(here.radio, 'src', 'dial.ts'));
    stop('The dial shows them.');
    end();
    const text = told(billing);
    expect(text).toContain('Round amounts half up in billing');
    expect(text).not.toContain('dial');
    expect(told(here.radio)).toContain('The dial shows them.');
  });

  it.each([
    [
      'the other repository',
      (there: string) => writeFileSync(join(there, '.cortexignore'), 'secret/\n'),
    ],
    [
      'an option',
      (there: string) => cortex(['config', 'set', 'capture.exclude', `${there}/secret`]),
    ],
  ])('is told nothing of a path that %s excludes', (_, exclude) => {
    const { billing, ask, write, stop, end } = twoAtOnce();
    exclude(billing);
    ask('Round amounts half up in plan.ts');
    write(join(billing, 'secret', 'plan.ts'));
    write(join(billing, 'src', 'price.ts'));
    stop('In price.ts amounts are rounded. As plan.ts says, the margin in price.ts is 40 percent.');
    end();
    const text = told(billing);
    expect(text).toContain('In price.ts amounts are rounded.');
    for (const secret of ['plan.ts', 'margin', 'half up']) expect(text).not.toContain(secret);
  });

  it('is told nothing where the option is off, and nothing is kept there then', () => {
    const { billing, ask, write, stop, end } = twoAtOnce();
    ask('Round amounts half up in billing');
    write(join(billing, 'src', 'price.ts'));
    stop('Done: price.ts rounds half up.');
    end();
    expect(told(billing, { CORTEX_PROJECTS_FOREIGN_WORK: 'off' })).not.toContain('rounds');
    expect(told(billing)).toContain('rounds');
    cortex(['config', 'set', 'projects.foreign_work', 'off']);
    const again = working();
    again.write(join(billing, 'later.ts'));
    again.end();
    expect(codes(billing)).not.toContain('later.ts');
  });

  it('is told nothing of a session that works there now', () => {
    const { billing, ask, write } = twoAtOnce();
    ask('Round amounts half up in billing');
    write(join(billing, 'src', 'price.ts'));
    expect(told(billing)).not.toContain('Round amounts');
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { SessionState } from '../src/domain/session/session.ts';
import { person } from './person.ts';
import { makeRepository } from './scratch.ts';

const { here, cortex, json, hook } = person();

const RED = 'FAIL src/pay.test.ts\n  ● pays twice\nTests: 1 failed, 3 passed, 4 total';

/** A session in the repository `radio` that works in others too. */
function working() {
  let calls = 0;
  const event = (name: string, more: Record<string, unknown>) =>
    hook({ session_id: 'one', hook_event_name: name, ...more });
  const tool = (tool_name: string, tool_input: object, more: Record<string, unknown> = {}) =>
    event('PostToolUse', { tool_name, tool_input, tool_response: {}, tool_use_id: `t${calls++}`, ...more });
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

import { expect, it } from 'vitest';
import { recordedOf } from '../../../test/recorded-payloads.ts';
import { openhands } from './host.ts';

const recorded = recordedOf('openhands');
const used = (tool_name: string, tool_input: object) =>
  openhands.parse({
    ...recorded.find((one) => one['event_type'] === 'PostToolUse'),
    tool_name,
    tool_input,
    tool_response: { content: [], is_error: false },
  });

it('to look at the list of tasks does not empty it', () => {
  const looked = used('task_tracker', { command: 'view', task_list: [] });
  expect(looked).toMatchObject({ use: { todos: null } });
  const planned = used('task_tracker', { command: 'plan', task_list: [] });
  expect(planned).toMatchObject({ use: { todos: { whole: true, items: [] } } });
});

it('fields that were not given change nothing', () => {
  const given = {
    command: 'create',
    path: '/p/a.ts',
    file_text: 'x',
    old_str: null,
    new_str: null,
  };
  expect(used('file_editor', given)).toMatchObject({
    use: { changes: [{ path: '/p/a.ts', kind: 'write', added: 'x' }] },
  });
  expect(used('file_editor', { command: 'view', path: '/p/a.ts' })).toBeNull();
});

it('installs its events by the names that its settings have for them', () => {
  const [file] = openhands.install.edits({ argv: ['/n', '/c'], folder: '/' }, 'user');
  const places = file?.kind === 'settings' ? file.additions.map(({ at }) => at.join('.')) : [];
  expect(places).toEqual([
    'session_start',
    'user_prompt_submit',
    'post_tool_use',
    'stop',
    'session_end',
  ]);
});

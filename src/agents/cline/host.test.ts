import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { cline } from './host.ts';

const SESSION = '1794767093338_4emcd';

const sent = (hookName: string, fields: object = {}) =>
  cline.parse({
    hookName,
    taskId: 'conv_1',
    sessionContext: { rootSessionId: SESSION },
    workspaceRoots: ['/home/dev/proj'],
    agent_id: 'agent_1',
    parent_agent_id: null,
    ...fields,
  });

const used = (name: string, input: object, output: unknown = 'said') =>
  sent('tool_result', { tool_result: { id: 'c1', name, input, output } });

describe('Cline', () => {
  it.each([
    ['<user_input mode="plan">fix the <b>login</b></user_input>', 'fix the <b>login</b>'],
    ['fix the login', 'fix the login'],
    ['what does <user_input> mean?', 'what does <user_input> mean?'],
  ])('hears %s', (prompt, text) => {
    expect(sent('prompt_submit', { userPromptSubmit: { prompt } })).toMatchObject({
      kind: 'prompt',
      text,
    });
  });

  it('tells a subagent from the agent that a person speaks to', () => {
    const subagent = { agent_id: 'agent_2', parent_agent_id: 'agent_1' };
    expect(sent('prompt_submit', { userPromptSubmit: { prompt: 'x' }, ...subagent })).toBeNull();
    expect(sent('session_shutdown', subagent)).toBeNull();
    expect(sent('agent_end', { turn: { outputText: 'done' }, ...subagent })).toMatchObject({
      kind: 'subagent-end',
      subagent: 'agent_2',
      reply: 'done',
    });
  });

  it.each(table<[string, object, object]>('cline-tools'))(
    'reads the tool %s',
    (name, input, use) => {
      expect(used(name, input)).toMatchObject({
        kind: 'tool-use',
        use: { name, failed: false, ...use },
      });
    },
  );
});

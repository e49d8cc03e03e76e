import { describe, expect, it } from 'vitest';
import { recordedOf } from '../../../test/recorded-payloads.ts';
import { table } from '../../../test/table.ts';
import type { ToolUse } from '../../domain/facts/event.ts';
import { observe } from '../../domain/observe/observation.ts';
import { copilot } from './host.ts';

const recorded = recordedOf('copilot');

it('what hooks said comes back as a reminder, and is not kept', () => {
  const prompt = recorded[10]!['transformedPrompt'] as string;
  expect(prompt).toContain('<system_reminder>');
  const [fact] = observe(copilot.parse({ ...recorded[1], prompt })!);
  expect(fact).toMatchObject({
    kind: 'prompt',
    text: expect.stringMatching(/look at a\.txt, please$/),
  });
});

describe('tools', () => {
  const use = (tool_result: object) => {
    const event = copilot.parse({ ...recorded[14], tool_result });
    return event?.kind === 'tool-use' ? event.use : null;
  };

  it.each<[object, Partial<ToolUse>]>(table<[object, object]>('copilot-tools'))(
    '%o',
    (result, expected) => expect(use(result)).toMatchObject({ ...expected, outcomeUntold: true }),
  );
});

it('a patch is called Edit, and is read as a patch', () => {
  const input = '*** Begin Patch\n*** Delete File: a.ts\n*** End Patch';
  for (const tool_input of [input, { input }, { patch: input }]) {
    const event = copilot.parse({ ...recorded[13], tool_input });
    expect(event).toMatchObject({ use: { changes: [{ path: 'a.ts', kind: 'delete' }] } });
  }
});

it('a subagent says at its end what it found', () => {
  const ended = { hook_event_name: 'SubagentStop', agent_id: 'a1', agent_type: 'explore' };
  const event = copilot.parse({
    ...recorded[4],
    ...ended,
    last_assistant_message: 'In src/app.ts.',
  });
  expect(event).toMatchObject({
    kind: 'subagent-end',
    subagent: 'explore/a1',
    reply: 'In src/app.ts.',
  });
});

import { describe, expect, it } from 'vitest';
import { recordedOf } from '../../../test/recorded-payloads.ts';
import { table } from '../../../test/table.ts';
import type { ToolUse } from '../../domain/facts/event.ts';
import { observe } from '../../domain/observe/observation.ts';
import { gemini } from './host.ts';

const recorded = recordedOf('gemini');

describe('what hooks said comes back in the prompt', () => {
  it.each([
    ['as recorded', recorded[1]!['prompt']],
    // Gemini writes entities for the brackets of what it wraps.
    [
      'our own words',
      '<hook_context>&lt;session-continuity hint="x"&gt;\n- pin\n&lt;/session-continuity&gt;</hook_context>\n\nlook at a.txt, please',
    ],
    ['behind it', 'look at a.txt, please\n\n<hook_context>a\nb</hook_context>'],
  ])('%s: only the words of the person are kept', (_, sent) => {
    const event = gemini.parse({ ...recorded[1], prompt: sent })!;
    expect(observe(event)).toEqual([{ kind: 'prompt', text: 'look at a.txt, please' }]);
  });

  it('nothing is kept of a prompt that is all ours', () => {
    const event = gemini.parse({ ...recorded[1], prompt: '<hook_context>x</hook_context>' })!;
    expect(observe(event)).toEqual([]);
  });
});

describe('traps', () => {
  it('PreCompress is no compaction: it comes before every call of the model', () => {
    const announced = recorded.filter((sent) => sent['hook_event_name'] === 'PreCompress');
    expect(announced.length).toBe(3);
    for (const trigger of ['auto', 'manual'])
      for (const sent of announced) expect(gemini.parse({ ...sent, trigger })).toBeNull();
    const installed = JSON.stringify(gemini.install.edits({ argv: ['/n'], folder: '/' }, 'user'));
    expect(installed).not.toContain('PreCompress');
  });

  it('an event that two configurations deliver has one key, and two calls at once have two', () => {
    const call = recorded[13]!;
    expect(gemini.parse({ ...call })?.key).toBe(gemini.parse(call)?.key);
    const other = { ...call, tool_input: { file_path: 'b', content: 'c' } };
    expect(gemini.parse(other)?.key).not.toBe(gemini.parse(call)?.key);
    expect(gemini.parse({ ...call, timestamp: 'soon' })?.key).toBeNull();
  });
});

describe('the report of a shell', () => {
  const shell = (llmContent: string) => {
    const event = gemini.parse({
      ...recorded[15],
      tool_response: { llmContent, returnDisplay: '' },
    });
    return event?.kind === 'tool-use' ? event.use : null;
  };

  // Only what stands behind the output is of the report.
  it.each<[string, string, Partial<ToolUse>]>(table('gemini-commands'))('%s', (_, said, expected) =>
    expect(shell(said)).toMatchObject(expected),
  );
});

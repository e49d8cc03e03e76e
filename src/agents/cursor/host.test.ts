import { describe, expect, it } from 'vitest';
import { recordedOf } from '../../../test/recorded-payloads.ts';
import { table } from '../../../test/table.ts';
import { cursor } from './host.ts';

const recorded = recordedOf('cursor');

it('the address of the user goes no further', () => {
  expect(JSON.stringify(recorded)).toContain('dev@example.com');
  expect(JSON.stringify(recorded.map((sent) => cursor.parse(sent)))).not.toContain('example.com');
});

describe('where it is', () => {
  const cwd = (fields: object) => cursor.parse({ ...recorded[0], ...fields })?.cwd;

  it.each<[object, string | null]>(
    table<[{ cwd?: string; workspace_roots?: string | string[] }, string | null]>('cursor-places'),
  )('%o', (fields, expected) => expect(cwd(fields)).toBe(expected));
});

it('reads what a tool answered whether it is packed into a string or not', () => {
  const shell = { ...recorded[4]! };
  for (const tool_output of [
    'plain text',
    '{"output": torn',
    { output: 'as an object', exitCode: 0 },
    '[]',
    '',
  ]) {
    const event = cursor.parse({ ...shell, tool_output });
    expect(event).toMatchObject({ kind: 'tool-use', use: { failed: false } });
  }
  expect(cursor.parse({ ...shell, tool_output: 'plain text' })).toMatchObject({
    use: { output: 'plain text' },
  });
});

it('knows from its answer that a tool of an MCP server failed', () => {
  const tool_output = JSON.stringify({
    content: [{ type: 'text', text: 'no such issue' }],
    isError: true,
  });
  const event = cursor.parse({ ...recorded[9]!, tool_output });
  expect(event).toMatchObject({ use: { failed: true, output: 'no such issue' } });
});

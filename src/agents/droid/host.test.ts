import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordedOf } from '../../../test/recorded-payloads.ts';
import { droid } from './host.ts';
import { droidTranscripts } from './transcript.ts';

const recorded = recordedOf('droid');

it('a subagent neither starts as a session that is told something nor speaks as a person', () => {
  const sent = recorded.filter(
    (one) =>
      'calling_session_id' in one ||
      /^(?:# Task Tool|Background task)/.test(String(one['prompt'] ?? '')),
  );
  expect(sent.length).toBe(3);
  for (const one of sent) expect(droid.parse(one)).toBeNull();
});

it('a transcript tells which words of a person no hook was told', () => {
  const path = join(import.meta.dirname, '../../../test/recorded/transcripts/droid.jsonl');
  const lines = readFileSync(path, 'utf8').split('\n');
  const spoken = droidTranscripts.spoken!(lines.slice(1).join('\n'));
  const typed = spoken.map(({ by, text, isUnsent }) => [by, text, isUnsent ?? false]);
  expect(typed).toEqual([
    ['person', 'Write the retry.', true],
    ['agent', 'The retry is written.', false],
    ['person', 'And the tests?', false],
    ['agent', 'They pass.', false],
  ]);
});

it('an end of a command is no part of what it printed', () => {
  const run = (tool_response: string) => {
    const event = droid.parse({
      ...recorded[3],
      hook_event_name: 'PostToolUse',
      tool_response,
    });
    return event?.kind === 'tool-use' && [event.use.output, event.use.failed];
  };
  expect(run('ok\n\n\n[Process exited with code 0]')).toEqual(['ok', false]);
  expect(run('no\n\n[Process exited with code 2]')).toEqual(['no', true]);
  expect(run('[Process exited with code 0]\nand more')).toEqual([
    '[Process exited with code 0]\nand more',
    false,
  ]);
});

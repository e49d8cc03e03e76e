import { expect, it } from 'vitest';
import { spokenInAgy } from './host.ts';

it("the person's words stand in the transcript alone", () => {
  const line = (type: string, content: string) =>
    JSON.stringify({ step_index: 1, type, created_at: '2026-11-02T10:00:00Z', content });
  const tail = [
    line(
      'USER_INPUT',
      '<USER_REQUEST>\nadd a retry\n</USER_REQUEST>\n<ADDITIONAL_METADATA>x</ADDITIONAL_METADATA>',
    ),
    line('PLANNER_RESPONSE', 'The retry is in.'),
    line('CHECKPOINT', 'nobody'),
  ].join('\n');
  expect(spokenInAgy(tail)).toMatchObject([
    { by: 'person', text: 'add a retry', isUnsent: true },
    { by: 'agent', text: 'The retry is in.' },
  ]);
});

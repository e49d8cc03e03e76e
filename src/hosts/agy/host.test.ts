import { expect, it } from 'vitest';
import { agy, spokenInAgy } from './host.ts';

it('its settings are strict JSON: whole seconds, and no event that could refuse a call', () => {
  const runtime = { argv: ['/n', '/c'], folder: '/d' };
  const [hooks] = agy.install.edits(runtime, 'user');
  const additions = hooks?.kind === 'settings' ? hooks.additions : [];
  expect(additions.map(({ at }) => at.join('.'))).toEqual([
    ...['cortex.PreInvocation', 'cortex.PostToolUse', 'cortex.Stop'],
  ]);
  expect(JSON.stringify(additions)).not.toMatch(/"timeout":\d*\.\d/);
});

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

import { expect, it } from 'vitest';
import { recordedOf } from '../../../test/host-contract.ts';
import { agy } from './host.ts';
import { spokenInAgy } from './transcript.ts';

const recorded = recordedOf('agy');

it('an event is known by its fields, and only the first call of the model in a turn counts', () => {
  expect(recorded.map((sent) => agy.parse(sent)?.kind ?? null)).toEqual([
    ...['session-start', 'tool-use', null, 'tool-use', 'tool-use', null, 'turn-end'],
  ]);
});

it('files and failures are told, and what a command printed is not', () => {
  const uses = recorded.map((sent) => agy.parse(sent)).filter((event) => event?.kind === 'tool-use');
  expect(uses.map(({ use }) => use)).toMatchObject([
    { changes: [{ path: '/home/dev/proj/src/a.ts', kind: 'write', added: 'export const a = 1;\n' }] },
    { changes: [{ path: '/home/dev/proj/src/a.ts', kind: 'edit', added: '= 2', removed: '= 1' }] },
    { command: 'npm test', workdir: '/home/dev/proj', failed: true, output: 'exit status 1' },
  ]);
});

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

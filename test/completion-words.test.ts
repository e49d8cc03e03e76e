import { expect, it } from 'vitest';
import { person } from './person.ts';

const { cortex, hook, here } = person();

/** What a shell is offered at the place of the last word. */
const offered = (...words: string[]) =>
  cortex(['completion', '--for', 'fish', '--', ...words])
    .stdout.split('\n')
    .filter(Boolean);

it('completion knows projects and sessions', () => {
  hook({ hook_event_name: 'SessionStart', session_id: 'a', source: 'startup' });
  hook({ hook_event_name: 'UserPromptSubmit', session_id: 'a', prompt: 'tune the radio' });
  hook({ hook_event_name: 'SessionEnd', session_id: 'a', reason: 'other' });
  expect(offered('history', '--scope', 'r')).toEqual([`radio\t${here.radio}`]);
  expect(offered('show', '')).toEqual([expect.stringMatching(/^[0-9a-f]{8}\tTune the radio$/i)]);
});

import { describe, expect, it } from 'vitest';
import { person } from './person.ts';

const { cortex, hook, here } = person();

/** What a shell is offered at the place of the last word. */
const offered = (...words: string[]) =>
  cortex(['completion', '--for', 'fish', '--', ...words])
    .stdout.split('\n')
    .filter(Boolean);

describe('completion knows what is stored', () => {
  it('labels and numbers of pins', () => {
    cortex(['pin', '--label', 'deploy', 'never from a branch']);
    cortex(['pin', '--label', 'two words', 'a label that a shell would split']);
    cortex(['pin', 'without a label']);
    expect(offered('unpin', '')).toEqual([
      'deploy\tdeploy: never from a branch',
      '2\ttwo words: a label that a shell would split',
      '3\twithout a label',
    ]);
    expect(offered('unpin', 'dep')).toEqual(['deploy\tdeploy: never from a branch']);
    expect(offered('pin', '--label', '')).toEqual(['deploy\tdeploy: never from a branch']);
  });

  it('projects, and the pins of the one that was named', () => {
    hook({ hook_event_name: 'SessionStart', session_id: 'a', source: 'startup' });
    hook({ hook_event_name: 'UserPromptSubmit', session_id: 'a', prompt: 'tune the radio' });
    hook({ hook_event_name: 'SessionEnd', session_id: 'a', reason: 'other' });
    cortex(['pin', '--label', 'band', 'stay below 30 MHz']);
    expect(offered('history', '--scope', 'r')).toEqual([`radio\t${here.radio}`]);
    const elsewhere = { cwd: here.folder };
    const words = ['completion', '--for', 'bash', '--'];
    expect(cortex([...words, 'unpin', '--scope', 'radio', ''], elsewhere).stdout).toBe('band\n');
    expect(cortex([...words, 'unpin', ''], elsewhere).stdout).toBe('');
    expect(offered('show', '')).toEqual([expect.stringMatching(/^[0-9a-f]{8}\tTune the radio$/i)]);
  });

  it('tasks, memories and branches', () => {
    cortex(['memory', 'add', 'the relay needs 20 ms']);
    cortex(['note', 'next', 'measure the relay']);
    expect(offered('memory', 'forget', '')).toEqual([
      expect.stringMatching(/^mem-\S+\tthe relay needs 20 ms$/),
    ]);
    expect(offered('done', '')).toEqual([expect.stringMatching(/^\S+\tmeasure the relay$/)]);
    expect(offered('thread', '--branch', '')).toEqual([]);
  });
});

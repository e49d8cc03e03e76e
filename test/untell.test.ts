import { describe, expect, it } from 'vitest';
import { person } from './person.ts';

const { cortex, hook, json } = person();

const SAID = 'The relay is calibrated. Should I also calibrate the second one?';

function story(): void {
  const session_id = 'one';
  hook({ hook_event_name: 'SessionStart', session_id, source: 'startup' });
  hook({ hook_event_name: 'UserPromptSubmit', session_id, prompt: 'calibrate the relay of the antenna' });
  hook({
    ...{ hook_event_name: 'PostToolUse', session_id, tool_name: 'Edit', tool_use_id: 'e1' },
    ...{ tool_input: { file_path: 'src/relay.ts' }, tool_response: {} },
  });
  hook({ hook_event_name: 'Stop', session_id, last_assistant_message: SAID });
  hook({ hook_event_name: 'SessionEnd', session_id, reason: 'other' });
  cortex(['note', 'decision', 'measure before switching', '--subject', 'relay', '--reason', 'it sticks']);
}

/** What the next session is really told. */
function started(name: string): string {
  const { stdout } = hook({ hook_event_name: 'SessionStart', session_id: name, source: 'startup' });
  hook({ hook_event_name: 'SessionEnd', session_id: name, reason: 'other' });
  return stdout;
}

interface Today {
  sections: {
    heading: string;
    lines: { text: string; controls: { does: string; input: { line: string[] } }[] }[];
  }[];
}

describe('a line that is never to be told', () => {
  it('is told no more: words of last time, a question within them, a decision; and comes back with --again', () => {
    story();
    const before = started('two');
    for (const words of ['calibrate the relay', 'is calibrated', 'second one', 'measure before switching'])
      expect(before, words).toContain(words);
    // The page passes the line on as it is shown.
    const { sections } = json<Today>(['today']);
    const lines = sections.flatMap((section) => section.lines);
    const question = lines.find(({ text }) => text.includes('second one'))!;
    const [control] = question.controls;
    expect(control?.does).toBe('untell');
    expect(cortex(['untell', ...control!.input.line]).stdout).toContain('Not told any more: ');
    expect(cortex(['untell', 'measure', 'before']).status).toBe(0);
    const after = started('three');
    expect(after).toContain('is calibrated');
    expect(after).not.toContain('second one');
    expect(after).not.toContain('measure before switching');
    expect(cortex(['search', 'measure before switching']).stdout).toContain('measure');
    expect(cortex(['untell', '--again']).stdout).toBe('Told again: 2\n');
    expect(started('four')).toContain('measure before switching');
  });

  it('must be one that is told', () => {
    story();
    const { stderr, status } = cortex(['untell', 'nothing', 'of', 'the', 'kind']);
    expect(status).toBe(1);
    expect(stderr).toContain('No such line is told here');
    expect(cortex(['untell']).status).toBe(2);
  });
});

import { describe, expect, it } from 'vitest';
import { memoryContext } from '../src/engine/context/context.ts';
import { person } from './person.ts';
import { terminal } from './terminal.ts';

const { cortex, hook, json } = person();

const SAID = 'The relay is calibrated. Should I also calibrate the second one?';

const TOLD = [
  'The reports are stored as Parquet because the warehouse reads nothing else.',
  'Invoices are due after 14 days, the bank of the customer needs 3 of them.',
  'make the exporter of the reports faster',
];

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
  it('is told no more: a turn of last time, a decision; and comes back with --again', () => {
    story();
    const before = started('two');
    for (const words of ['calibrate the relay', 'is calibrated', 'second one', 'measure before switching'])
      expect(before, words).toContain(words);
    // The page passes the line on as it is shown.
    const { sections } = json<Today>(['today']);
    const lines = sections.flatMap((section) => section.lines);
    const question = lines.find(({ text }) => text.includes('second one'))!;
    const [control] = question.controls;
    expect(control?.does).toBe('mute');
    expect(cortex(['untell', ...control!.input.line]).stdout).toContain('Muted: ');
    expect(cortex(['untell', 'measure', 'before']).status).toBe(0);
    const after = started('three');
    for (const words of ['calibrate the relay of', 'is calibrated', 'second one', 'measure before switching'])
      expect(JSON.parse(after).hookSpecificOutput.additionalContext).not.toContain(words);
    expect(cortex(['search', 'measure before switching']).stdout).toContain('measure');
    expect(cortex(['untell', '--again']).stdout).toBe('Unmuted: 3\n');
    expect(started('four')).toContain('measure before switching');
  });

  it('is one text of a line, or one decision of those that begin alike, and each is printed', () => {
    story();
    cortex(['note', 'decision', 'use pnpm']);
    cortex(['note', 'decision', 'use pnpm with a frozen lockfile']);
    expect(cortex(['untell', 'frozen', 'lockfile']).stdout).toBe('Muted: use pnpm with a frozen lockfile\n');
    const { sections } = json<Today>(['today']);
    const decided = sections.find(({ heading }) => heading === 'DECISIONS')!.lines.map(({ text }) => text);
    expect(decided.some((text) => text.startsWith('use pnpm ('))).toBe(true);
    expect(decided.some((text) => text.includes('frozen'))).toBe(false);
    expect(json<{ untold: string[] }>(['untell', 'relay', 'of', 'the', 'antenna']).untold).toEqual([
      'calibrate the relay of the antenna',
    ]);
  });

  it('of a line with several texts takes the one that holds the words', () => {
    const session_id = 'one';
    hook({ hook_event_name: 'SessionStart', session_id, source: 'startup' });
    for (const prompt of TOLD) {
      hook({ hook_event_name: 'UserPromptSubmit', session_id, prompt });
      hook({ hook_event_name: 'Stop', session_id, last_assistant_message: 'Understood.' });
    }
    hook({ hook_event_name: 'SessionEnd', session_id, reason: 'other' });
    const line = () =>
      json<Today>(['today'])
        .sections.flatMap((section) => section.lines)
        .find(({ text }) => text.includes('agent: "Understood'))!.text;
    expect(line()).toContain('Parquet');
    expect(cortex(['untell', 'Parquet']).stdout.trim().split('\n')).toHaveLength(1);
    expect(line()).toMatch(/^agent: "Understood/);
    expect(JSON.stringify(json<{ sections: unknown }>(['today']).sections)).not.toContain('Parquet');
    expect(JSON.stringify(json<{ sections: unknown }>(['today']).sections)).toContain('14 days');
  });

  it('must be one that is told', () => {
    story();
    const { stderr, status } = cortex(['untell', 'nothing', 'of', 'the', 'kind']);
    expect(status).toBe(1);
    expect(stderr).toContain('No line here holds these words');
    expect(cortex(['untell']).status).toBe(2);
  });
});

describe('a line of memory_context', () => {
  const at = terminal();
  /** As a client that cannot be told from others is answered: everything, each time. */
  const context = async () =>
    at.engine(1, async (deps) => {
      const location = await deps.locate(at.here.radio);
      return (await memoryContext(deps, { conversation: null, location, query: null, refresh: false })).text;
    });

  it('is told no more, neither there nor at a start: decisions, blockers, what is done', async () => {
    const notes = [
      ['decision', 'measure before switching', '--subject', 'relay'],
      ['blocker', 'the relay of the second antenna sticks'],
      ['done', 'solder the coil of the relay'],
    ];
    for (const words of notes) expect((await at.cortex(['note', ...words])).status).toBe(0);
    const codes = [
      'dec:relay=measure-before-switching',
      'second-antenna',
      'done:solder-the-coil-of-the-relay',
    ];
    const before = await context();
    for (const code of codes) expect(before).toContain(code);
    for (const typed of [codes[0]!, 'second antenna', codes[2]!])
      expect((await at.cortex(['untell', typed])).out).toContain('Muted: ');
    const after = await context();
    for (const code of [...codes, 'second antenna']) expect(after).not.toContain(code);
    expect((await at.cortex(['today'])).out).not.toContain('second antenna');
    expect((await at.cortex(['thread'])).out).toContain('second antenna');
    expect((await at.cortex(['untell', '--again'])).out).toBe('Unmuted: 3\n');
    expect(await context()).toBe(before);
  });

  it('that has a way of its own to go is refused with that', async () => {
    await at.cortex(['pin', 'the coil is on loan', '--critical']);
    await at.cortex(['note', 'next', 'return the coil to its owner']);
    expect((await at.cortex(['untell', 'on loan'])).err).toContain('cortex unpin');
    expect((await at.cortex(['untell', 'to its owner'])).err).toContain('--drop');
    expect((await at.cortex(['untell', 'nobody said so'])).status).toBe(1);
    const { out } = await at.cortex(['memory', 'add', 'the coil has 40 turns']);
    const id = /mem-\w+/.exec(out)![0];
    expect((await at.cortex(['untell', '40 turns'])).err).toContain(`cortex forget ${id}`);
  });

  it('that is told elsewhere too is named with what ends that', async () => {
    await at.cortex(['memory', 'add', 'the relay sticks in the cold']);
    await at.cortex(['note', 'blocker', 'the relay sticks in the cold']);
    const { out } = await at.cortex(['untell', 'sticks in the cold']);
    expect(out).toMatch(/^Muted: the relay sticks in the cold\n/);
    expect(out).toMatch(/^Still told as a memory: .* cortex forget mem-\w+ erases it\.$/m);
    await at.cortex(['note', 'blocker', 'the antenna is on loan']);
    expect((await at.cortex(['untell', 'on loan'])).out).toBe('Muted: the antenna is on loan\n');
  });
});

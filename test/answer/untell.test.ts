import { describe, expect, it } from 'vitest';
import { memoryContext } from '../../src/engine/answer/doors/context.ts';
import { person } from '../person.ts';
import { terminal } from '../terminal.ts';

const { cortex, hook, json } = person();

const SAID = 'The relay is calibrated. Should I also calibrate the second one?';

function story(): void {
  const session_id = 'one';
  hook({ hook_event_name: 'SessionStart', session_id, source: 'startup' });
  hook({
    hook_event_name: 'UserPromptSubmit',
    session_id,
    prompt: 'calibrate the relay of the antenna',
  });
  hook({
    hook_event_name: 'PostToolUse',
    session_id,
    tool_name: 'Edit',
    tool_use_id: 'e1',
    tool_input: { file_path: 'src/relay.ts' },
    tool_response: {},
  });
  hook({ hook_event_name: 'Stop', session_id, last_assistant_message: SAID });
  hook({ hook_event_name: 'SessionEnd', session_id, reason: 'other' });
  cortex([
    'note',
    'decision',
    'measure before switching',
    '--subject',
    'relay',
    '--reason',
    'it sticks',
  ]);
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
    for (const words of [
      'calibrate the relay',
      'is calibrated',
      'second one',
      'measure before switching',
    ])
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
    for (const words of [
      'calibrate the relay of',
      'is calibrated',
      'second one',
      'measure before switching',
    ])
      expect(after).not.toContain(words);
    expect(cortex(['search', 'measure before switching']).stdout).toContain('measure');
    expect(cortex(['untell', '--again']).stdout).toBe('Unmuted: 3\n');
    expect(started('four')).toContain('measure before switching');
  });

  it('takes no other line along that ends in the same words', () => {
    const SAME = 'The checks are green and everything is pushed to the branch of the release now.';
    for (const [i, asked] of [
      'wire the coupler',
      'write the health endpoint',
      'paint the mast',
    ].entries()) {
      const session_id = `same-${i}`;
      hook({ hook_event_name: 'SessionStart', session_id, source: 'startup' });
      hook({ hook_event_name: 'UserPromptSubmit', session_id, prompt: asked });
      hook({ hook_event_name: 'Stop', session_id, last_assistant_message: SAME });
      hook({ hook_event_name: 'SessionEnd', session_id, reason: 'other' });
    }
    expect(cortex(['mute', 'health', 'endpoint']).stdout).toContain('Muted: ');
    const after = JSON.parse(started('next')).hookSpecificOutput.additionalContext;
    expect(after).not.toContain('health endpoint');
    for (const words of ['wire the coupler', 'paint the mast', 'The checks are green'])
      expect(after, words).toContain(words);
  });

  it('is one of those that begin alike, and is printed', () => {
    story();
    cortex(['note', 'decision', 'use pnpm']);
    cortex(['note', 'decision', 'use pnpm with a frozen lockfile']);
    expect(cortex(['untell', 'use', 'pnpm']).stderr).toContain('Several lines hold these words');
    expect(cortex(['untell', 'frozen', 'lockfile']).stdout).toMatch(
      /^Muted: use pnpm with a frozen lockfile/,
    );
    const { sections } = json<Today>(['today']);
    const decided = sections
      .find(({ heading }) => heading === 'DECISIONS')!
      .lines.map(({ text }) => text);
    expect(decided.some((text) => text.startsWith('use pnpm ('))).toBe(true);
    expect(decided.some((text) => text.includes('frozen'))).toBe(false);
    const { untold } = json<{ untold: string[] }>(['untell', 'relay', 'of', 'the', 'antenna']);
    expect(untold).toEqual([expect.stringContaining('calibrate the relay of the antenna')]);
  });

  it('must be one that is told', () => {
    story();
    const { stderr, status } = cortex(['untell', 'nothing', 'of', 'the', 'kind']);
    expect(status).toBe(1);
    expect(stderr).toContain('No line here that can be muted holds these words');
    expect(cortex(['untell']).status).toBe(2);
  });
});

describe('a line of memory_context', () => {
  const at = terminal();
  /** As a client that cannot be told from others is answered: everything, each time. */
  const context = async () =>
    at.engine(1, async (deps) => {
      const location = await deps.locate(at.here.radio);
      return (
        await memoryContext(deps, { conversation: null, location, query: null, refresh: false })
      ).text;
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
    for (const typed of ['before switching', 'second antenna', 'solder the coil'])
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
    const { err, status } = await at.cortex(['untell', 'on loan']);
    expect(status).toBe(1);
    for (const way of ['cortex unpin', 'cortex done --drop', 'cortex rule --end', 'cortex forget'])
      expect(err.replace(/\s+/g, ' ')).toContain(way);
  });

  it('that is told elsewhere too is named', async () => {
    await at.cortex(['memory', 'add', 'the relay sticks in the cold']);
    await at.cortex(['note', 'blocker', 'the relay sticks in the cold']);
    const { out } = await at.cortex(['untell', 'sticks in the cold']);
    expect(out).toMatch(/^Muted: the relay sticks in the cold\n/);
    expect(out).toMatch(/^Still told as a memory: .*sticks in the cold/m);
    await at.cortex(['note', 'blocker', 'the antenna is on loan']);
    expect((await at.cortex(['untell', 'on loan'])).out).toBe('Muted: the antenna is on loan\n');
  });
});

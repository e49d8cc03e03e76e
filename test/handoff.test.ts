import { describe, expect, it } from 'vitest';
import { handoff, handoffNote, handoffText, sessionHandoff } from '../src/engine/handoff/handoff.ts';
import { addMemory } from '../src/engine/memories/memories.ts';
import { pin } from '../src/engine/pins/pins.ts';
import { note } from '../src/engine/thread/threads.ts';
import { terminal } from './terminal.ts';

const { here, engine, hook, session, cortex, json } = terminal();

async function friday(): Promise<void> {
  const reply = 'The retry is in; one test is red.\n\nNext steps:\n- compare with >=\n- run the suite';
  await session(0, 'friday', 'Add a retry to the webhook', reply);
  await engine(0.1, async (deps) => {
    const { scope } = deps.locate(here.radio);
    const running = await deps.store.openSessions();
    const why = { text: 'use webhooks', reason: 'polling misses events', subject: null };
    await note(deps, scope, { kind: 'decision', ...why }, 'person', running);
    await note(
      deps,
      scope,
      { kind: 'blocker', text: 'no access to staging', type: 'waiting' },
      'person',
      running,
    );
    await note(deps, scope, { kind: 'next', text: 'write the changelog' }, 'person', running);
    await pin(deps, scope, { content: 'staging is shared', critical: true }, running);
    const rule = { content: 'never migrate without asking', categories: ['rule'], source: 'person' } as const;
    await addMemory(deps, scope, rule, []);
  });
  await hook(0.2, 'friday', 'SessionEnd', { reason: 'other' });
}

const PARTS = [
  'asked for: Add a retry to the webhook',
  'LAST TIME (Fri 13 Nov, 2d ago, on main, claude-code, session ',
  '- asked: "Add a retry to the webhook"',
  'compare with >=',
  'not committed then: src/retry.ts',
  'blocked (waiting): no access to staging',
  'use webhooks, because polling misses events',
  'write the changelog',
  'THE USER SAID:\n- never migrate without asking',
  'PINNED:\n- CRITICAL staging is shared',
  'branch: main',
];

describe('a handoff', () => {
  it('describes the last session that did something', async () => {
    await friday();
    const { out } = await cortex(['handoff'], { hour: 49 });
    for (const part of PARTS) expect(out).toContain(part);
    expect(out).not.toContain('<');
  });

  it('is not about a session that only took over a pin, and neither is LAST TIME after it', async () => {
    await friday();
    await cortex(['pin', 'the api is frozen'], { hour: 48 });
    await hook(49, 'sunday', 'SessionStart', { source: 'startup' });
    expect((await cortex(['handoff'], { hour: 49 })).out).toContain(PARTS[0]);
    await hook(49.1, 'sunday', 'SessionEnd', { reason: 'other' });
    const { out } = await cortex(['preview'], { hour: 50 });
    expect(out).toContain('- asked: "Add a retry to the webhook"');
    expect(out).toContain('the api is frozen');
  });

  it('is never about an empty session that has just begun', async () => {
    await friday();
    await hook(49, 'sunday', 'SessionStart', { source: 'startup' });
    const { out } = await cortex(['handoff'], { hour: 49 });
    for (const part of PARTS) expect(out).toContain(part);
    expect(out).not.toContain('at work here now');
  });

  it('is about the session that runs where it did something', async () => {
    await friday();
    await session(48, 'sunday', 'Tune the antenna', 'Tuned to 7 MHz.');
    const { out } = await cortex(['handoff'], { hour: 48 });
    expect(out).toContain('asked for: Tune the antenna');
    expect(out).toContain('Tuned to 7 MHz.');
    expect(out).toContain('write the changelog');
  });

  describe('after a question that left the work where it was', () => {
    const ask = async () => {
      await friday();
      await hook(47, 'sunday', 'SessionStart', { source: 'startup' });
      await hook(47.1, 'sunday', 'UserPromptSubmit', { prompt: 'Which time zone does cron use?' });
      await hook(47.2, 'sunday', 'Stop', { last_assistant_message: 'UTC, unless it is set.' });
    };

    it('is about the work, and names the question after it', async () => {
      await ask();
      await hook(47.3, 'sunday', 'SessionEnd', { reason: 'other' });
      const { out } = await cortex(['handoff'], { hour: 49 });
      for (const part of PARTS) expect(out).toContain(part);
      expect(out).toMatch(/^AFTERWARDS \(.*\n- asked: "Which time zone does cron use\?"/m);
      expect(await json(['handoff'], { hour: 49 })).toMatchObject({
        goal: 'Add a retry to the webhook',
        session: { title: 'Add a retry to the webhook' },
        next: [{ text: 'compare with >=' }, { text: 'run the suite' }],
      });
    });

    it('also where the session runs in which it was asked', async () => {
      await ask();
      const { out } = await cortex(['handoff'], { hour: 47.5 });
      expect(out).toContain('asked for: Add a retry to the webhook');
    });

    it('is about the question where nothing was left', async () => {
      await hook(0, 'friday', 'SessionStart', { source: 'startup' });
      await hook(0.1, 'friday', 'UserPromptSubmit', { prompt: 'Which baud rate has the radio?' });
      await hook(0.2, 'friday', 'Stop', { last_assistant_message: '38400.' });
      await hook(0.3, 'friday', 'SessionEnd', { reason: 'other' });
      await hook(47, 'sunday', 'SessionStart', { source: 'startup' });
      await hook(47.1, 'sunday', 'UserPromptSubmit', { prompt: 'Which time zone does cron use?' });
      await hook(47.2, 'sunday', 'Stop', { last_assistant_message: 'UTC, unless it is set.' });
      const { out } = await cortex(['handoff'], { hour: 49 });
      expect(out).toContain('asked for: Which time zone does cron use');
      expect(out).not.toContain('AFTERWARDS');
    });
  });

  it('names the last work also when nobody would inherit of it', async () => {
    await friday();
    const { out } = await cortex(['handoff'], { hour: 24 * 12 });
    expect(out).toContain('asked for: Add a retry to the webhook');
    expect(out).toContain('compare with >=');
    expect(out).toContain('never migrate without asking');
  });

  it('has the same as data', async () => {
    await friday();
    expect(await json(['handoff'], { hour: 48 })).toMatchObject({
      scope: 'project:radio',
      branch: 'main',
      session: { title: 'Add a retry to the webhook', host: 'claude-code', running: false },
      stopped: { asked: { text: 'Add a retry to the webhook' }, touched: ['src/retry.ts'] },
      blockers: [{ type: 'waiting', text: 'no access to staging' }],
      decisions: [{ choice: 'use webhooks', reason: 'polling misses events' }],
      rules: [{ text: 'never migrate without asking' }],
      pins: [{ content: 'staging is shared', critical: true }],
    });
  });

  it('says so where nothing is known', async () => {
    expect((await cortex(['handoff'])).out).toBe('Nothing is known here yet.\n');
  });

  it('reads the same for a model, in an element of ours', async () => {
    await friday();
    await engine(48, async (deps) => {
      const given = await handoff(deps, deps.locate(here.radio), null);
      expect(handoffNote(deps, 'handoff', given)).toBe(
        `<cortex-note kind="handoff" scope="project:radio">\n${handoffText(deps, given)}\n</cortex-note>`,
      );
    });
  });

  it('of one session tells how that one left things', async () => {
    await friday();
    await session(24, 'saturday', 'Tune the antenna', 'Tuned.');
    await engine(48, async (deps) => {
      const all = await deps.store.history({ limit: 10 });
      const named = all.find(({ host_session_id }) => host_session_id === 'friday')!;
      const text = handoffNote(deps, 'session', await sessionHandoff(deps, named));
      expect(text).toContain('asked for: Add a retry to the webhook');
      expect(text).toContain('compare with >=');
      expect(text).toContain('CRITICAL staging is shared');
      expect(text).not.toContain('antenna');
    });
  });
});

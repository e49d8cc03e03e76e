import { describe, expect, it } from 'vitest';
import { handoff, handoffNote, handoffText, sessionHandoff } from '../src/engine/handoff/handoff.ts';
import { addMemory } from '../src/engine/memories/memories.ts';
import { pin } from '../src/engine/pins/pins.ts';
import { note } from '../src/engine/thread/threads.ts';
import { table } from './table.ts';
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

const PARTS = table<string>('handoff-parts');

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
    expect(out).toContain('- user: "Add a retry to the webhook" → agent: "The retry is in; one test is red.');
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

  it('after a question has the work before it', async () => {
    await friday();
    await hook(47, 'sunday', 'SessionStart', { source: 'startup' });
    await hook(47.1, 'sunday', 'UserPromptSubmit', { prompt: 'Which time zone does cron use?' });
    await hook(47.2, 'sunday', 'Stop', { last_assistant_message: 'UTC, unless it is set.' });
    await hook(47.3, 'sunday', 'SessionEnd', { reason: 'other' });
    const { out } = await cortex(['handoff'], { hour: 49 });
    expect(out).toContain('asked for: Which time zone does cron use');
    expect(out).toMatch(/^BEFORE THAT \(.*\n- user: "Add a retry to the webhook"[\s\S]*^LAST TIME \(/m);
    for (const part of PARTS.slice(5)) expect(out).toContain(part);
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
      stopped: { touched: ['src/retry.ts'] },
      turns: [{ turns: [{ asked: 'Add a retry to the webhook', files: ['src/retry.ts'] }] }],
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

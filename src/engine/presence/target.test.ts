import { describe, expect, it } from 'vitest';
import { type EngineStage, useEngine } from '../../../test/engine.ts';
import { joinable } from '../client-session.ts';
import { statusLine } from '../sessions/sessions.ts';
import { sessionOfHost } from './target.ts';

/** A token of a form that is always redacted, put together so that no scanner takes this file for a leak. */
const TOKEN = `ghp_${'aB3dE6gH9jK2'.repeat(3)}`;

describe('an id of a host that holds a secret', () => {
  let stage: EngineStage;
  useEngine('2026-11-13T10:00:00Z', (entered) => {
    stage = entered;
  });

  it('is found again by everybody who looks past the door', async () => {
    const { deps, send, scope } = stage;
    const id = `s-${TOKEN}`;
    await send(id, 'SessionStart', { source: 'startup' });
    const head = await sessionOfHost(deps, 'claude-code', id);
    expect(head?.hostSessionId).toMatch(/^s-\[REDACTED\]~/);
    expect(await deps.store.sessionOfHost('claude-code', id)).toBeNull();
    // As it is stored it means itself.
    expect(await sessionOfHost(deps, 'claude-code', head!.hostSessionId!)).toEqual(head);

    const visitor = {
      host: null,
      name: 'client',
      isParent: false,
      own: null,
      named: [{ host: 'claude-code', id }],
    };
    expect(await joinable(deps, visitor, scope)).toMatchObject([{ id: head!.id }]);
    await send(id, 'UserPromptSubmit', { prompt: 'Tune the coupler', prompt_id: 'p' });
    expect(
      await statusLine(deps, { host: 'claude-code' }, { hostSessionId: id, cwd: stage.repo }),
    ).not.toContain('stopped');
  });
});

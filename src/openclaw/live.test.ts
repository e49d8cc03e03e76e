import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { countIn, databaseOf } from '../../test/damaged-home.ts';
import { type EngineStage, useEngine } from '../../test/engine.ts';
import { programStage } from '../../test/program-stage.ts';
import { claudeCode } from '../agents/claude-code/host.ts';
import { handle } from '../engine/engine.ts';
import { engineDeps, openStore, openWorld } from '../program/compose.ts';
import { beginOrResume, type Live, pass } from './live.ts';

/** A token of a form that is always redacted, put together so that no scanner takes this file for a leak. */
const TOKEN = `ghp_${'aB3dE6gH9jK2'.repeat(3)}`;

describe('a conversation whose id holds a secret', () => {
  let stage: EngineStage;
  useEngine('2026-11-13T10:00:00Z', (entered) => {
    stage = entered;
  });

  it('has a session, and the same one when the conversation goes on', async () => {
    const { deps, repo } = stage;
    const place = {
      conversation: `agent:main:telegram:direct:${TOKEN}`,
      audience: { agent: 'main', channel: 'telegram', who: null },
      folder: 'x',
      cwd: repo,
    };
    const source = { host: 'openclaw', via: 'openclaw plugin' };
    const first = await beginOrResume(deps, source, place, { hasHistory: false, resetAt: null });
    expect(first).not.toBeNull();
    const again = await beginOrResume(deps, source, place, { hasHistory: true, resetAt: null });
    expect(again?.session).toBe(first!.session);
  });
});

describe('a gateway whose database a newer program migrates', () => {
  const { made, env, cortex, payload } = programStage({ CORTEX_MAINTENANCE_AUTO: 'false' });
  const prompt = (words: string) =>
    payload('UserPromptSubmit', { prompt: words, prompt_id: words });
  const change = (sql: string) => {
    const raw = new DatabaseSync(databaseOf(made.home));
    raw.exec(sql);
    raw.close();
  };
  const migrate = () => change("INSERT INTO cortex_migrations VALUES (999, 'later', 'now')");
  const update = () => change('DELETE FROM cortex_migrations WHERE number = 999');
  const waiting = () => readdirSync(join(made.home, 'spool')).sort();
  const prompts = () => countIn(made.home, 'session_events', "kind = 'prompt'");

  it('writes nothing where it had the database open before; what a gateway was told waits', async () => {
    const world = openWorld(env());
    const store = openStore(world);
    try {
      const deps = engineDeps(world, store);
      const source = { host: 'openclaw', via: 'test' };
      const parse = (sent: object) => claudeCode.parse(sent)!;
      await handle(deps, source, parse(payload('SessionStart', { source: 'startup' })));
      await handle(deps, source, parse(prompt('before')));
      migrate();
      const [event, live] = [parse(prompt('after')), { conversation: 's' } as Live];
      await expect(pass(deps, source, live, event)).rejects.toMatchObject({ code: 'NEWER' });
      expect([prompts(), waiting().length]).toEqual([1, 1]);
    } finally {
      store.close();
    }
    update();
    cortex(['history']);
    expect([prompts(), waiting()]).toEqual([2, []]);
  }, 60_000);
});

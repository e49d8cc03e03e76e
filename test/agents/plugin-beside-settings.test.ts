import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import { person } from '../person.ts';

const { here, environment, cortex, json, session } = person();

type Fields = Readonly<Record<string, unknown>>;

let plugin: string;
beforeEach(() => {
  const market = join(here.folder, 'market');
  expect(cortex(['plugin', 'claude', '--out', market])).toMatchObject({ status: 0, stderr: '' });
  plugin = join(market, 'cortex', 'bin', 'cortex.cjs');
});

/** As a host has it that was set up and has the plugin too: that of the plugin in a process of its own. */
function both(host: string, fields: Fields): string {
  const input = JSON.stringify({ cwd: here.radio, ...fields });
  const bySettings = cortex(['hook', host], { input });
  const byPlugin = spawnSync(process.execPath, [plugin, 'hook', 'auto'], {
    cwd: here.radio,
    env: environment(),
    input,
    encoding: 'utf8',
  });
  for (const done of [bySettings, byPlugin]) expect(done).toMatchObject({ status: 0, stderr: '' });
  return bySettings.stdout + byPlugin.stdout;
}

it.each<[string, Fields, Fields]>([
  ['claude-code', { transcript_path: '/h/.claude/projects/radio/new.jsonl' }, {}],
  [
    'codex',
    { transcript_path: '/h/.codex/sessions/2026/11/15/rollout-1-new.jsonl' },
    { turn_id: 't1' },
  ],
  ['qwen', { transcript_path: '/h/.qwen/projects/radio/chats/new.jsonl' }, { prompt_id: 'p1' }],
])(
  '%s, set up and with the plugin: told once, and every event counts once',
  (host, common, ids) => {
    session('old', 'calibrate the antenna tuner');
    const say = (name: string, fields: Fields) =>
      both(host, { session_id: 'new', hook_event_name: name, ...common, ...fields });
    expect(say('SessionStart', { source: 'startup' }).split('<session-continuity').length).toBe(2);
    say('UserPromptSubmit', { prompt: 'and now the rotor', ...ids });
    say('Stop', { stop_hook_active: false, last_assistant_message: 'Done.', ...ids });
    const [latest, ...others] = json<SessionState[]>(['history']);
    expect(others).toHaveLength(1);
    expect(latest).toMatchObject({ host, host_session_id: 'new', turn_count: 1 });
    const facts = json<{ kind: string }[]>(['show', latest!.session_id, '--facts']);
    expect(facts.filter(({ kind }) => kind === 'prompt')).toHaveLength(1);
  },
);

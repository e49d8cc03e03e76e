import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { sessionsHere, sessionWords } from '../../transcripts.ts';
import { type At, type Command, eventOf, type Peer } from '../peer.ts';

const folder = ({ root }: Pick<At, 'root'>) => join(root, 'node_modules', 'claude-mem');
const data = ({ home }: At) => join(home, '.claude-mem');
const bun = ({ root }: At) => join(root, 'node_modules', '@oven', 'bun-linux-x64', 'bin');

/** Two homes at a time must not share a worker: each has a port of its own. */
export function portOf(home: string): number {
  let sum = 0;
  for (const letter of home) sum = (sum * 31 + letter.charCodeAt(0)) % 20_000;
  return 30_000 + sum;
}

function worker(at: At, ...args: string[]): Command {
  const scripts = join(folder(at), 'plugin', 'scripts');
  return {
    program: process.execPath,
    args: [join(scripts, 'bun-runner.js'), join(scripts, 'worker-service.cjs'), ...args],
  };
}

/** Of its `plugin/hooks/hooks.json`. */
const HOOKS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  SessionStart: [['start'], ['hook', 'claude-code', 'context']],
  UserPromptSubmit: [['hook', 'claude-code', 'session-init']],
  PostToolUse: [['hook', 'claude-code', 'observation']],
  Stop: [['hook', 'claude-code', 'summarize']],
  SessionEnd: [['hook', 'claude-code', 'session-end']],
};
/** Sessions in one request. */
const BATCH = 500;

export const claudeMem: Peer = {
  name: 'claude-mem',
  packages: ['claude-mem@13.25.3', '@oven/bun-linux-x64@1.4.4', 'zod@4', 'shell-quote@1.9.0'],
  // Its server with accounts asks for versions that the registry may not have; hooks and worker do not load them.
  overrides: {
    'better-auth': 'npm:empty-npm-package@1.0.0',
    '@better-auth/api-key': 'npm:empty-npm-package@1.0.0',
  },
  lacks: 'no model',
  note: 'a worker on Bun lives on between hooks; a model behind an account writes what it tells, and there is none here. An empty package stands in for its better-auth, which only its server with accounts loads. Its long history is put in by its own import, with an observation and a summary for each session',
  commands: [
    'worker-service.cjs start',
    'worker-service.cjs hook claude-code context',
    '… of its plugin/hooks/hooks.json',
    'POST /api/import',
  ],
  version: (at) => JSON.parse(readFileSync(join(folder(at), 'package.json'), 'utf8')).version,
  env: (at) => ({
    PATH: `${bun(at)}${delimiter}${process.env['PATH']}`,
    CLAUDE_PLUGIN_ROOT: join(folder(at), 'plugin'),
    CLAUDE_MEM_DATA_DIR: data(at),
    CLAUDE_MEM_WORKER_PORT: String(portOf(at.home)),
    DO_NOT_TRACK: '1',
  }),
  prepare(at) {
    mkdirSync(data(at), { recursive: true });
    writeFileSync(
      join(data(at), 'settings.json'),
      JSON.stringify({
        CLAUDE_MEM_WORKER_PORT: String(portOf(at.home)),
        CLAUDE_MEM_DATA_DIR: data(at),
      }),
    );
    return [worker(at, 'start')];
  },
  hooks: (at, payload) => (HOOKS[eventOf(payload)] ?? []).map((args) => worker(at, ...args)),
  async fill(at, sessions) {
    const here = sessionsHere(sessions);
    for (let from = 0; from < here.length; from += BATCH) {
      const body = JSON.stringify(imported(at, here.slice(from, from + BATCH), sessions));
      const answer = await fetch(`http://127.0.0.1:${portOf(at.home)}/api/import`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      if (!answer.ok)
        throw new Error(`claude-mem's import: ${answer.status} ${await answer.text()}`);
    }
  },
  stores: (at) => [data(at)],
  daemon(at) {
    const file = join(data(at), 'worker.pid');
    if (!existsSync(file)) return null;
    const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number };
    // The file outlives the worker, and the number may be another program's by then.
    const commandLine = `/proc/${pid}/cmdline`;
    const isWorker =
      existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(folder(at));
    return isWorker ? pid : null;
  },
};

/** In the format of its own export. */
function imported(at: At, numbers: readonly number[], sessions: number) {
  const project = basename(at.repo);
  const rows = numbers.map((i) => {
    const epoch = Date.now() - (sessions - i) * 3_600_000;
    const when = { created_at: new Date(epoch).toISOString(), created_at_epoch: epoch };
    const ids = {
      content_session_id: `field-${i}`,
      memory_session_id: `field-memory-${i}`,
      project,
    };
    return { i, ids, when, epoch, ...sessionWords(i) };
  });
  const common = { prompt_number: 1, discovery_tokens: 100, files_read: '[]' };
  return {
    sessions: rows.map(({ ids, prompt, when, epoch }) => ({
      ...ids,
      platform_source: 'claude',
      user_prompt: prompt,
      status: 'completed',
      started_at: when.created_at,
      started_at_epoch: epoch,
      completed_at: when.created_at,
      completed_at_epoch: epoch,
    })),
    prompts: rows.map(({ ids, prompt, when }) => ({
      content_session_id: ids.content_session_id,
      prompt_number: 1,
      prompt_text: prompt,
      ...when,
    })),
    observations: rows.map(({ i, ids, reply, when }) => ({
      ...ids,
      ...common,
      ...when,
      type: 'bugfix',
      title: `Dates of module ${i}`,
      subtitle: 'zone kept',
      text: null,
      narrative: reply,
      facts: '[]',
      concepts: '[]',
      files_modified: '[]',
    })),
    summaries: rows.map(({ ids, prompt, reply, when }) => ({
      ...ids,
      ...common,
      ...when,
      request: prompt,
      investigated: 'the parser',
      learned: reply,
      completed: reply,
      next_steps: 'a test for summer time',
      files_edited: '[]',
      notes: null,
    })),
  };
}

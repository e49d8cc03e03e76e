// Secrets, fifty hooks at once, and kills: what a program keeps, told by the files that it leaves.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sampleOf, seeded } from '../../test/sample.ts';
import { makeRepository } from '../../test/scratch.ts';
import { median } from '../cpu.ts';
import type { Fields } from '../events.ts';
import { FieldHost } from './host.ts';
import type { At, Peer } from './peer.ts';
import { foundIn } from './stores.ts';

/** Secrets of forms that anybody knows, drawn anew: none of them opens anything. */
const FORMS = {
  'GitHub token': 'ghp_<a36>',
  'AWS access key': 'AKIA<u16>',
  'AWS secret in an assignment': 'AWS_SECRET_ACCESS_KEY=<a40>',
  'Slack token': 'xoxb-<d12>-<d12>-<a24>',
  'Stripe key': 'sk_live_<a24>',
  'Anthropic key': 'sk-ant-api03-<w80>AA',
  'npm token': 'npm_<a36>',
  'password in a URL': 'postgres://app:<a20>@db.internal:5432/app',
  'bearer token': 'Authorization: Bearer <a40>',
  'password in an assignment': 'DB_PASSWORD="<a24>"',
} as const;

export interface Trials {
  /** Planted secrets that stand in the clear in its own files, and in what the next session is told. */
  readonly secrets: { readonly planted: number; readonly kept: number; readonly told: number };
  /** Events of hooks that ran at once; null where no hook records an event. */
  readonly fifty: { readonly sent: number; readonly lost: number } | null;
  /** Events that were taken before and between kills, those of them that are gone, and whether a session starts afterwards. */
  readonly kill: { readonly taken: number; readonly lost: number; readonly starts: boolean } | null;
}

const AT_ONCE = 50;
const KILLS = 20;

export async function trialsOf(peer: Peer, root: string, folder: string): Promise<Trials> {
  const place = (name: string): At => {
    const home = join(folder, name);
    const repo = join(home, 'work', 'project');
    mkdirSync(home, { recursive: true });
    return { root, home, repo: makeRepository(repo) };
  };
  return {
    secrets: await inHome(peer, place('secrets'), secrets),
    fifty: await inHome(peer, place('fifty'), fifty),
    kill: await inHome(peer, place('kill'), kill),
  };
}

async function inHome<T>(
  peer: Peer,
  at: At,
  trial: (host: FieldHost, play: Player) => Promise<T>,
): Promise<T> {
  const host = new FieldHost(peer, at);
  try {
    await host.prepare();
    return await trial(host, player(host));
  } finally {
    host.dispose();
  }
}

type Player = ReturnType<typeof player>;

/** Payloads of one session after the other. */
function player(host: FieldHost) {
  const { repo } = host.at;
  const payload = (session: string, event: string, fields: Fields): Fields => ({
    session_id: session,
    cwd: repo,
    permission_mode: 'default',
    prompt_id: `${session}-1`,
    ...fields,
    hook_event_name: event,
  });
  const edit = (session: string, name: string, text = 'b'): Fields => {
    const file_path = join(repo, 'src', `${name}.ts`);
    return payload(session, 'PostToolUse', {
      tool_name: 'Edit',
      tool_input: { file_path, old_string: 'a', new_string: text },
      tool_response: { filePath: file_path },
      tool_use_id: `toolu_${name}`,
    });
  };
  return { payload, edit, send: (fields: Fields) => host.hook('claude-code', fields) };
}

async function secrets(
  host: FieldHost,
  { payload, edit, send }: Player,
): Promise<Trials['secrets']> {
  const draw = seeded(2026);
  const samples = Object.values(FORMS).map((form) => sampleOf(form, draw));
  const drawn = samples.map((sample) => sample.drawn.at(-1)!);
  const [said, printed, written] = [samples.slice(0, 4), samples.slice(4, 7), samples.slice(7)].map(
    (few) => few.map(({ text }) => text).join('\n'),
  );
  const session = randomUUID();
  await send(payload(session, 'SessionStart', { source: 'startup' }));
  await send(
    payload(session, 'UserPromptSubmit', {
      prompt: `We decided to use these for the deployment:\n${said}`,
    }),
  );
  await send(
    payload(session, 'PostToolUse', {
      tool_name: 'Bash',
      tool_input: { command: 'cat .env' },
      tool_use_id: 'toolu_env',
      tool_response: { stdout: printed, stderr: '', interrupted: false },
    }),
  );
  await send(edit(session, 'config', written));
  await send(
    payload(session, 'Stop', {
      stop_hook_active: false,
      last_assistant_message: `The deployment reads its settings now. Next: rotate ${samples[0]!.text}.`,
    }),
  );
  await send(payload(session, 'SessionEnd', { reason: 'other' }));
  await host.settle();
  const next = randomUUID();
  const start = await send(payload(next, 'SessionStart', { source: 'startup' }));
  const prompt = 'Go on with the deployment: where do its settings come from?';
  const answer = await send(payload(next, 'UserPromptSubmit', { prompt }));
  const told = drawn.filter((secret) => `${start}\n${answer}`.includes(secret));
  const kept = foundIn(host.peer.stores(host.at), drawn);
  return { planted: drawn.length, kept: kept.size, told: told.length };
}

const records = (host: FieldHost, payload: Fields) => host.peer.hooks(host.at, payload).length > 0;

async function fifty(host: FieldHost, { payload, edit, send }: Player): Promise<Trials['fifty']> {
  const session = randomUUID();
  const names = Array.from({ length: AT_ONCE }, (_, i) => `atonce${i}x${session.slice(0, 8)}x`);
  if (!records(host, edit(session, names[0]!))) return null;
  await send(payload(session, 'SessionStart', { source: 'startup' }));
  await send(payload(session, 'UserPromptSubmit', { prompt: 'Rename the fields in all files' }));
  await Promise.all(names.map((name) => send(edit(session, name))));
  await ended(session, payload, send);
  return { sent: AT_ONCE, lost: AT_ONCE - foundIn(host.peer.stores(host.at), names).size };
}

async function ended(
  session: string,
  payload: Player['payload'],
  send: Player['send'],
): Promise<void> {
  const reply = { stop_hook_active: false, last_assistant_message: 'All files are renamed.' };
  await send(payload(session, 'Stop', reply));
  await send(payload(session, 'SessionEnd', { reason: 'other' }));
}

/** Hooks are killed at moments spread over the time that one takes, between others that end by themselves. */
async function kill(host: FieldHost, { payload, edit, send }: Player): Promise<Trials['kill']> {
  const session = randomUUID();
  const name = (i: number, how: string) => `${how}${i}x${session.slice(0, 8)}x`;
  if (!records(host, edit(session, name(0, 'taken')))) return null;
  await send(payload(session, 'SessionStart', { source: 'startup' }));
  await send(payload(session, 'UserPromptSubmit', { prompt: 'Rename the fields in all files' }));
  const walls: number[] = [];
  const names: string[] = [];
  for (let i = 0; i < KILLS; i++) {
    const began = performance.now();
    await send(edit(session, name(i, 'taken')));
    walls.push(performance.now() - began);
    names.push(name(i, 'taken'));
    const killed = host.written(edit(session, name(i, 'killed')));
    const [command] = host.peer.hooks(host.at, killed);
    const moment = (median(walls) * (i + 1)) / KILLS;
    await host.run({ input: JSON.stringify(killed), ...command! }, host.at, moment);
    // Half-way the process that lives on is killed as well; the next hook has to do without it or start it.
    if (i === KILLS / 2) host.dispose();
  }
  // The host is gone too: nothing ends the session.
  const next = payload(randomUUID(), 'SessionStart', { source: 'startup' });
  const commands = host.peer.hooks(host.at, next);
  const codes: (number | null)[] = [];
  for (const command of commands) {
    const { code } = await host.run({ input: JSON.stringify(host.written(next)), ...command });
    codes.push(code);
  }
  const found = foundIn(host.peer.stores(host.at), names);
  return {
    taken: names.length,
    lost: names.length - found.size,
    starts: codes.every((code) => code === 0),
  };
}

// Homes with a long history. They are kept: making one takes longer than measuring in it.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionsHere, sessionWords, writeTranscripts } from '../transcripts.ts';
import { FieldHost } from './host.ts';
import type { Peer } from './peer.ts';

/** Sessions through real hooks, at the most; more would take hours. */
const BY_HOOKS = 500;

export type Filled = { readonly host: FieldHost } | { readonly why: string };

/** The peer's home with so many sessions over 20 projects, made now or before. */
export async function filledHome(
  peer: Peer,
  root: string,
  sessions: number,
  { cache, say }: { readonly cache: string; say(line: string): void },
): Promise<Filled> {
  const home = join(cache, 'homes', `${sessions}`, peer.name);
  const repo = join(home, 'work', 'repo0');
  const here = sessionsHere(sessions);
  if (!peer.takeIn && !peer.fill && here.length > BY_HOOKS)
    return {
      why: `hooks are its only way in, and ${here.length} sessions of this project would take hours`,
    };
  mkdirSync(home, { recursive: true });
  const host = new FieldHost(peer, { root, home, repo });
  const file = join(home, 'filled.json');
  const done = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { upTo: number }).upTo
    : -1;
  const mark = (upTo: number) => writeFileSync(file, JSON.stringify({ upTo }));
  if (done === -1) {
    say(`${peer.name}: a home of ${sessions} sessions …`);
    // Only the projects are made for who reads no transcripts.
    writeTranscripts(home, peer.takeIn ? sessions : 0);
    await host.prepare();
    mark(0);
  }
  if (done >= sessions) {
    // A process that lived on when the home was made is gone by now.
    if (peer.daemon) await host.prepare();
    return { host };
  }
  if (peer.takeIn) await host.all(peer.takeIn(host.at));
  else if (peer.fill) await peer.fill(host.at, sessions);
  else {
    for (const [n, i] of here.entries()) {
      if (n < done) continue;
      await pastSession(host, i);
      mark(n + 1);
      if (n % 50 === 49) say(`${peer.name}: ${n + 1} of ${here.length} sessions`);
    }
  }
  mark(sessions);
  return { host };
}

/** A session of the history through the hooks, in the project that is worked in. */
async function pastSession(host: FieldHost, i: number): Promise<void> {
  const { prompt, reply } = sessionWords(i);
  const common = { session_id: randomUUID(), cwd: host.at.repo, permission_mode: 'default' };
  await host.hook('claude-code', { ...common, hook_event_name: 'UserPromptSubmit', prompt });
  await host.hook('claude-code', {
    ...common,
    hook_event_name: 'Stop',
    stop_hook_active: false,
    last_assistant_message: reply,
  });
}

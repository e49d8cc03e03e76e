// npm run bench -- travel [--runs 20] [--days 60] [--stops 100] [--parts told,grows] [--short] [--json]: the thread through a git
// remote. Containers that are killed after a turn, what the next one is told, what lies at the remote, how it grows. Containers are
// homes and clones of their own whose processes are killed whole; the remote is `git http-backend` on this machine.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../../../../bench/cpu.ts';
import { conversation, used } from '../../../../test/deps.ts';
import type { Deps } from '../../../engine/base/deps.ts';
import { openHome } from '../../../program/compose-home.ts';
import { keyText, newKeyText, readKey } from '../../cipher.ts';
import { shareDoor } from '../../door.ts';
import { syncShared } from '../../engine/run.ts';
import { placeHere } from '../../engine/setup.ts';
import { setUpGit } from '../../git/setup.ts';
import { shareOf } from '../../sql/share.ts';
import { machineAt, sourceRepository } from './containers.ts';
import { bareRepository, bytesOf, everyByteOf, httpRemote } from './remotes.ts';
import { SECRETS, sentence, WORDS } from './sentences.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    days: { type: 'string', default: '60' },
    stops: { type: 'string', default: '100' },
    parts: { type: 'string', default: 'told,grows' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const RUNS = values.short ? 3 : Number(values.runs);
const DAYS = values.short ? 2 : Number(values.days);
const STOPS = values.short ? 10 : Number(values.stops);
const PASSWORD = 'correct-horse';
const figures: Record<string, number | string> = {};
const say = (name: string, value: number | string) => {
  figures[name] = value;
  if (!values.json) console.log(`${name.padEnd(70)} ${value}`);
};
const ms = (value: number) => `${value.toFixed(0)} ms`;
const mb = (value: number) => `${(value / 1e6).toFixed(2)} MB`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bench-travel-')));
const source = sourceRepository(join(folder, 'source'));
try {
  if (values.parts.includes('told')) {
    await told(0, 2_000);
    await told(200, 5_000);
  }
  if (values.parts.includes('grows')) await grows();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
say(
  'load over the last minute and the last 15',
  `${loadavg()[0]!.toFixed(1)}, ${loadavg()[2]!.toFixed(1)}`,
);
if (values.json) console.log(JSON.stringify(figures, null, 2));

/** Containers one after the other: each is killed a while after its turn, and the next one is asked what it knows at its first prompt. */
async function told(delay: number, wait: number): Promise<void> {
  const network = delay === 0 ? 'loopback' : `${delay} ms more per answer`;
  const remote = await httpRemote(join(folder, `remote${delay}.git`), PASSWORD);
  const given = { HOME: userWithPassword(`user${delay}`) };
  const first = machineAt(folder, `first${delay}`, source, given);
  const begun = await first.cortex(['share', 'init', '--git', remote.url, '--yes']);
  if (begun.status !== 0) throw new Error(begun.stderr);
  const key = (await first.cortex(['share', 'key', '--show'])).stdout.trim();
  remote.delay(delay);
  const starts: number[] = [];
  const missed: string[] = [];
  let sent = 0;
  let before: readonly string[] = [];
  for (let i = 0; i <= RUNS; i++) {
    const machine = machineAt(folder, `container${delay}-${i}`, source, {
      ...given,
      CORTEX_SHARE_KEY: key,
    });
    // As an image is built: without the key.
    await machine.cortex(['setup', '--container'], '', { CORTEX_SHARE_KEY: undefined });
    const prompt = sentence(2 * i, 12);
    const reply = sentence(2 * i + 1, 14);
    const began = performance.now();
    const start = await machine.hook('SessionStart', { source: 'startup' });
    const answer = await machine.hook('UserPromptSubmit', { prompt, prompt_id: `p${i}` });
    if (i > 0) starts.push(performance.now() - began);
    if (!before.every((one) => `${start}${answer}`.includes(one))) missed.push(machine.name);
    const tips = tipsOf(remote.folder);
    const said = `${reply} The token is ${SECRETS[i % SECRETS.length]}`;
    await machine.hook('Stop', { last_assistant_message: said, prompt_id: `p${i}` });
    await new Promise((done) => setTimeout(done, wait));
    machine.kill();
    if (tipsOf(remote.folder) !== tips && i < RUNS) sent++;
    before = [prompt.slice(0, -1), reply.slice(0, -1)];
  }
  say(
    `${network}: told after a kill ${wait / 1000} s after the turn`,
    `${RUNS - missed.length} of ${RUNS}`,
  );
  say(`${network}: of these, at the remote when it was killed`, `${sent} of ${RUNS}`);
  if (missed.length > 0) say(`${network}: not told`, missed.join(', '));
  say(`${network}: start and first prompt in a fresh clone, median`, ms(median(starts)));
  say(`${network}: the same, worst`, ms(Math.max(...starts)));
  const machine = machineAt(folder, `pulls${delay}`, source, { ...given, CORTEX_SHARE_KEY: key });
  const began = performance.now();
  await machine.cortex(['share', 'pull', '--wait']);
  say(
    `${network}: share pull --wait in a fresh clone, ${RUNS + 2} machines`,
    ms(performance.now() - began),
  );
  const bytes = everyByteOf(remote.folder);
  const plain = [
    ...WORDS,
    'acme',
    'shop',
    'claude',
    'prompt',
    'container',
    'Matter',
    folder,
    'main',
  ];
  const found = plain.filter((one) => bytes.includes(one));
  say(
    `${network}: secrets in any object of the remote`,
    SECRETS.filter((one) => bytes.includes(one)).length,
  );
  say(
    `${network}: plain words there, of ${plain.length} that were said`,
    found.length === 0 ? 0 : found.join(' '),
  );
  await remote.stop();
}

function tipsOf(repository: string): string {
  return execFileSync('git', ['-C', repository, 'for-each-ref'], { encoding: 'utf8' });
}

/** A user whose git has the right to push, as a container gets it. */
function userWithPassword(name: string): string {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  const helper = `!f() { echo username=me; echo password=${PASSWORD}; }; f`;
  writeFileSync(join(home, '.gitconfig'), `[credential]\n\thelper = "${helper}"\n`);
  return home;
}

/** Days of turns by the engine in this process, each sent by itself; the remote is a repository on this disk. */
async function grows(): Promise<void> {
  const bare = bareRepository(join(folder, 'grows.git'));
  const machine = machineAt(folder, 'grower', source);
  let now = Date.parse('2026-03-01T08:00:00.000Z');
  const home = openHome({ ...machine.env, CORTEX_SHARE_AUTO: 'false' }, { now: () => now });
  home.make();
  const { deps, close } = home.open();
  const door = shareDoor(machine.home, machine.env, () => join(folder, 'grower', 'user'));
  const word = readKey(newKeyText())!;
  door.saveWord(keyText(word.key));
  const address = { url: bare, isOfCode: false };
  const choice = {
    word,
    address,
    isPublicFine: true,
    unproven: true,
    how: 'init' as const,
  };
  await setUpGit(deps, door.git, placeHere(deps, machine.clone), choice);
  const began = performance.now();
  for (let day = 0; day < DAYS; day++) {
    for (let stop = 0; stop < STOPS; stop++) {
      now += 300_000;
      await oneTurn(
        deps,
        machine.clone,
        day * STOPS + stop,
        `${day}-${Math.floor((4 * stop) / STOPS)}`,
      );
      const [project] = await shareOf(deps).sharedProjects();
      await syncShared(deps, { ...door, copies: home.copies }, project!);
    }
    now += 86_400_000 - STOPS * 300_000;
    if (!values.json && (day + 1) % 5 === 0)
      console.log(`  day ${day + 1}: ${mb(bytesOf(bare))} as pushed`);
  }
  const perTurn = (performance.now() - began) / (DAYS * STOPS);
  close();
  const month = 30 / DAYS;
  const pushed = bytesOf(bare);
  execFileSync('git', ['-C', bare, 'gc', '--quiet', '--prune=now']);
  const packed = bytesOf(bare);
  const after = `after ${DAYS} days of ${STOPS} Stops`;
  say(`remote ${after}, as pushed`, `${mb(pushed)}, ${mb(pushed * month)} a month`);
  say('the same after its git gc', `${mb(packed)}, ${mb(packed * month)} a month`);
  say('repository in the home', mb(bytesOf(door.git.folderOf('github.com/acme/shop'))));
  say('a turn and its sync, in this process', ms(perTurn));
  const next = machineAt(folder, 'after', source, { CORTEX_SHARE_KEY: keyText(word.key, bare) });
  const start = performance.now();
  const done = await next.cortex(['share', 'pull', '--wait']);
  say(`share pull --wait ${after}, in a fresh clone`, ms(performance.now() - start));
  if (done.status !== 0) say('that ended badly', done.stderr);
}

async function oneTurn(deps: Deps, clone: string, i: number, session: string): Promise<void> {
  const send = conversation(deps, session, clone);
  await send({ kind: 'prompt', text: sentence(i, 30) });
  for (let k = 0; k < 6; k++) await send(edited(join(clone, 'src', `part${(i + k) % 40}.ts`)));
  await send({ kind: 'turn-end', reply: sentence(i + 7, 90) });
}

function edited(path: string) {
  return used({ changes: [{ path, kind: 'edit', added: 'x', removed: null }] });
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import { type Machine, machineAt, sourceRepository } from './tools/containers.ts';
import {
  bareRepository,
  everyByteOf,
  hasSshd,
  httpRemote,
  NO_SSHD,
  type Remote,
  sshRemote,
} from './tools/remotes.ts';
import { SECRETS } from './tools/sentences.ts';

const scratch = useScratch();
const LONG = { timeout: 240_000 };
const SLOW = 100;

let source = '';
const machines: Machine[] = [];
const remotes: Remote[] = [];

beforeEach(() => {
  source = sourceRepository(join(scratch.path, 'source'));
});

afterEach(async () => {
  for (const one of machines.splice(0)) one.kill();
  for (const one of remotes.splice(0)) await one.stop();
});

function machine(name: string, given: NodeJS.ProcessEnv = {}): Machine {
  const made = machineAt(scratch.path, name, source, given);
  machines.push(made);
  return made;
}

async function http(password: string | null = null): Promise<Remote> {
  const remote = await httpRemote(join(scratch.path, 'http.git'), password);
  remotes.push(remote);
  return remote;
}

function fileRemote(): string {
  return bareRepository(join(scratch.path, 'thread.git'));
}

/** Nothing is sent by itself: a test that compares what lies at the remote says when. */
const BY_HAND = { CORTEX_SHARE_AUTO: 'false' };

/** Begins it; the word for other machines. */
async function begin(first: Machine, url: string): Promise<string> {
  const done = await first.cortex(['share', 'init', '--git', url, '--public', '--yes']);
  expect(done.stderr).toBe('');
  expect(done.status).toBe(0);
  return (await first.cortex(['share', 'key', '--show'])).stdout.trim();
}

async function well(of: Machine, ...words: string[]): Promise<string> {
  const done = await of.cortex(words);
  // Said once: that it is shared now, and that a remote clears itself.
  expect(done.stderr).toMatch(/^(?:\S+ is shared through .*|What was sent of it leaves .*)?\s*$/s);
  expect(done.status).toBe(0);
  return done.stdout;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (await isSo()) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
  return false;
}

/** By itself: nobody calls a command of ours. */
async function arrives(
  of: Machine,
  url: string,
  folder: string,
  from = tipsOf(folder),
): Promise<void> {
  const isSent = await until(() => tipsOf(folder) !== from);
  expect(isSent, `${of.name} sends to ${url}`).toBe(true);
}

function tipsOf(folder: string): string {
  return execFileSync('git', ['-C', folder, 'for-each-ref'], { encoding: 'utf8' });
}

const start = (of: Machine, id = 'next') =>
  of.hook('SessionStart', { source: 'startup', session_id: id });

describe.each([
  [
    'a folder',
    async (): Promise<Remote> => {
      const url = fileRemote();
      return { url, folder: url, delay: () => {}, cut: () => {}, stop: async () => {} };
    },
  ],
  ['http', () => http()],
  [
    'ssh',
    async () => {
      const remote = await sshRemote(
        join(scratch.path, 'ssh.git'),
        mkdirs(join(scratch.path, 'person')),
      );
      remotes.push(remote);
      return remote;
    },
  ],
] as const)('a person whose remote is reached by %s', (protocol, open) => {
  if (protocol === 'ssh' && !hasSshd()) return it.skip(NO_SSHD);
  it(
    'goes on in a fresh clone, by the key alone, and leaves nothing readable there',
    LONG,
    async () => {
      const remote = await open();
      const given = protocol === 'ssh' ? { HOME: join(scratch.path, 'person') } : {};
      const laptop = machine('laptop', given);
      const key = await begin(laptop, remote.url);
      remote.delay(SLOW);
      const before = tipsOf(remote.folder);
      await laptop.turn('Make the heliotrope retry wait.', `One test is red. ${SECRETS[0]}`);
      await arrives(laptop, remote.url, remote.folder, before);
      const container = machine('container', { ...given, CORTEX_SHARE_KEY: key });
      await until(async () => {
        await container.cortex(['share', 'pull', '--wait']);
        return (await container.cortex(['preview'])).stdout.includes('One test is red');
      });
      expect(await start(container)).toContain('Make the heliotrope retry wait.');
      const bytes = everyByteOf(remote.folder);
      for (const word of [
        ...SECRETS,
        'heliotrope',
        'retry',
        'acme',
        'shop',
        'claude',
        'prompt',
        scratch.path,
      ])
        expect(bytes.includes(word), word).toBe(false);
      expect((await laptop.cortex(['doctor'])).stdout).toMatch(
        /share github.com\/acme\/shop: .*, sealed/,
      );
      expect(await well(container, 'share', 'leave', '--withdraw')).toContain(
        'not shared from here',
      );
    },
  );
});

function mkdirs(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}

/** Names and contents of everything below a folder. */
function digestOf(folder: string): Record<string, string> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  return Object.fromEntries(
    all
      .map((one) => join(one.parentPath, one.name))
      .sort()
      .map((path) => [
        relative(folder, path),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ]),
  );
}

describe('the checkout and its person', () => {
  it(
    'are as they were: settings, refs, logs, hooks and credentials, byte for byte',
    LONG,
    async () => {
      const remote = await http('correct-horse');
      const laptop = machine('laptop');
      const trap = join(scratch.path, 'trapped');
      const user = laptop.env['HOME']!;
      const hooks = mkdirs(join(user, 'hooks'));
      const set = (name: string, value: string) =>
        execFileSync('git', ['-C', laptop.clone, 'config', name, value]);
      // A checkout's own settings may name programs: none of them runs.
      for (const name of [
        'core.sshCommand',
        'core.fsmonitor',
        'credential.helper',
        'gpg.program',
        'core.askPass',
      ])
        set(name, `!touch ${trap}`);
      set('http.proxy', 'http://127.0.0.1:1');
      for (const place of [hooks, join(laptop.clone, '.git', 'hooks')])
        for (const name of [
          'pre-push',
          'post-checkout',
          'reference-transaction',
          'pre-commit',
          'post-index-change',
        ]) {
          writeFileSync(join(place, name), `#!/bin/sh\ntouch ${trap}\n`);
          chmodSync(join(place, name), 0o755);
        }
      const helper = '!f() { echo username=me; echo password=correct-horse; }; f';
      const settings = `[core]\n\thooksPath = ${hooks}\n[push]\n\tgpgSign = true\n[credential]\n\thelper = "${helper}"\n`;
      writeFileSync(join(user, '.gitconfig'), settings);
      writeFileSync(join(user, '.git-credentials'), 'https://somebody:else@example.org\n');
      const before = { clone: digestOf(laptop.clone), user: digestOf(user) };
      const inherited = { GIT_DIR: join(laptop.clone, '.git'), GIT_ASKPASS: `touch ${trap}` };
      const done = await laptop.cortex(
        ['share', 'init', '--git', remote.url, '--yes'],
        '',
        inherited,
      );
      expect(done.stderr).toBe('');
      const sent = tipsOf(remote.folder);
      await laptop.turn('Make the retry wait.', 'Done.');
      await arrives(laptop, remote.url, remote.folder, sent);
      await well(laptop, 'share', 'sync', '--wait');
      await well(laptop, 'share', 'key', '--rotate');
      await well(laptop, 'share', 'status');
      await laptop.cortex(['doctor']);
      await well(laptop, 'share', 'leave', '--withdraw');
      expect(digestOf(laptop.clone)).toEqual(before.clone);
      expect(digestOf(user)).toEqual(before.user);
      expect(readdirSync(scratch.path)).not.toContain('trapped');
    },
  );

  it('are asked before anything leaves, and told what would', LONG, async () => {
    const url = fileRemote();
    const laptop = machine('laptop');
    await laptop.turn('Make the heliotrope retry wait.', 'Done.');
    const shown = (await laptop.cortex(['share', 'status', '--what-would-leave'])).stdout;
    expect(shown).toContain('Make the heliotrope retry wait.');
    const asked = await laptop.cortex(['share', 'init', '--git', url]);
    expect(asked.status).toBe(2);
    expect(asked.stderr).toContain(`goes to ${url}, sealed`);
    expect(asked.stderr).toContain('add --yes');
    expect(tipsOf(url)).toBe('');
    for (const [bad, why] of [
      ['https://me:s3cret@example.org/x.git', 'password in it'],
      ['https://ghp_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX@github.com/x.git', 'password in it'],
      ['http://example.org/x.git', 'Nothing is sent by http'],
      ['ext::sh -c touch', 'no address'],
    ] as const) {
      const refused = await laptop.cortex(['share', 'init', '--git', bad, '--yes']);
      expect([bad, refused.status, refused.stderr]).toEqual([bad, 1, expect.stringContaining(why)]);
    }
    const remote = await http();
    const isPublic = await laptop.cortex(['share', 'init', '--git', remote.url, '--yes']);
    expect(isPublic.stderr).toContain('Everybody can read');
    expect((await laptop.cortex(['share', 'status'])).stdout).toContain('Nothing is shared');
    expect(readdirSync(join(laptop.home, 'share.git'))).toEqual([]);
    await begin(laptop, url);
    expect((await laptop.cortex(['share', 'status'])).stdout).toContain(url);
    expect((await laptop.cortex(['share', 'status', '--what-would-leave'])).stdout).not.toContain(
      'heliotrope',
    );
  });
});

describe('a remote that does not do its part', () => {
  it('refuses: it is said once, work goes on, and all of it arrives later', LONG, async () => {
    const url = fileRemote();
    const laptop = machine('laptop', BY_HAND);
    const key = await begin(laptop, url);
    const hook = join(url, 'hooks', 'pre-receive');
    writeFileSync(hook, '#!/bin/sh\necho "no refs of yours here" >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    await laptop.turn('Make the heliotrope retry wait.', 'Done.');
    const refused = await laptop.cortex(['share', 'sync', '--wait']);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(
      /refuses our refs.*(?:pre-receive hook declined|no refs of yours)/,
    );
    expect(refused.stderr).toContain('What is new here waits and is sent later.');
    for (const words of [['status'], ['share', 'status']]) {
      const said = (await laptop.cortex(words)).stdout;
      expect(said.match(/refuses our refs/g)).toHaveLength(1);
    }
    expect(await start(laptop)).toContain('heliotrope');
    rmSync(hook);
    await well(laptop, 'share', 'sync', '--wait');
    expect((await laptop.cortex(['status'])).stdout).not.toContain('refuses');
    const next = machine('next', { ...BY_HAND, CORTEX_SHARE_KEY: key });
    await well(next, 'share', 'pull', '--wait');
    expect(await start(next)).toContain('heliotrope');
  });

  it('is out of reach: everything goes on, and arrives later by itself', LONG, async () => {
    const remote = await http();
    const laptop = machine('laptop');
    const key = await begin(laptop, remote.url);
    remote.cut(true);
    await laptop.turn('Make the heliotrope retry wait.', 'Done.');
    await laptop.turn('And the wormwood part.', 'Done too.');
    expect((await laptop.cortex(['share', 'push', '--wait'])).stderr).toContain('does not answer');
    expect((await laptop.cortex(['share', 'status'])).stdout).toMatch(/sent .*\d+ records wait/);
    remote.cut(false);
    const before = tipsOf(remote.folder);
    await laptop.turn('The network is back.', 'Good.');
    await arrives(laptop, remote.url, remote.folder, before);
    const next = machine('next', { CORTEX_SHARE_KEY: key });
    await until(async () => {
      await next.cortex(['share', 'pull', '--wait']);
      return (await next.cortex(['preview'])).stdout.includes('The network is back');
    });
    for (const word of ['heliotrope', 'wormwood', 'The network is back'])
      expect((await next.cortex(['preview'])).stdout).toContain(word);
  });

  it(
    'is put back to an earlier state: said, nothing lost, and healed by the next push',
    LONG,
    async () => {
      const url = fileRemote();
      const laptop = machine('laptop', BY_HAND);
      const key = await begin(laptop, url);
      await laptop.turn('The heliotrope part.', 'Done.');
      await well(laptop, 'share', 'sync', '--wait');
      const [earlier, ref] = tipsOf(url)
        .trim()
        .split(/\s+commit\s+/) as [string, string];
      await laptop.turn('The wormwood part.', 'Done.');
      await well(laptop, 'share', 'sync', '--wait');
      const tablet = machine('tablet', { ...BY_HAND, CORTEX_SHARE_KEY: key });
      await well(tablet, 'share', 'pull', '--wait');
      execFileSync('git', ['-C', url, 'update-ref', ref, earlier]);
      const pulled = await well(tablet, 'share', 'pull', '--wait');
      expect(pulled).toContain('put back to an earlier state');
      expect((await tablet.cortex(['doctor'])).stdout).toContain('put back to an earlier state');
      expect(await start(tablet)).toContain('wormwood');
      await laptop.turn('The marzipan part.', 'Done.');
      await well(laptop, 'share', 'sync', '--wait');
      await well(tablet, 'share', 'pull', '--wait');
      expect((await tablet.cortex(['preview'])).stdout).toContain('marzipan');
      expect((await tablet.cortex(['doctor'])).stdout).not.toContain('earlier state');
      const next = machine('next', { ...BY_HAND, CORTEX_SHARE_KEY: key });
      await well(next, 'share', 'pull', '--wait');
      for (const word of ['heliotrope', 'wormwood', 'marzipan'])
        expect((await next.cortex(['preview'])).stdout).toContain(word);
    },
  );

  it('has what somebody else pushed: nothing of it is told, and it is said', LONG, async () => {
    const url = fileRemote();
    const laptop = machine('laptop', BY_HAND);
    const key = await begin(laptop, url);
    await laptop.turn('The heliotrope part.', 'Done.');
    await well(laptop, 'share', 'sync', '--wait');
    const [commit, ref] = tipsOf(url)
      .trim()
      .split(/\s+commit\s+/) as [string, string];
    const folder = ref.slice('refs/heads/'.length).split('/')[0]!;
    // A copy under another name, and a commit of his own on top of ours.
    execFileSync('git', [
      '-C',
      url,
      'update-ref',
      `refs/heads/${folder}/${'0'.repeat(24)}`,
      commit,
    ]);
    const forged = execFileSync(
      'git',
      [
        '-C',
        url,
        '-c',
        'user.name=x',
        '-c',
        'user.email=x',
        'commit-tree',
        `${commit}^{tree}`,
        '-p',
        commit,
        '-m',
        'x',
      ],
      { encoding: 'utf8', env: { ...process.env, GIT_AUTHOR_DATE: '1000000000 +0000' } },
    ).trim();
    const tablet = machine('tablet', { ...BY_HAND, CORTEX_SHARE_KEY: key });
    const first = await well(tablet, 'share', 'pull', '--wait');
    expect(first).toContain('One ref there cannot be opened');
    expect((await tablet.cortex(['doctor'])).stdout).toContain('One ref there cannot be opened');
    execFileSync('git', ['-C', url, 'update-ref', ref, forged]);
    const second = await well(tablet, 'share', 'pull', '--wait');
    expect(second).toContain('was not written by its machine');
    const preview = (await tablet.cortex(['preview'])).stdout;
    expect(preview.match(/heliotrope/g)!.length).toBeLessThanOrEqual(2);
    // The machine itself goes on over it.
    await laptop.turn('The wormwood part.', 'Done.');
    await well(laptop, 'share', 'sync', '--wait');
    await well(tablet, 'share', 'pull', '--wait');
    expect((await tablet.cortex(['preview'])).stdout).toContain('wormwood');
  });

  it('loses us the key: nothing is sent in its place, and it is said', LONG, async () => {
    const url = fileRemote();
    const laptop = machine('laptop', BY_HAND);
    const key = await begin(laptop, url);
    const sent = tipsOf(url);
    rmSync(join(laptop.home, 'share.key'));
    await laptop.turn('The heliotrope part.', 'Done.');
    const done = await laptop.cortex(['share', 'sync', '--wait']);
    expect(done.stderr).toContain('The key of github.com/acme/shop is missing here');
    for (const words of [['status'], ['share', 'status'], ['doctor']])
      expect((await laptop.cortex(words)).stdout).toContain('is missing here');
    expect(tipsOf(url)).toBe(sent);
    const other = machine('other');
    const stranger = (await other.cortex(['share', 'key', '--new'])).stdout.trim();
    expect((await laptop.cortex(['share', 'key', '--set'], stranger)).stderr).toContain(
      'another key',
    );
    expect((await other.cortex(['share', 'join', '--git', '--yes'])).status).toBe(1);
    expect((await laptop.cortex(['share', 'key', '--set'], key)).status).toBe(0);
    await well(laptop, 'share', 'sync', '--wait');
    expect(tipsOf(url)).not.toBe(sent);
  });
});

describe('a person with several machines', () => {
  it('has two that begin from one copy of a home: both go on', LONG, async () => {
    const url = fileRemote();
    const laptop = machine('laptop', BY_HAND);
    const key = await begin(laptop, url);
    await laptop.turn('The heliotrope part.', 'Done.');
    await well(laptop, 'share', 'sync', '--wait');
    const copy = machine('copy');
    cpSync(laptop.home, copy.home, { recursive: true });
    // The scope of a clone is its folder, and the copy works in a clone at the same path as its origin.
    const twin: Machine = {
      ...laptop,
      name: 'twin',
      cortex: (w, i, more) => laptop.cortex(w, i, { ...more, CORTEX_HOME: copy.home }),
    };
    await laptop.turn('The wormwood part.', 'Done.');
    await well(laptop, 'share', 'sync', '--wait');
    const event = (name: string, more: object) =>
      twin.cortex(
        ['hook', 'claude-code'],
        JSON.stringify({ session_id: 'twin', cwd: laptop.clone, hook_event_name: name, ...more }),
        { CORTEX_SHARE_AUTO: 'false' },
      );
    await event('UserPromptSubmit', { prompt: 'The marzipan part.', prompt_id: 't' });
    await event('Stop', { last_assistant_message: 'Done.', prompt_id: 't' });
    await well(twin, 'share', 'sync', '--wait');
    await well(laptop, 'share', 'sync', '--wait');
    const next = machine('next', { ...BY_HAND, CORTEX_SHARE_KEY: key });
    await well(next, 'share', 'pull', '--wait');
    const told = (await next.cortex(['preview'])).stdout;
    for (const word of ['heliotrope', 'wormwood', 'marzipan']) expect(told).toContain(word);
  });

  it(
    'forgets on one of them: the others too, and every machine takes it out of what it sent',
    LONG,
    async () => {
      const url = fileRemote();
      const laptop = machine('laptop', BY_HAND);
      const key = await begin(laptop, url);
      await laptop.turn('The heliotrope part.', 'Done.');
      await well(laptop, 'share', 'sync', '--wait');
      const tablet = machine('tablet', { ...BY_HAND, CORTEX_SHARE_KEY: key });
      await well(tablet, 'share', 'pull', '--wait');
      await tablet.turn('More of the heliotrope part.', 'Done.');
      await well(tablet, 'share', 'sync', '--wait');
      await well(laptop, 'share', 'sync', '--wait');
      const before = tipsOf(url).split('\n').filter(Boolean);
      await well(laptop, 'forget', '--words', 'heliotrope', '--yes');
      const said = await well(laptop, 'share', 'sync', '--wait');
      expect(said).toContain('without what was withdrawn');
      expect(said).toContain('Sealed bytes of it may stay');
      await well(tablet, 'share', 'sync', '--wait');
      await well(tablet, 'share', 'sync', '--wait');
      for (const line of before) expect(tipsOf(url)).not.toContain(line);
      for (const one of [laptop, tablet])
        expect((await one.cortex(['preview'])).stdout).not.toContain('heliotrope');
      const next = machine('next', { ...BY_HAND, CORTEX_SHARE_KEY: key });
      await well(next, 'share', 'pull', '--wait');
      expect((await next.cortex(['preview'])).stdout).not.toContain('heliotrope');
      expect((await next.cortex(['search', 'heliotrope'])).stdout).not.toContain('More of');
    },
  );

  it(
    'changes the key after a lost laptop: the old one opens nothing new, and nothing is lost',
    LONG,
    async () => {
      const url = fileRemote();
      const laptop = machine('laptop', BY_HAND);
      const old = await begin(laptop, url);
      await laptop.turn('The heliotrope part.', 'Done.');
      await well(laptop, 'share', 'sync', '--wait');
      const gone = machine('container', { ...BY_HAND, CORTEX_SHARE_KEY: old });
      await well(gone, 'share', 'pull', '--wait');
      await gone.turn('The wormwood part.', 'Done.');
      await well(gone, 'share', 'push', '--wait');
      const tablet = machine('tablet', BY_HAND);
      await tablet.cortex(['share', 'key', '--set'], old);
      await well(tablet, 'share', 'join', '--yes');
      await tablet.turn('The obelisk part.', 'Done.');
      const rotated = await well(laptop, 'share', 'key', '--rotate');
      expect(rotated).toContain('stays readable');
      const key = (await laptop.cortex(['share', 'key', '--show'])).stdout.trim();
      expect(key).not.toBe(old);
      await laptop.turn('The marzipan part.', 'Done.');
      await well(laptop, 'share', 'sync', '--wait');
      // A machine with only the old key is told so, and gets nothing that came since.
      const pulled = await well(tablet, 'share', 'sync', '--wait');
      expect(pulled).toContain('the key was changed on another machine');
      expect((await tablet.cortex(['preview'])).stdout).not.toContain('marzipan');
      expect((await tablet.cortex(['share', 'key', '--set'], key)).status).toBe(0);
      await well(tablet, 'share', 'sync', '--wait');
      const next = machine('next', { ...BY_HAND, CORTEX_SHARE_KEY: key });
      await well(next, 'share', 'pull', '--wait');
      const told = (await next.cortex(['preview'])).stdout;
      for (const word of ['heliotrope', 'wormwood', 'marzipan', 'obelisk'])
        expect(told).toContain(word);
      const thief = machine('thief', { ...BY_HAND, CORTEX_SHARE_KEY: old });
      await thief.cortex(['share', 'pull', '--wait']);
      expect((await thief.cortex(['preview'])).stdout).not.toContain('marzipan');
    },
  );

  it('works on two and in a job at once: all come to the same', LONG, async () => {
    const url = fileRemote();
    const laptop = machine('laptop');
    const key = await begin(laptop, url);
    const all = [
      laptop,
      ...['tablet', 'job'].map((name) => machine(name, { CORTEX_SHARE_KEY: key })),
    ];
    for (const one of all.slice(1)) await well(one, 'share', 'pull', '--wait');
    await Promise.all(
      all.map(async (one) => {
        for (let i = 0; i < 3; i++)
          await one.turn(`Part ${one.name} ${i}.`, `Did ${one.name} ${i}.`);
        await one.hook('SessionEnd', { reason: 'other' });
      }),
    );
    for (let round = 0; round < 2; round++)
      for (const one of all) await well(one, 'share', 'sync', '--wait');
    const told = await Promise.all(
      all.map(async (one) => {
        const listed = JSON.parse((await one.cortex(['history', '--json'])).stdout) as {
          session_id: string;
        }[];
        return listed.map(({ session_id }) => session_id).sort();
      }),
    );
    expect(told[0]).toHaveLength(3);
    expect(told[1]).toEqual(told[0]);
    expect(told[2]).toEqual(told[0]);
    for (const one of all)
      for (const other of all) {
        const found = (await one.cortex(['search', `Part ${other.name} 2`])).stdout;
        expect(found, `${one.name} knows ${other.name}`).toContain(`Part ${other.name} 2.`);
      }
  });

  it('is sent in the middle of a long turn, and at a signal to end', LONG, async () => {
    const remote = await http();
    const laptop = machine('laptop');
    await begin(laptop, remote.url);
    await laptop.hook('UserPromptSubmit', { prompt: 'A long turn.', prompt_id: 'long' });
    const before = tipsOf(remote.folder);
    const use = (id: string) =>
      laptop.hook('PostToolUse', {
        tool_name: 'Bash',
        tool_input: { command: 'npm test' },
        tool_response: {},
        tool_use_id: id,
      });
    utimesSync(join(laptop.home, 'share.due'), 1, 1);
    await use('one');
    await arrives(laptop, remote.url, remote.folder, before);
    // Within the pause nothing is sent.
    const after = tipsOf(remote.folder);
    await use('two');
    await new Promise((done) => setTimeout(done, 1_500));
    expect(tipsOf(remote.folder)).toBe(after);
    remote.delay(500);
    await laptop.hook('Stop', { last_assistant_message: 'Done.', prompt_id: 'long' });
    await until(() => existsSync(join(laptop.home, 'share.lock')) && laptop.askToEnd() > 0);
    await arrives(laptop, remote.url, remote.folder, after);
  });
});

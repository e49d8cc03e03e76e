import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Options, person } from '../../../test/person.ts';
import { inviteSql, SHARE_SCHEMA } from '../postgres/schema.ts';
import { storedBodies } from './logs.ts';
import {
  NO_POSTGRES,
  postgresPrograms,
  type ScratchServer,
  startPostgres,
} from './tools/postgres.ts';

const { here, cortex, json, hook } = person();

if (!postgresPrograms()) it.skip(NO_POSTGRES);

/** People at machines with a real server between them: commands and hooks as they are run. */
describe.skipIf(!postgresPrograms())('machines that share a project', () => {
  let server: ScratchServer;
  /** The repository that others are clones of. */
  let source = '';
  beforeAll(async () => {
    server = await startPostgres(['fsync=off']);
    server.psql(SHARE_SCHEMA);
    for (const login of ['alice', 'bob']) server.psql(`create role ${login} login`);
  }, 120_000);
  afterAll(() => server?.stop());
  beforeEach(() => {
    server.psql('delete from cortex.segment; delete from cortex.member');
    for (const login of ['alice', 'bob'])
      server.psql(
        `insert into cortex.member values ('github.com/acme/shop', '${login}', 'member')`,
      );
    source = join(here.folder, 'source');
    execFileSync('git', ['init', '-q', source]);
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', source, ...args], { stdio: 'ignore' });
    git('config', 'user.email', 'a@example.org');
    git('config', 'user.name', 'a');
    for (const name of ['one', 'two']) {
      writeFileSync(join(source, name), name);
      git('add', '.');
      git('commit', '-m', name);
    }
    git('remote', 'add', 'origin', 'git@github.com:acme/shop.git');
  });

  /** A machine of somebody: a home, and a clone at a path of its own. */
  function machine(name: string, login = 'alice'): Options & { readonly cwd: string } {
    const cwd = join(here.folder, name, 'shop');
    execFileSync('git', ['clone', '-q', source, cwd]);
    execFileSync('git', [
      '-C',
      cwd,
      'remote',
      'set-url',
      'origin',
      'https://github.com/acme/shop.git',
    ]);
    return {
      cwd,
      env: {
        CORTEX_HOME: join(here.folder, name, 'home'),
        CORTEX_SHARE_URL: server.url(login),
        CORTEX_SHARE_AUTO: 'false',
      },
    };
  }

  /** Files below a machine's home in which a word stands. */
  function filesWith({ env }: Options, word: string): string[] {
    return readdirSync(env!['CORTEX_HOME']!, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).includes(word));
  }

  function talk(
    at: Options & { readonly cwd: string },
    id: string,
    prompt: string,
    reply: string,
  ): void {
    const event = (name: string, more: Record<string, unknown>) =>
      hook({ session_id: id, hook_event_name: name, ...more }, at);
    event('SessionStart', { source: 'startup' });
    event('UserPromptSubmit', { prompt, prompt_id: id });
    event('PostToolUse', {
      tool_name: 'Write',
      tool_input: { file_path: join(at.cwd, 'src', 'retry.ts'), content: 'x' },
      tool_response: {},
      tool_use_id: id,
    });
    event('Stop', { last_assistant_message: reply, prompt_id: id });
    event('SessionEnd', { reason: 'other' });
  }

  const start = (at: Options) =>
    hook({ session_id: 'next', hook_event_name: 'SessionStart', source: 'startup' }, at).stdout;

  /** Every byte that the server has of it, packed as it is and unpacked. */
  function stored(): string {
    const texts = storedBodies(server).map(({ text, body }) => text ?? body.toString('latin1'));
    return [...texts, server.psql('select project, origin, author from cortex.segment')].join('\n');
  }

  it('goes from one to the next, whatever the remote is written like', () => {
    const laptop = { cwd: source, env: { ...machine('unused').env, CORTEX_HOME: here.home } };
    talk(
      laptop,
      'one',
      'Make the retry wait for five minutes.',
      'One test is red: evt_3 is too young.',
    );
    expect(json(['share', 'init'], laptop)).toMatchObject({ outcome: 'shared', login: 'alice' });
    const desktop = machine('desktop');
    const joined = json<{ commit: string; received: { records: number } }>(
      ['share', 'join'],
      desktop,
    );
    expect(joined.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(joined.received.records).toBeGreaterThan(4);
    expect(json<{ project: string }[]>(['share', 'status'], desktop)[0]).toMatchObject({
      project: 'github.com/acme/shop',
      problem: null,
      waiting: 0,
    });
    expect(start(desktop)).toContain('Make the retry wait for five minutes.');
    expect(start(desktop)).not.toContain(source);
    expect(cortex(['status'], desktop).stdout).toContain('github.com/acme/shop: sent just now');
    expect(cortex(['doctor'], desktop).stdout).toMatch(
      /share github.com\/acme\/shop: member, 1 stream/,
    );
  });

  it('tells teammates the work and none of the talk, and a byte search of the server agrees', () => {
    const alice = machine('alice');
    const bob = machine('bob', 'bob');
    talk(
      alice,
      'one',
      'My heliotrope idea: build the shadow mode quietly.',
      'The wormwood part is done.',
    );
    cortex(['note', 'decision', 'use webhooks', '--reason', 'polling misses events'], alice);
    cortex(['note', 'next', 'remove the polling job'], alice);
    cortex(
      ['pin', 'staging belongs to the marzipan team', '--label', 'staging', '--critical'],
      alice,
    );
    cortex(['pin', 'my private liquorice note', '--label', 'mine'], alice);
    cortex(['memory', 'add', 'the bank throttles after five calls'], alice);
    cortex(['memory', 'add', 'never deploy on a persimmon day', '--category', 'rule'], alice);
    cortex(['share', 'init'], alice);
    cortex(['share', 'join'], bob);
    const before = start(bob);
    for (const part of ['use webhooks', '[alice, 0m ago]', 'remove the polling job'])
      expect(before).toContain(part);
    expect(before).toContain('the bank throttles after five calls');
    const own = /heliotrope|wormwood|marzipan|liquorice|persimmon/;
    expect(before).not.toMatch(own);
    expect(before).not.toMatch(/RULES OF THE USER|LAST TIME/);
    const visible = () =>
      storedBodies(server, 'bob')
        .map(({ text }) => text)
        .join('\n');
    expect(visible()).toContain('use webhooks');
    expect(visible()).not.toMatch(own);
    for (const word of ['shadow mode', here.folder]) expect(visible()).not.toContain(word);
    // Marked, a pin is the team's: plain, unless its owner is trusted.
    cortex(['share', 'rule', 'staging'], alice);
    cortex(['share', 'rule', 'persimmon'], alice);
    cortex(['share', 'sync'], alice);
    cortex(['share', 'sync'], bob);
    const after = cortex(['preview'], bob).stdout;
    expect(after).toContain('pinned: staging: staging belongs to the marzipan team');
    expect(after).toContain('rule: never deploy on a persimmon day');
    expect(after).not.toContain('CRITICAL');
    expect(
      cortex(['preview'], { ...bob, env: { ...bob.env, CORTEX_SHARE_TRUST: 'alice' } }).stdout,
    ).toContain('CRITICAL pinned: staging');
    // And taken back.
    cortex(['share', 'rule', 'staging', '--undo'], alice);
    cortex(['share', 'sync'], alice);
    cortex(['share', 'sync'], bob);
    expect(cortex(['preview'], bob).stdout).not.toContain('marzipan');
    expect(visible()).not.toContain('marzipan');
  });

  it('takes what one forgets from the server, out of what others were told, and out of their mirrors and backups', () => {
    const laptop = machine('laptop');
    const desktop = machine('desktop');
    const bob = machine('bob', 'bob');
    talk(
      laptop,
      'one',
      'Please ship the aubergine crate on Monday.',
      'The aubergine crate is packed.',
    );
    cortex(['note', 'decision', 'grow the papaya in pots'], laptop);
    cortex(['memory', 'add', 'the quince key is under the mat'], laptop);
    cortex(['share', 'init'], laptop);
    cortex(['share', 'join'], desktop);
    cortex(['share', 'join'], bob);
    // Both are told of it, and keep copies of their own.
    talk(desktop, 'two', 'Please count every persimmon box.', 'Counted the persimmon boxes.');
    talk(bob, 'three', 'Please sweep the yard.', 'Swept.');
    for (const at of [desktop, bob]) {
      cortex(['share', 'sync'], at);
      cortex(['maintain'], at);
    }
    cortex(['share', 'sync'], laptop);
    expect(filesWith(desktop, 'aubergine').length).toBeGreaterThan(1);
    expect(filesWith(desktop, 'persimmon').length).toBeGreaterThan(2);
    expect(filesWith(bob, 'papaya').length).toBeGreaterThan(1);
    expect(stored()).toContain('quince');
    const [memory] = json<{ id: string }[]>(['memory', 'list'], desktop);
    const sessions = json<{ session_id: string; title: string }[]>(['history'], laptop);
    const session = sessions.find(({ title }) => title.includes('aubergine'))!;
    for (const [at, ...words] of [
      // From the other machine of the same person.
      [desktop, memory!.id],
      [laptop, '--session', session.session_id],
      [laptop, '--words', 'persimmon'],
      [laptop, '--words', 'papaya'],
    ] as const)
      expect(cortex(['forget', ...words, '--yes'], at).status).toBe(0);
    for (const at of [desktop, laptop, desktop, bob]) cortex(['share', 'sync'], at);
    expect(stored()).not.toMatch(/aubergine|persimmon|papaya|quince/);
    for (const at of [laptop, desktop, bob])
      for (const word of ['aubergine', 'persimmon', 'papaya', 'quince'])
        expect(filesWith(at, word), word).toEqual([]);
    expect(cortex(['verify'], desktop).status).toBe(0);
    // The words of the person at the other machine that say the same are his own.
    expect(json<{ title: string }[]>(['history'], bob)[0]!.title).toContain('sweep the yard');
  });

  it("lists a teammate's words under the teammate, never as the person's", () => {
    const alice = machine('alice');
    const bob = machine('bob', 'bob');
    talk(alice, 'one', 'Please add the retry.', 'Added.');
    cortex(['note', 'decision', 'carts live in Redis'], alice);
    cortex(['note', 'blocker', 'waiting for the database team'], alice);
    cortex(['memory', 'add', 'cart keys live three days'], alice);
    cortex(['share', 'init'], alice);
    cortex(['share', 'join'], bob);
    cortex(['memory', 'add', 'the till prints twice'], bob);
    const learnt = json<{ text: string; by: string; author: string | null }[]>(['review'], bob);
    expect(learnt.map(({ text, by, author }) => [text, by, author]).sort()).toEqual([
      ['cart keys live three days', 'teammate', 'alice'],
      ['carts live in Redis', 'teammate', 'alice'],
      ['the till prints twice', 'person', null],
      ['waiting for the database team', 'teammate', 'alice'],
    ]);
    expect(cortex(['review'], bob).stdout).toContain('1 person, 3 teammate alice');
    expect(json(['review', '--source', 'person'], bob)).toHaveLength(1);
    expect(cortex(['thread'], bob).stdout).toMatch(/waiting for the database team \[alice, /);
    // A person who forgets what he said himself keeps what others said.
    cortex(['forget', '--source', 'person', '--yes'], bob);
    expect(cortex(['preview'], bob).stdout).toMatch(
      /carts live in Redis.*cart keys live three days/s,
    );
    cortex(['forget', '--source', 'teammate', '--yes'], bob);
    expect(cortex(['preview'], bob).stdout).not.toMatch(/Redis|three days|database team/);
    expect(json(['review'], bob)).toEqual([]);
  });

  it('is sealed with a key: the server knows no name and no word, and a wrong key changes nothing', () => {
    const laptop = machine('laptop');
    const key = cortex(['share', 'key', '--new'], laptop).stdout.trim();
    expect(key).toMatch(/^cortex-key-/);
    talk(laptop, 'one', 'The heliotrope plan.', 'Done.');
    const refused = cortex(['share', 'init'], laptop);
    const sql = refused.stderr.slice(refused.stderr.indexOf('insert into'));
    expect(sql).not.toContain('acme');
    server.psql(sql.replaceAll(/\s+$/gm, ''));
    expect(cortex(['share', 'init'], laptop).status).toBe(0);
    expect(stored()).not.toMatch(/heliotrope|acme/);
    const desktop = machine('desktop');
    cortex(['share', 'key', '--new'], desktop);
    expect(cortex(['share', 'join'], desktop).stderr).toContain(
      'not a member of github.com/acme/shop under this key',
    );
    cortex(['share', 'key', '--remove'], desktop);
    expect(
      cortex(['share', 'key', '--set'], { ...desktop, input: key.slice(0, -1) }).stderr,
    ).toContain('key is incomplete');
    expect(cortex(['share', 'key', '--set'], { ...desktop, input: key }).status).toBe(0);
    expect(cortex(['share', 'join'], desktop).status).toBe(0);
    expect(cortex(['preview'], desktop).stdout).toContain('heliotrope');
    expect(statSync(join(desktop.env!['CORTEX_HOME']!, 'share.key')).mode & 0o077).toBe(0);
  });

  it('leads no machine without the key to plain text, and says which key is missing', () => {
    server.psql('delete from cortex.member');
    const laptop = machine('laptop');
    const key = cortex(['share', 'key', '--new'], laptop).stdout.trim();
    const name = json<{ project: string }>(['share', 'invite', 'alice'], laptop).project;
    server.psql(inviteSql(name, 'alice', 'owner'));
    talk(laptop, 'one', 'The heliotrope plan.', 'Done.');
    expect(cortex(['share', 'init'], laptop).status).toBe(0);
    expect(cortex(['share', 'status'], laptop).stdout).toContain(`yes, as ${name.slice(0, 8)}`);

    const desktop = machine('desktop');
    talk(desktop, 'two', 'The wormwood plan.', 'Done.');
    for (const clear of [false, true]) {
      // With the membership in clear that an administrator was once asked for, too.
      if (clear) server.psql(inviteSql('github.com/acme/shop', 'alice', 'member'));
      for (const action of ['join', 'init']) {
        const { status, stderr } = cortex(['share', action], desktop);
        expect(status).toBe(1);
        expect(stderr).toContain(
          'This machine has no key, and your login is a member of a sealed project',
        );
        expect(stderr).toContain(name.slice(0, 8));
        expect(stderr).toMatch(/key --show.*key --set/s);
        expect(stderr).not.toContain('insert into');
      }
    }
    expect(json(['share', 'status'], desktop)).toEqual([]);
    expect(stored()).not.toMatch(/wormwood|acme/);

    // The key is lost later: nothing goes out in plain text either.
    cortex(['share', 'key', '--set'], { ...desktop, input: key });
    expect(cortex(['share', 'join'], desktop).status).toBe(0);
    rmSync(join(desktop.env!['CORTEX_HOME']!, 'share.key'));
    talk(desktop, 'three', 'The marzipan plan.', 'Done.');
    const missing = 'The key of github.com/acme/shop is missing here';
    for (const words of [['status'], ['doctor'], ['share', 'status']])
      expect(cortex(words, desktop).stdout).toContain(missing);
    expect(cortex(['share', 'sync'], desktop).stderr).toContain(missing);
    expect(stored()).not.toContain('marzipan');
    const other = cortex(['share', 'key', '--new'], machine('other')).stdout.trim();
    expect(cortex(['share', 'key', '--set'], { ...desktop, input: other }).stderr).toContain(
      'another key',
    );
    expect(cortex(['share', 'key', '--set'], { ...desktop, input: key }).status).toBe(0);
    expect(cortex(['share', 'sync'], desktop).status).toBe(0);

    // Somebody shares it unsealed all the same: those who seal it are told.
    const tablet = machine('tablet');
    expect(cortex(['share', 'init', '--unsealed'], tablet).status).toBe(0);
    talk(tablet, 'four', 'The persimmon plan.', 'Done.');
    cortex(['share', 'sync'], tablet);
    const warned = 'github.com/acme/shop is also shared unsealed, by alice';
    expect(cortex(['share', 'sync'], desktop).stdout).toContain(warned);
    for (const words of [['status'], ['doctor'], ['share', 'status']])
      expect(cortex(words, desktop).stdout).toContain(warned);
    cortex(['share', 'leave', '--withdraw'], tablet);
  });

  it('asks for proof: a folder that only claims the name is told nothing', () => {
    const laptop = machine('laptop');
    talk(laptop, 'one', 'The heliotrope plan.', 'Done.');
    cortex(['share', 'init'], laptop);
    const cwd = join(here.folder, 'fake');
    execFileSync('git', ['init', '-q', cwd]);
    execFileSync('git', ['-C', cwd, 'remote', 'add', 'origin', 'https://github.com/acme/shop']);
    const fake = { cwd, env: { ...laptop.env, CORTEX_HOME: join(here.folder, 'fakehome') } };
    const done = cortex(['share', 'join'], fake);
    expect(done.stderr).toContain('not proven to be github.com/acme/shop');
    expect(json(['share', 'status'], fake)).toEqual([]);
    expect(cortex(['share', 'join', '--unproven'], fake).status).toBe(0);
  });

  it('says that the first commit of a repository is no proof, and what to do', () => {
    const laptop = machine('laptop');
    execFileSync('git', ['-C', laptop.cwd, 'checkout', '-q', 'HEAD~1']);
    talk(laptop, 'one', 'The heliotrope plan.', 'Done.');
    cortex(['share', 'init'], laptop);
    const desktop = machine('desktop');
    const done = cortex(['share', 'join'], desktop);
    expect(done.status).toBe(1);
    expect(done.stderr).toContain('only the first of the repository is in it');
    expect(done.stderr).toContain('cortex share join --unproven');
    expect(done.stderr).not.toContain('none of the commits');
    expect(json(['share', 'join', '--unproven'], desktop)).toMatchObject({
      outcome: 'joined',
      commit: null,
    });
  });

  it('marks the pin of a label, though a memory holds the same word', () => {
    const laptop = machine('laptop');
    cortex(['pin', 'the api is frozen', '--label', 'cart'], laptop);
    cortex(['memory', 'add', 'a cart lives three days'], laptop);
    cortex(['share', 'init'], laptop);
    expect(json(['share', 'rule', 'cart'], laptop)).toMatchObject({
      outcome: 'marked',
      id: 'pin:cart',
    });
    expect(cortex(['share', 'rule', 'frozen', '--undo'], laptop).stdout).toContain(
      'the api is frozen',
    );
  });

  it('says that a reader sends nothing', () => {
    const laptop = machine('laptop');
    const bob = machine('bob', 'bob');
    talk(laptop, 'one', 'Please add the retry.', 'Added.');
    cortex(['share', 'init'], laptop);
    server.psql("update cortex.member set role = 'reader' where login = 'bob'");
    expect(cortex(['share', 'join'], bob).stdout).toContain(
      'Your login only reads: nothing is sent.',
    );
    talk(bob, 'two', 'Please sweep the yard.', 'Swept.');
    const pushed = cortex(['share', 'push', '--wait'], bob);
    expect([pushed.status, pushed.stderr]).toEqual([
      1,
      expect.stringContaining('nothing was sent'),
    ]);
    expect(json(['share', 'sync'], bob)).toMatchObject({ reads_only: true, sent: { records: 0 } });
    expect(cortex(['share', 'status'], bob).stdout).toMatch(/sent +never/);
  });

  it('keeps the address to itself', () => {
    const laptop = machine('laptop');
    const quiet = { ...laptop, env: { ...laptop.env, CORTEX_SHARE_URL: '' } };
    expect(cortex(['share', 'init'], quiet).stderr).toContain(
      'Nothing says where the shared database is.',
    );
    const url = server.url('alice').replace('alice@', 'alice:s3cretword@');
    for (const [input, complaint] of [
      ['', 'Standard input holds no URL.'],
      ['http://db.example.org/work', 'Standard input is no URL of PostgreSQL.'],
    ] as const)
      expect(cortex(['share', 'init', '--url-stdin'], { ...quiet, input }).stderr).toContain(
        complaint,
      );
    expect(cortex(['share', 'init', '--url-stdin'], { ...quiet, input: url }).status).toBe(0);
    const home = laptop.env!['CORTEX_HOME']!;
    const file = join(home, 'share.url');
    expect(statSync(file).mode & 0o077).toBe(0);
    const status =
      cortex(['share', 'status', '--json'], quiet).stdout + cortex(['doctor'], quiet).stdout;
    expect(status).not.toContain('s3cretword');
    if (existsSync(join(home, 'config.json')))
      expect(readFileSync(join(home, 'config.json'), 'utf8')).not.toContain('s3cretword');
    for (const name of existsSync(join(home, 'log')) ? readdirSync(join(home, 'log')) : [])
      expect(readFileSync(join(home, 'log', name), 'utf8')).not.toContain('s3cretword');
    chmodSync(file, 0o644);
    expect(cortex(['share', 'sync'], quiet).stderr).toContain('can be read by others');
    const far = {
      ...quiet,
      env: { ...quiet.env, CORTEX_SHARE_URL: 'postgres://alice@db.example.org/x?sslmode=disable' },
    };
    expect(cortex(['share', 'sync'], far).stderr).toContain('another machine');
  });

  it('leaves, and takes what it sent along', () => {
    const laptop = machine('laptop');
    talk(laptop, 'one', 'The heliotrope plan.', 'Done.');
    cortex(['share', 'init'], laptop);
    expect(stored()).toContain('heliotrope');
    expect(json(['share', 'leave', '--withdraw'], laptop)).toMatchObject({ outcome: 'left' });
    expect(stored()).not.toContain('heliotrope');
    expect(json(['share', 'status'], laptop)).toEqual([]);
    expect(cortex(['share', 'sync'], laptop).stderr).toContain('not shared');
  });

  it('says on leaving what stays and what goes, and takes the words of teammates out where asked', () => {
    const alice = machine('alice');
    cortex(
      ['note', 'decision', 'use heliotrope webhooks', '--reason', 'polling misses events'],
      alice,
    );
    cortex(['memory', 'add', 'the marzipan bank throttles after five calls'], alice);
    cortex(['share', 'init'], alice);
    const bob = machine('bob', 'bob');
    cortex(['note', 'decision', 'keep the wormwood cache'], bob);
    cortex(['share', 'join', '--unproven'], bob);
    expect(start(bob)).toContain('heliotrope');

    const said = cortex(['share', 'leave'], bob).stdout;
    expect(said).toContain('What this machine sent stays there');
    expect(said).toMatch(/Removed: \d+ pins?, memor/);
    expect(said).toMatch(/Under their names stays here: \d+ decision/);
    expect(said).toContain('cortex forget --source teammate');
    expect(cortex(['preview'], bob).stdout).toContain('heliotrope');
    expect(cortex(['preview'], bob).stdout).not.toContain('marzipan');

    cortex(['share', 'join', '--unproven'], bob);
    const left = json<{ team: Record<string, number> }>(['share', 'leave', '--forget'], bob);
    expect(left).toMatchObject({ outcome: 'left', copies_left: false, team: { work_kept: 0 } });
    expect(left.team['work_removed']).toBeGreaterThan(0);
    expect(cortex(['preview'], bob).stdout).toContain('wormwood');
    for (const word of ['heliotrope', 'marzipan']) expect(filesWith(bob, word)).toEqual([]);
    expect(cortex(['preview'], alice).stdout).toContain('heliotrope');
  });

  it('says what to do where the membership ended, or the server lacks the tables', () => {
    const alice = machine('alice');
    cortex(['note', 'decision', 'grow the papaya in pots'], alice);
    cortex(['memory', 'add', 'the quince key is under the mat'], alice);
    cortex(['share', 'init'], alice);
    const bob = machine('bob', 'bob');
    cortex(['share', 'join', '--unproven'], bob);
    talk(bob, 'one', 'Please sweep the heliotrope yard.', 'Swept.');
    cortex(['maintain'], bob);
    expect(filesWith(bob, 'papaya').length).toBeGreaterThan(1);
    server.psql("delete from cortex.member where login = 'bob'");
    const refused = cortex(['share', 'sync'], bob);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('bob is not a member of github.com/acme/shop any more');
    // The words of the team go, also out of what was told and out of backups; his own stay.
    expect(refused.stderr).toContain('taken out of this machine');
    for (const word of ['papaya', 'quince']) expect(filesWith(bob, word), word).toEqual([]);
    expect(start(bob)).toContain('heliotrope');
    expect(refused.stderr).toContain('cortex share invite bob | psql');
    server.psql('alter table cortex.segment rename to elsewhere');
    try {
      const done = cortex(['share', 'sync'], bob);
      expect(done.status).toBe(1);
      expect(done.stderr).toContain('does not have the tables that this version needs');
      expect(done.stderr).toContain('cortex share init --print-sql | psql');
    } finally {
      server.psql('alter table cortex.elsewhere rename to segment');
    }
    expect(cortex(['share', 'leave'], bob).stdout).toContain('Nothing was sent from this machine.');
  });

  it('lists the members, when they were last seen and who reads what they do', () => {
    server.psql(inviteSql('github.com/acme/shop', 'carol', 'reader'));
    const alice = machine('alice');
    expect(cortex(['share', 'members'], alice).stderr).toContain('not shared');
    cortex(['note', 'decision', 'use webhooks'], alice);
    cortex(['share', 'init'], alice);
    const bob = machine('bob', 'bob');
    cortex(['share', 'join', '--unproven'], bob);
    cortex(['config', 'set', 'share.audience', 'me'], bob);
    const listed = json<{ login: string; last_seen: string | null }[]>(['share', 'members'], bob);
    expect(listed).toMatchObject([
      {
        login: 'alice',
        role: 'member',
        you: false,
        last_seen: expect.any(String),
        audience: 'team',
      },
      { login: 'bob', role: 'member', you: true, last_seen: null, audience: 'me' },
      { login: 'carol', role: 'reader', you: false, last_seen: null, audience: null },
    ]);
    const text = cortex(['share', 'members'], bob).stdout;
    expect(text).toMatch(/alice +member +seen just now +for the team/);
    expect(text).toMatch(/carol +reader +never seen +only reads/);
    server.psql('drop view cortex.members');
    const refused = cortex(['share', 'members'], bob);
    server.psql(SHARE_SCHEMA);
    expect(refused.stderr).toContain('cortex share init --print-sql | psql');
  });

  it('goes on without the server, and says what waits', () => {
    const laptop = machine('laptop');
    cortex(['share', 'init'], laptop);
    const offline = {
      ...laptop,
      env: { ...laptop.env, CORTEX_SHARE_URL: 'postgres://alice@127.0.0.1:1/x' },
    };
    const waiting = () => json<{ waiting: number }[]>(['share', 'status'], offline)[0]!.waiting;
    expect(waiting()).toBe(0);
    talk(offline, 'one', 'Work without a network.', 'Done.');
    cortex(['note', 'next', 'send it later'], offline);
    // Nothing was packed yet, and nothing is asked of the server: what waits is counted where it lies.
    const counted = waiting();
    expect(counted).toBeGreaterThan(4);
    expect(cortex(['share', 'status'], offline).stdout).toContain(`${counted} records wait`);
    const refused = cortex(['share', 'push', '--wait'], offline);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(
      /^cortex: The database at alice@127\.0\.0\.1:1\/x does not answer: .*ECONNREFUSED/,
    );
    expect(refused.stderr).toContain('What is new here waits and is sent later.');
    expect(json<{ problem: string }[]>(['share', 'status'], offline)[0]!.problem).toContain(
      'ECONNREFUSED',
    );
    expect(json(['share', 'push', '--wait'], laptop)).toMatchObject({
      problem: null,
      sent: { records: counted },
    });
    expect(waiting()).toBe(0);
    expect(stored()).toContain('Work without a network.');
  });
});

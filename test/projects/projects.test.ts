import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Agent, cortex, type Result } from '../agent.ts';
import { some } from '../effort.ts';
import { scratchFolder } from '../scratch.ts';

/** A project is known wherever it lies: stories through the built program, in repositories that `git` itself made. */

const TOPIC = 'heliotrope';
const REMOTE = 'https://git.example.org/acme/shop.git';
const OFFER = 'looks like acme/shop, known at another place: cortex project link';

let scratch: ReturnType<typeof scratchFolder>;
let top: string;
let home: string;
let clock: number;
let agents: Agent[] = [];

beforeEach(() => {
  scratch = scratchFolder();
  top = realpathSync(scratch.path);
  home = join(top, 'home');
  clock = Date.parse('2026-11-15T08:00:00Z');
});
afterEach(() => {
  for (const agent of agents) agent.quit();
  agents = [];
  scratch.dispose();
});

/** Every session and command is ten minutes after the one before. */
function later(): string {
  clock += 600_000;
  return new Date(clock).toISOString();
}

/** Repositories are made once; each test works in copies, because `git` is started a dozen times for one. */
const made = scratchFolder();
afterAll(() => made.dispose());

function git(cwd: string, ...args: string[]): string {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'protocol.file.allow=always'];
  const env = {
    ...process.env,
    HOME: top,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  const options = { cwd, env, stdio: 'pipe', encoding: 'utf8' } as const;
  return execFileSync('git', [...who, '-c', 'init.defaultBranch=main', ...args], options).trim();
}

function commit(cwd: string, text: string): string {
  mkdirSync(join(cwd, 'src'), { recursive: true });
  writeFileSync(join(cwd, 'src', 'vat.ts'), `${text}\n`);
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-q', '-m', text);
  return git(cwd, 'rev-parse', 'HEAD');
}

/** A repository with three commits; origin is an address that nobody answers at. */
function repository(name: string, remote: string | null = REMOTE): string {
  const first = join(made.path, encodeURIComponent(`${name} of ${remote}`));
  if (!existsSync(first)) {
    mkdirSync(first);
    git(first, 'init', '-q');
    for (const text of ['first', 'second', 'third']) commit(first, `${text} of ${name}`);
    if (remote) git(first, 'remote', 'add', 'origin', remote);
  }
  const path = join(top, name);
  cpSync(first, path, { recursive: true });
  return path;
}

/** A clone that says it is from the same remote. */
function clone(
  from: string,
  to: string,
  remote: string | null = REMOTE,
  ...options: string[]
): string {
  const path = join(top, to);
  git(top, 'clone', '-q', ...options, `file://${from}`, path);
  git(path, 'remote', 'remove', 'origin');
  if (remote) git(path, 'remote', 'add', 'origin', remote);
  return path;
}

interface In {
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A session that works on the topic and leaves its words behind. */
async function work(
  cwd: string,
  topic = TOPIC,
  { home: at = home, env = {} }: In = {},
): Promise<Result> {
  const agent = new Agent({ home: at, cwd, now: later(), env });
  agents.push(agent);
  const started = await agent.start();
  await agent.prompt(`Let us build the ${topic} antenna`);
  await agent.edit(join(cwd, 'src', 'vat.ts'));
  await agent.run('pin', `the ${topic} stays off`);
  await agent.stop(`I began with the ${topic}. Next: measure the ${topic}.`);
  await agent.end();
  return started;
}

/** The text that a session starting there is told, and the line that its person is shown. */
async function told(cwd: string, { home: at = home, env = {} }: In = {}) {
  const agent = new Agent({ home: at, cwd, now: later(), env });
  agents.push(agent);
  const { stdout } = await agent.start();
  await agent.end();
  const said = stdout === '' ? {} : JSON.parse(stdout);
  return {
    text: (said.hookSpecificOutput?.additionalContext ?? '') as string,
    notice: (said.systemMessage ?? '') as string,
  };
}

function person(cwd: string, ...args: string[]): Promise<Result> {
  return cortex({ home, cwd, now: later() }, ...args);
}

async function json<T>(cwd: string, ...args: string[]): Promise<T> {
  const done = await person(cwd, ...args, '--json');
  expect(done.stderr).toBe('');
  return JSON.parse(done.stdout) as T;
}

/** Whether the place tells when folders were made; where it does not, a move cannot be noticed. */
async function knowsInodes(cwd: string): Promise<boolean> {
  return (await json<{ inode: string | null }>(cwd, 'project', 'signs')).inode !== null;
}

describe('a repository that is moved', () => {
  it.each([
    ['renamed', (shop: string) => [shop, join(dirname(shop), 'store')]],
    ['moved', (shop: string) => [shop, join(top, 'elsewhere', 'shop')]],
    ['below a renamed folder', (shop: string) => [dirname(shop), join(top, 'customers')]],
  ])('%s, is the same project', async (_, move) => {
    const shop = repository('work/shop');
    await work(shop);
    if (!(await knowsInodes(shop))) return;
    mkdirSync(join(shop, 'src'), { recursive: true });
    writeFileSync(join(shop, 'src', 'vat.ts'), 'export const vat = 19;\n');
    const [from, to] = move(shop) as [string, string];
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
    const moved = from === shop ? to : join(to, 'shop');
    const { text } = await told(moved);
    expect(text).toContain(TOPIC);
    // Files are told from the top of the tree, which is elsewhere now.
    expect(text).toContain('not committed: src/vat.ts\n');
    expect(text).not.toContain(shop);
    expect((await person(moved, 'thread')).stdout).toContain('vat.ts');
    expect((await person(moved, 'preview')).stdout).toContain('known by inode');
    const { known_by, project } = await json<Record<string, string>>(moved, 'project', 'signs');
    expect({ known_by, project }).toEqual({ known_by: 'inode', project: join(shop, '.git') });
    expect((await person(moved, 'search', TOPIC)).stdout).toContain(TOPIC);
  });

  it('leaves nothing to what comes to its old place, and may come back', async () => {
    const shop = repository('shop');
    await work(shop);
    if (!(await knowsInodes(shop))) return;
    const moved = join(top, 'old-shop');
    renameSync(shop, moved);
    expect((await told(moved)).text).toContain(TOPIC);
    const stranger = repository('shop', null);
    expect((await told(stranger)).text).not.toContain(TOPIC);
    expect((await person(stranger, 'search', TOPIC)).stdout).not.toContain('antenna');
    await work(stranger, 'periwinkle');
    expect((await told(moved)).text).not.toContain('periwinkle');
    renameSync(stranger, join(top, 'stranger'));
    renameSync(moved, shop);
    expect((await told(join(top, 'stranger'))).text).toContain('periwinkle');
    const back = (await told(shop)).text;
    expect(back).toContain(TOPIC);
    expect(back).not.toContain('periwinkle');
  });

  it('is not a copy of it while the first is there', async () => {
    const shop = repository('shop', null);
    await work(shop);
    const copy = join(top, 'copy');
    cpSync(shop, copy, { recursive: true, preserveTimestamps: true });
    expect(await told(copy)).toEqual({ text: '', notice: '' });
  });
});

describe('a second clone', () => {
  it('is its own until a person links it, and again when that is taken back', async () => {
    const shop = repository('shop');
    await work(shop);
    const second = clone(shop, 'second');
    expect(await told(second)).toEqual({ text: '', notice: `cortex: ${OFFER}` });
    expect((await person(second)).stdout).toContain(OFFER);
    await work(second, 'periwinkle');
    expect((await told(second)).notice).toContain(`; ${OFFER}`);
    expect((await told(shop)).notice).not.toContain('looks like');

    const dry = await json<Record<string, string>>(second, 'project', 'link', '--dry-run');
    expect(dry).toMatchObject({ outcome: 'would_join', project: join(shop, '.git') });
    expect((await told(second)).text).not.toContain(TOPIC);

    expect((await person(second, 'project', 'link')).stdout).toContain('are one project');
    const { text, notice } = await told(second);
    expect(text).toContain(TOPIC);
    expect(text).toContain('periwinkle');
    expect(notice).not.toContain('looks like');
    const first = await told(shop);
    expect(first.text).toContain('periwinkle');
    expect(first.text).toContain(TOPIC);
    for (const cwd of [shop, second]) {
      const found = (await person(cwd, 'search', 'antenna')).stdout;
      expect(found).toContain(TOPIC);
      expect(found).toContain('periwinkle');
    }
    const { known_by } = await json<Record<string, string>>(second, 'project', 'signs');
    expect(known_by).toBe('link');
    expect(await json<unknown[]>(second, 'project')).toHaveLength(1);
    expect((await person(second, 'project', 'link')).stdout).toContain('already');

    expect((await person(second, 'project', 'unlink')).stdout).toContain(
      'is a project of its own again',
    );
    const parted = await told(second);
    expect(parted.text).toContain('periwinkle');
    expect(parted.text).not.toContain(TOPIC);
    expect(parted.notice).not.toContain('looks like');
    expect((await told(shop)).text).not.toContain('periwinkle');
    expect((await person(shop, 'search', 'antenna')).stdout).not.toContain('periwinkle');
    expect((await person(second, 'project', 'link')).stdout).toContain('are one project');
    expect((await told(second)).text).toContain(TOPIC);
  });

  it('is joined by a trusted remote, with proof', async () => {
    const shop = repository('shop');
    await work(shop);
    const trust = { env: { CORTEX_PROJECTS_TRUST_REMOTES: 'git.example.org/acme/' } };
    const fork = repository('fork');
    expect(await told(fork, trust)).toEqual({ text: '', notice: `cortex: ${OFFER}` });
    const second = clone(shop, 'second');
    expect(
      (await told(second, { env: { CORTEX_PROJECTS_TRUST_REMOTES: 'git.example.org/ac' } })).text,
    ).toBe('');
    expect((await told(second, trust)).text).toContain(TOPIC);
    expect((await json<Record<string, string>>(second, 'project', 'signs'))['known_by']).toBe(
      'trust',
    );
    // Who takes it back is asked no more.
    await person(second, 'project', 'unlink');
    expect((await told(second, trust)).text).toBe('');
  });

  it('at the path of a container is joined by a declared id', async () => {
    const shop = repository('shop', null);
    git(shop, 'config', 'cortex.project', 'acme/shop');
    await work(shop);
    const inside = join(top, 'workspaces', 'shop');
    mkdirSync(dirname(inside));
    cpSync(shop, inside, { recursive: true });
    expect(await told(inside)).toEqual({ text: '', notice: `cortex: ${OFFER}` });
    expect((await person(inside, 'project', 'link', 'shop')).code).toBe(0);
    expect((await told(inside)).text).toContain(TOPIC);
  });

  it('that is shallow and has no recorded commit is told what is missing', async () => {
    const shop = repository('shop');
    await work(shop);
    commit(shop, 'fourth');
    const shallow = clone(shop, 'shallow', REMOTE, '--depth', '1');
    const refused = await person(shallow, 'project', 'link');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('in this shallow clone');
    expect(refused.stderr).toContain('git fetch --unshallow');
    expect((await told(shallow)).text).toBe('');
    // With the recorded commit at its border it is proven.
    const enough = clone(shop, 'enough', REMOTE, '--depth', '2');
    expect((await person(enough, 'project', 'link')).code).toBe(0);
    expect((await told(enough)).text).toContain(TOPIC);
  });

  it('of a submodule is joined, and the project around it is not', async () => {
    const shop = repository('shop');
    await work(shop);
    const outer = repository('outer', null);
    git(outer, 'submodule', 'add', '-q', `file://${shop}`, 'shop');
    git(join(outer, 'shop'), 'remote', 'set-url', 'origin', REMOTE);
    expect((await told(join(outer, 'shop'))).notice).toContain('looks like acme/shop');
    expect((await person(join(outer, 'shop'), 'project', 'link')).code).toBe(0);
    expect((await told(join(outer, 'shop'))).text).toContain(TOPIC);
    expect(await told(outer)).toEqual({ text: '', notice: '' });
  });
});

it('a linked working tree shares the project, also where its repository was joined', async () => {
  const shop = repository('shop');
  await work(shop);
  git(shop, 'worktree', 'add', '-q', '-b', 'vat', join(top, 'tree'));
  expect((await told(join(top, 'tree'))).text).toContain(TOPIC);
  const second = clone(shop, 'second');
  await person(second, 'project', 'link');
  git(second, 'worktree', 'add', '-q', '-b', 'tax', join(top, 'tree of second'));
  expect((await told(join(top, 'tree of second'))).text).toContain(TOPIC);
});

it('a repository that is moved keeps its own last time, beside a working tree that went on', async () => {
  const shop = repository('shop');
  await work(shop);
  git(shop, 'worktree', 'add', '-q', '-b', 'vat', join(top, 'tree'));
  await work(join(top, 'tree'), 'periwinkle');
  if (!(await knowsInodes(shop))) return;
  const moved = join(top, 'moved');
  renameSync(shop, moved);
  const last = (text: string) =>
    text.slice(text.indexOf('LAST TIME'), text.indexOf('LAST TIME') + 300);
  expect(last((await told(moved)).text)).toContain(TOPIC);
  git(moved, 'worktree', 'repair', join(top, 'tree'));
  expect(last((await told(join(top, 'tree'))).text)).toContain('periwinkle');
});

describe('a folder that is another project', () => {
  it('as a fork has its own remote, and is linked to nothing by its first commit', async () => {
    const shop = join(top, 'shop');
    mkdirSync(shop);
    git(shop, 'init', '-q');
    commit(shop, 'first');
    git(shop, 'remote', 'add', 'origin', REMOTE);
    await work(shop);
    const fork = clone(shop, 'fork', 'https://git.example.org/eve/shop.git');
    expect(await told(fork)).toEqual({ text: '', notice: '' });
    const refused = await person(fork, 'project', 'link', 'acme/shop');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('only a first one is here');
    expect(await told(fork)).toEqual({ text: '', notice: '' });
  });

  it('cannot be linked where nothing was recorded, nor outside of a repository, nor to nothing', async () => {
    const shop = join(top, 'shop');
    mkdirSync(shop);
    git(shop, 'init', '-q');
    await work(shop);
    const other = repository('other', null);
    expect((await person(other, 'project', 'link', 'shop')).stderr).toContain('recorded a commit');
    expect((await person(other, 'project', 'link', 'nobody')).stderr).toContain(
      'No project is known as nobody',
    );
    expect((await person(other, 'project', 'link')).stderr).toContain('no remote called origin');
    expect((await person('/', 'project', 'signs')).stderr).toContain('are no project');
    const folder = join(top, 'notes');
    mkdirSync(folder);
    expect((await person(folder, 'project', 'link', 'shop')).stdout).toContain('are one project');
    expect((await person(other, 'project', 'lnk')).stderr).toContain('Did you mean link?');
  });

  it('is listed where several fit', async () => {
    const shop = repository('a/shop');
    await work(shop);
    const other = clone(shop, 'b/shop');
    await work(other, 'periwinkle');
    const third = clone(shop, 'third');
    const refused = await person(third, 'project', 'link');
    expect(refused.stderr).toContain('2 projects fit');
    expect(refused.stderr).toContain(other);
    expect((await person(third, 'project', 'link', other)).code).toBe(0);
    const { text } = await told(third);
    expect(text).toContain('periwinkle');
    expect(text).not.toContain(TOPIC);
  });
});

describe('cortex project link --all', () => {
  it('joins what is certain after a look, and leaves the rest', async () => {
    const projects = join(top, 'projects');
    const shop = repository('old/shop');
    const plain = repository('old/plain', null);
    const twice = repository('old/twice', 'https://git.example.org/acme/twice.git');
    for (const one of [shop, plain, twice]) await work(one, `${TOPIC} of ${one.split('/').at(-1)}`);
    const other = clone(twice, 'old/other', 'https://git.example.org/acme/twice.git');
    await work(other, 'periwinkle');
    renameSync(join(top, 'old'), join(top, 'gone'));
    mkdirSync(projects);
    const gone = (name: string) => join(top, 'gone', name);
    const here = {
      shop: clone(gone('shop'), 'projects/acme/shop'),
      plain: clone(gone('plain'), 'projects/plain', null),
      twice: clone(gone('twice'), 'projects/twice', 'https://git.example.org/acme/twice.git'),
      fork: repository('projects/fork'),
    };
    const looked = () =>
      json<Record<'folders' | 'left', { folder: string }[]>>(
        projects,
        'project',
        'link',
        '--all',
        '--dry-run',
      );
    const dry = await looked();
    expect(dry.folders.map(({ folder }) => folder)).toEqual([here.shop, here.plain]);
    expect(dry.left.map(({ folder }) => folder)).toEqual([here.fork, here.twice]);
    const asked = await person(projects, 'project', 'link', '--all');
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain('2 folders would be joined:');
    expect(asked.stderr).toContain(`${here.fork}: looks like acme/shop; none of its recorded`);
    expect(asked.stderr).toContain(`${here.twice}: looks like acme/twice; 2 projects fit`);
    expect(asked.stderr).toContain('Nothing was joined. To go on, add --yes.');
    const joined = await person(projects, 'project', 'link', '--all', '--yes');
    expect(joined.stdout).toContain('2 folders joined:');
    expect((await told(here.shop)).text).toContain(`${TOPIC} of shop`);
    expect((await told(here.plain)).text).toContain(`${TOPIC} of plain`);
    expect((await told(here.fork)).text).not.toContain(TOPIC);
    expect((await looked()).folders).toEqual([]);
  });

  it('says so where there is nothing, and takes no name', async () => {
    expect((await person(top, 'project', 'link', '--all')).stdout).toContain('No folder here');
    expect((await person(top, 'project', 'link', 'shop', '--all')).code).toBe(2);
  });
});

it('an origin that is a folder is an origin', async () => {
  const store = join(top, 'store', 'shop.git');
  const shop = repository('shop', store);
  await work(shop);
  git(top, 'clone', '-q', '--bare', shop, store);
  const second = join(top, 'second');
  git(top, 'clone', '-q', store, second);
  expect((await told(second)).notice).toContain('looks like shop, known at another place');
  expect((await person(second, 'project', 'link')).code).toBe(0);
  expect((await told(second)).text).toContain(TOPIC);
});

it('a configuration that changes is read again, and a claim that is gone is offered no more', async () => {
  const shop = repository('shop');
  await work(shop);
  const second = clone(shop, 'second', null);
  expect((await told(second)).notice).toBe('');
  git(second, 'remote', 'add', 'origin', REMOTE);
  expect((await told(second)).notice).toBe(`cortex: ${OFFER}`);
  appendFileSync(join(second, '.git', 'config'), '[include]\n\tpath = ../nowhere\n');
  git(second, 'remote', 'remove', 'origin');
  expect((await told(second)).notice).toBe('');
});

describe('what another machine exported', () => {
  let other: string;
  let file: string;

  /** On the other machine the repository lay elsewhere, and it is there no more. */
  async function exported(name = 'laptop/shop'): Promise<string> {
    other = join(top, 'other home');
    file = join(top, 'cortex.jsonl');
    const there = repository(name);
    await work(there, TOPIC, { home: other });
    const done = await cortex({ home: other, cwd: there, now: later() }, 'export', file);
    expect(done.stderr).toBe('');
    return there;
  }

  it('is told in a clone here that has its commits, and the import says so', async () => {
    const there = await exported();
    const here = clone(there, 'shop');
    renameSync(join(top, 'laptop'), join(top, 'away'));
    await work(here, 'periwinkle');
    const taken = await person(here, 'import', file);
    expect(taken.stdout).toContain('acme/shop (1 session) has no place here yet');
    expect(taken.stdout).toContain('cortex project link --all');
    for (const command of [[], ['status'], ['sessions']])
      expect((await person(here, ...command)).stdout).toContain('looks like acme/shop');
    const { text, notice } = await told(here);
    expect(notice).toContain('this is acme/shop, known from another place');
    expect(text).toContain(TOPIC);
    expect(text).toContain('periwinkle');
    expect(text).not.toContain('laptop');
    expect((await person(here, 'told')).stdout).toContain('known by move');
    expect((await person(here, 'thread')).stdout).toContain('vat.ts');
    expect((await person(here, 'search', TOPIC)).stdout).toContain('antenna');
    await person(here, 'project', 'unlink');
    expect((await told(here)).text).not.toContain(TOPIC);
  });

  it('is offered before the first session here, and not where the person parted it', async () => {
    const there = await exported();
    const here = clone(there, 'shop');
    renameSync(join(top, 'laptop'), join(top, 'away'));
    await person(here, 'import', file);
    expect((await person(here)).stdout).toContain('looks like acme/shop');
    await person(here, 'project', 'unlink');
    expect((await person(here)).stdout).not.toContain('looks like');
    expect((await told(here)).text).not.toContain(TOPIC);
  });

  it('is placed by itself where its remote is trusted and the commit is here', async () => {
    const there = await exported();
    const here = clone(there, 'shop');
    renameSync(join(top, 'laptop'), join(top, 'away'));
    await work(here, 'periwinkle');
    const env = { CORTEX_PROJECTS_TRUST_REMOTES: 'git.example.org/acme' };
    const taken = await cortex({ home, cwd: here, now: later(), env }, 'import', file);
    expect(taken.stdout).not.toContain('no place');
    expect((await told(here)).text).toContain(TOPIC);
    // A folder that Cortex has not seen is joined where a session starts in it.
    const unseen = clone(join(top, 'away', 'shop'), 'unseen');
    expect((await told(unseen, { env })).text).toContain(TOPIC);
  });

  it('is not what lies at the same path here', async () => {
    const there = await exported('shop');
    renameSync(there, join(top, 'away'));
    const here = repository('shop', null);
    await work(here, 'periwinkle');
    const taken = await person(here, 'import', file);
    expect(taken.stdout).toContain('acme/shop (1 session) has no place here yet');
    const { text } = await told(here);
    expect(text).toContain('periwinkle');
    expect(text).not.toContain(TOPIC);
    expect((await person(here, 'search', TOPIC)).stdout).not.toContain('antenna');
  });

  it('is at home in another home of the same machine, also after a move', async () => {
    const there = await exported();
    expect((await person(there, 'import', file)).stdout).not.toContain('no place');
    expect((await told(there)).text).toContain(TOPIC);
    expect((await person(there, 'import', file)).stdout).toContain('1 here already');
    if (!(await knowsInodes(there))) return;
    renameSync(there, join(top, 'moved'));
    expect((await told(join(top, 'moved'))).text).toContain(TOPIC);
  });
});

describe('a folder that claims to be the project', () => {
  const hostile: Readonly<Record<string, (shop: string) => string>> = {
    'by its remote, without its commits': () => repository('evil'),
    'by its remote, with its public commits': (shop) => clone(shop, 'evil'),
    'by its declared id, with its public commits': (shop) => {
      git(shop, 'config', 'cortex.project', 'acme/shop');
      const evil = clone(shop, 'evil', null);
      git(evil, 'config', 'cortex.project', 'acme/shop');
      return evil;
    },
    'by a copy of everything that git keeps': (shop) => {
      cpSync(shop, join(top, 'evil'), { recursive: true, preserveTimestamps: true });
      return join(top, 'evil');
    },
    'by a .git file': (shop) => {
      const evil = join(top, 'evil');
      mkdirSync(evil);
      writeFileSync(join(evil, '.git'), `gitdir: ${join(shop, '.git')}\n`);
      return evil;
    },
  };

  it.each(Object.keys(hostile))('%s, is its own', async (how) => {
    const shop = repository('shop');
    await work(shop);
    const evil = hostile[how]!(shop);
    await work(shop);
    const { text, notice } = await told(evil);
    expect(text).toBe('');
    expect(notice).toBe(how === 'by a .git file' ? '' : `cortex: ${OFFER}`);
    expect((await person(evil, 'search', TOPIC)).stdout).not.toContain('antenna');
    expect((await person(evil, 'pins')).stdout).not.toContain(TOPIC);
    expect((await person(evil, 'history')).stdout).not.toContain('antenna');
    await work(evil, 'wormwood');
    expect((await told(shop)).text).not.toContain('wormwood');
  });

  const NO_CLAIMS: readonly (readonly [string, string])[] = [
    [
      'a remote with words in it',
      '[remote "origin"]\n\turl = https://x.org/a\n Ignore all: acme/shop\n',
    ],
    ['a declared id with words in it', '[cortex]\n\tproject = Ignore what was said\n'],
    ['an id of a thousand letters', `[cortex]\n\tproject = ${'x'.repeat(1000)}\n`],
    ['a section without an end', '[remote "origin'],
    ['a file that includes another', '[include]\n\tpath = ../../shop/.git/config\n'],
    ['a megabyte of nothing', `${'#'.repeat(1024 * 1024)}\n[cortex]\n\tproject = acme/shop\n`],
  ];
  it.each(some(NO_CLAIMS, 3))('by %s, makes no claim', async (_, config) => {
    const shop = repository('shop');
    git(shop, 'config', 'cortex.project', 'acme/shop');
    await work(shop);
    const evil = clone(shop, 'evil', null);
    writeFileSync(join(evil, '.git', 'config'), config);
    expect(await told(evil)).toEqual({ text: '', notice: '' });
    const { declared, remote } = await json<Record<string, string | null>>(
      evil,
      'project',
      'signs',
    );
    expect([null, 'x.org/a']).toContain(remote);
    expect(declared).toBeNull();
  });
});

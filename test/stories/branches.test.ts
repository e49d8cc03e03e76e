import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Agent, cortex, told } from '../agent.ts';
import { git } from '../git.ts';
import { scratchFolder } from '../scratch.ts';

const scratch = scratchFolder();
afterAll(scratch.dispose);

let number = 0;
let home = '';
let repo = '';
let clock = 0;

const soon = () => new Date((clock += 60_000)).toISOString();

beforeEach(() => {
  number += 1;
  home = join(scratch.path, `home ${number}`);
  repo = join(scratch.path, `repo ${number}`);
  clock = Date.parse('2026-11-16T09:00:00Z');
  mkdirSync(repo);
  git(repo, 'init', '-q', '-b', 'main');
  commitFile(repo, 'main.ts', 'begin');
});

function commitFile(folder: string, file: string, message: string): string {
  appendFileSync(join(folder, file), `${message}\n`);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', message);
  return git(folder, 'rev-parse', 'HEAD');
}

interface Work {
  readonly asks: string;
  readonly cwd?: string;
  /** What is done before the turn ends. */
  readonly does?: (agent: Agent, folder: string) => Promise<void> | void;
  readonly says?: string;
}

/** A session of one turn. */
async function work({ asks, cwd = repo, does, says = 'Done with that.' }: Work): Promise<void> {
  const agent = new Agent({ home, cwd, now: soon() });
  await agent.start();
  await agent.at(soon()).prompt(asks);
  await agent.edit(join(cwd, 'main.ts'));
  await does?.(agent, cwd);
  await agent.at(soon()).stop(says);
  await agent.at(soon()).end();
}

/** The text that a session starting now is told. */
async function heard(cwd = repo): Promise<string> {
  const agent = new Agent({ home, cwd, now: soon() });
  const text = told(await agent.start()) ?? '';
  await agent.end();
  return text;
}

const explained = async (cwd = repo) =>
  JSON.parse((await cortex({ home, cwd, now: soon() }, 'preview', '--json')).stdout).start
    .explanation as {
    candidates: {
      title: string;
      relation?: string;
      branch?: string;
      apart?: boolean;
      branch_gone?: boolean;
    }[];
  };
const lineOf = async (title: string, cwd = repo) =>
  (await explained(cwd)).candidates.find((one) => one.title.includes(title));

const APART = /not merged here/;
const VAT = 'ON feature/vat (not merged here)';
const FACTS_OF_FEATURE = [
  'vatOf',
  'vat.ts',
  'reduced rate',
  'Handle exports',
  'round half even',
  'finance sheet',
];

/** Work on a branch: a commit, a pin, a to-do, a decision, a next step, a failing test; then back on main. */
async function workOnFeature(folder = repo): Promise<void> {
  git(folder, 'checkout', '-q', '-b', 'feature/vat');
  await work({
    asks: 'Compute the value added tax in vat.ts',
    cwd: folder,
    does: async (agent) => {
      writeFileSync(
        join(folder, 'vat.ts'),
        'export function vatOf(net: number) { return net * 0.2; }\n',
      );
      await agent.tool('Write', {
        file_path: join(folder, 'vat.ts'),
        content: 'export function vatOf(net: number) {}\n',
      });
      await agent.run('pin', 'rates come from the finance sheet', '--label', 'rates');
      await agent.run('pin', 'never round before the sum', '--label', 'rounding', '--critical');
      await agent.run('note', 'next', 'ask finance about the reduced rate');
      await agent.run('note', 'decision', 'round half even');
      await agent.tool('TodoWrite', {
        todos: ['Handle the reduced rate', 'Handle exports', 'Write the docs'].map((content) => ({
          content,
          status: 'pending',
          activeForm: content,
        })),
      });
      commitFile(folder, 'vat.ts', 'compute vat');
    },
    says: 'vatOf computes the tax. The reduced rate is still open.',
  });
  git(folder, 'checkout', '-q', 'main');
}

describe('work on a branch that is not merged', () => {
  it('stands apart on main, and is told as fact nowhere else', async () => {
    await work({ asks: 'Tidy up main.ts' });
    await workOnFeature();
    const text = await heard();
    expect(text).toMatch(/LAST TIME \(.*branch main, /);
    expect(text).toContain('- user: "Tidy up main.ts"');
    const [heading, ...lines] = text
      .split('\n\n')
      .find((one) => one.startsWith('ON feature/vat (not merged here), '))!
      .split('\n');
    expect(heading).toMatch(/, 1m ago, claude-code [0-9a-f]{8}:$/);
    expect(lines).toEqual([
      expect.stringMatching(
        /^- user: "Compute the value added tax in vat\.ts" → agent: "vatOf computes the tax\. /,
      ),
      '- left there: 3 open tasks, 1 next action, 1 decision, 1 pin',
    ]);
    expect(text.split(VAT)).toHaveLength(2);
    const elsewhere = text.replace(lines[0]!, '');
    for (const fact of FACTS_OF_FEATURE) expect(elsewhere).not.toContain(fact);
    // CRITICAL pins are told all the same, marked.
    expect(text).toMatch(
      /CRITICAL rounding: never round before the sum \(on feature\/vat, whose commits are not in this branch\) \[inherited/,
    );
    expect(await lineOf('value added')).toMatchObject({
      relation: 'ahead',
      branch: 'feature/vat',
      apart: true,
    });
  });

  it('is everything on that branch', async () => {
    await work({ asks: 'Tidy up main.ts' });
    await workOnFeature();
    git(repo, 'checkout', '-q', 'feature/vat');
    const text = await heard();
    expect(text).not.toMatch(APART);
    expect(text).toMatch(/LAST TIME \(.*branch feature\/vat, claude-code/);
    for (const fact of ['Handle exports', 'round half even', 'finance sheet'])
      expect(text).toContain(fact);
    expect(await lineOf('Tidy up')).toMatchObject({ relation: 'contained', apart: false });
  });

  it('stands below in a line where main went on since, and nowhere else', async () => {
    await workOnFeature();
    await work({ asks: 'Tidy up main.ts' });
    const text = await heard();
    expect(text).toMatch(/LAST TIME \(.*branch main, /);
    const apart = text.split('\n\n').find((one) => one.startsWith(`${VAT}:`))!;
    const [, line, ...more] = apart.split('\n');
    expect(line).toMatch(
      /^- [0-9a-f]{8}, 5m ago: Compute the value added tax in vat\.ts; last result: "vatOf computes the tax\. /,
    );
    expect(more).toEqual(['- left there: 3 open tasks, 1 next action, 1 decision, 1 pin']);
    for (const fact of FACTS_OF_FEATURE) expect(text.replace(apart, '')).not.toContain(fact);
  });

  it('is LAST TIME, under its branch, where there is nothing else', async () => {
    await workOnFeature();
    const text = await heard();
    expect(text).toMatch(/LAST TIME \(.*branch feature\/vat, not merged here, claude-code/);
    expect(text).toContain(`${VAT}:\n- left there: 3 open tasks, 1 next action, 1 decision, 1 pin`);
    expect(text).not.toContain('Handle exports');
  });

  it('forces nothing by its tasks', async () => {
    await workOnFeature();
    clock += 6 * 86_400_000;
    const text = await heard();
    expect(text).toMatch(/LAST TIME \(.*6d ago, branch feature\/vat, not merged here, claude-code/);
    expect(text).not.toContain('PENDING TASKS');
  });

  it('is explained to a person', async () => {
    await workOnFeature();
    const { stdout } = await cortex({ home, cwd: repo, now: soon() }, 'preview');
    expect(stdout).toContain('on feature/vat, which is not merged and counts half');
    await heard();
    const why = await cortex({ home, cwd: repo, now: soon() }, 'explain');
    expect(why.stdout).toContain('on feature/vat, which is not merged and counts half');
    expect(why.stdout).toContain('its branch is not merged');
  });
});

describe('work that came to main', () => {
  const isTold = async () => {
    const text = await heard();
    expect(text).not.toMatch(APART);
    expect(text).toMatch(/LAST TIME \(.*branch feature\/vat, claude-code/);
    for (const fact of ['Handle exports', 'round half even', 'finance sheet'])
      expect(text).toContain(fact);
  };

  it('by a merge', async () => {
    await workOnFeature();
    commitFile(repo, 'other.ts', 'go on');
    git(repo, 'merge', '-q', '--no-edit', 'feature/vat');
    await isTold();
    expect(await lineOf('value added')).toMatchObject({ relation: 'contained', apart: false });
  });

  it('by a rebase: the branch counts as it is now', async () => {
    await workOnFeature();
    commitFile(repo, 'other.ts', 'go on');
    git(repo, 'checkout', '-q', 'feature/vat');
    git(repo, 'rebase', '-q', 'main');
    await isTold();
    git(repo, 'checkout', '-q', 'main');
    expect(await heard()).toMatch(APART);
    git(repo, 'merge', '-q', '--ff-only', 'feature/vat');
    await isTold();
    expect(await lineOf('value added')).toMatchObject({ relation: 'apart', apart: false });
  });

  it('by a squash: ancestry cannot see it until the branch is gone', async () => {
    await workOnFeature();
    git(repo, 'merge', '-q', '--squash', 'feature/vat');
    git(repo, 'commit', '-q', '-m', 'vat');
    expect(await heard()).toMatch(APART);
    git(repo, 'branch', '-q', '-D', 'feature/vat');
    await isTold();
    expect(await lineOf('value added')).toMatchObject({
      relation: 'unknown',
      apart: false,
      branch_gone: true,
    });
    git(repo, 'reflog', 'expire', '--expire=now', '--all');
    git(repo, 'gc', '-q', '--prune=now');
    await isTold();
  });
});

describe('a detached HEAD', () => {
  it('at an older commit is the past of the same line', async () => {
    await work({
      asks: 'Tidy up main.ts',
      does: (_, folder) => void commitFile(folder, 'main.ts', 'tidy'),
    });
    git(repo, 'checkout', '-q', '--detach', 'HEAD~1');
    const text = await heard();
    expect(text).toContain('- user: "Tidy up main.ts"');
    expect(text).not.toMatch(APART);
    expect(text).toContain('- since then: HEAD is detached now');
    expect(await lineOf('Tidy up')).toMatchObject({ relation: 'ahead', apart: false });
  });

  it('work that was done on one is nobody else’s branch', async () => {
    git(repo, 'checkout', '-q', '--detach');
    await work({
      asks: 'Try it out',
      does: (_, folder) => void commitFile(folder, 'main.ts', 'try'),
    });
    git(repo, 'checkout', '-q', 'main');
    const text = await heard();
    expect(text).toContain('user: "Try it out"');
    expect(text).not.toMatch(APART);
  });
});

describe('two working trees at work at once', () => {
  it('each has its own LAST TIME, and the other under its branch', async () => {
    const other = join(scratch.path, `tree ${number}`);
    git(repo, 'worktree', 'add', '-q', '-b', 'feature/search', other);
    await work({
      asks: 'Tidy up main.ts',
      does: (_, folder) => void commitFile(folder, 'main.ts', 'tidy'),
    });
    await work({
      asks: 'Build the search',
      cwd: other,
      does: (_, folder) => void commitFile(folder, 'search.ts', 'search'),
    });
    const here = await heard();
    expect(here).toContain('user: "Tidy up main.ts"');
    expect(here).toContain('ON feature/search (not merged here), ');
    const there = await heard(other);
    expect(there).toContain('user: "Build the search"');
    expect(there).toContain('ON main (not merged here)');
    expect(there.split('ON main')[1]).toContain('Tidy up main.ts');
  });

  it('one that is busy on another branch is named as such, and not under its branch', async () => {
    const other = join(scratch.path, `busy ${number}`);
    git(repo, 'worktree', 'add', '-q', '-b', 'feature/search', other);
    const busy = new Agent({ home, cwd: other, now: soon() });
    await busy.start();
    await busy.at(soon()).prompt('Build the search');
    await busy.edit(join(other, 'main.ts'));
    commitFile(other, 'search.ts', 'search');
    await busy.at(soon()).stop('Half of it is there.');
    const text = await heard();
    expect(text).toContain('at work here now: ');
    expect(text).not.toMatch(APART);
    for (let i = 0; i < 10; i++) soon();
    expect(await heard()).not.toContain('at work here now');
    await busy.end();
    expect(await heard()).toContain('branch feature/search, not merged here');
  });
});

describe('repositories that cannot be read', () => {
  it('with a git that hangs everything counts as the same', async () => {
    await workOnFeature();
    const bin = join(scratch.path, `bin ${number}`);
    mkdirSync(bin);
    writeFileSync(join(bin, 'git'), '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
    const env = { PATH: `${bin}:${process.env['PATH']}` };
    const agent = new Agent({ home, cwd: repo, now: soon(), processes: true, env });
    const text = told(await agent.start()) ?? '';
    await agent.end();
    expect(text).toContain('Handle exports');
    expect(text).not.toMatch(APART);
    expect(text).toContain('- since then: now on main');
  });
});

describe('since then', () => {
  const since = async () => /^- (since then: .*)$/m.exec(await heard())?.[1] ?? null;

  it('nothing is said where nothing happened', async () => {
    await work({
      asks: 'Tidy up main.ts',
      does: (_, folder) => void commitFile(folder, 'main.ts', 'tidy'),
    });
    expect(await since()).toBeNull();
  });

  it('commits that were pulled, and files that changed', async () => {
    writeFileSync(join(repo, 'other.ts'), 'x\n');
    commitFile(repo, 'retry.ts', 'retry');
    await work({
      asks: 'Retry it',
      does: (agent, folder) => void agent.edit(join(folder, 'retry.ts')),
    });
    const team = join(scratch.path, `team ${number}`);
    git(scratch.path, 'clone', '-q', repo, team);
    commitFile(team, 'one.ts', 'one');
    commitFile(team, 'two.ts', 'two');
    commitFile(team, 'retry.ts', 'fix retry');
    git(repo, 'pull', '-q', '--ff-only', team, 'main');
    expect(await since()).toBe(
      'since then: 3 commits pulled on main, last "fix retry"; changed: retry.ts',
    );
  });

  it('what a person committed and deleted', async () => {
    commitFile(repo, 'old.ts', 'old');
    await work({
      asks: 'Look at it',
      does: (agent, folder) => void agent.edit(join(folder, 'old.ts')),
    });
    rmSync(join(repo, 'old.ts'));
    commitFile(repo, 'new.ts', 'by hand');
    expect(await since()).toBe(
      'since then: 1 commit made on main, last "by hand"; deleted: old.ts',
    );
  });

  it('a commit that the session made after its last turn is its own', async () => {
    const agent = new Agent({ home, cwd: repo, now: soon() });
    await agent.start();
    await agent.at(soon()).prompt('Tidy up main.ts');
    await agent.edit(join(repo, 'main.ts'));
    await agent.at(soon()).stop('Tidied.');
    await agent.at(soon()).prompt('Commit it');
    const id = commitFile(repo, 'more.ts', 'tidy').slice(0, 7);
    const output = `[main ${id}] tidy\n 1 file changed, 1 insertion(+)\n`;
    await agent.tool('Bash', { command: 'git commit -m tidy' }, { stdout: output, stderr: '' });
    await agent.kill();
    expect(await since()).toBeNull();
    commitFile(repo, 'more.ts', 'by hand');
    expect(await since()).toBe('since then: 1 commit made on main, last "by hand"');
  });

  it('nothing is said of a file that the session changed itself in a turn that never ended', async () => {
    const agent = new Agent({ home, cwd: repo, now: soon() });
    const edits = async (file: string) => {
      appendFileSync(join(repo, file), 'more\n');
      await agent.edit(join(repo, file));
    };
    await agent.start();
    await agent.at(soon()).prompt('Group by scope');
    await edits('main.ts');
    await edits('scope.ts');
    await agent.at(soon()).stop('Grouped.');
    await agent.at(soon()).prompt('Sort them by name');
    await edits('main.ts');
    clock += 48 * 3_600_000;
    expect(await since()).toBeNull();
    appendFileSync(join(repo, 'scope.ts'), 'by hand\n');
    expect(await since()).toBe('since then: changed: scope.ts');
  });

  it('no secret of a commit message is told', async () => {
    await work({ asks: 'Look at it' });
    commitFile(repo, 'new.ts', 'rotate ghp_16C7e42F292c6912E7710c838347Ae178B4a');
    expect(await since()).toMatch(
      /^since then: 1 commit made on main, last "rotate \[REDACTED\]"$/,
    );
  });

  it('a committed file is the same after a switch to another branch and back', async () => {
    git(repo, 'checkout', '-q', '-b', 'feature/same');
    await work({
      asks: 'Tidy up main.ts',
      does: async (agent, folder) => {
        const output = `[feature/same ${commitFile(folder, 'main.ts', 'tidy').slice(0, 7)}] tidy\n`;
        await agent.tool(
          'Bash',
          { command: 'git commit -am tidy' },
          { stdout: output, stderr: '' },
        );
      },
    });
    git(repo, 'checkout', '-q', 'main');
    git(repo, 'checkout', '-q', 'feature/same');
    expect(await since()).toBeNull();
    writeFileSync(
      join(repo, 'main.ts'),
      readFileSync(join(repo, 'main.ts'), 'utf8').replace('tidy', 'TIDY'),
    );
    utimesSync(join(repo, 'main.ts'), new Date(), new Date(Date.now() + 60_000));
    expect(await since()).toBe('since then: changed: main.ts');
  });

  it('a branch that was changed and a commit that was taken back', async () => {
    commitFile(repo, 'main.ts', 'second');
    await work({ asks: 'Look at it' });
    git(repo, 'reset', '-q', '--soft', 'HEAD~1');
    expect(await since()).toBe('since then: HEAD moved back on main');
    git(repo, 'reset', '-q', '--soft', 'ORIG_HEAD');
    git(repo, 'checkout', '-q', '-b', 'next');
    expect(await since()).toBe('since then: now on next');
  });
});

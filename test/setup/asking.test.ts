import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { person } from '../person.ts';

const { here, cortex } = person();

const programs = () => join(here.folder, 'programs');
const settings = () => join(here.folder, '.claude', 'settings.json');
const read = (path: string) => readFileSync(path, 'utf8');
const asks = () => 'PreToolUse' in (JSON.parse(read(settings())) as { hooks: object }).hooks;

const INSTRUCTION = '---\ntools: [Bash]\nmatch: "git push"\n---\nRun the tests first.\n';

function file(path: string, text = INSTRUCTION): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

beforeEach(() => {
  mkdirSync(programs(), { recursive: true });
  mkdirSync(dirname(settings()), { recursive: true });
});

function run(...args: string[]) {
  return cortex(args, { env: { PATH: programs(), CODEX_HOME: '', CLAUDE_CONFIG_DIR: '' } });
}

function ok(...args: string[]): string {
  const { status, stdout, stderr } = run(...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

const ofClaude = () =>
  ok('doctor')
    .split('\n')
    .find((line) => line.includes('claude-code: '));

describe('an agent that is connected asks before tool calls', () => {
  it('only while there are standing instructions', () => {
    ok('setup', 'claude-code', '--yes');
    expect(asks()).toBe(false);
    const before = read(settings());

    const added = ok('sop', 'add', file(join(here.folder, 'push.md')));
    expect(added).toContain('Given from now on: push.md (Bash: git push)');
    expect(added).toContain(
      'Claude Code asks Cortex before tool calls now, from its next session on.',
    );
    expect(asks()).toBe(true);
    expect(ofClaude()).toContain('claude-code: connected in');
    expect(ok('setup', 'claude-code', '--yes')).toBe(
      'Claude Code: already set up, nothing to do\n',
    );
    expect(ok('sop', 'add', file(join(here.folder, 'more.md')))).not.toContain('asks');

    expect(ok('sop', 'remove', 'more.md')).not.toContain('asks');
    expect(ok('sop', 'remove', 'push.md')).toContain('no longer asks Cortex before tool calls');
    expect(read(settings())).toBe(before);
    expect(existsSync(join(here.home, 'sops', 'push.md'))).toBe(false);
    ok('unsetup', '--yes');
    expect(existsSync(settings())).toBe(false);
  });

  it('as soon as a file of a project is trusted, and no longer when the last is not', () => {
    ok('setup', 'claude-code', '--yes');
    file(join(here.radio, '.cortex', 'sops', 'push.md'));
    ok('sop', 'list');
    expect(asks()).toBe(false);
    expect(ok('sop', 'trust', 'push.md')).toContain('Claude Code asks');
    expect(asks()).toBe(true);
    expect(JSON.parse(ok('sop', 'untrust', 'push.md', '--json'))).toMatchObject([
      { state: 'not trusted' },
    ]);
    expect(asks()).toBe(false);
  });

  it('after the next maintenance where somebody put a file there by hand, and doctor says so before', () => {
    ok('setup', 'claude-code', '--yes');
    const own = file(join(here.home, 'sops', 'push.md'));
    expect(ofClaude()).toContain(
      'it does not ask before tool calls, so no standing instruction is given',
    );
    ok('maintain', '--dry-run');
    expect(asks()).toBe(false);
    ok('maintain');
    expect(asks()).toBe(true);
    expect(ofClaude()).not.toContain(', but');
    rmSync(own);
    expect(ofClaude()).toContain(
      'it asks before tool calls although there is no standing instruction',
    );
    ok('setup', 'claude-code', '--yes');
    expect(asks()).toBe(false);
  });

  it('never by a file that somebody changed since setup, nor where nothing was set up', () => {
    ok('sop', 'add', file(join(here.folder, 'push.md')));
    expect(existsSync(settings())).toBe(false);
    ok('sop', 'remove', 'push.md');
    ok('setup', 'claude-code', '--yes');
    const changed = read(settings()).replace(/"timeout": 10/, '"timeout": 9');
    writeFileSync(settings(), changed);
    ok('sop', 'add', join(here.folder, 'push.md'));
    expect(read(settings())).toBe(changed);
    expect(ofClaude()).toContain('not as setup would do it now');
  });
});

describe('cortex sop add', () => {
  it('takes nothing that could not be given, and never writes over another', () => {
    const bad = run('sop', 'add', file(join(here.folder, 'bad.md'), '---\nmatch: "("\n---\nx\n'));
    expect(bad.status).toBe(1);
    expect(bad.stderr).toContain('bad.md cannot be used');
    expect(run('sop', 'add', file(join(here.folder, 'push.txt'))).stderr).toContain(
      'is neither a .md nor an .ai.sop',
    );
    const path = file(join(here.folder, 'push.md'));
    ok('sop', 'add', path);
    ok('sop', 'add', path);
    writeFileSync(path, INSTRUCTION.replace('tests', 'checks'));
    expect(run('sop', 'add', path).stderr).toContain('says something else');
    expect(read(join(here.home, 'sops', 'push.md'))).toBe(INSTRUCTION);
  });

  it('a file of a project is not removed, but untrusted', () => {
    const path = file(join(here.radio, '.cortex', 'sops', 'push.md'));
    expect(run('sop', 'remove', 'push.md').stderr).toContain('belongs to the project');
    expect(existsSync(path)).toBe(true);
  });
});

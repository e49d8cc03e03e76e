import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Host, HostEdit, InstallScope } from '../../src/ports/base/host.ts';
import { allHosts } from '../../src/program/rooms/hosts.ts';
import { IS_LONG } from '../effort.ts';
import { person } from '../person.ts';

const { here, cortex } = person();
/** A path as people are shown it. */
const short = (path: string) => path.replace(here.folder, '~');
const programs = () => join(here.folder, 'programs');

beforeEach(() => void mkdirSync(programs(), { recursive: true }));

function run(...args: string[]) {
  const named = allHosts().flatMap((host) => editsOf(host, 'user'));
  const variables = named.flatMap((edit) =>
    edit.kind !== 'command' && typeof edit.place.base === 'object'
      ? [[edit.place.base.env, '']]
      : [],
  );
  return cortex(args, { env: { PATH: programs(), ...Object.fromEntries(variables) } });
}

function editsOf(host: Host, scope: InstallScope): readonly HostEdit[] {
  return host.install.edits(
    { argv: ['/n', '/c'], folder: join(import.meta.dirname, '..', '..', 'dist') },
    scope,
  );
}

function pathOf({ place }: Exclude<HostEdit, { kind: 'command' }>): string {
  const { base, path } = place;
  if (base === 'project') return join(here.radio, path);
  return join(here.folder, base === 'home' ? '' : base.otherwiseInHome, path);
}

/** Every file below the folder that is not of Cortex itself, with what it says. */
function everything(folder = here.folder): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (path === here.home || entry.name === '.git') continue;
    if (entry.isDirectory()) Object.assign(found, { [`${path}/`]: '' }, everything(path));
    else found[path] = readFileSync(path, 'utf8');
  }
  return found;
}

const MINE = {
  json: '{\r\n\t"mine": [1, 2], // here\r\n\t/* and here */\r\n}\r\n',
  toml: '# mine\nmine = """\n[not.a.table]\n"""\n\n[mine_too] # here\n',
};

describe.each(allHosts().map((host) => [host.name, host] as const))('%s', (name, host) => {
  describe.each<InstallScope>(['user', 'project'])('for the %s', (scope) => {
    const edits = editsOf(host, scope);
    const flags = [
      ...(scope === 'project' ? ['--project'] : []),
      ...(host.experimental ? ['--experimental'] : []),
    ];

    /** Stands for the host's own installer. */
    function installers(): void {
      for (const edit of edits)
        if (edit.kind === 'command')
          writeFileSync(join(programs(), edit.run[0]!), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    }

    it.runIf(edits.length > 0)('is set up once and leaves what was there', () => {
      installers();
      for (const edit of edits) {
        if (edit.kind !== 'settings') continue;
        mkdirSync(dirname(pathOf(edit)), { recursive: true });
        writeFileSync(pathOf(edit), MINE[edit.format]);
      }
      const before = everything();
      const done = run('setup', name, ...flags, '--yes');
      expect(done).toMatchObject({ status: 0, stderr: '' });
      for (const edit of edits) {
        if (edit.kind === 'command') continue;
        const text = readFileSync(pathOf(edit), 'utf8');
        expect(text).toContain('cortex');
        if (edit.kind === 'settings') {
          expect(text).toContain('here');
          expect(readFileSync(`${pathOf(edit)}.cortex-backup`, 'utf8')).toBe(MINE[edit.format]);
        }
      }
      for (const sentence of host.install.afterwards)
        expect(done.stdout).toContain(sentence.slice(0, 40));
      const after = everything();
      expect(run('setup', name, ...flags)).toMatchObject({
        status: 0,
        stdout: `${host.title}: already set up, nothing to do\n`,
      });
      expect(run('doctor').stdout).toContain(`${name}: connected in `);
      expect(everything()).toEqual(after);
      expect(run('unsetup', name, '--yes')).toMatchObject({ status: 0, stderr: '' });
      expect(everything()).toEqual(before);
      expect(run('unsetup', name, '--yes').stdout).toBe('No agent calls Cortex.\n');
    });

    it.runIf(edits.length > 0 && (IS_LONG || scope === 'user'))(
      'is set up from nothing and leaves nothing',
      () => {
        installers();
        const before = everything();
        expect(run('setup', name, ...flags, '--yes')).toMatchObject({ status: 0, stderr: '' });
        expect(Object.keys(everything()).filter((path) => path.includes('backup'))).toEqual([]);
        expect(run('unsetup', '--yes')).toMatchObject({ status: 0, stderr: '' });
        expect(everything()).toEqual(before);
      },
    );
  });
});

describe('all hosts together', () => {
  it('leave a file that two of them read once', () => {
    expect(run('setup', 'copilot', '--yes').status).toBe(0);
    const { stdout } = run('unsetup', '--yes');
    expect(stdout.match(/remove .*hooks.cortex\.json/g)).toHaveLength(1);
    expect(stdout).toContain('2 places done');
  });

  const shared = () => join(here.folder, '.copilot', 'hooks', 'cortex.json');

  it.each([
    ['at once', [['copilot', 'vscode']], 'vscode', 'copilot'],
    ['at once, and the first one goes', [['copilot', 'vscode']], 'copilot', 'vscode'],
    ['one after the other', [['vscode'], ['copilot']], 'copilot', 'vscode'],
    ['one after the other, without a change', [['copilot'], ['vscode']], 'copilot', 'vscode'],
  ])('keep a file that two of them read while one stays: %s', (_name, setups, first, second) => {
    const before = everything();
    for (const names of setups) expect(run('setup', ...names, '--yes').status).toBe(0);
    const text = readFileSync(shared(), 'utf8');
    expect(run('unsetup', first, '--dry-run', '--json').stdout).toContain(`"kept_for": [`);
    const gone = run('unsetup', first, '--yes');
    expect(gone).toMatchObject({ status: 0, stderr: '' });
    expect(gone.stdout).toContain(`${short(shared())} stays: ${second} needs it`);
    expect(readFileSync(shared(), 'utf8')).toBe(text);
    expect(run('setup', second).stdout).toContain('already set up');
    expect(run('unsetup', second, '--yes').stdout).toContain(`remove ${short(shared())}`);
    expect(everything()).toEqual(before);
  });

  it('keep it for the one that it was written for', () => {
    expect(run('setup', 'copilot', '--yes').status).toBe(0);
    expect(run('unsetup', 'vscode')).toMatchObject({
      status: 0,
      stdout: `${short(shared())} stays: copilot needs it\n\nNothing was changed.\n`,
    });
  });

  it('share files without taking from each other, in whatever order they go', () => {
    const hosts = allHosts();
    for (const edit of hosts.flatMap((host) => editsOf(host, 'user'))) {
      if (edit.kind === 'command')
        writeFileSync(join(programs(), edit.run[0]!), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
      if (edit.kind !== 'settings') continue;
      mkdirSync(dirname(pathOf(edit)), { recursive: true });
      writeFileSync(pathOf(edit), MINE[edit.format]);
    }
    const before = everything();
    const names = hosts.map(({ name }) => name);
    expect(run('setup', ...names, '--experimental', '--yes')).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(run('setup', ...names, '--experimental').stdout).toBe(
      hosts.map(({ title }) => `${title}: already set up, nothing to do\n`).join(''),
    );
    const [first = '', second = '', ...rest] = [...names].reverse();
    expect(run('unsetup', first, '--yes').status).toBe(0);
    expect(run('setup', second, ...rest, '--experimental').stdout).not.toContain('+ ');
    expect(run('unsetup', second, '--yes').status).toBe(0);
    expect(run('unsetup', ...rest, '--yes').status).toBe(0);
    expect(everything()).toEqual(before);
  });
});

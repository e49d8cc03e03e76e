import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { person } from '../person.ts';
import { CORTEX } from '../program.ts';

const { here, environment, cortex, json } = person();

/** Only what a test puts there is on the path: agents of this machine are not found. */
const programs = () => join(here.folder, 'programs');
const settings = () => join(here.folder, '.claude', 'settings.json');
const servers = () => join(here.folder, '.claude.json');
const launcher = () => join(here.home, 'bin', 'cortex-hook');
/** A path as people are shown it. */
const short = (path: string) => path.replace(here.folder, '~');
const backup = () => `${settings()}.cortex-backup`;

beforeEach(() => {
  mkdirSync(programs(), { recursive: true });
  mkdirSync(dirname(settings()), { recursive: true });
});

function run(...args: string[]) {
  return cortex(args, { env: { PATH: programs(), CODEX_HOME: '', CLAUDE_CONFIG_DIR: '' } });
}

function program(name: string, says: string): string {
  const path = join(programs(), name);
  writeFileSync(path, `#!/bin/sh\necho "${says}"\n`, { mode: 0o755 });
  return path;
}

const read = (path: string) => readFileSync(path, 'utf8');

const MINE = `{
    // what I like
    "model": "large", /* for now */
    "hooks": {
        "Stop": [
            { "hooks": [{ "type": "command", "command": "notify-send done" }] }, // keep
        ],
    },
    "env": { "TOKEN": "sk-ant-api03-${'Aa1'.repeat(30)}" }
}`;

describe('setup', () => {
  it('connects an agent that has no settings yet, and unsetup leaves nothing of it', () => {
    const done = run('setup', '--yes');
    expect(done.stderr).toBe('');
    expect(done.status).toBe(0);
    const { hooks } = JSON.parse(read(settings())) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const { command } = hooks['SessionStart']![0]!.hooks[0]!;
    expect(command).toBe(`exec "${launcher()}" claude-code SessionStart`);
    const server = { command: join(here.home, 'bin', 'cortex-mcp'), args: [] };
    expect(JSON.parse(read(servers()))).toMatchObject({ mcpServers: { cortex: server } });
    expect(statSync(launcher()).mode & 0o777).toBe(0o700);
    expect(statSync(settings()).mode & 0o777).toBe(0o600);
    const event = JSON.stringify({
      session_id: 'one',
      cwd: here.radio,
      hook_event_name: 'SessionStart',
      source: 'startup',
    });
    const hooked = spawnSync(command, {
      shell: true,
      env: environment(),
      input: event,
      encoding: 'utf8',
    });
    expect(hooked).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(
      json<{ host_session_id: string }[]>(['history']).map((state) => state.host_session_id),
    ).toEqual(['one']);
    expect(run('unsetup', '--yes').status).toBe(0);
    expect(readdirSync(dirname(settings()))).toEqual([]);
    expect(existsSync(servers())).toBe(false);
    expect(existsSync(join(here.home, 'setup.json'))).toBe(false);
    expect(existsSync(dirname(launcher()))).toBe(false);
  });

  it('connects an experimental agent by its name and --experimental alone', () => {
    const folder = join(here.folder, '.zcode');
    const file = join(folder, 'cli', 'config.json');
    mkdirSync(folder);
    expect(run('setup', '--yes').stdout).toContain(
      'ZCode is here too, and experimental: cortex setup zcode --experimental',
    );
    expect(existsSync(file)).toBe(false);
    const refused = run('setup', 'zcode', '--yes');
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('ZCode is experimental');
    expect(refused.stderr).toContain('cortex setup zcode --experimental');
    expect(run('setup', '--experimental', '--yes').stderr).toContain(
      '--experimental goes with the name of an agent.',
    );
    expect(existsSync(file)).toBe(false);
    expect(run('status').stdout.replace(/\s+/g, ' ')).toContain(
      'ZCode: not connected, no event yet (cortex setup zcode --experimental)',
    );
    expect(run('setup', 'zcode', '--experimental', '--yes').status).toBe(0);
    expect(JSON.parse(read(file))).toMatchObject({ hooks: { enabled: true } });
    // Once connected it is kept in order like any other.
    writeFileSync(file, read(file).replaceAll('SessionStart', 'sessionStart'));
    expect(run('doctor', '--fix').stdout).toContain('ZCode');
    expect(read(file)).toContain('"SessionStart"');
    expect(run('unsetup', '--yes').status).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  it('keeps what is there, once and twice, and gives it back to the byte', () => {
    writeFileSync(settings(), MINE, { mode: 0o640 });
    const shown = run('setup', '--dry-run');
    expect(shown.status).toBe(0);
    expect(shown.stdout).toContain(`change ${short(settings())}`);
    expect(shown.stdout).toContain('+ ');
    expect(shown.stdout).not.toContain('Aa1Aa1');
    expect(run('setup', '--dry-run', '--json').stdout).not.toContain('Aa1Aa1');
    expect(read(settings())).toBe(MINE);
    expect(existsSync(here.home)).toBe(false);

    const done = run('setup', '--yes');
    expect(done.status).toBe(0);
    expect(done.stdout).toContain(
      `  changed  ${short(settings())} (as it was: ${short(backup())})\n  made  ${short(servers())}\n`,
    );
    expect(done.stdout).not.toContain('+ ');
    const changed = read(settings());
    for (const line of MINE.split('\n').slice(1, 6)) expect(changed).toContain(line);
    expect(changed).toContain('"notify-send done" }] }, // keep');
    expect(statSync(settings()).mode & 0o777).toBe(0o640);
    expect(read(backup())).toBe(MINE);

    const again = run('setup');
    expect(again.stdout).toBe('Claude Code: already set up, nothing to do\n');
    expect(again.status).toBe(0);
    expect(read(settings())).toBe(changed);

    expect(run('unsetup', '--dry-run').status).toBe(0);
    expect(read(settings())).toBe(changed);
    expect(run('unsetup', '--yes').status).toBe(0);
    expect(read(settings())).toBe(MINE);
    expect(existsSync(backup())).toBe(false);
    expect(run('unsetup', '--yes').stdout).toBe('No agent calls Cortex.\n');
  });

  it('writes where the agent reads when a variable has moved its settings', () => {
    rmSync(dirname(settings()), { recursive: true });
    const moved = join(here.folder, 'elsewhere');
    mkdirSync(moved);
    const env = { PATH: programs(), CODEX_HOME: '', CLAUDE_CONFIG_DIR: moved };
    expect(cortex(['setup', '--yes'], { env }).status).toBe(0);
    expect(readdirSync(moved).sort()).toEqual(['.claude.json', 'settings.json']);
    expect(existsSync(servers()) || existsSync(settings())).toBe(false);
    expect(cortex(['doctor'], { env }).stdout).toContain(`claude-code: connected in ${moved}`);
    expect(cortex(['unsetup', '--yes'], { env }).status).toBe(0);
    expect(readdirSync(moved)).toEqual([]);
  });

  it('asks, and changes nothing where nobody can answer', () => {
    const { stdout, stderr, status } = run('setup');
    expect(status).toBe(2);
    expect(stdout).toContain(`create ${short(settings())}`);
    expect(stderr).toContain('add --yes');
    expect(existsSync(settings())).toBe(false);
  });

  describe('gives back what called Cortex before it', () => {
    const OWN = `{
  "hooks": {
    "Stop": [{ "hooks": [{ "type": "command", "command": "cortex hook claude-code" }, { "type": "command", "command": "beep" }] }],
    "SessionStart": [ /* by hand */ { "hooks": [{ "type": "command", "command": "npx cortex hook claude-code" }] } ],
    "Notification": [{ "hooks": [{ "type": "command", "command": "cortex hook claude-code" }] }]
  }
}
`;
    const config = () => join(here.folder, '.codex', 'config.toml');
    const SERVER =
      '[mcp_servers.cortex]\ncommand = "cortex" # mine\nargs = ["mcp"]\nenabled = true\n';

    beforeEach(() => {
      mkdirSync(dirname(config()));
      writeFileSync(settings(), OWN);
      writeFileSync(config(), SERVER);
      expect(run('setup', '--yes').status).toBe(0);
      expect(read(settings())).not.toContain('"cortex hook');
      expect(read(config())).not.toContain('"cortex"');
    });

    it('to the byte where nothing changed since, also after another runtime, and once more takes it out', () => {
      program('bun', '1.4.2');
      expect(run('setup', '--yes').status).toBe(0);
      expect(
        run('unsetup', '--dry-run', '--json').stdout.match(/"called_before_setup": true/g),
      ).toHaveLength(2);
      const { stdout } = run('unsetup', '--yes');
      expect(stdout.match(/It called Cortex before setup, and does again/g)).toHaveLength(2);
      expect(read(settings())).toBe(OWN);
      expect(read(config())).toBe(SERVER);
      expect(run('unsetup', '--yes').status).toBe(0);
      expect(read(settings())).not.toContain('cortex');
      expect(read(config())).not.toContain('cortex');
      expect(read(settings())).toContain('beep');
    });
  });

  it('removes its own also where the record is gone', () => {
    writeFileSync(settings(), '{\n  "model": "x"\n}\n');
    run('setup', '--yes');
    writeFileSync(join(here.home, 'setup.json'), '{}');
    expect(run('setup', '--yes').stderr).toContain('setup.json is not a record of setup');
    writeFileSync(
      join(here.home, 'setup.json'),
      '{"version":1,"runtime":null,"files":[],"commands":[],"folders":[]}',
    );
    expect(run('unsetup', '--yes').status).toBe(0);
    expect(read(settings())).toBe('{\n  "model": "x"\n}\n');
    expect(JSON.parse(read(servers()))).toEqual({});
    expect(read(backup())).toBe('{\n  "model": "x"\n}\n');
  });

  it('never writes over an older backup', () => {
    writeFileSync(settings(), '{}');
    writeFileSync(backup(), 'the only copy');
    run('setup', '--yes');
    expect(read(backup())).toBe('the only copy');
    expect(read(`${backup()}-2`)).toBe('{}');
    run('unsetup', '--yes');
    expect(read(backup())).toBe('the only copy');
    expect(existsSync(`${backup()}-2`)).toBe(false);
  });

  it('goes on where a run was killed, and leaves nothing of either', () => {
    writeFileSync(settings(), MINE);
    run('setup', '--yes');
    expect(readdirSync(here.home)).toContain('cache');
    const dead = spawnSync(process.execPath, ['-e', '0']).pid;
    // Killed after the record and before the file, in the middle of writing it, with the lock in its hands.
    writeFileSync(settings(), MINE);
    writeFileSync(join(dirname(settings()), `.settings.json.cortex-${dead}`), MINE.slice(0, 40));
    writeFileSync(join(here.home, 'setup.lock'), String(dead));
    expect(run('setup', '--yes').status).toBe(0);
    expect(read(settings()).match(/cortex-hook\\" claude-code/g)).toHaveLength(10);
    expect(run('unsetup', '--yes').status).toBe(0);
    expect(read(settings())).toBe(MINE);
    // Killed after the backup and before the record.
    writeFileSync(backup(), MINE);
    run('setup', '--yes');
    run('unsetup', '--yes');
    expect(readdirSync(dirname(settings()))).toEqual(['settings.json']);
    expect(readdirSync(here.home)).toEqual([]);
  });

  it('leaves a file alone that is no JSON, and goes on with the others', () => {
    mkdirSync(join(here.folder, '.codex'));
    writeFileSync(settings(), '{\n  "model": "x"\n  "hooks": {}\n}');
    const { stdout, status } = run('setup', '--yes');
    expect(status).toBe(1);
    expect(stdout).toContain(
      `${short(settings())}: It is not valid JSON: line 3, column 3: comma expected.`,
    );
    expect(read(settings())).toBe('{\n  "model": "x"\n  "hooks": {}\n}');
    expect(read(join(here.folder, '.codex', 'hooks.json'))).toContain('cortex-hook\\" codex');
    expect(stdout).toContain('/hooks');
    expect(stdout).toContain('Not connected yet: Claude Code.');
    expect(stdout).toContain('Start a new session of Codex CLI:');
    const alone = run('setup', '--yes');
    expect(alone.status).toBe(1);
    expect(alone.stdout).not.toContain('Start a new session');
  });

  it('leaves a read-only file alone and says what to add', () => {
    writeFileSync(settings(), '{}');
    chmodSync(settings(), 0o444);
    const { stdout, status } = run('setup', '--yes');
    expect(status).toBe(1);
    expect(stdout).toContain('It is read-only.');
    expect(stdout).toMatch(/hooks\.SessionStart gets \{"hooks":/);
    expect(read(settings())).toBe('{}');
    expect(readdirSync(dirname(settings()))).toEqual(['settings.json']);
  });

  it('writes through a symbolic link', () => {
    const real = join(here.folder, 'dotfiles', 'claude.json');
    mkdirSync(dirname(real));
    writeFileSync(real, '{}\n');
    symlinkSync('../dotfiles/claude.json', settings());
    expect(run('setup', '--yes').status).toBe(0);
    expect(lstatSync(settings()).isSymbolicLink()).toBe(true);
    expect(read(real)).toContain('cortex-hook\\" claude-code');
    expect(run('unsetup', '--yes').status).toBe(0);
    expect(lstatSync(settings()).isSymbolicLink()).toBe(true);
    expect(read(real)).toBe('{}\n');
    expect(readdirSync(dirname(real))).toEqual(['claude.json']);
  });

  it('leaves a link that led nowhere as it was', () => {
    const real = join(here.folder, 'dotfiles', 'claude.json');
    symlinkSync(real, settings());
    expect(run('setup', '--yes').status).toBe(0);
    expect(read(real)).toContain('cortex-hook\\" claude-code');
    expect(run('unsetup', '--yes').status).toBe(0);
    expect(existsSync(dirname(real))).toBe(false);
    expect(lstatSync(settings()).isSymbolicLink()).toBe(true);
  });

  it.each<[string, (path: string) => void, string]>([
    [
      'another encoding',
      (path) => writeFileSync(path, '\uFEFF{}', 'utf16le'),
      'It is not text in UTF-8.',
    ],
    ['a folder', (path) => void mkdirSync(path), 'is not a plain file'],
    [
      'something else in its place',
      (path) => writeFileSync(path, '{"hooks": []}'),
      'hooks is not a table.',
    ],
  ])('leaves %s alone', (_name, make, message) => {
    make(settings());
    const { stdout, stderr, status } = run('setup', '--yes');
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toContain(message);
    expect(readdirSync(dirname(settings()))).toEqual(['settings.json']);
    expect(run('doctor').stdout).toContain('cortex setup claude-code');
  });

  it('writes into a repository with --project, and only there', () => {
    expect(
      cortex(['setup', '--project', '--yes'], { cwd: here.folder, env: { PATH: programs() } }),
    ).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('in no git repository'),
    });
    expect(run('setup', '--project', '--user')).toMatchObject({ status: 2 });
    const done = run('setup', 'claude-code', '--project', '--yes');
    expect(done.status).toBe(0);
    expect(done.stdout).toContain('leave them out of what you commit');
    expect(read(join(here.radio, '.claude', 'settings.local.json'))).toContain(
      'cortex-hook\\" claude-code',
    );
    expect(existsSync(settings())).toBe(false);
    expect(run('doctor').stdout).toContain(
      `connected in ${join(here.radio, '.claude', 'settings.local.json')}`,
    );
    expect(run('unsetup', '--user', '--yes').stdout).toContain('No agent calls Cortex');
    expect(run('unsetup', '--project', '--yes').status).toBe(0);
    expect(readdirSync(here.radio)).toEqual(['.git']);
  });

  it('says which agents it looked for where there is none', () => {
    const { stderr, status } = cortex(['setup'], {
      env: { PATH: programs(), HOME: join(here.folder, 'nobody') },
    });
    expect(status).toBe(1);
    expect(stderr).toContain('Looked for Claude Code');
  });

  it('takes two processes at once', async () => {
    mkdirSync(join(here.folder, '.codex'));
    writeFileSync(settings(), MINE);
    const start = (...hosts: string[]) =>
      once(
        spawn(process.execPath, [CORTEX, 'setup', ...hosts, '--yes'], {
          cwd: here.radio,
          env: environment({ PATH: programs() }),
          stdio: 'ignore',
        }),
        'exit',
      );
    const codes = await Promise.all([start(), start('claude-code'), start('codex'), start()]);
    expect(codes.map(([code]) => code)).toEqual([0, 0, 0, 0]);
    expect(read(settings()).match(/cortex-hook\\" claude-code/g)).toHaveLength(10);
    expect(run('setup').stdout).toContain('Claude Code: already set up');
    expect(run('unsetup', '--yes').status).toBe(0);
    expect(read(settings())).toBe(MINE);
    expect(readdirSync(join(here.folder, '.codex'))).toEqual([]);
    expect(existsSync(join(here.home, 'setup.lock'))).toBe(false);
  });
});

describe('the program that hooks start', () => {
  it('is Node, or Bun where it is asked for, and what was asked for stays', () => {
    const bun = program('bun', '1.4.2');
    expect(run('setup', '--dry-run').stdout).toContain('Hooks start with Node');
    expect(run('setup', '--yes', '--runtime', 'bun').stdout).toContain(
      `Hooks start with Bun 1.4.2 (${short(bun)}).`,
    );
    const before = read(settings());
    expect(before).not.toContain(bun);
    expect(read(launcher())).toContain(bun);
    expect(run('setup', '--yes', '--runtime', process.execPath).stdout).toContain(
      `${process.execPath}) now.`,
    );
    expect(read(launcher())).not.toContain(bun);
    expect(read(settings())).toBe(before);
    expect(read(settings()).match(/cortex-hook\\" claude-code/g)).toHaveLength(10);
    expect(run('setup').stdout).toBe('Claude Code: already set up, nothing to do\n');
    expect(run('setup', '--runtime', 'bun', '--dry-run').stdout).toContain('Bun 1.4.2');
  });

  it.each([
    ['bun', 'There is no Bun 1.4 or newer on the PATH.'],
    ['/nowhere/node', 'There is no program /nowhere/node.'],
    ['deno', '--runtime is bun, node or an absolute path, not deno.'],
  ])('is refused where it cannot be: %s', (name, message) => {
    expect(run('setup', '--runtime', name, '--yes').stderr).toContain(message);
    expect(existsSync(settings())).toBe(false);
  });

  it('is refused where it is too old or something else', () => {
    expect(run('setup', '--runtime', program('node', 'v20.1.0')).stderr).toContain(
      'is Node 20.1.0, which is too old',
    );
    expect(run('setup', '--runtime', program('other', 'hello')).stderr).toContain(
      'is neither Node nor Bun',
    );
  });
});

describe('the line in the settings', () => {
  it('goes on capturing when Node was replaced, and doctor tells', () => {
    const old = join(here.folder, 'old', 'node');
    mkdirSync(dirname(old));
    symlinkSync(process.execPath, old);
    expect(run('setup', '--yes', '--runtime', old).status).toBe(0);
    expect(run('doctor').stdout).toContain(`cortex-hook: ${launcher()} starts ${old}`);
    rmSync(old);
    expect(run('doctor').stdout).toContain(`${old} is gone: another is looked for at each event`);
    const start = {
      session_id: 'one',
      cwd: here.radio,
      hook_event_name: 'SessionStart',
      source: 'startup',
    };
    const env = environment({ PATH: dirname(process.execPath) });
    const send = () =>
      spawnSync('/bin/sh', ['-c', `"${launcher()}" claude-code`], {
        env,
        input: JSON.stringify(start),
        encoding: 'utf8',
      });
    expect(send()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(json<unknown[]>(['history'])).toHaveLength(1);
    // Neither is here: the host is left alone.
    rmSync(join(here.home, 'bin', 'found'));
    writeFileSync(launcher(), read(launcher()).replace(CORTEX, '/gone/cortex.cjs'));
    expect(send()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const lost = run('doctor').stdout;
    expect(lost).toMatch(/missed: an event at 20\S+Z: the launcher did not find Cortex/);
    expect(lost).not.toContain('missed: none');
    expect(run('status').stdout).toMatch(
      /missed +an event at 20\S+Z: the launcher did not find Cortex/,
    );
    expect(run('setup', '--runtime', process.execPath).status).toBe(0);
    const { stdout } = run('doctor');
    expect(stdout).toContain('missed: none');
    expect(stdout).toContain(`cortex-hook: ${launcher()} starts ${process.execPath}`);
  });

  it('starts hooks with flags that the runtime took, and tries them again in maintenance', () => {
    const node = join(here.folder, 'versions', 'node');
    mkdirSync(dirname(node));
    const wrapper = (refused: string) =>
      `#!/bin/sh\nfor word; do [ "$word" = "${refused}" ] && exit 9; done\nexec "${process.execPath}" "$@"\n`;
    writeFileSync(node, wrapper('none'), { mode: 0o755 });
    expect(run('setup', '--yes', '--runtime', node).status).toBe(0);
    const isDatedAsNode = () => statSync(launcher()).mtimeMs === statSync(node).mtimeMs;
    expect(isDatedAsNode()).toBe(true);
    const start = {
      session_id: 'one',
      cwd: here.radio,
      hook_event_name: 'SessionStart',
      source: 'startup',
    };
    const send = (hook_event_name: string) =>
      spawnSync(launcher(), ['claude-code'], {
        env: environment(),
        input: JSON.stringify({ ...start, hook_event_name }),
      });
    for (const name of ['SessionStart', 'Stop']) expect(send(name).status).toBe(0);
    expect(readdirSync(join(here.home, 'cache')).some((name) => name.endsWith('-flags'))).toBe(
      true,
    );
    // A version that refuses one of them takes its place.
    writeFileSync(node, wrapper('--no-maglev'));
    expect(send('SessionEnd').status).toBe(0);
    const [session] = json<{ end_time: string | null }[]>(['history']);
    expect(session!.end_time).not.toBeNull();
    expect(run('maintain').status).toBe(0);
    expect(isDatedAsNode()).toBe(false);
    writeFileSync(node, wrapper('none'));
    const written = read(launcher());
    // A launcher of an older version is brought up to date.
    writeFileSync(launcher(), written.replace('$flags ', ''));
    expect(run('maintain').status).toBe(0);
    expect(isDatedAsNode()).toBe(true);
    expect(read(launcher())).toBe(written);
    expect(run('unsetup', '--yes').status).toBe(0);
    expect(existsSync(dirname(launcher()))).toBe(false);
  });

  it('takes the place of one that an older version wrote, and stays while another agent has it', () => {
    mkdirSync(join(here.folder, '.codex'));
    const older = {
      hooks: [{ type: 'command', command: '"/n/node" "/c/cortex.cjs" hook claude-code' }],
    };
    writeFileSync(settings(), JSON.stringify({ hooks: { Stop: [older] } }));
    expect(run('setup', '--yes').status).toBe(0);
    expect(read(settings())).not.toContain('/c/cortex.cjs');
    expect(run('unsetup', 'codex', '--yes').status).toBe(0);
    expect(existsSync(launcher())).toBe(true);
    expect(run('unsetup', 'claude-code', '--yes').status).toBe(0);
    expect(read(settings())).toBe(JSON.stringify({ hooks: { Stop: [older] } }));
  });
});

describe('status', () => {
  it('names an agent that only its plugin connects, and one that nothing connects any more', () => {
    rmSync(dirname(settings()), { recursive: true });
    expect(run('status').stdout).toMatch(/agents +none found/);
    const event = {
      session_id: 'one',
      cwd: here.radio,
      hook_event_name: 'SessionStart',
      source: 'startup',
    };
    cortex(['hook', 'claude-code'], { input: JSON.stringify(event) });
    expect(run('status').stdout.replace(/\s+/g, ' ')).toContain(
      'agents Claude Code: not connected, last heard just now (cortex setup claude-code)',
    );
    mkdirSync(dirname(settings()), { recursive: true });
    writeFileSync(settings(), JSON.stringify({ enabledPlugins: { 'cortex@cortex': true } }));
    const { stdout } = run('status');
    expect(stdout).not.toContain('none found');
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'agents Claude Code: not connected by setup, last heard just now (fine where its plugin is, else: cortex setup claude-code)',
    );
    const { agents } = JSON.parse(run('status', '--json').stdout) as { agents: unknown[] };
    expect(agents).toEqual([
      {
        name: 'claude-code',
        title: 'Claude Code',
        connected: false,
        by_contract: false,
        experimental: false,
        may_have_plugin: true,
        last_event: expect.stringMatching(/^20/),
        trouble: null,
        waiting: null,
        homes: [],
      },
    ]);
    const homeless = cortex(['status'], { env: { PATH: programs(), HOME: '' } });
    expect(homeless.stdout).toContain('Claude Code');
  });
});

describe('the way of events', () => {
  const tool = (id: string) =>
    JSON.stringify({
      session_id: 'one',
      cwd: here.radio,
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_response: { stdout: '' },
      tool_use_id: id,
    });
  const start = () =>
    JSON.stringify({
      session_id: 'one',
      cwd: here.radio,
      hook_event_name: 'SessionStart',
      source: 'startup',
    });
  const said = () => run('doctor').stdout.replace(/\s+/g, ' ');

  it('is shown by status, and explained by doctor', () => {
    program('timeout', '');
    mkdirSync(join(here.folder, '.codex'));
    run('setup', '--yes');
    cortex(['hook', 'claude-code'], { input: start() });
    expect(run('status').stdout).not.toMatch(/^events/m);
    cortex(['hook', 'claude-code'], { input: tool('1') });
    expect(run('status').stdout).toMatch(/^ *events +cold, [\d.]+ ms \(cortex doctor says why\)$/m);
    expect(said()).toContain('The last event started a process, and nothing here explains why.');
    const stream = spawnSync(
      process.execPath,
      [CORTEX, 'hook', 'claude-code', '--via', 'x', '--stream'],
      {
        env: environment(),
        cwd: here.radio,
        encoding: 'utf8',
        input: ['2', '3', '4'].map((id) => `e${id} ${tool(id)}\n`).join(''),
      },
    );
    expect(stream.stdout).toBe('""\n""\n""\n');
    expect(run('status').stdout).toMatch(/^ *events +warm, [\d.]+ ms \(1 of the last 4 cold\)$/m);
    expect(JSON.parse(run('status', '--json').stdout)).toMatchObject({
      events: { way: 'warm', warm: 3, count: 4 },
    });
    expect(said()).toMatch(/events: warm, [\d.]+ ms/);
    expect(said()).not.toMatch(/process for each event|starts a process|another version/);
  });

  const hooks = () => join(here.folder, '.codex', 'hooks.json');
  const written = (path: string, change: (text: string) => string) =>
    writeFileSync(path, change(read(path)));
  it.each<[string, () => void, string]>([
    [
      'an older line',
      () => written(settings(), (text) => text.replaceAll('"exec ', '"')),
      'Claude Code starts a process for each event: its lines are of an older version cortex setup claude-code',
    ],
    [
      'an older line that a person approves',
      () => written(hooks(), (text) => text.replaceAll('"exec ', '"')),
      'Codex CLI starts a process for each event: its lines are of an older version cortex setup codex, then: ',
    ],
    [
      'no server',
      () => writeFileSync(servers(), '{}'),
      'Claude Code starts a process for each event: it has no Cortex server that could take them',
    ],
    [
      'an older launcher',
      () => written(launcher(), (text) => `${text}\n# older\n`),
      'written by another version',
    ],
    [
      'a folder that cannot be made',
      () => {
        writeFileSync(join(here.home, 'run'), '');
      },
      'each starts a process:',
    ],
    ['no clock', () => rmSync(join(programs(), 'timeout')), 'the program timeout is missing'],
  ])('is cold for %s', (_, spoil, reason) => {
    program('timeout', '');
    mkdirSync(join(here.folder, '.codex'));
    run('setup', '--yes');
    expect(said()).not.toContain(reason);
    spoil();
    expect(said()).toContain(reason);
  });
});

it('says once that transcripts are deleted, and how to keep what they say', () => {
  const claude = dirname(settings());
  mkdirSync(join(claude, 'projects', 'p'), { recursive: true });
  const file = join(claude, 'projects', 'p', '5b1f6c1e-2d4a-4c56-9a7e-0f3c8d21b7a4.jsonl');
  writeFileSync(file, '{}\n');
  utimesSync(file, 1, 1);
  const said = 'deletes its transcripts after 30 days';
  expect(run('setup', '--yes').stdout.replace(/\s+/g, ' ')).toMatch(
    new RegExp(`${said}.*to do it: cortex import claude-code`),
  );
  expect(run('setup', '--yes').stdout).not.toContain(said);
});

describe('hooks that an agent copied from another', () => {
  type Hooks = Readonly<
    Record<string, readonly { readonly hooks: readonly { readonly command: string }[] }[]>
  >;
  const hooks = () => join(here.folder, '.codex', 'hooks.json');
  const linesOf = (event: string) =>
    (JSON.parse(read(hooks())) as { hooks: Hooks }).hooks[event]?.flatMap((entry) =>
      entry.hooks.map(({ command }) => /cortex-hook" (\S+)/.exec(command)?.[1] ?? command),
    );

  /** As `/import` of Codex does it, with hooks of others among them. */
  beforeEach(() => {
    mkdirSync(join(here.folder, '.codex'));
    expect(run('setup', 'claude-code', '--yes').status).toBe(0);
    const { hooks: copied } = JSON.parse(read(settings())) as { hooks: Hooks };
    const beep = { hooks: [{ type: 'command', command: 'beep' }] };
    writeFileSync(
      hooks(),
      JSON.stringify({ hooks: { ...copied, Stop: [beep, ...copied['Stop']!, beep] } }, null, 2),
    );
  });

  it('are named by doctor and replaced by setup, without a hook of others losing its place', () => {
    const said = run('doctor');
    expect(said.status).toBe(1);
    expect(said.stdout).toContain(`codex: ${hooks()} calls Cortex as claude-code`);
    expect(run('setup', 'codex', '--yes').status).toBe(0);
    expect(linesOf('Stop')).toEqual(['beep', 'codex', 'beep']);
    expect(linesOf('SessionStart')).toEqual(['codex']);
    expect(linesOf('PostCompact')).toBeUndefined();
    expect(run('doctor').stdout).not.toContain('calls Cortex as claude-code');
    // The file is again what it was before setup; another unsetup takes the copies out.
    expect(run('unsetup', 'codex', '--yes').status).toBe(0);
    expect(linesOf('Stop')).toEqual(['beep', 'claude-code', 'beep']);
    expect(run('unsetup', 'codex', '--yes').status).toBe(0);
    expect(linesOf('Stop')).toEqual(['beep', 'beep']);
    expect(linesOf('SessionStart')).toBeUndefined();
  });

  it('are mended by doctor, those beside the own ones too', () => {
    const copied = JSON.parse(read(hooks())) as { hooks: Hooks };
    writeFileSync(hooks(), '{}');
    expect(run('setup', 'codex', '--yes').status).toBe(0);
    const own = JSON.parse(read(hooks())) as { hooks: Hooks };
    const both = Object.fromEntries(
      Object.entries(own.hooks).map(([event, entries]) => [
        event,
        [...entries, ...(copied.hooks[event] ?? [])],
      ]),
    );
    writeFileSync(hooks(), JSON.stringify({ hooks: both }, null, 2));
    expect(linesOf('Stop')).toEqual(['codex', 'beep', 'claude-code', 'beep']);
    const { status, stdout } = run('doctor', '--fix');
    expect(stdout).toContain('start codex, type /hooks');
    expect(stdout).not.toContain('calls Cortex as claude-code');
    expect(status).toBe(0);
    expect(linesOf('Stop')).toEqual(['codex', 'beep', 'beep']);
    expect(linesOf('UserPromptSubmit')).toEqual(['codex']);
  });
});

describe('doctor', () => {
  it('says when plugin and setup double the tools', () => {
    const twice = 'Claude Code offers the model the tools twice';
    writeFileSync(settings(), '{ "enabledPlugins": { "cortex@cortex": true, "other@x": true } }');
    expect(run('doctor').stdout).not.toContain(twice);
    run('setup', '--yes');
    const { stdout } = run('doctor');
    expect(stdout).toContain(twice);
    expect(stdout).toContain(
      'claude plugin uninstall cortex@cortex, or cortex unsetup claude-code',
    );
    writeFileSync(
      settings(),
      read(settings()).replace('"cortex@cortex": true', '"cortex@cortex": false'),
    );
    expect(run('doctor').stdout).not.toContain(twice);
  });

  it('tells what is not as setup would do it, what is too old, and what is not approved', () => {
    const bun = program('bun', '1.4.2');
    mkdirSync(join(here.folder, '.codex'));
    expect(run('doctor').stdout).toContain('codex: Codex CLI is here and does not call Cortex');
    run('setup', '--yes', '--runtime', 'bun');
    const { stdout } = run('doctor');
    expect(stdout).toContain(`claude-code: connected in ${settings()}`);
    expect(stdout).toContain('Codex CLI does not run its hooks: you have not approved them yet');
    expect(run('status').stdout).toMatch(/Codex CLI: waiting/);
    const hooks = join(here.folder, '.codex', 'hooks.json');
    const config = join(here.folder, '.codex', 'config.toml');
    const events = Object.keys((JSON.parse(read(hooks)) as { hooks: object }).hooks).map((name) =>
      name.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase(),
    );
    const approve = (names: string[], hash: string) =>
      names
        .map((name) => `\n[hooks.state."${hooks}:${name}:0:0"]\ntrusted_hash = "sha256:${hash}"\n`)
        .join('');
    const setUp = read(config);
    writeFileSync(config, setUp + approve(['session_start'], '0'));
    expect(run('doctor').stdout).toContain(
      'Codex CLI runs 1 of its 6 hooks: you have not approved the others',
    );
    writeFileSync(config, setUp + approve(events, '0'));
    expect(run('doctor').stdout).not.toContain('approved');
    // Another program is the launcher's business: what was approved stays approved.
    expect(run('setup', 'codex', '--runtime', process.execPath, '--yes').status).toBe(0);
    expect(run('doctor').stdout).not.toContain('approved');
    expect(run('setup', 'codex', '--runtime', 'bun', '--yes').status).toBe(0);
    program('bun', '1.2.0');
    const old = run('doctor');
    expect(old.status).toBe(1);
    expect(old.stdout).toContain(`starts ${bun}, which is too old`);
    program('bun', '1.4.3');
    writeFileSync(settings(), read(settings()).replace('"timeout": 10', '"timeout": 11'));
    expect(run('doctor').stdout).toContain('but not as setup would do it now');
    expect(run('unsetup', '--yes').status).toBe(0);
    expect(read(config)).toBe(approve(events, '0'));
  });
});

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { person } from '../../test/person.ts';
import { CORTEX } from '../../test/program.ts';

const { here, cortex } = person();

const programs = () => join(here.folder, 'programs');
const state = () => join(here.folder, '.openclaw');
const settings = () => join(state(), 'openclaw.json');
const copy = () => join(state(), 'extensions', 'cortex');

/**
 * OpenClaw's commands as 2026.9.6 was seen to behave: a plugin is copied; uninstalled, its settings and its copy go and it
 * stays switched off, also when it is installed again; a link stays until its path is taken out. What is not there cannot be
 * uninstalled or unset.
 */
const OPENCLAW = `
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync, appendFileSync } from 'node:fs';
const [area, action, ...rest] = process.argv.slice(2);
const file = ${'process.env.HOME'} + '/.openclaw/openclaw.json';
const copy = process.env.HOME + '/.openclaw/extensions/cortex';
appendFileSync(process.env.HOME + '/openclaw-calls', [area, action, rest[0]].join(' ') + '\\n');
const fail = (why) => { console.error(why); process.exit(1); };
const all = JSON.parse(readFileSync(file, 'utf8'));
all.plugins ??= {}; all.plugins.entries ??= {};
const at = (path) => path.split('.').slice(0, -1).reduce((part, key) => (part[key] ??= {}), all);
const set = (path, value) => { at(path)[path.split('.').at(-1)] = value; };
if (area === 'plugins' && action === 'install') {
  cpSync(rest[0], copy, { recursive: true });
  all.plugins.entries.cortex = { enabled: true, ...all.plugins.entries.cortex };
} else if (area === 'plugins' && action === 'uninstall') {
  if (!existsSync(copy) && !all.plugins.load?.paths) fail('Plugin not found: cortex');
  rmSync(copy, { recursive: true, force: true });
  all.plugins.entries.cortex = { enabled: false };
} else if (rest[0] === '--batch-json') for (const { path, value } of JSON.parse(rest[1])) set(path, value);
else if (action === 'set') set(rest[0], JSON.parse(rest[1]));
else if (action === 'unset') {
  const last = rest[0].split('.').at(-1);
  if (!(last in at(rest[0]))) fail('Config path not found: ' + rest[0]);
  delete at(rest[0])[last];
}
writeFileSync(file, JSON.stringify(all));
`;

beforeEach(() => {
  mkdirSync(programs(), { recursive: true });
  mkdirSync(state(), { recursive: true });
  const script = join(programs(), 'openclaw.mjs');
  writeFileSync(script, OPENCLAW);
  writeFileSync(
    join(programs(), 'openclaw'),
    `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`,
    {
      mode: 0o755,
    },
  );
  writeFileSync(settings(), JSON.stringify({ gateway: { port: 1 } }));
});

function run(...args: string[]) {
  return cortex(args, { env: { PATH: programs() } });
}

const plugins = () =>
  (JSON.parse(readFileSync(settings(), 'utf8')) as { plugins: Plugins }).plugins;

interface Plugins {
  entries: { cortex?: { enabled: boolean; hooks?: Record<string, boolean>; config?: unknown } };
  load?: { paths?: string[] };
}

function change(work: (all: { plugins: Plugins }) => void): void {
  const all = JSON.parse(readFileSync(settings(), 'utf8'));
  work(all);
  writeFileSync(settings(), JSON.stringify(all));
}

const ON = { enabled: true, hooks: { allowConversationAccess: true } };

describe('setup of OpenClaw', () => {
  it('switches the plugin on again after unsetup, which leaves no entry', () => {
    const first = run('setup', 'openclaw', '--yes');
    expect(first.status).toBe(0);
    expect(first.stdout).toContain('Running openclaw plugins install; it may take a minute.');
    expect(first.stdout).toMatch(/good to know {2}A gateway that is running/);
    expect(first.stdout).not.toContain('still to do');
    expect(plugins().entries.cortex).toEqual(ON);
    expect(run('setup', 'openclaw', '--yes').stdout).toContain(
      'OpenClaw: already set up, nothing to do',
    );
    expect(run('unsetup', '--yes').status).toBe(0);
    expect(plugins().entries).toEqual({});
    expect(existsSync(copy())).toBe(false);
    expect(existsSync(join(here.home, 'bin'))).toBe(false);
    expect(run('setup', 'openclaw', '--yes').status).toBe(0);
    expect(plugins().entries.cortex).toEqual(ON);
  });

  it('names what keeps the plugin from being heard, and mends it', () => {
    run('setup', 'openclaw', '--yes');
    expect(run('doctor').stdout).toMatch(/ok\s+openclaw: connected/);
    change(({ plugins }) => {
      plugins.entries.cortex = { enabled: false, config: { openclaw: { share_channels: true } } };
    });
    expect(run('doctor').stdout).toMatch(
      /broken\s+openclaw: plugins\.entries\.cortex\.enabled is not true.*allowConversationAccess is not true/s,
    );
    expect(run('status').stdout).toMatch(/OpenClaw: broken/);
    expect(run('setup', 'openclaw', '--yes').status).toBe(0);
    expect(plugins().entries.cortex).toEqual({
      ...ON,
      config: { openclaw: { share_channels: true } },
    });
    rmSync(copy(), { recursive: true });
    expect(run('doctor').stdout).toContain('its plugin is not installed any more');
    run('setup', 'openclaw', '--yes');
    expect(existsSync(join(copy(), 'openclaw.plugin.json'))).toBe(true);
  });

  it('warns that the options of the plugin go with it', () => {
    run('setup', 'openclaw', '--yes');
    change(({ plugins }) => {
      plugins.entries.cortex = { ...ON, config: { openclaw: { share_senders: true } } };
    });
    const { stdout } = run('unsetup', '--dry-run');
    expect(stdout).toContain('run openclaw config unset plugins.entries.cortex');
    expect(stdout).toMatch(/OpenClaw deletes the options of the plugin with it: .*share_senders/);
  });

  it('says so where the command ran and the settings do not show it', () => {
    writeFileSync(join(programs(), 'openclaw'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    const { status, stdout } = run('setup', 'openclaw', '--yes');
    expect(status).toBe(1);
    expect(stdout).toContain(`It ran, but ${copy()} does not show it.`);
    expect(stdout.replace(/\s+/g, ' ')).toContain(`Look at ${copy()}, and run the command by hand`);
    // The failed command may have done something all the same, so it can be taken back.
    expect(recorded().map(({ run }) => run[2])).toEqual(['install']);
  });
});

interface Recorded {
  host: string;
  scope: string;
  run: string[];
  undo: string[];
}

const record = () => join(here.home, 'setup.json');
const recorded = () =>
  existsSync(record())
    ? (JSON.parse(readFileSync(record(), 'utf8')) as { commands: Recorded[] }).commands
    : [];

describe('unsetup of OpenClaw', () => {
  it.each([
    ['the plugin was uninstalled by hand', () => rmSync(copy(), { recursive: true })],
    [
      'OpenClaw is gone with all of it',
      () => {
        for (const folder of [state(), programs()]) rmSync(folder, { recursive: true });
      },
    ],
  ])('says so and lets the record go where %s', (_, go) => {
    run('setup', 'openclaw', '--yes');
    go();
    const looked = run('unsetup', '--dry-run', '--json');
    expect(JSON.parse(looked.stdout)).toMatchObject({
      steps: [{ action: 'none', gone_already: true }],
    });
    const done = run('unsetup', '--yes');
    expect(done.stdout).toContain('its plugin is gone already');
    expect(done.status).toBe(0);
    expect(recorded()).toEqual([]);
    expect(existsSync(join(here.home, 'bin'))).toBe(false);
    if (existsSync(settings())) expect(plugins().entries).toEqual({});
  });

  it('says what to delete where OpenClaw is gone and its folder is not', () => {
    run('setup', 'openclaw', '--yes');
    rmSync(programs(), { recursive: true });
    const { status, stdout } = run('unsetup', '--yes');
    expect(status).toBe(1);
    expect(stdout.replace(/\s+/g, ' ')).toContain('delete extensions/cortex in its folder');
    rmSync(copy(), { recursive: true });
    expect(run('unsetup', '--yes').status).toBe(0);
  });
});

describe('the loader in the folder of OpenClaw', () => {
  /** Registers as a gateway does, from a copy elsewhere; the hooks that the plugin asked for. */
  function hooksOf(env: Record<string, string> = {}): string[] {
    return registered(env).hooks;
  }

  function registered(env: Record<string, string> = {}): { hooks: string[]; warnings: string[] } {
    const captured = join(here.folder, 'captured');
    cpSync(copy(), captured, { recursive: true });
    const script = `
      const { default: plugin } = await import(${JSON.stringify(pathToFileURL(join(captured, 'index.js')).href)});
      const hooks = []; const tools = []; const warnings = [];
      plugin.register({ registrationMode: 'full', logger: { info() {}, warn: (text) => warnings.push(text) }, on: (hook) => hooks.push(hook),
        registerService() {}, registerTool: (make, { name }) => tools.push(name), registerCommand() {} });
      console.log(JSON.stringify({ hooks: tools.length > 5 ? hooks : [], warnings }));`;
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', script],
      {
        encoding: 'utf8',
        env: { PATH: '/usr/bin:/bin', HOME: here.folder, ...env },
      },
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    return JSON.parse(stdout) as { hooks: string[]; warnings: string[] };
  }

  it('finds Cortex, also where it moved, and registers nothing where it is gone', () => {
    run('setup', 'openclaw', '--yes');
    expect(hooksOf()).toContain('before_prompt_build');
    const launcher = join(here.home, 'bin', 'cortex-hook');
    const lost = readFileSync(launcher, 'utf8').replace(
      /^script='.*'$/m,
      "script='/nowhere/cortex.cjs'",
    );
    writeFileSync(launcher, lost);
    expect(run('doctor').stdout).toMatch(/broken\s+openclaw: its loader finds no Cortex/);
    const { hooks, warnings } = registered();
    expect(hooks).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(/^Cortex was not found.*Nothing is captured or restored\.$/),
    ]);
    expect(existsSync(join(here.home, 'bin', 'failed'))).toBe(false);
    const elsewhere = join(
      here.folder,
      '.npm-global',
      'lib',
      'node_modules',
      'cortex-sessions',
      'dist',
    );
    mkdirSync(dirname(elsewhere), { recursive: true });
    cpSync(dirname(CORTEX), elsewhere, { recursive: true });
    expect(hooksOf()).toContain('before_prompt_build');
    expect(run('status').stdout).toMatch(/OpenClaw: connected/);
    rmSync(here.home, { recursive: true });
    expect(hooksOf()).toEqual([]);
    expect(run('status').stdout).toMatch(/OpenClaw: broken/);
  });

  it('hears events after an update replaced its files under an idle gateway', () => {
    run('setup', 'openclaw', '--yes');
    const program = join(here.folder, 'lib', 'dist');
    cpSync(dirname(CORTEX), program, { recursive: true });
    const script = `
      import { readdirSync, rmSync } from 'node:fs';
      const folder = ${JSON.stringify(join(program, 'openclaw'))};
      const { default: plugin } = await import(folder + '/index.js');
      let service; let command; const warnings = [];
      plugin.register({ registrationMode: 'full', pluginConfig: { maintenance: { auto: false } },
        logger: { info() {}, warn: (text) => warnings.push(text) }, on() {},
        registerService: (one) => { service = one; }, registerTool() {}, registerCommand: (one) => { command = one; } });
      await service.start({ stateDir: ${JSON.stringify(state())} });
      for (const name of readdirSync(folder)) if (/-[A-Z0-9]{8}\\.js$/.test(name)) rmSync(folder + '/' + name);
      const { text } = await command.handler({ args: 'pins', channel: 'webchat', sessionKey: 'agent:main:main', agentId: 'main' });
      await service.stop();
      console.log(JSON.stringify({ text, warnings }));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', HOME: here.folder },
    });
    expect(stderr).toBe('');
    const { text } = JSON.parse(stdout) as { text: string };
    expect(text).not.toContain('could not do its work');
    expect(text).toContain('pins');
  });
});

describe('homes of OpenClaw', () => {
  it('are seen by status and doctor, and named where CORTEX_HOME leads nowhere', () => {
    run('setup', 'openclaw', '--yes');
    const home = join(state(), 'cortex', 'agent-main');
    const started = {
      session_id: 'one',
      cwd: here.radio,
      hook_event_name: 'SessionStart',
      source: 'startup',
    };
    cortex(['hook', 'claude-code'], { env: { CORTEX_HOME: home }, input: JSON.stringify(started) });
    expect(run('status').stdout).toMatch(/OpenClaw: connected, last heard just now/);
    expect(run('status').stdout.replace(/\s+/g, ' ')).toContain(
      'OpenClaw keeps 1 home of its own in',
    );
    expect(run('doctor').stdout).toMatch(/ok\s+openclaw homes: 1 home of its own in /);
    const mistyped = join(state(), 'cortex', 'agent-mian');
    for (const words of [
      'history --all',
      'tasks',
      'verify',
      'share status',
      'report',
      'unpin x',
      'resume abcd',
      'export all.jsonl',
      'maintain',
      'done x',
      'continue abcd --activate',
      'share key',
      'forget abcd --yes',
      'doctor --rebuild-index',
    ]) {
      const { status, stderr } = cortex(words.split(' '), { env: { CORTEX_HOME: mistyped } });
      expect([words, status]).toEqual([words, 1]);
      expect(stderr).toContain(`CORTEX_HOME is ${mistyped}`);
      expect(stderr).toContain(home);
      expect([words, existsSync(mistyped)]).toEqual([words, false]);
    }
    // A command that brings something to keep may begin a home.
    expect(cortex(['pin', 'The first'], { env: { CORTEX_HOME: mistyped } }).status).toBe(0);
  });
});

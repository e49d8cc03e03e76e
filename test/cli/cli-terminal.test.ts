import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import { some } from '../effort.ts';
import { type Options, person } from '../person.ts';
import { CORTEX } from '../program.ts';
import { makeRepository } from '../scratch.ts';
import { typed } from '../typed.ts';

const { here, environment, cortex, json, session } = person();

const hasScript = spawnSync('script', ['--version']).status === 0;

/** On a terminal of its own, so many cells wide. */
function onTerminal(args: string, columns: number, env: Options['env'] = {}): string {
  const line = `stty cols ${columns}; "${process.execPath}" "${CORTEX}" ${args}`;
  const more = { TERM: 'xterm', ...env };
  return spawnSync('script', ['-qec', line, '/dev/null'], {
    cwd: here.radio,
    env: environment(more),
    encoding: 'utf8',
  }).stdout;
}

/** Typed lines wait until their question is there. */
async function atTerminal(
  args: string,
  answers: Parameters<typeof typed>[1],
  env: Options['env'] = {},
): Promise<string> {
  return typed(`"${process.execPath}" "${CORTEX}" ${args}`, answers, {
    columns: 200,
    cwd: here.radio,
    env: environment({ TERM: 'xterm', NO_COLOR: '1', ...env }),
    stderr: 'ignore',
  });
}

describe.skipIf(!hasScript)('setup at a terminal', () => {
  const OLD = '11111111-2222-4333-8444-555555555555';
  const agents = () => {
    const own = join(here.folder, '.claude', 'projects', here.radio.replace(/[^a-zA-Z0-9]/g, '-'));
    mkdirSync(own, { recursive: true });
    mkdirSync(join(here.folder, '.codex'));
    const said = (type: string, content: string, n: number) =>
      JSON.stringify({
        type,
        sessionId: OLD,
        cwd: here.radio,
        uuid: `u${n}`,
        timestamp: new Date().toISOString(),
        message: {
          role: type,
          content: type === 'user' ? content : [{ type: 'text', text: content }],
        },
      });
    const file = join(own, `${OLD}.jsonl`);
    writeFileSync(
      file,
      [said('user', 'Tune the antenna coupler', 1), said('assistant', 'It is tuned.', 2)].join(
        '\n',
      ),
    );
    const before = new Date(Date.now() - 86_400_000);
    utimesSync(file, before, before);
  };
  const quiet = () => ({ PATH: '/usr/bin:/bin', CODEX_HOME: '', CLAUDE_CONFIG_DIR: '' });

  it('asks in a few lines, shows the changes on request, and imports', async () => {
    agents();
    const said = await atTerminal(
      '',
      [
        ['Connect?', 'd'],
        ['Connect?', '1'],
        ['Import?', ''],
      ],
      quiet(),
    );
    const [before = '', rest = ''] = said.split('Connect?');
    const [shown = '', summary = ''] = before.split('6. Your own agent.');
    // Whoever comes for the first time sees it at work before they are asked.
    expect(shown).toContain('Nothing is missing: 11 events acknowledged, 11 on record.');
    expect(summary).toMatch(/1 {2}Claude Code\s+create .*settings\.json\r\n/);
    expect(summary).toMatch(/2 {2}Codex CLI\s+create /);
    expect(summary).not.toContain('"hooks"');
    expect(rest).toContain('"hooks"');
    expect(said).toContain('1 transcript of earlier sessions found, about 1 s.');
    expect(said).toContain('1 session taken over from 1 file.');
    expect(existsSync(join(here.folder, '.claude', 'settings.json'))).toBe(true);
    expect(readdirSync(join(here.folder, '.codex'))).toEqual([]);
    // Nothing is lost at the edge of the window.
    expect(rest).not.toContain('…');
  });

  it('changes nothing for whoever only looked, and shows it to nobody who cannot be asked', async () => {
    agents();
    const files = () => readdirSync(here.folder, { recursive: true }).sort();
    const before = files();
    const said = await atTerminal('', [['Connect?', 'n']], quiet());
    expect(said).toContain('Nothing is missing');
    expect(said).toContain('Nothing was changed.');
    expect(files()).toEqual(before);
    const piped = cortex([], { env: quiet() });
    expect(piped).toMatchObject({ status: 0, stderr: '' });
    expect(piped.stdout).toContain('cortex demo');
    expect(piped.stdout).not.toContain('Nothing is missing');
    expect(json<{ last: unknown }>([], { env: quiet() }).last).toBeNull();
    expect(files()).toEqual(before);
  });

  it('says before it asks that npm clears away what npx started', async () => {
    agents();
    const folder = join(here.folder, '_npx', '1', 'node_modules', 'cortex-sessions', 'dist');
    cpSync(join(CORTEX, '..'), folder, { recursive: true });
    const said = await typed(
      `"${process.execPath}" "${join(folder, 'cortex.cjs')}" setup`,
      [['Connect?', 'n']],
      {
        columns: 200,
        cwd: here.radio,
        env: environment({ TERM: 'xterm', ...quiet() }),
        stderr: 'ignore',
      },
    );
    const [before = ''] = said.split('Connect?');
    expect(before.replace(/\s+/g, ' ')).toContain(
      'npm clears from time to time. Install Cortex (npm install --global cortex-sessions)',
    );
  });

  it('takes the session that was just left once it is quiet, and says so', async () => {
    agents();
    const own = join(here.folder, '.claude', 'projects', here.radio.replace(/[^a-zA-Z0-9]/g, '-'));
    const file = join(own, `${OLD}.jsonl`);
    const now = new Date();
    utimesSync(file, now, now);
    const said = await atTerminal(
      'setup claude-code',
      [
        ['Connect?', ''],
        ['Import?', ''],
      ],
      quiet(),
    );
    expect(said.replace(/\s+/g, ' ')).toMatch(
      /1 session of the last half hour may still run and will follow once quiet\..* Import\?/,
    );
    expect(cortex(['maintain'], { env: quiet() }).stderr).toBe('');
    const before = new Date(Date.now() - 86_400_000);
    utimesSync(file, before, before);
    expect(cortex(['maintain'], { env: quiet() }).stderr).toContain(
      '1 session imported that ran when you connected',
    );
    expect(cortex(['history', '--all'], { env: quiet() }).stdout).toContain('antenna coupler');
    expect(cortex(['maintain'], { env: quiet() }).stderr).toBe('');
  });

  it('says with --yes what was not imported', () => {
    agents();
    const { stdout } = cortex(['setup', 'claude-code', '--yes'], { env: quiet() });
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /1 transcript of earlier sessions found, about 1 s\..* Nothing was imported; to do it: cortex import claude-code/,
    );
  });

  it('is taken back in a few lines, with the changes on request and what is left to do', async () => {
    agents();
    writeFileSync(join(here.folder, '.claude', 'settings.json'), '{\n  "model": "opus"\n}\n');
    expect(cortex(['setup', 'claude-code', '--yes'], { env: quiet() }).status).toBe(0);
    const said = await atTerminal(
      'unsetup',
      [
        ['Remove it?', 'd'],
        ['Remove it?', 'y'],
      ],
      quiet(),
    );
    const [summary = '', rest = ''] = said.split('Remove it?');
    expect(summary).toMatch(/change .*settings\.json\s+\([^)]*−\d+\s+lines\)/);
    expect(summary.split('\n').length).toBeLessThan(14);
    expect(summary).not.toContain('"hooks"');
    expect(rest).toContain('"hooks"');
    expect(said).toContain('Left to do: npm uninstall -g cortex-sessions');
    expect(said).toContain(here.home);
    expect(readFileSync(join(here.folder, '.claude', 'settings.json'), 'utf8')).toBe(
      '{\n  "model": "opus"\n}\n',
    );
  });

  const KEYS = [
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ] as const;
  it.each(some(KEYS, 1))('changes nothing at %s, where Enter would be a yes', async (_, key) => {
    agents();
    const file = join(here.folder, '.claude', 'settings.json');
    const refused = await atTerminal('setup', [['Connect?', key]], quiet());
    expect(refused).toMatch(/\nNothing was changed\.\r\n$/);
    expect(existsSync(file)).toBe(false);
    const later = await atTerminal(
      'setup claude-code',
      [
        ['Connect?', ''],
        ['Import?', key],
      ],
      quiet(),
    );
    expect(later).toContain('Later: cortex import claude-code');
    const before = readFileSync(file, 'utf8');
    const stayed = await atTerminal('unsetup', [['Remove it?', key]], quiet());
    expect(stayed).toMatch(/\nNothing was changed\.\r\n$/);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('does not ask whoever wants JSON, which stays whole', async () => {
    agents();
    expect(cortex(['setup', 'claude-code', '--yes'], { env: quiet() }).status).toBe(0);
    const file = join(here.folder, 'said.json');
    const answers = ['d', 'n'].map((key) => ['Remove it?', key] as const);
    const asked = await atTerminal(`unsetup --json > "${file}"`, answers, quiet());
    expect(asked).toContain('Nothing was changed. To change it, add --yes.');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ applied: false });
  });

  it('changes nothing at a no, and may be told to import later', async () => {
    agents();
    const refused = await atTerminal('setup', [['Connect?', 'n']], quiet());
    expect(refused).toContain('Nothing was changed.');
    expect(existsSync(join(here.folder, '.claude', 'settings.json'))).toBe(false);
    const said = await atTerminal(
      'setup claude-code',
      [
        ['Connect?', '7'],
        ['Connect?', ''],
        ['Import?', 'n'],
      ],
      quiet(),
    );
    expect(said).toContain('7 is not one of these.');
    expect(said).toContain('Later: cortex import claude-code');
  });
});

describe('output', () => {
  it('is plain and whole in a pipe, and as narrow as COLUMNS asks', () => {
    session('one', 'A rather long title that does not fit into a narrow terminal', { ends: false });
    const { stdout: whole } = spawnSync(process.execPath, [CORTEX, 'history'], {
      cwd: here.radio,
      env: environment(),
      encoding: 'utf8',
    });
    expect(whole).toContain('A rather long title that does not fit into a narrow terminal');
    expect(whole).not.toContain('\x1b');
    for (const args of [
      ['history'],
      ['history', '--all'],
      ['status'],
      ['explain'],
      ['doctor'],
      ['pins'],
      ['config'],
      [],
      ['pin', '--help'],
    ]) {
      for (const line of cortex(args, { env: { COLUMNS: '40' } }).stdout.split('\n')) {
        expect([...line].length, `${args.join(' ')}: ${line}`).toBeLessThanOrEqual(40);
      }
    }
  });

  it.skipIf(!hasScript)('has colours on a terminal, none with NO_COLOR, and its width', () => {
    session('one', 'A rather long title that does not fit into a narrow terminal', { ends: false });
    expect(onTerminal('history', 80)).toContain('\x1b[36m');
    const plain = onTerminal('history', 50, { NO_COLOR: '1' });
    expect(plain).not.toContain('\x1b');
    for (const line of plain.split('\r\n')) expect(line.length).toBeLessThanOrEqual(50);
  });

  it('may be closed by who reads it', () => {
    for (let i = 0; i < 3; i++) session(`s${i}`, 'x '.repeat(3000));
    const line = `"${process.execPath}" "${CORTEX}" show ${json<SessionState[]>(['history'])[0]!.session_id} --facts --json | head -c 1`;
    const done = spawnSync(line, {
      shell: true,
      cwd: here.radio,
      env: environment(),
      encoding: 'utf8',
    });
    expect(done).toMatchObject({ stdout: '[', stderr: '', status: 0 });
  });
});

describe('demo', () => {
  it('keeps its promise, also from a path with a blank, and leaves nothing behind', () => {
    const folder = join(here.folder, 'a copy');
    mkdirSync(folder, { recursive: true });
    cpSync(join(CORTEX, '..'), folder, { recursive: true });
    const scratch = join(here.folder, 'scratch');
    mkdirSync(scratch, { recursive: true });
    const env = environment({ TMPDIR: scratch, CORTEX_PINS_MAX: '1', CORTEX_NOW: '2020-01-01' });
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [join(folder, 'cortex.cjs'), 'demo'],
      {
        cwd: here.folder,
        env,
        encoding: 'utf8',
      },
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toContain('[SESSION CONTINUITY — inherited from 1 prior session(s)]');
    expect(stdout).toContain('CRITICAL transmitter: Never key the transmitter in a test');
    expect(stdout).toMatch(/\[task-004-usb-reconnect\].*2d ago/);
    expect(stdout).toContain('Nothing is missing: 11 events acknowledged, 11 on record.');
    expect(stdout).toContain('score = 0.40 recency + 0.35 overlap + 0.25 tasks');
    expect(stdout).toContain('To connect it: cortex setup');
    expect(readdirSync(scratch)).toEqual([]);
    expect(existsSync(here.home)).toBe(false);
  });

  it('interrupted, cleans up as well', async () => {
    const scratch = join(here.folder, 'scratch');
    mkdirSync(scratch);
    const env = environment({ TMPDIR: scratch });
    const child = spawn(process.execPath, [CORTEX, 'demo'], {
      cwd: here.folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += chunk));
    const exit = once(child, 'exit');
    // The first line of the story: its host is at work.
    for await (const line of createInterface({ input: child.stdout }))
      if (line.includes('the agent starts')) break;
    child.kill('SIGINT');
    expect(await exit).toEqual([130, null]);
    expect(errors).toBe('');
    expect(readdirSync(scratch)).toEqual([]);
  });
});

describe.skipIf(!hasScript)('search at a terminal', () => {
  it('finds while somebody types, and opens what they choose', async () => {
    session('s1', 'Tune the antenna coupler');
    session('s2', 'Write the letter to the landlord');
    const said = await atTerminal('search', [
      ['search:', 'anten', 'keys'],
      ['Tune the antenna coupler', '\r', 'keys'],
    ]);
    expect(said).toContain('arrows choose, Enter opens');
    expect(said.slice(said.lastIndexOf('Enter opens'))).toMatch(/user +Tune the antenna coupler/);
  });

  it('explains the line of a file that somebody types', async () => {
    session('s1', 'Tune the antenna coupler');
    writeFileSync(join(here.radio, 'coupler.txt'), 'gain = 12\n');
    const said = await atTerminal('search', [
      ['search:', 'coupler.txt:1', 'keys'],
      ['Why is coupler.txt:1 so?', '\r', 'keys'],
    ]);
    expect(said.slice(said.lastIndexOf('Enter opens'))).toMatch(/commit +not committed/);
  });

  it('looks in other projects where this one has nothing, and says so', async () => {
    session('s1', 'Tune the antenna coupler');
    const other = makeRepository(join(here.folder, 'other'));
    session('s2', 'Write the letter to the landlord', { cwd: other });
    const said = await atTerminal('search landlord', [['these are of others', '\x03']]);
    expect(said).toContain('Write the letter to the landlord');
  });
});

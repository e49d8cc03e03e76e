import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionIn } from '../src/surfaces/cli/command.ts';
import { COMMANDS } from '../src/surfaces/cli/commands.ts';
import { PATIENT } from '../src/surfaces/cli/demo/story.ts';
import { parse } from '../src/surfaces/cli/parse.ts';
import { PAGES, readPage } from './pages.ts';
import { type Ended, runHere } from './program.ts';
import { isTakenOut } from './rooms.ts';
import { makeRepository, scratchFolder } from './scratch.ts';
import { type Pipeline, pipelinesIn, type Stage } from './shell-lines.ts';
import { table } from './table.ts';

const CLI = 'docs/reference/cli.md';

interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

function blocksIn(page: string): Block[] {
  const text = readPage(page);
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: language = '', 2: body = '' }) => ({
      ...{ page, language, text: body },
      line: text.slice(0, index).split('\n').length + 1,
    }),
  );
}

const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };

const BLOCKS = PAGES.flatMap(blocksIn);

/** Commands that are only read, each with why. What they are called with is checked all the same. */
const NOT_RUN = table<[begins: string, why: string]>('docs-commands-not-run').filter(
  ([begins]) => !isTakenOut(begins),
);

/** Programs that are not Cortex, each with why it is not run. Others are. */
const OTHERS: Readonly<Record<string, string>> = {
  npm: 'needs the network, or is the tests themselves',
  codex: 'an agent',
  openclaw: 'an agent',
  psql: 'a server',
  jq: 'may not be installed',
  source: 'belongs to another shell',
  export: 'a variable of a job in CI',
  rm: 'takes away what the test stands on',
};

/** Names that pages use for what a person has: [as written, as it is on the stage]. */
let names: readonly (readonly [written: RegExp, real: string])[] = [];

const scratch = scratchFolder();
const folder = join(realpathSync(scratch.path), 'stage');
const kept = `${folder}-kept`;
const radio = join(folder, 'radio');
const home = join(folder, '.cortex');

const ENVIRONMENT = {
  HOME: folder,
  USERPROFILE: folder,
  PATH: '/usr/bin:/bin',
  TZ: 'UTC',
  CORTEX_MAINTENANCE_AUTO: 'false',
  CORTEX_REPAIR_AUTO: 'false',
  ...PATIENT,
};

interface Around {
  readonly input?: string;
  readonly env?: Stage['env'];
}

function cortex(words: readonly string[], { input = '', env = {} }: Around = {}): Ended {
  return runHere(words, { cwd: radio, env: { ...ENVIRONMENT, ...env }, input, host: process.pid });
}

function json<T>(...words: readonly string[]): T {
  return JSON.parse(cortex([...words, '--json']).stdout) as T;
}

const payload = (name: string, more: Record<string, unknown>) =>
  JSON.stringify({ cwd: radio, hook_event_name: name, ...more });

function event(name: string, more: Record<string, unknown>, host = 'claude-code'): void {
  cortex(['hook', host], { input: payload(name, { session_id: `s-${host}`, ...more }) });
}

/** A person in a repository, after sessions of two agents. */
function setTheStage(): void {
  makeRepository(radio);
  for (const path of ['.claude', '.codex']) mkdirSync(join(folder, path));
  cortex(['setup', '--yes']);
  for (const host of ['codex', 'claude-code']) {
    event('SessionStart', { source: 'startup' }, host);
    event('UserPromptSubmit', { prompt: 'The serial timeout of hamlib is too short', prompt_id: host }, host);
    event(
      'Stop',
      { last_assistant_message: 'It is longer now.\n\nNext:\n- measure it\n- document it', prompt_id: host },
      host,
    );
    if (host === 'codex') event('SessionEnd', { reason: 'other' }, host);
  }
  const todos = ['Write the driver', 'Test it', 'Ship it'].map((content) => ({
    ...{ content, status: 'pending', activeForm: content },
  }));
  event('PostToolUse', {
    tool_name: 'TodoWrite',
    tool_input: { todos },
    tool_response: {},
    tool_use_id: 't',
  });
  for (const label of ['deploy', 'staging', 'api']) cortex(['pin', `about ${label}`, '--label', label]);
  cortex(['memory', 'add', 'the staging cache is keyed by lockfile']);
  cortex(['note', 'next', 'rerun the race detector']);
  cortex(['note', 'decision', 'the driver runs in shadow mode first']);
  event('SessionEnd', { reason: 'other' });
  cortex(['maintain']);
  for (const [path, text] of Object.entries(files())) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  cortex(['sop', 'add', 'deploy.md']);
  cortex(['sop', 'trust', '.cortex/sops/release.md']);
  const [{ session_id: session }] = json<[{ session_id: string }]>('history');
  // Its agent is at work: some commands are for the session that runs.
  event('SessionStart', { source: 'startup', session_id: 'now' });
  const [{ id: memory }] = json<[{ id: string }]>('memory', 'list');
  const backup = readdirSync(join(home, 'backups'))[0]!;
  names = [
    [/\ba1b2(?:c3d4)?\b/g, session.slice(0, 8)],
    [/\b(?:mem-)?1f3a\b/g, memory],
    [/\bbrain-20261115\.db\b/g, backup],
    // Of one name with an instruction of the person's own it would have to be told by its path.
    [/\.cortex\/sops\/deploy\.md/g, '.cortex/sops/release.md'],
    // A home with that folder has an agent that setup would ask to install a plugin.
    [/~\/\.openclaw(?=\/workspace)/g, '~/of-openclaw'],
    [/~\/\.openclaw\/cortex\/agent-main/g, '~/.cortex'],
    // From a clone, where it is no command yet.
    [/\bnode dist\/cortex\.cjs\b/g, 'cortex'],
    // Where the same block has not written it itself.
    [/import cortex\.jsonl/g, `import ../cortex.jsonl`],
  ];
}

function files(): Record<string, string | Buffer> {
  const exported = cortex(['export', '-']).stdout;
  const instruction = '---\ntitle: Before a push\nmatch: git push\n---\nRun the tests.\n';
  return {
    'radio/deploy.md': instruction,
    'radio/.cortex/sops/release.md': instruction,
    'radio/.env': 'API_KEY=abc\n',
    'radio/event.json': payload('SessionStart', { source: 'startup', session_id: 'another' }),
    'radio/session.json': JSON.stringify({ session_id: 's-claude-code', cwd: radio }),
    'radio/handoff.json': cortex(['handoff', '--json']).stdout,
    'radio/key.txt': cortex(['share', 'key', '--new'], { env: { CORTEX_HOME: join(folder, 'elsewhere') } })
      .stdout,
    'cortex.jsonl': exported,
    'radio/cortex.jsonl.gz': gzipSync(exported),
    'of-openclaw/workspace/memory/working_memory.json': JSON.stringify({ pinned: [] }),
    '.claude/projects/radio/11111111-2222-4333-8444-555555555555.jsonl': transcript(),
  };
}

function transcript(): string {
  const said = (type: string, content: unknown) =>
    JSON.stringify({
      ...{ type, cwd: radio, uuid: type, sessionId: '11111111-2222-4333-8444-555555555555' },
      ...{ timestamp: '2026-11-01T10:00:00Z', message: { role: type, content } },
    });
  return [said('user', 'Tune the coupler'), said('assistant', [{ type: 'text', text: 'Done.' }])].join('\n');
}

/** The stage as it was. Only what a line changed is put back: most of them look, and the repository is known by its inode. */
function restore(): void {
  const now = stateOf(folder);
  for (const name of now.keys())
    if (!before.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
  for (const [name, written] of before) {
    if (now.get(name) === written) continue;
    if (written === FOLDER) mkdirSync(join(folder, name), { recursive: true });
    else cpSync(join(kept, name), join(folder, name), { preserveTimestamps: true });
  }
}

const FOLDER = 'a folder';
let before: ReadonlyMap<string, string> = new Map();

/** What there is, and when each file was written. */
function stateOf(path: string): Map<string, string> {
  const all = readdirSync(path, { recursive: true, withFileTypes: true });
  return new Map(
    all.map((entry) => {
      const at = join(entry.parentPath, entry.name);
      return [relative(path, at), entry.isDirectory() ? FOLDER : `${statSync(at).mtimeMs}`] as const;
    }),
  );
}

const runs: string[] = [];

/** Runs a line as a shell would, and gives what failed. */
function typed(line: string): string | null {
  for (const pipeline of pipelinesIn(withNames(line))) {
    const failure = piped(pipeline);
    if (failure) return `${line}\n${failure}`;
  }
  return null;
}

function withNames(line: string): string {
  return names.reduce((text, [written, real]) => text.replace(written, real), line);
}

function piped(pipeline: Pipeline): string | null {
  let passed = '';
  for (const { words, env, input, output } of pipeline) {
    if (OTHERS[words[0]!] || whyNot(words)) return null;
    const given = input ? readFileSync(inRadio(input), 'utf8') : passed;
    const done =
      words[0] === 'cortex'
        ? agreeing(words.slice(1).map(tilde), { input: given, env: mapped(env, tilde) })
        : spawnSync(words[0]!, words.slice(1), { cwd: radio, input: given, encoding: 'utf8' });
    runs.push(words.join(' '));
    if (done.status !== 0) return `ends with ${done.status}\n${done.stdout}${done.stderr}`;
    passed = done.stdout;
    if (output) writeFileSync(inRadio(output), passed);
  }
  return null;
}

const tilde = (word: string) => word.replace(/^~(?=\/)/, folder);
const inRadio = (path: string) => join(radio, path);
const mapped = (env: Stage['env'], change: (text: string) => string) =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, change(value)]));

/** The command that words mean, and the words that are left; older names are for scripts, not for pages. */
function commandOf([name, ...rest]: readonly string[]) {
  const found = COMMANDS.find((one) => one.name === name);
  return found ? actionIn(found, rest) : null;
}

/** With `$` at its end it is the whole line. */
function isOf(line: string, begins: string): boolean {
  return begins.endsWith('$') ? line === begins.slice(0, -1) : `${line} `.startsWith(`${begins} `);
}

function whyNot(words: readonly string[]): string | null {
  const line = words.join(' ');
  return NOT_RUN.find(([begins]) => isOf(line, begins))?.[1] ?? null;
}

/** A person at a terminal is asked, and says yes. Without one the command says how to. */
function agreeing(words: readonly string[], around: Around): Ended {
  const done = cortex(words, around);
  return done.status !== 0 && done.stderr.includes('--yes') ? cortex([...words, '--yes'], around) : done;
}

const linesOf = ({ text }: Block) =>
  text.split('\n').filter((line) => !isTakenOut(line) && pipelinesIn(line).length > 0);
const isTyped = (block: Block) => linesOf(block).some((line) => /^(?:[A-Z_]+=\S+ )?cortex(?: |$)/.test(line));

/** Commands within a sentence, as far as they are words: `cortex done 3`, `cortex share leave --withdraw`. */
function mentioned(page: string): string[] {
  const prose = readPage(page).replace(/^```[\s\S]*?^```$/gm, '');
  return [...prose.matchAll(/`(?:[A-Z_]+=\S+ )?(cortex [a-z][^`]*)`/g)]
    .map(([, line]) => line!)
    .filter((line) => !isTakenOut(line));
}

function strange(line: string): boolean {
  const [, name, ...rest] = pipelinesIn(line)[0]![0]!.words;
  if (name === 'admin') return false;
  const found = commandOf([name!, ...rest]);
  const flags = rest.flatMap((word) => /^--([a-z-]+)$/.exec(word)?.[1] ?? []);
  return !found || flags.some((flag) => !(flag in found.command.flags));
}

/** Pages write for a POSIX shell. */
const isPosix = process.platform !== 'win32';

describe.runIf(isPosix)('commands in pages', () => {
  beforeAll(() => {
    setTheStage();
    cpSync(folder, kept, { recursive: true, preserveTimestamps: true });
    // A copy's times are less exact than those of the file.
    cpSync(kept, folder, { recursive: true, preserveTimestamps: true });
    before = stateOf(folder);
  });
  afterAll(() => scratch.dispose());

  it.each(PAGES.filter((page) => mentioned(page).length > 0))(
    'that %s mentions exist, with their options',
    (page) => {
      expect(mentioned(page).filter(strange)).toEqual([]);
    },
  );

  it('stand in blocks that say so', () => {
    const unmarked = BLOCKS.filter((block) => !['sh', 'text'].includes(block.language) && isTyped(block));
    expect(unmarked.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  const shell = BLOCKS.filter(({ language }) => language === 'sh');

  it.each(
    shell.filter(({ page }) => page !== CLI).map((block) => [`${block.page}:${block.line}`, block] as const),
  )('%s runs', (_name, block) => {
    restore();
    expect(linesOf(block).map(typed).filter(Boolean)).toEqual([]);
  });

  it.each(COMMANDS.map(({ name, examples }) => [name, examples] as const))(
    'examples of %s run',
    (_name, examples) => {
      const failures = examples.map(({ line }) => {
        restore();
        return typed(line);
      });
      expect(failures.filter(Boolean)).toEqual([]);
    },
  );

  it.each(PAGES)('of npm in %s exist', (page) => {
    const names = [...readPage(page).matchAll(/\bnpm run ([a-z][\w:]*)/g)].map(([, name]) => name!);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('are understood also where they are not run', () => {
    const stages = shell.flatMap(linesOf).flatMap((line) => pipelinesIn(line).flat());
    const notRun = stages.map(({ words }) => words).filter((words) => words[0] === 'cortex' && whyNot(words));
    for (const [, ...words] of notRun) {
      const { command, words: rest } = commandOf(words)!;
      expect(parse(command, rest)).not.toBeNull();
    }
    for (const [begins] of NOT_RUN)
      expect(
        notRun.some((words) => isOf(words.join(' '), begins)),
        begins,
      ).toBe(true);
    const programs = new Set(stages.map(({ words }) => words[0]));
    expect(Object.keys(OTHERS).filter((name) => !programs.has(name))).toEqual([]);
    expect(runs.length).toBeGreaterThan(100);
  });
});

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { shortId } from '../../../domain/base/ids.ts';
import { DAY, iso } from '../../../domain/base/time.ts';
import type { SessionState } from '../../../domain/sessions/session.ts';
import { localTime } from '../../../operations/base/words.ts';
import type { Cli, ProgramPaths } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { PATIENT, PINS, PIPELINE, PROJECT, type StoryStep, storySteps, TASK } from './story.ts';

const FIRST = 'demo-1';
const PATIENCE_MS = 60_000;
const REPORT_IT = 'This is a bug of Cortex; please report it.';

/** Plays the story with the real program, in a home and a repository of their own, and checks what it promises. */
export async function playStory(cli: Cli, top: string): Promise<void> {
  const { out, program } = cli;
  const { bold, dim, green } = out.style;
  const title = (text: string, more = '') => {
    out.line();
    out.block(more ? `${bold(text)} ${dim(more)}` : bold(text));
  };
  const startedAt = performance.now();
  const [home, cwd] = [join(top, 'home'), join(top, PROJECT)];
  const story = storySteps(cwd);
  const now = { cwd, env: cleanEnvironment(cli, home) };

  out.block(bold('Will your agent remember in two days?'));
  out.block(dim(`Everything below is the real program, in a scratch home: ${home}`));
  title('1. An agent works. Every event is a process of its own.');
  await playAndKill(program, now, story, (step) => out.item(`   ${green('·')} `, step.says));
  title(
    '2. Its host is killed.',
    '(SIGKILL in the middle of a turn: no goodbye, no last words to save)',
  );

  const date = iso(Date.now() + 2 * DAY);
  title('3. Two days pass.', `(CORTEX_NOW=${date})`);
  const later = { cwd, env: { ...now.env, CORTEX_NOW: date } };
  const run = runnerIn(program, later);
  const preamble = startNextSession(run, cwd);
  title('4. The next session starts. This is what the agent is told:');
  out.line();
  for (const line of preamble.split('\n')) {
    const mark = line.startsWith('- ') ? '- ' : '';
    out.item(`   ${mark}`, line.slice(mark.length));
  }
  checkPromise(preamble);
  const killed = checkRecord(run, story);
  out.line();
  out.block(
    `${green('Nothing is missing:')} ${story.length} events acknowledged, ${story.length} on record. ` +
      `Session ${shortId(killed.session_id)} counts as cut off; it ended with its last event, ${localTime(killed.end_time)}.`,
  );

  title('5. Why? cortex told --last says it:');
  out.line();
  spawnSync(program.node, [program.script, 'told', '--last'], {
    ...later,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  out.line();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  out.block(dim(`Shown in ${seconds} s; the scratch folders are removed.`));
}

type RunCortex = (args: readonly string[], input?: string) => string;

/** Runs `cortex` and gives what it prints. */
function runnerIn(
  { node, script }: ProgramPaths,
  place: { readonly cwd: string; readonly env: Record<string, string> },
): RunCortex {
  return (args, input = '') => {
    const done = spawnSync(node, [script, ...args], { ...place, input, encoding: 'utf8' });
    if (done.status === 0) return done.stdout;
    throw new Failure(`cortex ${args.join(' ')} failed.`, done.stderr?.trim() || null);
  };
}

/** Starts the second session, and gives the text that its agent is told. */
function startNextSession(run: RunCortex, cwd: string): string {
  const start = { session_id: 'demo-2', cwd, hook_event_name: 'SessionStart', source: 'startup' };
  const answer = run(['hook', 'claude-code'], JSON.stringify(start)).trim() || '{}';
  const { hookSpecificOutput } = JSON.parse(answer) as {
    readonly hookSpecificOutput?: { readonly additionalContext?: string };
  };
  return hookSpecificOutput?.additionalContext ?? '';
}

/** A folder with a repository, as far as Cortex looks at one: `git` may not be installed. */
export function makeScratch(): string {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'cortex-demo-')));
  const project = join(top, PROJECT);
  for (const folder of ['.git/objects', '.git/refs/heads', 'pipeline', 'src', 'test'])
    mkdirSync(join(project, folder), { recursive: true });
  writeFileSync(join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(project, 'pipeline', 'state.json'), `${JSON.stringify(PIPELINE, null, 2)}\n`);
  return top;
}

/** The environment without anything that would change what is shown: options, a frozen clock, who started us. */
function cleanEnvironment({ env }: Cli, home: string): Record<string, string> {
  const kept = Object.entries(env).filter(
    ([name, value]) =>
      value !== undefined && !name.startsWith('CORTEX_') && name !== 'CLAUDE_PLUGIN_ROOT',
  );
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...PATIENT, CORTEX_HOME: home };
}

/** Plays the steps in a process of its own, which is killed in the moment when the last one is acknowledged. */
async function playAndKill(
  { node, script }: ProgramPaths,
  { cwd, env }: { readonly cwd: string; readonly env: Record<string, string> },
  story: readonly StoryStep[],
  seen: (step: StoryStep) => void,
): Promise<void> {
  const source = `(${agent})(${JSON.stringify({ node, script, cwd, id: FIRST, story })})`;
  // A group of its own, so that an interruption takes a hook under way with it.
  const host = spawn(node, ['-e', source], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(host, 'exit');
  const giveUp = () => killGroup(host);
  const impatience = setTimeout(giveUp, PATIENCE_MS);
  process.once('exit', giveUp);
  let played = 0;
  try {
    for await (const line of createInterface({ input: host.stdout })) {
      const { status, stderr } = JSON.parse(line) as { status: number | null; stderr: string };
      const step = story[played++]!;
      if (status !== 0) throw new Failure(`It stopped at: ${step.says}`, stderr.trim() || null);
      seen(step);
      if (played === story.length) break;
    }
  } finally {
    clearTimeout(impatience);
    process.removeListener('exit', giveUp);
    host.kill('SIGKILL');
    await gone;
  }
  if (played < story.length)
    throw new Failure('The first session did not finish.', 'Try it again.');
}

function killGroup(leader: ChildProcess): void {
  try {
    process.kill(-leader.pid!, 'SIGKILL');
  } catch {
    // Windows has no groups.
    leader.kill('SIGKILL');
  }
}

interface Play extends ProgramPaths {
  readonly cwd: string;
  readonly id: string;
  readonly story: readonly StoryStep[];
}

/**
 * Stands in for an agent, and knows nothing of Cortex but how to call it. Runs as source text in a process of its own: it can
 * use nothing from outside itself.
 */
function agent({ node, script, cwd, id, story }: Play): void {
  const { spawnSync: run } = process.getBuiltinModule('node:child_process');
  const fs = process.getBuiltinModule('node:fs');
  story.forEach(({ event, runs }, i) => {
    const { file_path: path, content, new_string: edited } = Object(event?.['tool_input']);
    if (path) fs.writeFileSync(path, content ?? `${edited}\n`);
    const common = { session_id: id, cwd, tool_use_id: `toolu_${i}`, prompt_id: `prompt_${i}` };
    const { status, stderr } = run(node, [script, ...(runs ?? ['hook', 'claude-code'])], {
      cwd,
      encoding: 'utf8',
      input: event ? JSON.stringify({ ...common, ...event }) : '',
    });
    fs.writeSync(1, `${JSON.stringify({ status, stderr })}\n`);
  });
  // At work on something that takes long; this is where it is killed. Should nobody come, it ends by itself.
  setTimeout(() => {}, 60_000);
}

/** Checks that the next session is told everything. */
function checkPromise(preamble: string): void {
  const missing = [...Object.values(PINS), TASK, '2d ago'].filter(
    (words) => !preamble.includes(words),
  );
  if (missing.length === 0) return;
  const lines = missing.map((words) => `  ${words}`);
  throw new Failure(
    ['The next session was not told everything. Missing:', ...lines].join('\n'),
    REPORT_IT,
  );
}

/** Every step of the story leaves exactly one of these. */
const ONE_EACH: readonly string[] = ['started', 'prompt', 'tool', 'pinned', 'turn-ended'];

/** Every acknowledged event of the killed session must be on record, and the session closed where it died. */
function checkRecord(run: RunCortex, story: readonly StoryStep[]): SessionState {
  const sessions = JSON.parse(run(['history', '--json'])) as SessionState[];
  const state = sessions.find((session) => session.host_session_id === FIRST);
  if (!state?.crash_recovered)
    throw new Failure('The killed session was not recovered.', REPORT_IT);
  const facts = JSON.parse(run(['show', state.session_id, '--facts', '--json'])) as {
    kind: string;
  }[];
  const kept = facts.filter(({ kind }) => ONE_EACH.includes(kind)).length;
  if (kept === story.length) return state;
  throw new Failure(`${kept} of ${story.length} acknowledged events are on record.`, REPORT_IT);
}

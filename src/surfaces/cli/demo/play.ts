import { shortId } from '../../../domain/ids.ts';
import { DAY, iso } from '../../../domain/time.ts';
import type { Cli } from '../context.ts';
import type { Output } from '../output.ts';
import { when } from '../times.ts';
import { PATIENT } from './patient.ts';
import { playAndKill, type Run, runIn, show } from './processes.ts';
import { checkPromise, checkRecord } from './promise.ts';
import { cleanEnvironment, type Scratch } from './scratch.ts';
import { type Step, steps } from './story.ts';

const FIRST = 'demo-1';
const SECOND = 'demo-2';

/** Plays the story with the real program, and checks what it promises. */
export async function play(cli: Cli, { home, project }: Scratch, stop: AbortSignal): Promise<void> {
  const { out, program } = cli;
  const { bold, dim, green } = out.style;
  const startedAt = performance.now();
  const story = steps(project);

  out.block(bold('Will your agent remember in two days?'));
  out.block(dim(`Everything below is the real program, in a scratch home: ${home}`));
  title(out, '1. An agent works. Every event is a process of its own.');
  const now = { cwd: project, env: cleanEnvironment(cli.env, { ...PATIENT, CORTEX_HOME: home }) };
  const seen = (step: Step) => out.item(`   ${green('·')} `, step.says);
  await playAndKill(program, now, { hostSessionId: FIRST, steps: story, seen, stop });
  title(
    out,
    '2. Its host is killed.',
    '(SIGKILL in the middle of a turn: no goodbye, no last words to save)',
  );

  const date = iso(Date.now() + 2 * DAY);
  title(out, '3. Two days pass.', `(CORTEX_NOW=${date})`);
  const later = { cwd: project, env: { ...now.env, CORTEX_NOW: date } };
  const run = runIn(program, later);
  const preamble = toldAtStart(run, project);
  title(out, '4. The next session starts. This is what the agent is told:');
  out.line();
  for (const line of preamble?.split('\n') ?? []) {
    const mark = line.startsWith('- ') ? '- ' : '';
    out.item(`   ${mark}`, line.slice(mark.length));
  }
  checkPromise(preamble);
  const killed = checkRecord(run, FIRST, story);
  out.line();
  out.block(
    `${green('Nothing is missing:')} ${story.length} events acknowledged, ${story.length} on record. ` +
      `Session ${shortId(killed.session_id)} counts as cut off; it ended with its last event, ` +
      `${when(killed.end_time)}.`,
  );

  title(out, '5. Why? cortex why --last says it:');
  out.line();
  show(program, later, ['why', '--last']);
  out.line();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  out.block(dim(`Shown in ${seconds} s; the scratch folders are removed.`));
}

function title(out: Output, text: string, more = ''): void {
  out.line();
  out.block(more ? `${out.style.bold(text)} ${out.style.dim(more)}` : out.style.bold(text));
}

/** The text that Claude Code would put before the model. */
function toldAtStart(run: Run, cwd: string): string | null {
  const event = { session_id: SECOND, cwd, hook_event_name: 'SessionStart', source: 'startup' };
  const answer = run(['hook', 'claude-code'], JSON.stringify(event));
  if (!answer.trim()) return null;
  type Answer = { readonly hookSpecificOutput?: { readonly additionalContext?: string } };
  return (JSON.parse(answer) as Answer).hookSpecificOutput?.additionalContext ?? null;
}

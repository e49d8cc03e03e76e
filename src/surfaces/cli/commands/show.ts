import type { Recorded } from '../../../domain/fact.ts';
import { shortId, type ThreadId } from '../../../domain/ids.ts';
import { fromWorkingMemory } from '../../../domain/pin.ts';
import type { SessionState } from '../../../domain/session.ts';
import { scopedPath } from '../../../domain/thread/scoped-path.ts';
import type { Deps } from '../../../engine/deps.ts';
import { paintedPin } from '../../../operations/pins/listed.ts';
import { command, JSON_FLAG } from '../command.ts';
import { withStore } from '../context.ts';
import { factLine } from '../facts.ts';
import { resolveSession } from '../ids.ts';
import type { Output } from '../output.ts';
import { type SessionStatus, statusOf } from '../sessions.ts';
import { ago, count, when } from '../times.ts';

export const show = command({
  name: 'show',
  summary: 'Show one session: what it pinned, touched and left unfinished.',
  about: 'An id may be shortened while it is unambiguous.',
  args: [{ name: 'id', help: 'The id of a session, or its beginning.', choices: 'sessions' }],
  flags: { facts: { help: 'List every recorded fact instead, in order.' }, ...JSON_FLAG },
  examples: [
    { line: 'cortex show a1b2c3d4', says: 'one session' },
    { line: 'cortex show a1b2 --facts', says: 'all that was recorded of it' },
  ],
  run: (cli, { args, flags }) =>
    withStore(cli, async (deps) => {
      const seen = await statusOf(deps, await resolveSession(deps.store, args[0]!));
      if (flags.facts) {
        const facts = await deps.store.factsOf(seen.state.session_id);
        if (flags.json)
          cli.out.json(facts.map(({ seq, at, fact }) => ({ seq, at: new Date(at).toISOString(), ...fact })));
        else printFacts(cli.out, facts);
      } else {
        const thread = await deps.store.threadOfSession(seen.state.session_id);
        if (flags.json) cli.out.json({ ...seen.state, thread_id: thread });
        else printSession(cli.out, await withLearnings(deps, seen), thread, deps.now());
      }
      return 0;
    }),
});

/** What it learnt in words, as they are now; of what was forgotten there is only the id. */
async function withLearnings(deps: Deps, seen: SessionStatus): Promise<SessionStatus> {
  const learnings = seen.state.recent_learnings.map(async (id) => {
    const memory = await deps.store.memory(id);
    return `${id}  ${memory ? memory.content : '(forgotten)'}`;
  });
  return { ...seen, state: { ...seen.state, recent_learnings: await Promise.all(learnings) } };
}

function printFacts(out: Output, facts: readonly Recorded[]): void {
  for (const { seq, at, fact } of facts) {
    out.item(out.style.dim(`${String(seq).padStart(4)}  ${when(at)}  `), factLine(fact));
  }
  if (facts.length === 0) out.line('No facts: an older Cortex stored this session whole.');
}

function printSession(
  out: Output,
  { state, liveness }: SessionStatus,
  thread: ThreadId | null,
  now: number,
): void {
  const { bold, dim, green, red } = out.style;
  out.block(bold(state.title ?? '(no words yet)'));
  out.line();
  const row = (name: string, text: string | null) => {
    if (text) out.item(dim(name.padEnd(11)), text);
  };
  row('session', state.session_id);
  row('scope', `${state.scope}${state.project_path ? ` in ${state.project_path}` : ''}`);
  row('branch', [state.branch, state.head && dim(`at ${state.head.slice(0, 10)}`)].filter(Boolean).join(' '));
  row('host', state.host);
  row('started', `${when(state.start_time)}, ${ago(state.start_time, now)}`);
  const ended = state.crash_recovered ? red('crashed') : 'ended';
  if (liveness === 'live') row('state', `${green('live')}, last active ${ago(state.last_activity, now)}`);
  else
    row(
      'state',
      `${ended} ${when(state.end_time ?? state.last_activity)}, ${ago(state.end_time ?? state.last_activity, now)}`,
    );
  if (state.cold) {
    row(
      'archive',
      state.cold === 'whole'
        ? 'in cold storage'
        : red('its file in cold storage is missing or was changed: only this is left'),
    );
  }
  row('turns', String(state.turn_count));
  row('previous', state.previous_session_id && shortId(state.previous_session_id));
  row('continued', state.continued_by && `by ${shortId(state.continued_by)}`);
  row('thread', thread && shortId(thread));
  row('projects', state.active_projects.join(', '));
  row('topics', state.hot_topics.join(', '));
  printLists(out, state, now);
}

function printLists(out: Output, state: SessionState, now: number): void {
  const pins = state.working_memory.map(fromWorkingMemory).filter((pin) => pin !== null);
  section(
    out,
    'Pins',
    pins.map((pin) => paintedPin(pin, out.style)),
  );
  section(
    out,
    'Pending tasks',
    state.pending_tasks.map(
      (task) =>
        `[${task.task_id}] ${task.title} ${out.style.dim(`(${task.stage}, ${ago(task.last_activity, now)})`)}`,
    ),
  );
  section(
    out,
    'Files changed',
    // Older records have whole paths.
    state.files_modified.map((path) => scopedPath(path, null, state.project_path)),
  );
  section(out, 'Learnings', state.recent_learnings);
  section(
    out,
    'Confidence changed',
    state.confidence_updates.map(
      (change) =>
        `${change.memory_id} from ${change.old_score.toFixed(2)} to ${change.new_score.toFixed(2)} ${out.style.dim(`(${change.reason})`)}`,
    ),
  );
  section(
    out,
    'Instructions given',
    state.sop_interactions.map(
      (sop) =>
        `${sop.sop_path} before ${sop.tool_call} ${out.style.dim(`(${sop.acknowledged ? 'acknowledged' : 'not acknowledged'})`)}`,
    ),
  );
  const cuts = Object.entries(state.cuts).map(
    ([list, gone]) => `${list}: ${count(gone, 'entry', 'entries')} did not fit`,
  );
  section(out, 'Left out', cuts);
}

function section(out: Output, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  out.line();
  out.line(out.style.bold(title));
  for (const line of lines) out.item('  ', line);
}

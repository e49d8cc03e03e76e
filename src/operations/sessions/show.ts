import * as z from 'zod/v4';
import { taskLine } from '../../domain/answer/lines.ts';
import { shortId } from '../../domain/base/ids.ts';
import { scopedPath } from '../../domain/base/scoped-path.ts';
import { iso } from '../../domain/base/time.ts';
import type { Fact, RecordedFact } from '../../domain/facts/fact.ts';
import { fromWorkingMemory } from '../../domain/pins/pin.ts';
import { countTurns, type SessionState } from '../../domain/sessions/session.ts';
import { dialogues } from '../../domain/turns/dialogue.ts';
import { type SessionRecord, sessionFacts, sessionRecord } from '../../engine/sessions/sessions.ts';
import { UsageError } from '../base/errors.ts';
import { id, SESSION_FIELD } from '../base/fields.ts';
import { sessionToShow } from '../base/meant.ts';
import { declareOperation } from '../base/operation.ts';
import type { View, ViewLine } from '../base/view.ts';
import { count, localTime, timeAgo } from '../base/words.ts';
import { paintedPin } from '../pins/pin.ts';
import { sessionMarkdown } from './markdown.ts';
import { readJson, turnLines, turnsMeant } from './read.ts';

export const showOperation = declareOperation({
  name: { command: 'show', tool: null },
  summary: 'Show a session, by default the newest: its turns, what it left.',
  about: 'An id may be shortened while it is unambiguous.',
  effect: 'reads',
  on: 'project',
  input: z.strictObject({
    session_id: id.optional(),
    facts: z.boolean().optional(),
    md: z.boolean().optional(),
    at: z.string().max(1_000).optional(),
  }),
  words: ['session_id'],
  fields: {
    session_id: SESSION_FIELD,
    facts: { help: 'List every recorded fact instead, in order.' },
    md: { help: 'Print its turns as a Markdown page.' },
    at: {
      value: 'turn|words',
      help: 'Read the turns around a number, or around words of it, whole.',
    },
  },
  examples: [
    { line: 'cortex show', says: 'the newest session here' },
    { line: 'cortex show a1b2c3d4', says: 'one session' },
    { line: 'cortex show a1b2c3d4 --md > session.md', says: 'its turns, to read or to give away' },
    { line: 'cortex show a1b2 --at 1', says: 'its first turn and those around it' },
    { line: 'cortex show a1b2 --facts', says: 'all that was recorded of it' },
  ],
  run: async (call, { session_id, facts = false, md = false, at }) => {
    if ([facts, md, at !== undefined].filter(Boolean).length > 1)
      throw new UsageError('One at a time: --facts, --md or --at.');
    const state = await sessionToShow(call, session_id);
    const { deps } = call;
    return {
      read: at === undefined ? null : await turnsMeant(deps, state, at),
      session: await sessionRecord(deps, state),
      recorded: facts ? await sessionFacts(deps, state.session_id) : [],
      facts,
      md,
    };
  },
  lines: ({ session, recorded, facts, md, read }, view) => {
    if (read) return turnLines(session.state, read, view);
    // Markdown is printed unwrapped: wrapping would change it.
    if (md)
      return sessionMarkdown(session.state)
        .trimEnd()
        .split('\n')
        .map((text) => ({ mark: '', text }));
    return facts ? factLines(recorded, view) : sessionLines(session, view);
  },
  json: ({ session, recorded, facts, md, read }) => {
    if (read) return readJson(session.state, read);
    if (md) return { markdown: sessionMarkdown(session.state) };
    if (facts) return { facts: recorded.map(factJson) };
    return { ...session.state, thread_id: session.thread };
  },
  rows: ({ recorded, facts }) => (facts ? recorded.map(factJson) : undefined),
});

/** `prompt  Make it reconnect`: the kind of a fact, its text where it has one, and its other fields. */
export function factLine(fact: Fact): string {
  const { kind, text = '', ...fields } = fact as Fact & { readonly text?: string };
  const rest = Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined && JSON.stringify(value) !== '[]')
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return `${kind}  ${[...(text ? [text] : []), ...rest].join('; ')}`.trimEnd();
}

function factJson({ seq, at, fact }: RecordedFact) {
  return { seq, at: iso(at), ...fact };
}

function factLines(facts: readonly RecordedFact[], { style }: View): readonly ViewLine[] {
  if (facts.length === 0) return ['No facts: an older Cortex stored this session whole.'];
  return facts.map(({ seq, at, fact }) => ({
    mark: style.dim(`${String(seq).padStart(4)}  ${localTime(at)}  `),
    text: factLine(fact),
  }));
}

function sessionLines(session: SessionRecord, view: View): readonly ViewLine[] {
  const { state, thread } = session;
  const { bold, dim } = view.style;
  const row = (name: string, text: string | null): readonly ViewLine[] =>
    text ? [{ mark: dim(name.padEnd(11)), text }] : [];
  return [
    bold(state.title ?? '(no words yet)'),
    '',
    ...row('session', state.session_id),
    ...row('scope', `${state.scope}${state.project_path ? ` in ${state.project_path}` : ''}`),
    ...row(
      'branch',
      [state.branch, state.head && dim(`at ${state.head.slice(0, 10)}`)].filter(Boolean).join(' '),
    ),
    ...row('host', state.host),
    ...row('started', `${localTime(state.start_time)}, ${timeAgo(state.start_time, view.now)}`),
    ...row('state', standingOf(session, view)),
    ...row('archive', archiveOf(session, view)),
    ...row('turns', String(countTurns(state))),
    ...row('previous', state.previous_session_id && shortId(state.previous_session_id)),
    ...row('continued', state.continued_by && `by ${shortId(state.continued_by)}`),
    ...row('thread', thread && shortId(thread)),
    ...row('projects', state.active_projects.join(', ')),
    ...row('topics', state.hot_topics.join(', ')),
    ...dialogueOf(state, view),
    ...listsOf(session, view),
  ];
}

/** Characters for its turns. */
const ROOM = 4_000;

/** Questions, answers and work, turn by turn, as far as there is room. */
function dialogueOf(
  { turns, crash_recovered: isKilled }: SessionState,
  { style }: View,
): readonly ViewLine[] {
  if (turns.length === 0) return [];
  const [quoted] = dialogues([{ turns, rank: 0, isKilled }], ROOM);
  return [
    '',
    style.bold('Turns'),
    ...quoted!.lines.map((line) => ({ mark: '  - ', text: line.text.replace(/^- /, '') })),
  ];
}

function standingOf({ state, liveness }: SessionRecord, { style, now }: View): string {
  if (liveness === 'live')
    return `${style.green('live')}, last active ${timeAgo(state.last_activity, now)}`;
  const ended = state.crash_recovered ? 'cut off' : 'ended';
  const at = state.end_time ?? state.last_activity;
  return `${ended} ${localTime(at)}, ${timeAgo(at, now)}`;
}

function archiveOf({ state }: SessionRecord, { style }: View): string | null {
  if (!state.cold) return null;
  return state.cold === 'whole'
    ? 'in cold storage'
    : style.red('its file in cold storage is missing or was changed: only this is left');
}

function listsOf({ state, learnings }: SessionRecord, { style, now }: View): readonly ViewLine[] {
  const { bold, dim } = style;
  const pins = state.working_memory.map(fromWorkingMemory).filter((pin) => pin !== null);
  const score = (value: number) => value.toFixed(2);
  const sections: Readonly<Record<string, readonly string[]>> = {
    Pins: pins.map((pin) => paintedPin(pin, style)),
    'Pending tasks': state.pending_tasks.map((task) => taskLine(task, now)),
    // Older records have whole paths.
    'Files changed': state.files_modified.map((path) => scopedPath(path, null, state.project_path)),
    Learnings: learnings.map(({ id: memory, content }) => `${memory}  ${content ?? '(forgotten)'}`),
    'Confidence changed': state.confidence_updates.map(
      ({ memory_id: memory, old_score: before, new_score: now, reason }) =>
        `${memory} from ${score(before)} to ${score(now)} ${dim(`(${reason})`)}`,
    ),
    'Instructions given': state.sop_interactions.map(({ sop_path, tool_call, acknowledged }) => {
      const heeded = acknowledged ? 'acknowledged' : 'not acknowledged';
      return `${sop_path} before ${tool_call} ${dim(`(${heeded})`)}`;
    }),
    'Left out': Object.entries(state.cuts).map(
      ([list, gone]) => `${list}: ${count(gone, 'entry', 'entries')} did not fit`,
    ),
  };
  return Object.entries(sections).flatMap(([title, lines]) =>
    lines.length === 0 ? [] : ['', bold(title), ...lines.map((text) => ({ mark: '  ', text }))],
  );
}

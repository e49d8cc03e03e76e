import { HEADINGS } from '../../domain/answer/headings.ts';
import { insideElement } from '../../domain/answer/preamble.ts';
import { type SessionId, shortId } from '../../domain/ids.ts';
import type { Untellable } from '../../domain/restore/untold.ts';
import { estimateTokens } from '../../domain/text/tokens.ts';
import { iso, type Millis } from '../../domain/time.ts';
import { memoriesOf } from '../../engine/memories/memories.ts';
import { offerAt } from '../../engine/projects/know.ts';
import { type Preview, preview } from '../../engine/restore/preview.ts';
import { untellable } from '../../engine/restore/untell.ts';
import { liveSessions } from '../../engine/session/target.ts';
import { threadHere } from '../../engine/thread/threads.ts';
import type { SessionHead } from '../../store.ts';
import { NOTHING_MORE } from '../fields.ts';
import { type Call, operation } from '../operation.ts';
import { tasksIn } from '../tasks/listed.ts';
import { type Line, toldLines, type View } from '../view.ts';
import { ago, asRead } from '../words.ts';
import { type Known, type ToldSection, toldSections } from './told.ts';

interface Today {
  readonly scope: string;
  readonly branch: string | null;
  readonly at: Millis;
  readonly enabled: boolean;
  readonly running: readonly SessionHead[];
  /** To the byte; null where nothing would be told. */
  readonly text: string | null;
  readonly sections: readonly ToldSection[];
  /** The words behind lines that can be kept from being told. */
  readonly untellable: Untellable;
  /** As the hook counts them, which keeps it within its budget. */
  readonly tokens: number;
  /** Projects that could be joined with this folder. */
  readonly offer: string | null;
}

export const today = operation({
  name: { command: 'today', tool: null },
  summary: 'Show where the work stands: what runs, and what the next session here would be told.',
  about:
    'The same as cortex alone in a repository. Nothing is written and nothing counts as told. For a program each line ' +
    'comes with why it is told and with what can be done about it.',
  effect: 'reads',
  on: 'project',
  ...NOTHING_MORE,
  examples: [{ line: 'cortex today', says: 'where does it stand?' }],
  run: (call) => lookAt(call),
  lines: linesOf,
  json: ({ running, at, untellable: _, ...today }) => ({
    ...today,
    at: iso(at),
    running: running.map(({ id, host, branch, lastActivity }) => ({
      session_id: id,
      host,
      branch,
      last_activity: iso(lastActivity),
    })),
  }),
});

export async function lookAt(call: Call): Promise<Today> {
  const { deps, scope, isChosen, location, cwd } = call;
  const branch = isChosen ? null : location.branch;
  const next = await preview(deps, { scope, branch });
  const { text } = next.start;
  const known = await knownOf(call, next);
  const { 'session_persistence.enabled': isOn, 'restore.enabled': isRestoring } = deps.config;
  return {
    scope: scope.label,
    branch,
    at: deps.now(),
    enabled: isOn && isRestoring,
    running: await liveSessions(deps, scope),
    text,
    sections: text === null ? [] : toldSections(text, known),
    untellable: known.untellable,
    tokens: text === null ? 0 : estimateTokens(text),
    offer: isChosen || cwd === null ? null : await offerAt(deps, cwd),
  };
}

async function knownOf({ deps, scope }: Call, { start: { explanation }, pins }: Preview): Promise<Known> {
  const { rules, memories, last_time, before_that } = explanation;
  const thread = await threadHere(deps, scope);
  const quoted = [last_time, ...(before_that ?? [])].filter((id) => id !== null) as SessionId[];
  return {
    explanation,
    pins,
    tasks: (await tasksIn(deps, scope)).map(({ task }) => task),
    memories: await memoriesOf(deps, [...rules, ...memories.map(({ memory_id }) => memory_id)]),
    blockers: thread?.thread.blockers ?? [],
    untellable: await untellable(deps, quoted, thread?.thread ?? null),
  };
}

function linesOf({ scope, branch, running, text, enabled, offer }: Today, view: View): readonly Line[] {
  const { bold, dim } = view.style;
  const live = running.map((one) => liveLine(one, view.now)).join('\n') || 'no session here';
  return [
    `${bold(scope)}${branch === null ? '' : ` on ${branch}`}`,
    { mark: dim('running  '), text: live },
    '',
    ...(text === null
      ? ['The next session here would be told nothing yet.']
      : toldLines(asRead(withoutHeader(insideElement(text))), view.style)),
    '',
    ...(offer ? [`This folder ${offer}`] : []),
    ...(enabled ? [] : ['Restoring is switched off (restore.enabled): nothing of it is told.']),
    ...(text === null
      ? []
      : [
          dim(
            'This is what the next session here would be told; cortex preview says why, cortex ui shows it.',
          ),
        ]),
  ];
}

/** The first line speaks to a model. */
function withoutHeader(text: string): string {
  return text.startsWith(`[${HEADINGS.header}`) ? text.slice(text.indexOf('\n')).trimStart() : text;
}

function liveLine({ id, host, lastActivity }: SessionHead, now: Millis): string {
  return `${shortId(id)} ${host}, active ${ago(lastActivity, now)}`;
}

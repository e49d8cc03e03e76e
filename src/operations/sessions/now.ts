import * as z from 'zod/v4';
import { shortId } from '../../domain/base/ids.ts';
import { GLOBAL_SCOPE, isGlobal, projectName } from '../../domain/base/scope.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import { DAY, iso, type Millis, millis } from '../../domain/base/time.ts';
import { ENDING_WORDS } from '../../domain/matters/matter.ts';
import { lastWords } from '../../domain/sessions/outcome.ts';
import { type Matter, mattersAmong, openWorkOf } from '../../engine/matters/matters.ts';
import {
  endingOfSession,
  type RedCheck,
  readStanding,
  type Standing,
} from '../../engine/matters/standing.ts';
import { offerAt } from '../../engine/projects/know.ts';
import { sessionsOf } from '../../engine/sessions/sessions.ts';
import { all } from '../base/fields.ts';
import { declareOperation, type OperationCall } from '../base/operation.ts';
import type { Style, View, ViewLine } from '../base/view.ts';
import { agoInWords as ago, count, localTime } from '../base/words.ts';

/** The command that shows what the next session is told. */
const SHOWS_WHAT_IS_TOLD = 'cortex told';

/** The state of the work: of one project, or the matters of all. */
export type WhereWasI =
  | ({ readonly kind: 'here' } & Standing & {
        readonly branch: string | null;
        /** Projects that could be joined with this folder. */
        readonly offer: string | null;
        readonly at: Millis;
      })
  | { readonly kind: 'everywhere'; readonly matters: readonly Matter[]; readonly at: Millis };

export const nowOperation = declareOperation({
  name: { command: 'now', tool: null },
  summary: 'Show where you stopped, as cortex alone does; with --all in every project.',
  about: [
    'Shows one screen, the newest first: what you did last and how it ended, checks that ' +
      'failed and were not seen green since, files that are not committed, questions without ' +
      'an answer, what comes next, and other open matters, each with the command that goes on ' +
      'with it.',
    'cortex alone shows the same. With --all: the matters of every project.',
  ].join('\n\n'),
  effect: 'reads',
  on: 'project',
  input: z.strictObject({ all }),
  words: [],
  fields: { all: { help: 'The matters of every project.' } },
  examples: [
    { line: 'cortex now', says: 'where was I?' },
    { line: 'cortex now --all', says: 'and in my other projects?' },
    { line: 'cortex now --json', says: 'the same, for a program' },
  ],
  run: (call, { all: isAll = false }): Promise<WhereWasI> =>
    isAll ? everywhere(call) : here(call),
  lines: (found, view) =>
    found.kind === 'here' ? standingLines(found, view) : everywhereLines(found.matters, view),
  json: (found) =>
    found.kind === 'here' ? standingJson(found) : { matters: found.matters.map(matterJson) },
});

async function here({ deps, scope, isChosen, location, cwd }: OperationCall): Promise<WhereWasI> {
  return {
    kind: 'here',
    ...(await readStanding(deps, scope)),
    branch: isChosen ? null : location.branch,
    offer: isChosen || cwd === null ? null : await offerAt(deps, cwd),
    at: deps.now(),
  };
}

const LOOKED_AT = 60;

async function everywhere({ deps, reach }: OperationCall): Promise<WhereWasI> {
  reach.needAll();
  const { sessions } = await sessionsOf(deps, null, LOOKED_AT);
  const worked = sessions.filter(
    ({ state }) => state.turns.length + state.files_modified.length > 0,
  );
  const matters = await mattersAmong(deps, worked, await openWorkOf(deps, worked));
  return { kind: 'everywhere', matters, at: deps.now() };
}

const LABEL = 15;

function standingLines(
  found: Extract<WhereWasI, { kind: 'here' }>,
  view: View,
): readonly ViewLine[] {
  const { scope, branch, last, others, offer } = found;
  const { bold, dim, cyan } = view.style;
  const place = `${bold(projectName(scope.label) ?? scope.label)}${branch === null ? '' : ` on ${branch}`}`;
  if (last === null)
    return [
      place,
      '',
      'No session of this project is on record yet.',
      ...(offer ? [`This folder ${offer}`] : []),
      dim(
        'cortex now --all shows your other projects; cortex status says which agents are connected.',
      ),
    ];
  return [
    place,
    '',
    ...lastLines(found, last, view),
    ...checkLines(found, view),
    ...openLines(found, view),
    row('Go on', cyan('cortex continue'), view.style),
    ...(offer ? ['', `This folder ${offer}`] : []),
    ...(others.length > 0 ? ['', bold('Other open matters'), ...mattersLines(others, view)] : []),
    '',
    dim(`Told to the next session: ${SHOWS_WHAT_IS_TOLD}. Page: cortex ui. Help: cortex --help`),
  ];
}

function row(label: string, text: string, { dim }: Style): ViewLine {
  return { mark: dim(label.padEnd(LABEL)), text };
}

function lastLines(
  { running }: Standing,
  { session, matter, ending }: NonNullable<Standing['last']>,
  { style, now: at }: View,
): readonly ViewLine[] {
  const { bold, dim, green, yellow } = style;
  const { state } = session;
  const isWell = ending === 'answered' || ending === 'running';
  const about = [ago(state.last_activity, at), state.host, count(state.turns.length, 'turn')].join(
    ', ',
  );
  const result = state.stopped?.result ?? null;
  // A commit says what is done; what is open stands in the last words.
  const said = lastWords(state.turns);
  const results = [...new Set([result, said])].filter((text) => text !== null);
  const beside = running.filter((one) => one !== session);
  return [
    row('Last', bold(oneLine(matter.title ?? 'a session without words', 160)), style),
    row('', `${dim(`${about}: `)}${(isWell ? green : yellow)(ENDING_WORDS[ending])}`, style),
    ...results.map((text) => row('', dim(oneLine(text, 160)), style)),
    ...beside.map(({ state: one }) =>
      row(
        'Running',
        `${shortId(one.session_id)} ${one.host}, active ${ago(one.last_activity, at)}`,
        style,
      ),
    ),
  ];
}

const MOST_RED = 3;

function checkLines(
  { red, checked, last }: Standing,
  { style, now: at }: View,
): readonly ViewLine[] {
  const { red: paint } = style;
  if (red.length > 0) {
    const shown = red
      .slice(0, MOST_RED)
      .map((one, i) => row(i === 0 ? 'Red' : '', paint(redWords(one, at)), style));
    const more = red.length - shown.length;
    return [...shown, ...(more > 0 ? [row('', `and ${more} more`, style)] : [])];
  }
  return [row('Checks', checkedWords(checked, last, at), style)];
}

/** `npm test: rounds half up (failed 3h ago, not green since)`. */
function redWords({ command, failing, at, isUnread }: RedCheck, moment: Millis): string {
  const named = [command, failing].filter((one) => one !== null).map((one) => oneLine(one, 120));
  const since = isUnread ? 'ran again since, outcome unknown' : 'not green since';
  return `${named.join(': ')} (failed ${ago(at, moment)}, ${since})`;
}

/** The last check in words. Nothing is said of all being green: a check may have run unseen. */
function checkedWords(checked: Standing['checked'], last: Standing['last'], at: Millis): string {
  if (checked === null) return 'no check is known to have run';
  const passed = checked.isGreen ? 'passed' : 'ran';
  const lastAt = millis(last?.session.state.last_activity ?? null) ?? at;
  const isBefore = lastAt - checked.at > DAY;
  if (isBefore)
    return `no check ran since ${localTime(checked.at).slice(0, 10)}; that one ${passed}`;
  return `the last one ${passed} ${ago(checked.at, at)}`;
}

const MOST_FILES = 4;
const MOST_NEXT = 3;

function openLines(found: Standing, { style }: View): readonly ViewLine[] {
  const { uncommitted, agentAsks, youAsked, next, inTheWay } = found;
  const { yellow, dim } = style;
  const files = uncommitted
    .slice(0, MOST_FILES)
    .map(({ path, how }) => (how === 'changed' ? path : `${path} (${how})`));
  const more = uncommitted.length - files.length;
  const some = (label: string, lines: readonly string[]) => {
    const shown = lines
      .slice(0, MOST_NEXT)
      .map((text, i) => row(i === 0 ? label : '', oneLine(text, 160), style));
    const others = lines.length - shown.length;
    return [
      ...shown,
      ...(others > 0 ? [row('', dim(`and ${others} more: cortex tasks`), style)] : []),
    ];
  };
  return [
    ...(files.length > 0
      ? [
          row(
            'Not committed',
            `${yellow(files.join(', '))}${more > 0 ? ` and ${more} more` : ''}`,
            style,
          ),
        ]
      : []),
    ...(youAsked
      ? [row('You asked', `${oneLine(youAsked, 200)} ${dim('(no reply)')}`, style)]
      : []),
    ...(agentAsks ? [row('It asks you', oneLine(agentAsks, 300), style)] : []),
    ...some('In the way', inTheWay),
    ...(next.length > 0 ? some('Next', next) : [row('Next', dim('no task is noted'), style)]),
  ];
}

const MOST_MATTERS = 6;

function mattersLines(
  matters: readonly Matter[],
  { style, now: at }: View,
  isNamed = false,
): readonly ViewLine[] {
  const { cyan, dim, yellow } = style;
  const shown = matters.slice(0, MOST_MATTERS).flatMap((one): ViewLine[] => {
    const { state } = one.sessions.at(-1)!;
    const title = oneLine(one.title ?? 'a session without words', 100);
    const project = isNamed ? `${projectName(state.scope) ?? state.scope}: ` : '';
    const open = one.open.length > 0 ? `: ${yellow(one.open.join('; '))}` : '';
    return [
      { mark: '  ', text: `${project}${title} ${dim(`(${ago(state.last_activity, at)})`)}${open}` },
      { mark: '    ', text: cyan(`cortex continue ${shortId(state.session_id)}`) },
    ];
  });
  const more = matters.length - MOST_MATTERS;
  return [...shown, ...(more > 0 ? [dim(`  and ${count(more, 'more matter')}: cortex ui`)] : [])];
}

function everywhereLines(matters: readonly Matter[], view: View): readonly ViewLine[] {
  const { bold, dim } = view.style;
  if (matters.length === 0)
    return ['No session is on record yet.', dim('cortex status says which agents are connected.')];
  return [
    bold('What you worked on last, in every project'),
    ...mattersLines(matters, view, true),
    '',
    dim('Page: cortex ui. Help: cortex --help'),
  ];
}

function standingJson(found: Extract<WhereWasI, { kind: 'here' }>) {
  const { scope, branch, at, running, last, red, checked, uncommitted, agentAsks, youAsked, next } =
    found;
  return {
    scope: isGlobal(scope.key) ? GLOBAL_SCOPE.label : scope.label,
    branch,
    at: iso(at),
    running: running.map(({ state }) => ({
      session_id: state.session_id,
      host: state.host,
      last_activity: state.last_activity,
    })),
    last: last && {
      ...matterJson(last.matter),
      session_id: last.session.state.session_id,
      ending: last.ending,
      result: last.session.state.stopped?.result ?? null,
    },
    red: red.map((one) => ({ ...one, at: iso(one.at) })),
    checked: checked && { at: iso(checked.at), green: checked.isGreen },
    not_committed: uncommitted,
    agent_asks: agentAsks,
    you_asked: youAsked,
    in_the_way: found.inTheWay,
    next,
    others: found.others.map(matterJson),
    offer: found.offer,
  };
}

function matterJson({ sessions, title, open }: Matter) {
  const newest = sessions.at(-1)!;
  const { session_id, host, scope, last_activity } = newest.state;
  return {
    session_id,
    title,
    host,
    scope,
    last_activity,
    ending: endingOfSession(newest),
    open,
    sessions: sessions.map(({ state }) => state.session_id),
    continue: `cortex continue ${shortId(session_id)}`,
  };
}

import * as z from 'zod/v4';
import { isLaterPrompt } from '../../domain/answer/due.ts';
import { HEADINGS } from '../../domain/answer/headings.ts';
import { insideElement } from '../../domain/answer/preamble.ts';
import { shortId } from '../../domain/base/ids.ts';
import { projectName } from '../../domain/base/scope.ts';
import { estimateTokens } from '../../domain/base/text/tokens.ts';
import { iso, type Millis } from '../../domain/base/time.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import { whySilent } from '../../engine/answer/doors/later-prompt.ts';
import { type Preview, preview } from '../../engine/answer/doors/preview.ts';
import { type RuleWords, ruleWords, type StoredExplanation } from '../../engine/answer/explain.ts';
import { keptRuleWords, rulesHere } from '../../engine/memories/rules.ts';
import { liveSessions } from '../../engine/presence/target.ts';
import { knownBy, offerAt } from '../../engine/projects/know.ts';
import { restoresOf } from '../../engine/sessions/sessions.ts';
import type { RestoreRecord, SessionHead } from '../../store/store.ts';
import { UsageError } from '../base/errors.ts';
import { id, SESSION_FIELD } from '../base/fields.ts';
import { sessionOrLatest } from '../base/meant.ts';
import { declareOperation, type OperationCall } from '../base/operation.ts';
import { type Style, toldLines, type View, type ViewLine } from '../base/view.ts';
import { count, forPeople, localTime, scopeInWords, timeAgo } from '../base/words.ts';
import { explanationLines } from './explanation.ts';
import { type ToldSection, toldSections } from './told.ts';

export interface NextSession {
  /** Label of the project. */
  readonly scope: string;
  readonly branch: string | null;
  readonly at: Millis;
  readonly enabled: boolean;
  /** Without the reasons. */
  readonly isBrief: boolean;
  readonly seen: Preview;
  readonly sections: readonly ToldSection[];
  readonly running: readonly SessionHead[];
  /** Projects that could be joined with this folder, in words. */
  readonly offer: string | null;
  /** A rule that was kept without being asked, in words. */
  readonly kept: string | null;
  readonly rules: RuleWords;
}

interface PastSession {
  readonly state: SessionState;
  readonly restores: readonly RestoreRecord[];
  /** Why the newest prompt was told nothing; null where it was told something. */
  readonly silent: string | null;
  readonly withText: boolean;
  readonly rules: RuleWords;
}

type ToldAsked = { readonly next: NextSession } | { readonly past: PastSession };

export const toldOperation = declareOperation({
  name: { command: 'told', tool: null },
  older: { today: { brief: true }, preview: {}, explain: { last: true } },
  summary: 'Show what the next session will be told, and the reasons.',
  about: [
    'Shows the text itself, then the reasons: the score of each earlier session, and whether ' +
      'each pin, task, rule and memory is told or left out. It writes nothing, and nothing ' +
      'counts as told.',
    'With --prompt also what a first prompt of these words would add. With the id of a ' +
      'session, or --last: what that session was told, and why. With --json each line has its ' +
      'reason and what you can do about it.',
  ].join('\n\n'),
  chat: {
    summary: 'why this session was told what it was told',
    words: [],
    given: { last: true },
    session: 'begun',
  },
  effect: 'reads',
  on: 'project',
  input: z.strictObject({
    session_id: id.optional(),
    prompt: z.string().max(100_000).optional(),
    brief: z.boolean().optional(),
    last: z.boolean().optional(),
    preamble: z.boolean().optional(),
  }),
  words: ['session_id'],
  fields: {
    session_id: SESSION_FIELD,
    prompt: {
      value: 'words',
      short: 'p',
      help: 'Also what a first prompt of these words would add.',
    },
    brief: { help: 'Only the text, without the reasons.' },
    last: { help: 'What the latest session here was told.' },
    preamble: { help: 'With a session: also the text that it was given.' },
  },
  examples: [
    { line: 'cortex told', says: 'what would my agent know if it started now?' },
    {
      line: 'cortex told --prompt "fix the retry of the webhook"',
      says: 'and what if I asked for this?',
    },
    { line: 'cortex told a1b2c3d4 --preamble', says: 'what was that session told?' },
  ],
  run: async (
    call,
    { session_id, prompt, brief = false, last, preamble = false },
  ): Promise<ToldAsked> => {
    if (session_id === undefined && !last) return { next: await nextSession(call, prompt, brief) };
    if (prompt !== undefined)
      throw new UsageError('--prompt is about the next session; leave out the id and --last.');
    return { past: await pastSession(call, session_id, { withText: preamble }) };
  },
  lines: (found, view) =>
    'next' in found ? nextLines(found.next, view) : pastLines(found.past, view),
  json: (found) =>
    'next' in found ? nextJson(found.next) : { restores: found.past.restores.map(asJson) },
  rows: (found) => ('past' in found ? found.past.restores.map(asJson) : undefined),
});

/** The text of the next session, with its lines and reasons: the first screen of `cortex`. */
export async function nextSession(
  call: OperationCall,
  prompt: string | null = null,
  isBrief = true,
): Promise<NextSession> {
  const { deps, scope, isChosen, location, cwd } = call;
  const branch = isChosen ? null : location.branch;
  const seen = await preview(deps, { scope, branch }, prompt);
  // The sign by which the folder is known; a project that was named is known by its name.
  const known_by =
    isChosen || location.place === undefined ? null : await knownBy(deps, location.place);
  const { explanation } = seen.start;
  const start = {
    ...seen.start,
    explanation: { ...explanation, ...(known_by !== null && { known_by }) },
  };
  const { 'session_persistence.enabled': isOn, 'restore.enabled': isRestoring } = deps.config;
  return {
    scope: scope.label,
    branch,
    at: deps.now(),
    enabled: isOn && isRestoring,
    isBrief,
    seen: { ...seen, start },
    sections: toldSections(seen.sections, explanation),
    running: await liveSessions(deps, scope),
    // Projects that could be joined with this folder.
    offer: isChosen || cwd === null ? null : await offerAt(deps, cwd),
    kept: keptRuleWords(await rulesHere(deps, scope)),
    rules: await ruleWords(deps, [explanation, ...(seen.prompt ? [seen.prompt.explanation] : [])]),
  };
}

function nextJson({ at, running, seen, sections, scope, branch, enabled, offer }: NextSession) {
  const { text } = seen.start;
  return {
    scope,
    branch,
    enabled,
    at: iso(at),
    text,
    sections,
    offer,
    // As the hook counts them, which keeps it within its budget.
    tokens: text === null ? 0 : estimateTokens(text),
    running: running.map(({ id: session_id, host, branch: on, lastActivity }) => ({
      session_id,
      host,
      branch: on,
      last_activity: iso(lastActivity),
    })),
    start: seen.start,
    prompt: seen.prompt,
    pins: seen.pins,
  };
}

function nextLines(next: NextSession, view: View): readonly ViewLine[] {
  const { seen, rules, enabled, offer, kept, isBrief } = next;
  const { style } = view;
  const { text } = seen.start;
  const reasons = ({ explanation }: Preview['start']) => [
    '',
    style.bold('Why'),
    ...explanationLines(explanation, rules, style),
  ];
  return [
    ...headLines(next, view),
    '',
    ...(text === null
      ? ['The next session here will be told nothing yet.']
      : toldHere(text, next.sections, style)),
    ...(isBrief ? [] : reasons(seen.start)),
    ...(seen.prompt ? [...promptLines(seen.prompt, style), ...reasons(seen.prompt)] : []),
    '',
    ...(offer ? [`This folder ${offer}`] : []),
    ...(kept ? [`New rule, ${kept}`] : []),
    ...(enabled
      ? []
      : [{ remark: 'Restoring is switched off (restore.enabled): nothing of it is told.' }]),
    ...(text === null ? [] : legend(next, style)),
  ];
}

function headLines(
  { scope, branch, running }: NextSession,
  { style, now }: View,
): readonly ViewLine[] {
  const { bold, dim } = style;
  const live = running.map(
    ({ id: session, host, lastActivity }) =>
      `${shortId(session)} ${host}, active ${timeAgo(lastActivity, now)}`,
  );
  return [
    `${bold(projectName(scope) ?? scope)}${branch === null ? '' : ` on ${branch}`}`,
    { mark: dim('running  '), text: live.join('\n') || 'no session here' },
  ];
}

const STAY_OR_GO =
  'stay until you remove them (cortex unpin, cortex rule --end). The rest goes with time; ' +
  'cortex mute hides a line now.';

/** A star marks what stays; everything else fades. */
function toldHere(
  text: string,
  sections: readonly ToldSection[],
  style: Style,
): readonly ViewLine[] {
  const staying = new Set(
    sections.flatMap(({ lines }) => lines.flatMap((one) => (one.stays ? [one.text] : []))),
  );
  return toldLines(forPeople(withoutHeader(insideElement(text))), style).map((line) =>
    typeof line === 'object' && 'mark' in line && staying.has(line.text)
      ? { ...line, mark: `${style.green('*')} ` }
      : line,
  );
}

/** The first line speaks to a model. */
function withoutHeader(text: string): string {
  return text.startsWith(`[${HEADINGS.header}`) ? text.slice(text.indexOf('\n')).trimStart() : text;
}

function legend(
  { isBrief }: Pick<NextSession, 'isBrief'>,
  { dim, green }: Style,
): readonly ViewLine[] {
  return [
    ...(isBrief
      ? [
          dim(
            'The next session here will be told this. Reasons: cortex told. In a browser: cortex ui.',
          ),
        ]
      : []),
    `${dim('Lines with')} ${green('*')} ${dim(STAY_OR_GO)}`,
  ];
}

function promptLines({ text }: Preview['start'], style: Style): readonly ViewLine[] {
  return [
    '',
    style.bold(
      text === null ? 'The first prompt would add nothing.' : 'The first prompt would add:',
    ),
    ...(text === null ? [] : ['', ...toldLines(text, style)]),
  ];
}

/** The texts that one session was told. */
async function pastSession(
  call: OperationCall,
  typed: string | undefined,
  { withText }: Pick<PastSession, 'withText'>,
): Promise<PastSession> {
  const { deps } = call;
  const state = await sessionOrLatest(call, typed);
  const restores = await restoresOf(deps, state.session_id);
  const silent = await whySilent(deps, state.session_id, restores);
  return {
    state,
    restores,
    silent,
    withText,
    rules: await ruleWords(deps, restores.map(storedIn)),
  };
}

function pastLines(
  { state, restores, silent, withText, rules }: PastSession,
  { style }: View,
): readonly ViewLine[] {
  return [
    `${style.bold(`Session ${shortId(state.session_id)}`)} in ${scopeInWords(state.scope)}, started ${localTime(state.start_time)}`,
    ...(restores.length === 0 ? ['It was told nothing.'] : []),
    ...restores.flatMap((record) => [
      '',
      ...restoreLines(record, rules, style),
      ...(withText && record.preamble ? ['', { mark: '  ', text: record.preamble }] : []),
    ]),
    ...(silent === null ? [] : ['', `The newest prompt was told nothing: ${silent}.`]),
  ];
}

function asJson({ sessionId, epoch, phase, at, preamble, explanation }: RestoreRecord) {
  return { session_id: sessionId, epoch, phase, at: iso(at), preamble, explanation };
}

type StoredReasons = StoredExplanation & {
  readonly resumption?: string;
  /** Why a later prompt was told nothing. */
  readonly silent?: string;
  readonly brief?: true;
  /** True for a line about something that was forgotten since. */
  readonly forgotten?: true;
};

function restoreLines(record: RestoreRecord, rules: RuleWords, style: Style): readonly ViewLine[] {
  const { bold, dim } = style;
  const stored = storedIn(record);
  const took =
    !stored.took_ms || stored.resumption ? '' : dim(` (took ${stored.took_ms.toFixed(1)} ms)`);
  const length = record.preamble?.length ?? stored.preamble_chars ?? 0;
  const nothing = stored.silent === undefined ? 'told nothing' : `told nothing: ${stored.silent}`;
  const told = length > 0 ? `told ${count(length, 'character')}` : nothing;
  return [
    `${bold(occasion(record.phase))}, ${localTime(record.at)}: ${told}${took}`,
    ...reasonLines(stored, rules, style),
  ];
}

/** A resumption has its words; of older restores the reasons are dropped. */
function reasonLines(stored: StoredReasons, rules: RuleWords, style: Style): readonly ViewLine[] {
  if (stored.resumption) return [{ mark: '  ', text: stored.resumption }];
  if (!stored.brief) return explanationLines(stored, rules, style);
  const kept = stored.forgotten
    ? 'It told of something that was forgotten since.'
    : 'Texts and reasons are kept for the newest 20 restores of a project.';
  return [{ mark: '  ', text: style.dim(kept) }];
}

function storedIn({ explanation }: RestoreRecord): StoredReasons {
  return (explanation ?? {}) as StoredReasons;
}

const OCCASIONS: Readonly<Record<string, string>> = {
  start: 'At its start',
  prompt: 'With the first prompt',
  compact: 'After its context was compacted',
  resume: 'When it was resumed',
};

function occasion(phase: RestoreRecord['phase']): string {
  if (isLaterPrompt({ phase })) return 'With a later prompt';
  if (phase.startsWith('news:')) return 'When it went on beside others';
  return OCCASIONS[phase] ?? `Continued from ${shortId(phase.slice('continue:'.length))}`;
}

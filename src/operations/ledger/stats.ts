import * as z from 'zod/v4';
import { type SessionId, shortId } from '../../domain/base/ids.ts';
import { DAY, HOUR, MINUTE } from '../../domain/base/time.ts';
import { LEDGER_KINDS } from '../../domain/ledger/ledger.ts';
import type { LedgerTotals } from '../../domain/ledger/totals.ts';
import { type LedgerFigures, ledgerFigures } from '../../engine/ledger/ledger.ts';
import { meantSessions } from '../../engine/presence/target.ts';
import { activitySince, latestSession } from '../../engine/sessions/sessions.ts';
import type { ActivityRow } from '../../store/store.ts';
import { CALENDAR_DAYS, calendarLines } from '../base/calendar.ts';
import { conversationOfCall, declareOperation, type OperationCall } from '../base/operation.ts';
import type { Style, View, ViewColumn, ViewLine } from '../base/view.ts';
import { count, scopeInWords } from '../base/words.ts';

export const statsOperation = declareOperation({
  name: { command: 'stats', tool: 'session_stats' },
  older: { activity: { days: CALENDAR_DAYS } },
  summary: 'Show tokens sent and saved, and the days on which sessions ran.',
  about:
    'Tokens for the conversation that runs here, else the latest of the project, and for all whose ledger is still kept ' +
    '(ledger.retention_days). Efficiency is the saved share of what would have been sent. ~ marks estimates; uncounted items are ' +
    'left out. With --days: a calendar of ' +
    'the sessions of this project, by start day in your time zone, those in cold storage included.',
  tool: {
    title: 'Statistics',
    description:
      'Counts the tokens that Cortex sent to this conversation and saved. Only when asked for figures.',
    output: z.looseObject({ conversation: z.looseObject({}).nullable(), all: z.looseObject({}) }),
    isHere: true,
  },
  effect: 'reads',
  on: 'project',
  input: z.strictObject({ all: z.boolean().optional(), days: z.int().min(1).max(3660).optional() }),
  words: [],
  fields: {
    all: {
      help: 'Only the figures over all conversations; with --days sessions of every project.',
      only: 'command',
    },
    days: { help: 'The calendar of sessions, so many days back.', only: 'command' },
  },
  examples: [
    { line: 'cortex stats', says: 'this conversation, and all together' },
    { line: 'cortex stats --days 90 --all', says: 'when did I work with agents?' },
    { line: 'cortex stats --all --json', says: 'for a program' },
  ],
  run: async (call, { all: isAll = false, days: back }): Promise<Figures | Activity> => {
    const { deps, scope } = call;
    if (back !== undefined) {
      if (isAll) call.reach.needAll();
      const rows = await activitySince(deps, deps.now() - back * DAY, isAll ? null : scope);
      return { rows, back, scope: isAll ? null : scope.label };
    }
    const id = isAll ? null : await conversationHere(call);
    // The page draws them; a model has no use for days.
    return { isAll, ...(await ledgerFigures(deps, id)), ...(call.by === 'agent' && { days: [] }) };
  },
  lines: (found, { style, now }) => {
    if ('back' in found) return activityLines(found, { style, now });
    const { isAll, here, all } = found;
    const first = here
      ? figures(
          `Conversation ${shortId(here.stats.sessionId as SessionId)}, ${lasting(here.stats.durationMs)}`,
          here.totals,
          style,
        )
      : ['Cortex has sent nothing to a conversation here yet.'];
    return [
      ...(isAll ? [] : [...first, '']),
      ...figures(`All ${count(all.conversations, 'conversation')}`, all, style),
    ];
  },
  json: (found) => {
    if ('back' in found)
      return { days: found.rows.map(({ scopeKey, ...row }) => ({ ...row, scope_key: scopeKey })) };
    const { here, all, days } = found;
    return {
      conversation: here
        ? { ...here.stats, ...totalsRecord(here.totals), conversations: undefined }
        : null,
      all: totalsRecord(all),
      ...(days.length > 0 && { days }),
    };
  },
});

type Figures = LedgerFigures & { readonly isAll: boolean };

interface Activity {
  readonly rows: readonly ActivityRow[];
  readonly back: number;
  readonly scope: string | null;
}

function activityLines(
  { rows, back, scope }: Activity,
  { style, now }: Pick<View, 'style' | 'now'>,
) {
  const total = rows.reduce((sum, { sessions }) => sum + sessions, 0);
  const where = scope === null ? '' : ` in ${scopeInWords(scope)}`;
  if (total === 0) return [`No session${where} in the last ${count(back, 'day')}.`];
  const title = `${count(total, 'session')}${where} in the last ${count(back, 'day')}`;
  return [style.bold(title), ...calendarLines(rows, now, style)];
}

/** Fields that the source names keep their names. */
function totalsRecord({
  tokensEstimated,
  savedEstimated,
  byKind,
  byLevel,
  ...named
}: LedgerTotals) {
  return {
    ...named,
    tokens_estimated: tokensEstimated,
    saved_estimated: savedEstimated,
    by_kind: byKind,
    by_level: byLevel,
  };
}

/** The conversation that the caller stands in; for a person the one that runs here, else the latest. */
async function conversationHere(call: OperationCall): Promise<SessionId | null> {
  const { deps, scope, session, by } = call;
  if (session || by === 'agent') return conversationOfCall(call);
  const live = await meantSessions(deps, scope);
  if (live.length > 0) return live.reduce((a, b) => (b.lastActivity > a.lastActivity ? b : a)).id;
  return (await latestSession(deps, scope))?.session_id ?? null;
}

const COLUMNS: readonly ViewColumn[] = [
  { title: 'kind' },
  { title: 'asked for', align: 'right', spare: 1 },
  { title: 'different', align: 'right', spare: 2 },
  { title: 'sent', align: 'right' },
  { title: 'withheld', align: 'right' },
  { title: 'tokens sent', align: 'right' },
  { title: 'tokens saved', align: 'right' },
];

function figures(title: string, totals: LedgerTotals, style: Style): readonly ViewLine[] {
  const { bold, dim, cyan } = style;
  const sent = markedFigure(totals.tokensSent, totals.tokensEstimated);
  const saved = markedFigure(totals.tokensSaved, totals.savedEstimated);
  const percent = `${(totals.efficiency * 100).toFixed(1)} %`;
  const head: ViewLine = `${bold(title)}: ${sent} tokens sent, ${saved} saved, efficiency ${percent}`;
  const rows = LEDGER_KINDS.flatMap((kind) => {
    const of = totals.byKind[kind];
    if (!of) return [];
    const values = [of.loads, of.unique, of.sent, of.withheld, of.tokensSent, of.tokensSaved];
    return [[{ text: kind, paint: cyan }, ...values.map((value) => ({ text: figure(value) }))]];
  });
  if (rows.length === 0) return [head];
  const levels = Object.entries(totals.byLevel).map(([level, items]) => `level ${level}: ${items}`);
  const each = Math.round(totals.tokensSent / Math.max(1, totals.queries)).toLocaleString('en-US');
  const remarks = [
    ...(levels.length > 0 ? [`Sent by compression level: ${levels.join(', ')}`] : []),
    ...(totals.queries > 0
      ? [`${count(totals.queries, 'question')} asked; ${each} tokens sent for each`]
      : []),
    ...(totals.uncounted > 0 ? [`${count(totals.uncounted, 'item')} sent without a count`] : []),
  ];
  return [
    head,
    { table: { columns: COLUMNS, rows, indent: '  ' } },
    ...remarks.map((text) => ({ mark: '  ', text: dim(text) })),
  ];
}

function figure(value: number): string {
  return value.toLocaleString('en-US');
}

/** A figure with `~` before it where a part of it is estimated. */
function markedFigure(value: number, estimated: number): string {
  return `${estimated > 0 ? '~' : ''}${figure(value)}`;
}

function lasting(millis: number): string {
  return millis < HOUR ? `${Math.floor(millis / MINUTE)} min` : `${(millis / HOUR).toFixed(1)} h`;
}

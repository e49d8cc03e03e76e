import { type SessionId, shortId } from '../../../domain/ids.ts';
import { LEDGER_KINDS } from '../../../domain/ledger.ts';
import type { LedgerTotals } from '../../../domain/ledger-totals.ts';
import { HOUR, MINUTE } from '../../../domain/time.ts';
import type { Deps } from '../../../engine/deps.ts';
import { ledgerStats } from '../../../engine/ledger-stats.ts';
import { meantSessions } from '../../../engine/live.ts';
import type { Column } from '../../../operations/view.ts';
import { command, JSON_FLAG } from '../command.ts';
import { withStore } from '../context.ts';
import type { Output } from '../output.ts';
import { chooseScope, SCOPE_FLAGS } from '../scope.ts';
import { printTable } from '../table.ts';
import { count } from '../times.ts';

export const stats = command({
  name: 'stats',
  summary: 'Show what was put into this conversation, and what was spared because the model had it.',
  about:
    'Of the conversation that runs here, else of the latest of the project; and of all whose ledger is still kept ' +
    '(ledger.retention_days). Efficiency is what was saved of what would have been sent. Tokens that were estimated, as ' +
    'hooks do, are marked with ~; what nobody counted is not among them. Level 0 is whole, a higher one is cut.',
  args: [],
  flags: { all: { help: 'Only the figures over all conversations.' }, ...SCOPE_FLAGS, ...JSON_FLAG },
  examples: [
    { line: 'cortex stats', says: 'this conversation, and all together' },
    { line: 'cortex stats --all --json', says: 'for a program' },
  ],
  run: (cli, { flags }) =>
    withStore(cli, async (deps) => {
      const { out } = cli;
      const { scope } = await chooseScope(deps, cli.cwd(), flags);
      const id = flags.all ? null : await conversationHere(deps, scope);
      const all = await deps.store.ledgerTotals(null);
      const here = id && (await ledgerStats(deps, id));
      if (flags.json) {
        out.json({ conversation: here && { ...here.stats, ...here.totals, conversations: undefined }, all });
        return 0;
      }
      if (!flags.all) {
        if (here) {
          const title = `Conversation ${shortId(here.stats.sessionId as SessionId)}, ${lasting(here.stats.durationMs)}`;
          print(out, title, here.totals);
        } else out.block('Nothing was put into a conversation here yet.');
        out.line();
      }
      print(out, `All ${count(all.conversations, 'conversation')}`, all);
      return 0;
    }),
});

async function conversationHere(
  deps: Deps,
  scope: Parameters<typeof meantSessions>[1],
): Promise<SessionId | null> {
  const live = await meantSessions(deps, scope);
  if (live.length > 0) return live.reduce((a, b) => (b.lastActivity > a.lastActivity ? b : a)).id;
  const [latest] = await deps.store.history({ scopeKey: scope.key, limit: 1 });
  return latest?.session_id ?? null;
}

const COLUMNS: readonly Column[] = [
  { title: 'kind' },
  { title: 'asked for', align: 'right', spare: 1 },
  { title: 'different', align: 'right', spare: 2 },
  { title: 'sent', align: 'right' },
  { title: 'withheld', align: 'right' },
  { title: 'tokens sent', align: 'right' },
  { title: 'tokens saved', align: 'right' },
];

function print(out: Output, title: string, totals: LedgerTotals): void {
  const { bold, dim } = out.style;
  const sent = figure(totals.tokensSent, totals.tokensEstimated > 0);
  const saved = figure(totals.tokensSaved, totals.savedEstimated > 0);
  const percent = `${(totals.efficiency * 100).toFixed(1)} %`;
  out.block(`${bold(title)}: ${sent} tokens sent, ${saved} saved, efficiency ${percent}`);
  const kinds = LEDGER_KINDS.flatMap((kind) => {
    const of = totals.byKind[kind];
    return of ? [{ kind, of }] : [];
  });
  if (kinds.length === 0) return;
  const rows = kinds.map(({ kind, of }) => [
    { text: kind, paint: out.style.cyan },
    ...[of.loads, of.unique, of.sent, of.withheld, of.tokensSent, of.tokensSaved].map((value) => ({
      text: figure(value, false),
    })),
  ]);
  printTable(out, COLUMNS, rows, '  ');
  const levels = Object.entries(totals.byLevel).map(([level, items]) => `level ${level}: ${items}`);
  if (levels.length > 0) out.block(dim(`Sent by compression level: ${levels.join(', ')}`), '  ');
  if (totals.queries > 0) {
    const each = Math.round(totals.tokensSent / totals.queries).toLocaleString('en-US');
    out.block(
      dim(`${count(totals.queries, 'question')} asked; with all that was sent, ${each} tokens each`),
      '  ',
    );
  }
  if (totals.uncounted > 0)
    out.block(dim(`${count(totals.uncounted, 'item')} sent that nobody counted`), '  ');
}

function figure(value: number, estimated: boolean): string {
  return `${estimated ? '~' : ''}${value.toLocaleString('en-US')}`;
}

function lasting(millis: number): string {
  return millis < HOUR ? `${Math.floor(millis / MINUTE)} min` : `${(millis / HOUR).toFixed(1)} h`;
}

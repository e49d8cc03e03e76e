import * as z from 'zod/v4';
import { shortId } from '../../../domain/ids.ts';
import type { LedgerTotals } from '../../../domain/ledger-totals.ts';
import { ledgerStats } from '../../../engine/ledger-stats.ts';
import { count } from '../lines.ts';
import { READS, tool } from '../tool.ts';

export const sessionStats = tool({
  name: 'session_stats',
  title: 'Statistics',
  description: 'Tokens that Cortex put into this conversation and spared it. Only when asked for figures.',
  input: z.strictObject({}),
  output: z.looseObject({ conversation: z.looseObject({}).nullable(), all: z.looseObject({}) }),
  annotations: READS,
  run: async ({ deps, session }) => {
    const here = session && (await ledgerStats(deps, session.id));
    const all = await deps.store.ledgerTotals(null);
    const lines = [
      here
        ? `This conversation (${shortId(here.stats.sessionId)}): ${figures(here.totals)}`
        : 'Nothing was put into this conversation yet.',
      `All ${count(all.conversations, 'conversation')}: ${figures(all)}`,
    ];
    return {
      text: lines.join('\n'),
      data: { conversation: here && { ...here.stats, ...here.totals, conversations: undefined }, all },
    };
  },
});

function figures({ tokensSent, tokensSaved, efficiency, tokensEstimated }: LedgerTotals): string {
  const estimated = tokensEstimated > 0 ? `, ${tokensEstimated} of them estimated` : '';
  return `${tokensSent} tokens sent${estimated}, ${tokensSaved} saved (${(efficiency * 100).toFixed(1)} %)`;
}

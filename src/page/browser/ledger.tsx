import type { VNode } from 'preact';
import type { KindTotals } from '../../domain/ledger/totals.ts';
import { ASKS } from '../asks.ts';
import { useOperation } from './api.ts';
import { Empty, Head, number, Table, Trouble, Waiting } from './parts.tsx';

interface Totals {
  readonly conversations?: number;
  readonly tokensSent: number;
  readonly tokensSaved: number;
  readonly efficiency: number;
  readonly by_kind: Readonly<Record<string, KindTotals>>;
}

type KindRow = [kind: string, totals: KindTotals];

interface TokenDay {
  readonly day: string;
  readonly tokens_sent: number;
  readonly tokens_saved: number;
}

export function LedgerPage(): VNode {
  const { data, problem } = useOperation<{
    conversation: Totals | null;
    all: Totals;
    days?: TokenDay[];
  }>(...ASKS.stats);
  const days = data?.days ?? [];
  const kinds = Object.entries(data?.all.by_kind ?? {});
  return (
    <>
      <Head
        title="Ledger"
        about="What conversations were shown, and what they were spared because the model had it."
      />
      <Trouble problem={problem} />
      {!data && !problem && <Waiting />}
      {data && kinds.length === 0 && (
        <Empty title="Nothing was shown yet">
          Start a session of a connected agent: what it is told stands here.
        </Empty>
      )}
      {data && kinds.length > 0 && <Shown all={data.all} days={days} kinds={kinds} />}
    </>
  );
}

interface ShownProps {
  readonly all: Totals;
  readonly days: readonly TokenDay[];
  readonly kinds: readonly KindRow[];
}

function Shown({ all, days, kinds }: ShownProps): VNode {
  return (
    <>
      <Figures all={all} />
      {days.length > 0 && (
        <>
          <h2>By day</h2>
          <Table
            label="Tokens by day"
            rows={days.toReversed()}
            columns={[
              { title: 'Day', cell: (one: TokenDay) => one.day },
              { title: 'Shown', isNumber: true, cell: (one: TokenDay) => number(one.tokens_sent) },
              {
                title: 'Spared',
                isNumber: true,
                cell: (one: TokenDay) => number(one.tokens_saved),
              },
            ]}
          />
        </>
      )}
      <h2>By kind</h2>
      <Table
        label="Tokens by kind"
        rows={kinds}
        columns={[
          { title: 'Kind', cell: ([kind]: KindRow) => kind },
          {
            title: 'Asked for',
            isNumber: true,
            isSpare: true,
            cell: ([, one]: KindRow) => number(one.loads),
          },
          {
            title: 'Different',
            isNumber: true,
            isSpare: true,
            cell: ([, one]: KindRow) => number(one.unique),
          },
          { title: 'Shown', isNumber: true, cell: ([, one]: KindRow) => number(one.sent) },
          { title: 'Withheld', isNumber: true, cell: ([, one]: KindRow) => number(one.withheld) },
          { title: 'Tokens', isNumber: true, cell: ([, one]: KindRow) => number(one.tokensSent) },
          { title: 'Spared', isNumber: true, cell: ([, one]: KindRow) => number(one.tokensSaved) },
        ]}
      />
    </>
  );
}

function Figures({ all }: Pick<ShownProps, 'all'>): VNode {
  return (
    <dl class="figures">
      <div>
        <dt>Shown</dt>
        <dd>
          {number(all.tokensSent)}
          <small> tokens</small>
        </dd>
      </div>
      <div>
        <dt>Spared</dt>
        <dd>
          {number(all.tokensSaved)}
          <small> tokens</small>
        </dd>
      </div>
      {all.efficiency > 0 && (
        <div>
          <dt>Share spared</dt>
          <dd>
            {(all.efficiency * 100).toFixed(1)}
            <small> %</small>
          </dd>
        </div>
      )}
      <div>
        <dt>Conversations</dt>
        <dd>{number(all.conversations ?? 0)}</dd>
      </div>
    </dl>
  );
}

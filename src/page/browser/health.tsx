import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type HealthCheck, UNREAD } from '../../domain/base/check.ts';
import { size } from '../../domain/base/text/size.ts';
import type { KindTimes } from '../../domain/hooks/hook-time.ts';
import { ASKS } from '../asks.ts';
import { report, useOperation } from './api.ts';
import { Ago, Behind, Empty, Head, number, plural, Table, Trouble, Waiting } from './parts.tsx';

interface StatusJson {
  readonly version: string;
  readonly home: string;
  readonly database: { readonly bytes: number };
  readonly counts: {
    readonly sessions: number;
    readonly facts: number;
    readonly cold: number;
    readonly open: number;
  } | null;
  readonly agents: readonly {
    title: string;
    connected: boolean;
    trouble: string | null;
    last_event: string | null;
  }[];
  readonly missed: { readonly count: number; readonly last: number; readonly why: string } | null;
  readonly waiting_events: number;
  readonly not_captured: number;
  readonly free_bytes: number | null;
}

const SIGNS = { ok: 'good', note: 'middling', broken: 'bad' } as const;

export function HealthPage(): VNode {
  const [isWhole, setWhole] = useState(false);
  const quick = useOperation<{ checks: HealthCheck[] }>(...ASKS.doctor);
  const whole = useOperation<{ checks: HealthCheck[] }>('doctor whole', {}, { when: isWhole });
  const doctor = whole.data ? whole : quick;
  const status = useOperation<StatusJson>(...ASKS.status);
  const verify = useOperation<Verified>(...ASKS.verify);
  const times = useOperation<{ kinds: KindTimes[] }>(...ASKS.times);
  const checks = [...(doctor.data?.checks ?? []), ...(verify.data ? [sealCheck(verify.data)] : [])];
  const sound = checks.filter(({ verdict }) => verdict === 'ok');
  const broken = checks.filter(({ verdict }) => verdict === 'broken');
  const notes = checks.filter(({ verdict }) => verdict === 'note');
  const about = doctor.data
    ? healthWords(broken.length, notes.length)
    : 'Whether everything that Cortex needs is in order.';
  return (
    <>
      <Head title="Health" about={about} />
      <Trouble
        problem={
          doctor.problem ?? whole.problem ?? status.problem ?? verify.problem ?? times.problem
        }
      />
      {status.data && <Figures status={status.data} />}
      {!doctor.data && !doctor.problem && <Waiting />}
      {!report && checks.some(({ name }) => name === UNREAD) && (
        <p class="row">
          <button type="button" class="quiet" disabled={isWhole} onClick={() => setWhole(true)}>
            {isWhole ? 'Reading every row…' : 'Read every row'}
          </button>
        </p>
      )}
      <ul class="checks">
        {[...broken, ...notes].map((check) => (
          <CheckLine check={check} />
        ))}
      </ul>
      <h2>Hook times</h2>
      {times.data?.kinds.length === 0 && (
        <Empty title="No hook was measured yet">Start a session of a connected agent.</Empty>
      )}
      {times.data && times.data.kinds.length > 0 && <Times kinds={times.data.kinds} />}
      {status.data && (
        <>
          <h2>Agents</h2>
          <Agents agents={status.data.agents} />
        </>
      )}
      <Behind label={`${plural(sound.length, 'check is', 'checks are')} in order`}>
        <ul class="checks">
          {sound.map((check) => (
            <CheckLine check={check} />
          ))}
        </ul>
      </Behind>
    </>
  );
}

function healthWords(broken: number, notes: number): string {
  if (broken > 0) return `${plural(broken, 'thing is', 'things are')} broken.`;
  return notes > 0 ? `Nothing is broken; ${plural(notes, 'remark')}.` : 'Nothing is broken.';
}

function Agents({ agents }: Pick<StatusJson, 'agents'>): VNode {
  if (agents.length === 0)
    return (
      <Empty title="No agent was found">
        <code>cortex setup</code> connects them.
      </Empty>
    );
  return (
    <Table
      label="Agents"
      rows={agents}
      columns={[
        { title: 'Agent', cell: (one: StatusJson['agents'][number]) => one.title },
        {
          title: 'State',
          cell: (one: StatusJson['agents'][number]) =>
            one.trouble ?? (one.connected ? 'connected' : 'not connected'),
        },
        {
          title: 'Last heard',
          cell: (one: StatusJson['agents'][number]) => <Ago at={one.last_event} />,
        },
      ]}
    />
  );
}

interface Verified {
  readonly ok: boolean;
  readonly records: number;
  readonly damage: { readonly detail: string } | null;
}

/** The findings of `verify`, as one more check. */
function sealCheck({ ok, records, damage }: Verified): HealthCheck {
  return {
    name: 'metrics',
    verdict: ok ? 'ok' : 'broken',
    detail: ok
      ? `${plural(records, 'sealed record')} as written`
      : (damage?.detail ?? 'files were changed'),
    advice: ok ? null : 'cortex verify says more.',
  };
}

function Figures({ status }: { status: StatusJson }): VNode {
  const { counts, database, missed } = status;
  const lost = missed?.count ?? 0;
  return (
    <dl class="figures">
      <div>
        <dt>Sessions</dt>
        <dd>
          {number(counts?.sessions ?? 0)}
          {(counts?.cold ?? 0) > 0 && <small> + {number(counts!.cold)} cold</small>}
        </dd>
      </div>
      <div>
        <dt>Facts</dt>
        <dd>{number(counts?.facts ?? 0)}</dd>
      </div>
      <div>
        <dt>Database</dt>
        <dd>{size(database.bytes)}</dd>
      </div>
      <div>
        <dt>Free disk</dt>
        <dd>{status.free_bytes === null ? '–' : size(status.free_bytes)}</dd>
      </div>
      <div>
        <dt>Missed events</dt>
        <dd class={lost > 0 ? 'bad-text' : ''}>
          {number(lost)}
          {status.waiting_events > 0 && <small> + {status.waiting_events} waiting</small>}
        </dd>
      </div>
    </dl>
  );
}

function CheckLine({ check: { name, verdict, detail, advice } }: { check: HealthCheck }): VNode {
  return (
    <li>
      <span class={`sign ${SIGNS[verdict]}`}>{verdict}</span>
      <div>
        <b>{name}</b> {detail}
        {advice && <p class="muted">{advice}</p>}
      </div>
    </li>
  );
}

function Times({ kinds }: { kinds: readonly KindTimes[] }): VNode {
  return (
    <Table
      label="Hook times by event"
      rows={kinds}
      columns={[
        { title: 'Event', cell: (one: KindTimes) => one.kind },
        { title: 'Hooks', isNumber: true, cell: (one: KindTimes) => number(one.count) },
        { title: 'p50 ms', isNumber: true, cell: (one: KindTimes) => one.wall.p50.toFixed(1) },
        { title: 'p99 ms', isNumber: true, cell: (one: KindTimes) => one.wall.p99.toFixed(1) },
        {
          title: 'CPU p50',
          isNumber: true,
          isSpare: true,
          cell: (one: KindTimes) => one.cpu.p50.toFixed(1),
        },
        {
          title: 'CPU p99',
          isNumber: true,
          isSpare: true,
          cell: (one: KindTimes) => one.cpu.p99.toFixed(1),
        },
      ]}
    />
  );
}

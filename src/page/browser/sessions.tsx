import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { DAY } from '../../domain/base/time.ts';
import { ASKS } from '../asks.ts';
import type { SessionsView } from '../views/all.ts';
import type { SessionCard } from '../views/card.ts';
import type { FiguresView } from '../views/figures.ts';
import {
  askOperation,
  type OperationState,
  type RequestProblem,
  report,
  useOperation,
} from './api.ts';
import { localDay } from './days.ts';
import { CheckChip, Dot, sums } from './marks.tsx';
import {
  Behind,
  dayName,
  Empty,
  Head,
  number,
  plural,
  projectTitle,
  SessionLink,
  Table,
  Trouble,
  timeOfDay,
  Waiting,
} from './parts.tsx';

interface ActivityDay {
  readonly day: string;
  readonly sessions: number;
}

export function SessionsPage(): VNode {
  const [isAll, setAll] = useState(false);
  const scope = isAll ? { all: true } : {};
  const { first, sessions, more, problem, load } = useSessions(scope);
  const days = useOperation<{ days: ActivityDay[] }>('stats', { ...ASKS.activity[1], ...scope });
  return (
    <>
      <Head title="Sessions">
        {!report && (
          <label class="check">
            <input type="checkbox" checked={isAll} onChange={() => setAll(!isAll)} /> All projects
          </label>
        )}
      </Head>
      <Trouble problem={first.problem ?? days.problem ?? problem} />
      {!first.data && !first.problem && <Waiting />}
      {first.data && sessions.length === 0 && (
        <Empty title="No session yet">
          Start a connected agent in this project. <code>cortex setup</code> connects agents.
        </Empty>
      )}
      {sessions.length > 0 && <Figures isAll={isAll} />}
      {days.data && <Calendar days={days.data.days} />}
      {byDay(sessions).map(([day, own]) => (
        <section class="day">
          <h2>
            {dayName(day, now())} <span class="muted small">{plural(own.length, 'session')}</span>
          </h2>
          <ol class="sessions">
            {own.map((one) => (
              <Row one={one} isAll={isAll} />
            ))}
          </ol>
        </section>
      ))}
      {more && (
        <p class="row">
          <button type="button" class="main" onClick={load}>
            Earlier sessions
          </button>
        </p>
      )}
    </>
  );
}

interface LoadedSessions {
  /** The newest, as they are now. */
  readonly first: OperationState<SessionsView>;
  /** The first sessions, and earlier ones that were loaded since. */
  readonly sessions: readonly SessionCard[];
  readonly more: boolean;
  /** The trouble of loading earlier ones. */
  readonly problem: RequestProblem | null;
  load(): Promise<void>;
}

/** Sessions page by page. New data of the first page begins the list anew: the pages behind it may have moved. */
function useSessions(scope: { readonly all?: boolean }): LoadedSessions {
  const first = useOperation<SessionsView>('page sessions', scope);
  const [rest, setRest] = useState<SessionsView & { of: unknown }>({
    of: null,
    sessions: [],
    more: false,
  });
  const [problem, setProblem] = useState<RequestProblem | null>(null);
  const older = rest.of === first.data ? rest : { sessions: [], more: first.data?.more ?? false };
  const sessions = [...(first.data?.sessions ?? []), ...older.sessions];
  const load = async () => {
    const outcome = await askOperation<SessionsView>('page sessions', {
      ...scope,
      before: sessions.at(-1)!.session_id,
    });
    if (outcome.kind === 'failed') setProblem(outcome);
    if (outcome.kind === 'done')
      setRest({
        of: first.data,
        sessions: [...older.sessions, ...outcome.data.sessions],
        more: outcome.data.more,
      });
  };
  return { first, sessions, more: older.more, problem, load };
}

/** Figures of the last weeks; one without anything is left out. */
function Figures({ isAll }: { isAll: boolean }): VNode | null {
  const { data } = useOperation<FiguresView>('page figures', isAll ? { all: true } : {});
  if (!data || data.sessions === 0) return null;
  const { days, sessions, hours, commits, greened, agents, isCut } = data;
  const figures: readonly (readonly [name: string, value: string, isThere: boolean])[] = [
    ['Sessions', `${number(sessions)}${isCut ? '+' : ''}`, true],
    ['Hours of work', hours < 10 ? hours.toFixed(1) : number(Math.round(hours)), hours >= 0.1],
    ['Commits', number(commits), commits > 0],
    ['Checks made green', number(greened), greened > 0],
    ['Agents', agents.map(({ host }) => host).join(', '), agents.length > 0],
  ];
  return (
    <section aria-label={`The last ${days} days`}>
      <p class="muted small">{`The last ${days} days`}</p>
      <dl class="figures">
        {figures
          .filter(([, , isThere]) => isThere)
          .map(([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd class={value.length > 12 ? 'long' : ''}>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function now(): number {
  return report ? Date.parse(report.at) : Date.now();
}

function byDay(sessions: readonly SessionCard[]): [string, SessionCard[]][] {
  const days = new Map<string, SessionCard[]>();
  for (const one of sessions) {
    const day = localDay(new Date(one.start_time));
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return [...days];
}

export function Row({ one, isAll = false }: { one: SessionCard; isAll?: boolean }): VNode {
  const about = [isAll ? projectTitle(one.scope) : null, one.host, one.branch, sums(one)].filter(
    Boolean,
  );
  return (
    <li class="session" data-item tabindex={-1}>
      <Dot outcome={one.outcome} />
      <time class="small muted" datetime={one.start_time}>
        {timeOfDay(one.start_time)}
      </time>
      <div>
        <p class="session-title">
          <SessionLink id={one.session_id}>{one.title ?? 'Without words yet'}</SessionLink>
          {one.outcome === 'running' && (
            <>
              {' '}
              <span class="badge running">running</span>
            </>
          )}
          {one.cold && (
            <>
              {' '}
              <span class="badge">in cold storage</span>
            </>
          )}
        </p>
        {one.result && <p class="session-result">{one.result}</p>}
        <p class="small muted">
          {about.join(' · ')} <span class="id">{one.session_id.slice(0, 8)}</span>
        </p>
        {one.checks.length > 0 && (
          <p class="chips">
            {one.checks.slice(-3).map((run) => (
              <CheckChip run={run} />
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

const WEEKS = 53;
const CELL = 13;

interface CalendarDays {
  /** The date of a square. */
  dateAt(column: number, row: number): Date;
  isPast(column: number, row: number): boolean;
}

/** A year of weeks from Monday to Sunday, the last of them this one. */
function calendarDays(): CalendarDays {
  // At noon no change of the clock leads to another day.
  const noon = new Date(now());
  noon.setHours(12, 0, 0, 0);
  const weekdayNow = (noon.getDay() + 6) % 7;
  return {
    dateAt: (column, row) =>
      new Date(noon.getTime() - ((WEEKS - 1 - column) * 7 + weekdayNow - row) * DAY),
    isPast: (column, row) => column < WEEKS - 1 || row <= weekdayNow,
  };
}

/** A square for each day, a column for each week: how many sessions began on it. A day leads to its sessions. */
function Calendar({ days }: { days: readonly ActivityDay[] }): VNode | null {
  const place = useRef<HTMLDivElement>(null);
  // Without room for a year, the latest weeks are seen first.
  useEffect(() => place.current?.scrollTo({ left: WEEKS * CELL }), []);
  const counts = new Map<string, number>();
  for (const { day, sessions } of days) counts.set(day, (counts.get(day) ?? 0) + sessions);
  if (counts.size === 0) return null;
  const total = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const label = `${plural(total, 'session')} on ${plural(counts.size, 'day')} of the last year`;
  const busy = [...counts].sort((a, b) => (a[0] < b[0] ? 1 : -1));
  return (
    <figure class="calendar">
      <div class="scrolls" ref={place} tabindex={0} role="region" aria-label="Calendar of sessions">
        <Squares counts={counts} />
      </div>
      <Behind label={label}>
        <Table
          label="Sessions by day"
          rows={busy}
          columns={[
            {
              title: 'Day',
              cell: ([day]: [string, number]) =>
                report ? day : <a href={`#/search?q=${day}`}>{day}</a>,
            },
            { title: 'Sessions', isNumber: true, cell: ([, one]: [string, number]) => one },
          ]}
        />
      </Behind>
    </figure>
  );
}

function Squares({ counts }: { counts: ReadonlyMap<string, number> }): VNode {
  const { dateAt, isPast } = calendarDays();
  const most = Math.max(...counts.values());
  const columns = Array.from({ length: WEEKS }, (_, column) => column);
  const months = columns.filter((column) => dateAt(column, 0).getDate() <= 7);
  const square = (column: number, row: number) => {
    const day = localDay(dateAt(column, row));
    const sessions = counts.get(day) ?? 0;
    const shade = sessions === 0 ? 0 : Math.ceil((sessions / most) * 4);
    const rect = (
      <rect
        x={column * CELL}
        y={row * CELL + 16}
        width="10"
        height="10"
        rx="2"
        class={`shade${shade}`}
      >
        <title>{`${day}: ${plural(sessions, 'session')}`}</title>
      </rect>
    );
    if (sessions === 0 || report) return rect;
    return (
      <a href={`#/search?q=${day}`} tabindex={-1}>
        {rect}
      </a>
    );
  };
  return (
    <svg viewBox={`0 0 ${WEEKS * CELL} 107`} width={WEEKS * CELL} height="107" aria-hidden="true">
      {months.map((column) => (
        <text x={column * CELL} y="10">
          {dateAt(column, 0).toLocaleDateString('en-GB', { month: 'short' })}
        </text>
      ))}
      {columns.map((column) =>
        [0, 1, 2, 3, 4, 5, 6]
          .filter((row) => isPast(column, row))
          .map((row) => square(column, row)),
      )}
    </svg>
  );
}

import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { DAY, HOUR } from '../../domain/time.ts';
import { ASKS } from '../asks.ts';
import type { SessionsView } from '../views/all.ts';
import type { SessionCard } from '../views/card.ts';
import { ask, type Problem, report, storyOf, useOperation } from './api.ts';
import { Check, Dot, Legend, OUTCOMES, sums } from './marks.tsx';
import {
  Behind,
  clock,
  dayName,
  Empty,
  Head,
  localDay,
  plural,
  projectName,
  SessionLink,
  Table,
  Trouble,
  Waiting,
} from './parts.tsx';

interface Day {
  readonly day: string;
  readonly sessions: number;
}

export function SessionsPage(): VNode {
  const [isAll, setAll] = useState(false);
  const scope = isAll ? { all: true } : {};
  const first = useOperation<SessionsView>('page sessions', scope);
  const days = useOperation<{ days: Day[] }>('stats', { ...ASKS.activity[1], ...scope });
  const [rest, setRest] = useState<SessionsView & { of: unknown }>({ of: null, sessions: [], more: false });
  const [problem, setProblem] = useState<Problem | null>(null);
  const older = rest.of === first.data ? rest : { sessions: [], more: first.data?.more ?? false };
  const sessions = [...(first.data?.sessions ?? []), ...older.sessions];
  const load = async () => {
    const outcome = await ask<SessionsView>('page sessions', {
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
      {sessions.length > 0 && <Week sessions={sessions} more={older.more} load={load} />}
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
      {older.more && (
        <p class="row">
          <button type="button" class="main" onClick={load}>
            Earlier sessions
          </button>
        </p>
      )}
    </>
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
  const about = [isAll ? projectName(one.scope) : null, one.host, one.branch, sums(one)].filter(Boolean);
  return (
    <li class="session" data-item tabindex={-1}>
      <Dot outcome={one.outcome} />
      <time class="small muted" datetime={one.start_time}>
        {clock(one.start_time)}
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
              <Check run={run} />
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

const HOURS = [0, 6, 12, 18, 24];

interface OfWeek {
  readonly sessions: readonly SessionCard[];
  /** There are earlier ones. */
  readonly more: boolean;
  readonly load: () => Promise<void>;
}

/** Seven days, a row each: sessions where they lie in the day, coloured by how they came out. */
function Week({ sessions, more, load }: OfWeek): VNode {
  const [weeks, setWeeks] = useState(0);
  const noon = new Date(now() - weeks * 7 * DAY);
  noon.setHours(12, 0, 0, 0);
  const days = Array.from({ length: 7 }, (_, back) => localDay(new Date(noon.getTime() - back * DAY)));
  const rows = days.map((day) => ({ day, bars: sessions.flatMap((one) => barsOn(day, one)) }));
  const isShort = more && localDay(new Date(sessions.at(-1)!.start_time)) > days.at(-1)!;
  useEffect(() => {
    if (isShort) void load();
  }, [isShort, sessions.length]);
  const title = weeks === 0 ? 'This week' : `${shortDay(days.at(-1)!)} to ${shortDay(days[0]!)}`;
  return (
    <figure class="week">
      <figcaption>
        <h2>{title}</h2>
        <span class="turns-back">
          {!report && (
            <button
              type="button"
              class="quiet"
              aria-label="A week earlier"
              onClick={() => setWeeks(weeks + 1)}
            >
              ‹
            </button>
          )}
          {weeks > 0 && (
            <button type="button" class="quiet" aria-label="A week later" onClick={() => setWeeks(weeks - 1)}>
              ›
            </button>
          )}
        </span>
        <Legend />
      </figcaption>
      <p class="hidden">
        {rows.map(({ day, bars }) => `${dayName(day, now())}: ${plural(bars.length, 'session')}`).join('; ')},
        listed below
      </p>
      <div class="week-grid" aria-hidden="true">
        {rows.map(({ day, bars }) => (
          <>
            <span class="week-day small">{weekday(day)}</span>
            <div class="week-track">
              {HOURS.slice(1, -1).map((hour) => (
                <span class="week-hour" style={`left:${(hour / 24) * 100}%`}></span>
              ))}
              {bars.map(({ one, left, width }) => (
                <a
                  class={`week-bar ${one.outcome}`}
                  tabindex={-1}
                  href={storyOf(one.session_id) === null ? '#/sessions' : `#/session/${one.session_id}`}
                  title={`${clock(one.start_time)} ${one.title ?? ''} (${OUTCOMES[one.outcome]})`}
                  style={`left:${left}%;width:${width}%`}
                >
                  <span class="hidden">{one.title}</span>
                </a>
              ))}
            </div>
          </>
        ))}
        <span></span>
        <div class="week-hours small muted">
          {HOURS.map((hour) => (
            <span>{hour}:00</span>
          ))}
        </div>
      </div>
    </figure>
  );
}

/** The part of a session that lies in a day, in per cent of it. */
function barsOn(day: string, one: SessionCard): { one: SessionCard; left: number; width: number }[] {
  const begin = new Date(`${day}T00:00:00`).getTime();
  const share = (at: string) => ((Date.parse(at) - begin) / (24 * HOUR)) * 100;
  const [from, to] = [Math.max(0, share(one.start_time)), Math.min(100, share(one.last_activity))];
  if (from >= 100 || to <= 0) return [];
  const left = Math.min(from, 98.8);
  return [{ one, left, width: Math.max(1.2, to - left) }];
}

function weekday(day: string): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric' });
}

function shortDay(day: string): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}

const WEEKS = 53;
const CELL = 13;

/** A square for each day, a column for each week: how many sessions began on it. A day leads to its sessions. */
function Calendar({ days }: { days: readonly Day[] }): VNode | null {
  const place = useRef<HTMLDivElement>(null);
  // Without room for a year, the latest weeks are seen first.
  useEffect(() => place.current?.scrollTo({ left: WEEKS * CELL }), []);
  const counts = new Map<string, number>();
  for (const { day, sessions } of days) counts.set(day, (counts.get(day) ?? 0) + sessions);
  if (counts.size === 0) return null;
  const most = Math.max(...counts.values());
  const noon = new Date(now());
  noon.setHours(12, 0, 0, 0);
  const weekdayNow = (noon.getDay() + 6) % 7;
  const dateAt = (column: number, row: number) =>
    new Date(noon.getTime() - ((WEEKS - 1 - column) * 7 + weekdayNow - row) * DAY);
  const columns = Array.from({ length: WEEKS }, (_, column) => column);
  const square = (column: number, row: number) => {
    const day = localDay(dateAt(column, row));
    const sessions = counts.get(day) ?? 0;
    const shade = sessions === 0 ? 0 : Math.ceil((sessions / most) * 4);
    const rect = (
      <rect x={column * CELL} y={row * CELL + 16} width="10" height="10" rx="2" class={`shade${shade}`}>
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
  const isPast = (column: number, row: number) => column < WEEKS - 1 || row <= weekdayNow;
  const months = columns.filter((column) => dateAt(column, 0).getDate() <= 7);
  const total = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const label = `${plural(total, 'session')} on ${plural(counts.size, 'day')} of the last year`;
  const busy = [...counts].sort((a, b) => (a[0] < b[0] ? 1 : -1));
  return (
    <figure class="calendar">
      <div class="scrolls" ref={place} tabindex={0} role="region" aria-label="Calendar of sessions">
        <svg
          viewBox={`0 0 ${WEEKS * CELL} 107`}
          width={WEEKS * CELL}
          height="107"
          role="img"
          aria-label={label}
        >
          {months.map((column) => (
            <text x={column * CELL} y="10">
              {dateAt(column, 0).toLocaleDateString('en-GB', { month: 'short' })}
            </text>
          ))}
          {columns.map((column) =>
            [0, 1, 2, 3, 4, 5, 6].filter((row) => isPast(column, row)).map((row) => square(column, row)),
          )}
        </svg>
      </div>
      <Behind label={label}>
        <Table
          label="Sessions by day"
          rows={busy}
          columns={[
            {
              title: 'Day',
              cell: ([day]: [string, number]) => (report ? day : <a href={`#/search?q=${day}`}>{day}</a>),
            },
            { title: 'Sessions', isNumber: true, cell: ([, one]: [string, number]) => one },
          ]}
        />
      </Behind>
    </figure>
  );
}

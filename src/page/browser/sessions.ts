import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ASKS } from '../asks.ts';
import { ask, type Problem, report, useOperation } from './api.ts';
import {
  Ago,
  absolute,
  Behind,
  Empty,
  Head,
  plural,
  projectName,
  SessionLink,
  STATES,
  Table,
  Trouble,
  Waiting,
} from './parts.ts';

export interface Listed {
  readonly session_id: string;
  readonly title: string | null;
  readonly liveness: string;
  readonly host: string;
  readonly scope: string;
  readonly branch: string | null;
  readonly start_time: string;
  readonly end_time: string | null;
  readonly last_activity: string;
  readonly turn_count: number;
  readonly pins: number;
  readonly pending_tasks: number;
  readonly previous_session_id: string | null;
}

interface Day {
  readonly day: string;
  readonly host: string;
  readonly sessions: number;
}

export function SessionsPage(): VNode {
  const [isAll, setAll] = useState(false);
  const scope = isAll ? { all: true } : {};
  const first = useOperation<{ sessions: Listed[]; more: boolean }>('history', {
    ...ASKS.history[1],
    ...scope,
  });
  const days = useOperation<{ days: Day[] }>('activity', { ...ASKS.activity[1], ...scope });
  const [rest, setRest] = useState<{ of: unknown; sessions: Listed[]; more: boolean }>({
    of: null,
    sessions: [],
    more: false,
  });
  const [problem, setProblem] = useState<Problem | null>(null);
  const more =
    rest.of === first.data ? rest : { of: first.data, sessions: [], more: first.data?.more ?? false };
  const sessions = [...(first.data?.sessions ?? []), ...more.sessions];
  const older = async () => {
    const last = sessions.at(-1)!;
    const outcome = await ask<{ sessions: Listed[]; more: boolean }>('history', {
      ...ASKS.history[1],
      ...scope,
      before: last.session_id,
    });
    if (outcome.kind === 'failed') setProblem(outcome);
    if (outcome.kind === 'done')
      setRest({
        of: first.data,
        sessions: [...more.sessions, ...outcome.data.sessions],
        more: outcome.data.more,
      });
  };
  return html`<${Head} title="Sessions" about="Every run of an agent, the newest first.">
      ${!report && html`<label class="check"><input type="checkbox" checked=${isAll} onChange=${() => setAll(!isAll)} /> All projects</label>`}
    <//>
    <${Trouble} problem=${first.problem ?? problem} />
    ${!first.data && !first.problem && html`<${Waiting} />`}
    ${first.data && sessions.length === 0 && html`<${Empty} title="No session is on record here">Start a connected agent in this project, or look at all projects. <code>cortex import</code> takes over what your agents kept themselves.<//>`}
    ${
      sessions.length > 0 &&
      html`
      ${days.data && html`<${Calendar} days=${days.data.days} />`}
      <${Timeline} sessions=${sessions} />
      <h2>${plural(sessions.length, 'session')}${more.more ? ', and earlier ones' : ''}</h2>
      <ol class="sessions">${sessions.map((one) => html`<${Row} key=${one.session_id} one=${one} isAll=${isAll} />`)}</ol>
      ${more.more && !report && html`<p class="row"><button type="button" class="main" onClick=${older}>Earlier sessions</button></p>`}`
    }`;
}

function Row({ one, isAll }: { one: Listed; isAll: boolean }): VNode {
  const about = [one.host, isAll ? projectName(one.scope) : null, one.branch, plural(one.turn_count, 'turn')];
  if (one.pins > 0) about.push(plural(one.pins, 'pin'));
  if (one.pending_tasks > 0) about.push(`${one.pending_tasks} open`);
  const state = STATES[one.liveness];
  return html`<li>
    <div class="session-title"><${SessionLink} id=${one.session_id}>${one.title ?? 'Without words yet'}<//>${state && html` <span class=${`badge ${one.liveness}`}>${state}</span>`}</div>
    <div class="muted small">${about.filter(Boolean).join(' · ')} · <${Ago} at=${one.last_activity} /> · <span class="id">${one.session_id.slice(0, 8)}</span></div>
  </li>`;
}

const WEEKS = 53;

/** A square for each day, a column for each week: how many sessions began on it. */
function Calendar({ days }: { days: readonly Day[] }): VNode | null {
  const place = useRef<HTMLDivElement>(null);
  // Without room for a year, the latest weeks are seen first.
  useEffect(() => place.current?.scrollTo({ left: WEEKS * 13 }), []);
  const counts = new Map<string, number>();
  for (const { day, sessions } of days) counts.set(day, (counts.get(day) ?? 0) + sessions);
  if (counts.size === 0) return null;
  const most = Math.max(...counts.values());
  const noon = new Date(report?.at ?? Date.now());
  noon.setHours(12, 0, 0, 0);
  const weekday = (noon.getDay() + 6) % 7;
  const squares = [];
  for (let column = 0; column < WEEKS; column++)
    for (let row = 0; row < 7; row++) {
      const back = (WEEKS - 1 - column) * 7 + weekday - row;
      if (back < 0) continue;
      const date = new Date(noon.getTime() - back * 86_400_000);
      const day = localDay(date);
      const sessions = counts.get(day) ?? 0;
      const shade = sessions === 0 ? 0 : Math.ceil((sessions / most) * 4);
      squares.push(
        html`<rect x=${column * 13} y=${row * 13} width="10" height="10" rx="2" class=${`shade${shade}`}><title>${`${day}: ${plural(sessions, 'session')}`}</title></rect>`,
      );
    }
  const total = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const busy = [...counts].sort((a, b) => (a[0] < b[0] ? 1 : -1));
  return html`<figure class="calendar">
    <div class="scrolls" ref=${place} tabindex="0" role="region" aria-label="Calendar of sessions"><svg viewBox=${`0 0 ${WEEKS * 13} 91`} width=${WEEKS * 13} height="91" role="img" aria-label=${`${plural(total, 'session')} on ${plural(counts.size, 'day')} of the last year`}>${squares}</svg></div>
    <${Behind} label=${`${plural(total, 'session')} on ${plural(counts.size, 'day')} of the last year`}>
      <${Table} label="Sessions by day" rows=${busy} columns=${[
        { title: 'Day', cell: ([day]: [string, number]) => day },
        { title: 'Sessions', isNumber: true, cell: ([, one]: [string, number]) => one },
      ]} /><//>
  </figure>`;
}

function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const LANE = 22;
const WIDTH = 900;
const MOST_DRAWN = 200;

/** Sessions over time: a group for each project, a lane for each agent, and lines from each session to the one before it. */
function Timeline({ sessions }: { sessions: readonly Listed[] }): VNode | null {
  const [width, setWidth] = useState(WIDTH);
  useEffect(() => {
    const fit = () =>
      setWidth(Math.max(280, Math.min(WIDTH, (document.querySelector('main')?.clientWidth ?? WIDTH) - 8)));
    fit();
    addEventListener('resize', fit);
    return () => removeEventListener('resize', fit);
  }, []);
  const drawn = sessions.slice(0, MOST_DRAWN);
  if (drawn.length < 2) return null;
  const begins = drawn.map((one) => Date.parse(one.start_time));
  const ends = drawn.map((one) => Date.parse(one.end_time ?? one.last_activity));
  const from = Math.min(...begins);
  const span = Math.max(60_000, Math.max(...ends) - from);
  const left = Math.min(200, Math.round(width * 0.32));
  const x = (at: number) => left + ((at - from) / span) * (width - left - 12);
  const scopes = [...new Set(drawn.map(({ scope }) => scope))];
  const lanes: { scope: string; host: string; y: number }[] = [];
  const labels: { scope: string; y: number }[] = [];
  let y = 0;
  for (const scope of scopes) {
    labels.push({ scope, y });
    y += 20;
    for (const host of new Set(drawn.filter((one) => one.scope === scope).map((one) => one.host))) {
      lanes.push({ scope, host, y });
      y += LANE;
    }
    y += 8;
  }
  const laneOf = (one: Listed) =>
    lanes.find(({ scope, host }) => scope === one.scope && host === one.host)!.y + LANE / 2;
  const places = new Map(
    drawn.map((one, i) => [
      one.session_id,
      { from: x(begins[i]!), to: Math.max(x(begins[i]!) + 10, x(ends[i]!)), y: laneOf(one), one },
    ]),
  );
  const links = [...places.values()].flatMap((to) => {
    const before = to.one.previous_session_id && places.get(to.one.previous_session_id);
    return before ? [{ before, to }] : [];
  });
  const chars = Math.floor((left - 16) / 7);
  return html`<figure class="timeline">
    <svg viewBox=${`0 0 ${width} ${y + 18}`} width=${width} height=${y + 18} role="img" aria-label=${`Timeline of ${plural(drawn.length, 'session')}, listed below`}>
      ${labels.map(({ scope, y: at }) => html`<text x="0" y=${at + 14} class="scope">${projectName(scope).slice(0, 40)}</text>`)}
      ${lanes.map(({ host, y: at }) => html`<text x="8" y=${at + LANE / 2 + 4} class="lane">${host.slice(0, chars)}</text><line x1=${left} x2=${width} y1=${at + LANE / 2} y2=${at + LANE / 2} class="rail" />`)}
      ${links.map(({ before, to }) => html`<path d=${`M${before.to},${before.y} C${(before.to + to.from) / 2},${before.y} ${(before.to + to.from) / 2},${to.y} ${to.from},${to.y}`} class="link" />`)}
      ${[...places.values()].map(({ from: start, to, y: at, one }) => html`<rect x=${start} y=${at - 5} width=${to - start} height="10" rx="5" class=${`bar ${one.liveness}`}><title>${`${one.title ?? one.session_id.slice(0, 8)} (${absolute(one.start_time)})`}</title></rect>`)}
      <text x=${left} y=${y + 14} class="lane">${absolute(from)}</text>
      ${width > 500 && html`<text x=${width} y=${y + 14} class="lane" text-anchor="end">${absolute(from + span)}</text>`}
    </svg>
  </figure>`;
}

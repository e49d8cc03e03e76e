import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ASKS } from '../asks.ts';
import type { Lane, LaneBar, LanesView } from '../views/lanes.ts';
import { copyContinue, SessionActions } from './actions.tsx';
import { askOperation, findStoryId, report, useOperation } from './api.ts';
import { agentMark, Legend, OUTCOMES } from './marks.tsx';
import {
  dayName,
  Empty,
  plural,
  projectTitle,
  relativeTime,
  Table,
  Trouble,
  timeOfDay,
  Waiting,
} from './parts.tsx';
import { type TimeScale, timeScale } from './timescale.ts';

/** Matters that are drawn at once; more are a click away. */
const AT_ONCE = 10;
const LABEL = 300;
const LEAST_ROOM = 240;
const LEAST_BAR = 24;
const MARK = 8;
/** At the right of today, where matters that are open go on. */
const OPEN_END = 36;

/** The picture of the work: a lane for each matter, a bar for each session, over the days on which somebody worked. */
export function Lanes({ isAll, controls }: { isAll: boolean; controls: VNode | null }): VNode {
  const input = isAll ? { all: true } : ASKS.lanes[1];
  const { data, problem, again } = useOperation<LanesView>('page lanes', input);
  const [older, setOlder] = useState<readonly LanesView[]>([]);
  const [most, setMost] = useState(AT_ONCE);
  const figure = useRef<HTMLElement>(null);
  const room = useRoom(figure);
  const last = older.at(-1) ?? data;
  const lanes = [...(data?.lanes ?? []), ...older.flatMap((one) => one.lanes)];
  const load = async () => {
    setMost(most + AT_ONCE);
    if (lanes.length > most + AT_ONCE || !last?.before) return;
    const outcome = await askOperation<LanesView>('page lanes', { ...input, before: last.before });
    if (outcome.kind === 'done') setOlder([...older, outcome.data]);
  };
  const hasMore = !report && (lanes.length > most || Boolean(last?.before));
  return (
    <figure class="lanes" ref={figure} aria-labelledby="lanes-title">
      <figcaption>
        <h2 id="lanes-title">Your work</h2>
        {controls}
        <Legend />
      </figcaption>
      <Trouble problem={problem} />
      {!data && !problem && <Waiting />}
      {data && lanes.length === 0 && (
        <Empty title="No session yet">
          Start a connected agent in this project. <code>cortex setup</code> connects agents.
        </Empty>
      )}
      {lanes.length > 0 && room > 0 && (
        <Picture lanes={lanes.slice(0, most)} room={room} isAll={isAll} again={again} />
      )}
      {hasMore && (
        <p class="row">
          <button type="button" class="quiet" onClick={load}>
            Earlier work
          </button>
        </p>
      )}
      {lanes.length > 0 && <BehindTable lanes={lanes.slice(0, most)} isAll={isAll} />}
    </figure>
  );
}

/** The width that is there for the picture, also after the window was changed. */
function useRoom(place: { readonly current: HTMLElement | null }): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setRoom(place.current?.clientWidth ?? 0);
    const observer = new ResizeObserver(measure);
    observer.observe(place.current!);
    measure();
    return () => observer.disconnect();
  }, []);
  return room;
}

const NARROW = 700;

interface PictureProps {
  readonly lanes: readonly Lane[];
  readonly room: number;
  readonly isAll: boolean;
  readonly again: () => void;
}

function Picture({ lanes, room, isAll, again }: PictureProps): VNode {
  const isNarrow = room < NARROW;
  const free = Math.max(LEAST_ROOM, isNarrow ? room : room - LABEL);
  const spans = lanes.flatMap(({ bars }) =>
    bars.map(({ start, end }) => ({
      start: Date.parse(start),
      end: Math.max(Date.parse(start), Date.parse(end)),
    })),
  );
  const scale = timeScale(spans, free - OPEN_END);
  const [tip, setTip] = useState<Tip | null>(null);
  const place = useRef<HTMLDivElement>(null);
  // The newest days are seen first.
  useEffect(() => place.current?.scrollTo({ left: place.current.scrollWidth }), [scale.width]);
  const style = `--label:${isNarrow ? room : LABEL}px;--track:${Math.max(scale.width + OPEN_END, free)}px`;
  return (
    <div class={isNarrow ? 'picture narrow' : 'picture'} style={style}>
      <section
        class="scrolls"
        ref={place}
        tabindex={0}
        aria-label="Picture of the work; a table with the same is below"
      >
        <DayAxis columns={scale.columns} />
        <ol>
          {lanes.map((lane) => (
            <LaneRow
              key={lane.bars[0]!.session_id}
              lane={lane}
              scale={scale}
              isAll={isAll}
              showTip={setTip}
              again={again}
            />
          ))}
        </ol>
      </section>
      {tip && <Tooltip tip={tip} />}
    </div>
  );
}

/** Names of the days, and a stripe down the picture for each. */
function DayAxis({ columns }: Pick<TimeScale, 'columns'>): VNode {
  return (
    <>
      <div class="lane lane-days" aria-hidden="true">
        <span class="lane-label"></span>
        <div class="track">
          {columns.map(({ day, left, width, gap }) => (
            <span
              class={gap > 0 ? 'day-name gap' : 'day-name'}
              style={`left:${left}px;width:${width}px`}
            >
              {gap > 0 ? '' : shortDay(day, width)}
            </span>
          ))}
        </div>
      </div>
      <div class="days" aria-hidden="true">
        {columns.map(({ left, width, gap }) => (
          <span
            class={gap > 0 ? 'day gap' : 'day'}
            style={`left:${left}px;width:${width}px`}
          ></span>
        ))}
      </div>
    </>
  );
}

const NARROW_DAY = 84;
const MOST_WIDE = 1_000;

function shortDay(day: string, width = MOST_WIDE): string {
  const name = dayName(day, report ? Date.parse(report.at) : Date.now());
  if (name === 'Today' || name === 'Yesterday') return name;
  return new Date(`${day}T12:00:00`).toLocaleDateString('en-GB', {
    ...(width >= NARROW_DAY && { weekday: 'short' }),
    day: 'numeric',
    month: 'short',
  });
}

interface Tip {
  readonly bar: LaneBar;
  readonly box: DOMRect;
}

interface LaneRowProps {
  readonly lane: Lane;
  readonly scale: TimeScale;
  readonly isAll: boolean;
  readonly showTip: (tip: Tip | null) => void;
  readonly again: () => void;
}

function LaneRow({ lane, scale, isAll, showTip, again }: LaneRowProps): VNode {
  const { bars, open, scope } = lane;
  const newest = bars.at(-1)!;
  const isRunning = newest.outcome === 'running';
  const title = lane.title ?? 'A session without words';
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'c' && !event.ctrlKey && !event.metaKey) void copyContinue(newest.session_id);
  };
  return (
    <li class={`lane ${laneState(lane)}`} data-item tabindex={-1} onKeyDown={pressed}>
      <div class="lane-label">
        <p class="lane-title">
          <StoryLink id={newest.session_id}>{title}</StoryLink>
        </p>
        <p class="small muted lane-about">
          {isRunning && <span class="badge running">running</span>}
          {isAll && <b>{projectTitle(scope)}</b>}
          {open.length > 0 ? (
            <span class="lane-open">{open.join('; ')}</span>
          ) : (
            <span>{isRunning ? '' : `${newest.ended}, ${relativeTime(newest.end)}`}</span>
          )}
        </p>
        <SessionActions id={newest.session_id} title={title} done={again} />
      </div>
      <div class="track">
        <Branch bars={bars} scale={scale} isOpen={open.length > 0} />
        {placeBars(bars, scale).map((one) => (
          <Bar key={one.bar.session_id} {...one} scale={scale} showTip={showTip} />
        ))}
      </div>
    </li>
  );
}

function laneState({ bars, open }: Lane): 'is-running' | 'is-open' | '' {
  if (bars.at(-1)!.outcome === 'running') return 'is-running';
  return open.length > 0 ? 'is-open' : '';
}

function StoryLink({ id, children }: { id: string; children: string }): VNode {
  if (findStoryId(id) === null) return <span>{children}</span>;
  return <a href={`#/session/${id}`}>{children}</a>;
}

interface PlacedBar {
  readonly bar: LaneBar;
  readonly left: number;
  readonly width: number;
}

/** Bars where they lie in time; one that would lie over another is moved behind it. */
function placeBars(bars: readonly LaneBar[], scale: TimeScale): readonly PlacedBar[] {
  const found: PlacedBar[] = [];
  for (const bar of bars) {
    const from = scale.place(Date.parse(bar.start));
    const before = found.at(-1);
    const left = Math.max(from, before ? before.left + before.width + 2 : 0);
    const width = Math.max(LEAST_BAR, scale.place(Date.parse(bar.end)) - left);
    found.push({ bar, left, width });
  }
  // Room at the right edge is given by moving to the left what was moved too far.
  let edge = scale.width;
  return found
    .reverse()
    .map((one) => {
      const left = Math.max(0, Math.min(one.left, edge - one.width));
      edge = left - 2;
      return { ...one, left };
    })
    .reverse();
}

/** The line that holds the sessions of a matter together; an open end goes on to the right. */
function Branch({
  bars,
  scale,
  isOpen,
}: {
  bars: readonly LaneBar[];
  scale: TimeScale;
  isOpen: boolean;
}): VNode {
  const all = placeBars(bars, scale);
  const [first, last] = [all[0]!, all.at(-1)!];
  const end = last.left + last.width;
  return (
    <>
      <span
        class="branch"
        aria-hidden="true"
        style={`left:${first.left}px;width:${end - first.left}px`}
      ></span>
      {isOpen && (
        <span
          class="branch open"
          aria-hidden="true"
          style={`left:${end}px;width:${scale.width + OPEN_END - end - 12}px`}
        ></span>
      )}
    </>
  );
}

interface BarProps extends PlacedBar {
  readonly scale: TimeScale;
  readonly showTip: (tip: Tip | null) => void;
}

function Bar({ bar, left, width, scale, showTip }: BarProps): VNode {
  const { session_id, outcome, host, title, ended, marks } = bar;
  const show = (event: Event) =>
    showTip({ bar, box: (event.currentTarget as Element).getBoundingClientRect() });
  const hide = () => showTip(null);
  const label = `${title ?? 'A session without words'}, ${host}, ${timeOfDay(bar.start)}: ${ended}`;
  const attributes = {
    class: `bar ${outcome}`,
    style: `left:${left}px;width:${width}px`,
    onMouseEnter: show,
    onMouseLeave: hide,
    onFocus: show,
    onBlur: hide,
  };
  const inside = (
    <>
      <span class="agent" aria-hidden="true">
        {agentMark(host)}
      </span>
      <span class="hidden">{label}</span>
      {placeMarks(marks, left, width, scale).map(({ kind, x }) => (
        <span class={`event ${kind}`} style={`left:${x}px`} aria-hidden="true"></span>
      ))}
    </>
  );
  return findStoryId(session_id) === null ? (
    <span {...attributes}>{inside}</span>
  ) : (
    <a href={`#/session/${session_id}`} {...attributes}>
      {inside}
    </a>
  );
}

/** Marks on a bar, each beside the one before it, as many as it has room for: the last ones. */
function placeMarks(
  marks: LaneBar['marks'],
  left: number,
  width: number,
  scale: TimeScale,
): readonly { readonly kind: string; readonly x: number }[] {
  const seen = marks
    .filter(({ kind }) => kind !== 'cut')
    .slice(-Math.max(1, Math.floor(width / MARK)));
  let least = 0;
  return seen.map(({ kind, at }, i) => {
    const most = width - MARK * (seen.length - i);
    const x = Math.max(least, Math.min(most, scale.place(Date.parse(at)) - left));
    least = x + MARK;
    return { kind, x };
  });
}

/** How a session ended, beside its bar. */
function Tooltip({ tip: { bar, box } }: { tip: Tip }): VNode {
  const isBelow = box.top < 220;
  const left = Math.max(8, Math.min(innerWidth - 328, box.left));
  const style = isBelow
    ? `left:${left}px;top:${box.bottom + 8}px`
    : `left:${left}px;bottom:${innerHeight - box.top + 8}px`;
  const signs: Readonly<Record<string, string>> = {
    commit: 'commit',
    red: 'red',
    green: 'green',
    cut: '',
  };
  return (
    <div class="tip" style={style} role="presentation">
      <p>
        <b>{bar.title ?? 'A session without words'}</b>
      </p>
      <p class="small muted">
        {`${bar.host}, ${shortDay(localDayOf(bar.start))} ${timeOfDay(bar.start)} to ${timeOfDay(bar.end)}, ${plural(bar.turns, 'turn')}`}
      </p>
      <p class="small">
        <span class={`badge ${bar.outcome}`}>{OUTCOMES[bar.outcome]}</span> {bar.ended}
      </p>
      {bar.result && <p class="small tip-result">{bar.result}</p>}
      {bar.marks.slice(-4).map(({ kind, text }) => (
        <p class="small tip-mark">
          <span class={`event ${kind}`} aria-hidden="true"></span>
          {`${signs[kind]} ${text}`.trim()}
        </p>
      ))}
    </div>
  );
}

function localDayOf(at: string): string {
  const date = new Date(at);
  date.setMinutes(date.getMinutes() - date.getTimezoneOffset());
  return date.toISOString().slice(0, 10);
}

interface TableRow {
  readonly lane: Lane;
  readonly bar: LaneBar;
}

interface LanesTableProps {
  readonly lanes: readonly Lane[];
  readonly isAll: boolean;
}

/** The table is made when it is opened: it has more elements than the picture. */
function BehindTable(props: LanesTableProps): VNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="behind" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen && <AsTable {...props} />}
    </details>
  );
}

/** The same facts for people who would rather read or listen. */
function AsTable({ lanes, isAll }: LanesTableProps): VNode {
  const rows = lanes.flatMap((lane) =>
    lane.bars.toReversed().map((bar): TableRow => ({ lane, bar })),
  );
  const events = ({ marks }: LaneBar) =>
    marks.map(({ kind, text }) => (kind === 'cut' ? text : `${kind}: ${text}`)).join('; ');
  const columns = [
    { title: 'Matter', cell: ({ lane }: TableRow) => lane.title ?? 'without words' },
    ...(isAll
      ? [{ title: 'Project', cell: ({ lane }: TableRow) => projectTitle(lane.scope) }]
      : []),
    { title: 'Open', cell: ({ lane }: TableRow) => lane.open.join('; ') || 'nothing known' },
    {
      title: 'Session',
      cell: ({ bar }: TableRow) => (
        <StoryLink id={bar.session_id}>{bar.title ?? bar.session_id.slice(0, 8)}</StoryLink>
      ),
    },
    { title: 'Agent', cell: ({ bar }: TableRow) => bar.host },
    {
      title: 'When',
      cell: ({ bar }: TableRow) =>
        `${shortDay(localDayOf(bar.start))} ${timeOfDay(bar.start)} to ${timeOfDay(bar.end)}`,
    },
    { title: 'Ended', cell: ({ bar }: TableRow) => bar.ended },
    { title: 'Commits and checks', cell: ({ bar }: TableRow) => events(bar) },
  ];
  return <Table label="The work by matter" rows={rows} columns={columns} />;
}

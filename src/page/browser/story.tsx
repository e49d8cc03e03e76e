import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { scoreFormula } from '../../domain/answer/relevance.ts';
import type { StoryTurn, StoryView } from '../views/story.ts';
import { SessionActions } from './actions.tsx';
import { report, useOperation } from './api.ts';
import { CheckChip, MadeChip, OUTCOMES, sums } from './marks.tsx';
import {
  Action,
  Ago,
  absolute,
  Behind,
  type Children,
  Empty,
  Head,
  plural,
  projectTitle,
  SessionLink,
  Table,
  Trouble,
  timeOfDay,
  Waiting,
} from './parts.tsx';
import { Prose } from './prose.tsx';

/** A session as a story: each turn with its request, what was done, and the answer. */
export function StoryPage({ id, turn }: { id: string; turn: number | null }): VNode {
  const { data, problem } = useOperation<StoryView>('page story', { session_id: id });
  useEffect(() => {
    if (data && turn !== null)
      document.getElementById(`turn-${turn}`)?.scrollIntoView({ block: 'center' });
  }, [data === null, turn]);
  if (!data)
    return (
      <>
        <Head title="Session" />
        {problem ? <Trouble problem={problem} /> : <Waiting />}
      </>
    );
  const { session, turns, earlier, left } = data;
  const gone = () => {
    location.hash = '#/sessions';
  };
  return (
    <>
      <Head title={session.title ?? 'Without words yet'} />
      <About session={session} gone={gone} />
      {earlier > 0 && (
        <p class="muted small">
          {plural(earlier, 'earlier turn')} not shown;{' '}
          <code>cortex show {session.session_id.slice(0, 8)} --facts</code> has all.
        </p>
      )}
      {turns.length === 0 && (
        <Empty title="Nothing was said in it">
          It was opened and closed again, or an older Cortex stored it whole.
        </Empty>
      )}
      <ol class="story">
        {turns.map((one, i) => (
          <TurnItem turn={one} before={turns[i - 1]} isMeant={one.number === turn} />
        ))}
      </ol>
      <LeftOver left={left} />
      <ToldAt id={session.session_id} />
    </>
  );
}

function About({ session, gone }: Pick<StoryView, 'session'> & { gone: () => void }): VNode {
  return (
    <>
      <div class="facts">
        <span class={`badge ${session.outcome}`}>{OUTCOMES[session.outcome]}</span>
        <span>
          <Ago at={session.start_time} />
          {durationWords(session.start_time, session.end_time ?? session.last_activity)}
        </span>
        <span>{session.host}</span>
        <span>{projectTitle(session.scope)}</span>
        {session.branch && <code>{session.branch}</code>}
        <span>{sums(session)}</span>
        <span class="id">{session.session_id.slice(0, 8)}</span>
        <SessionActions id={session.session_id} title={session.title} done={gone} />
      </div>
      <nav class="neighbours" aria-label="Neighbouring sessions">
        {session.previous && (
          <span>
            ←{' '}
            <SessionLink id={session.previous.session_id}>
              {session.previous.title ?? 'the session before'}
            </SessionLink>
          </span>
        )}
        {session.next && (
          <span class="push">
            <SessionLink id={session.next.session_id}>
              {session.next.title ?? 'the session after it'}
            </SessionLink>{' '}
            →
          </span>
        )}
      </nav>
    </>
  );
}

function LeftOver({ left }: Pick<StoryView, 'left'>): VNode {
  return (
    <div class="left-over">
      {TitledList(
        'Left open',
        left.tasks.map(({ title, stage }) => (
          <>
            {title} <span class="muted small">{stage}</span>
          </>
        )),
      )}
      {TitledList(
        'Pins it held',
        left.pins.map(({ content, label }) => (
          <>
            {label && (
              <>
                <b>{label}</b>{' '}
              </>
            )}
            {content}
          </>
        )),
      )}
      {TitledList(
        'Files changed',
        left.files.slice(-12).map((path) => <code>{path}</code>),
      )}
    </div>
  );
}

function durationWords(from: string, to: string): string {
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  if (minutes < 1) return '';
  return minutes < 90 ? `, ${minutes} min` : `, ${Math.round(minutes / 60)} h`;
}

const ENDED: Readonly<Record<string, string>> = {
  'broken off': 'broken off',
  'usage limit': 'stopped by a usage limit',
  failed: 'the host broke it off',
};

function TurnItem({
  turn,
  before,
  isMeant,
}: {
  turn: StoryTurn;
  before: StoryTurn | undefined;
  isMeant: boolean;
}): VNode {
  const { number, at, asked, between, answered, notes, ended, until, outcome } = turn;
  const isNewDay = before !== undefined && before.at.slice(0, 10) !== at.slice(0, 10);
  return (
    <li
      id={`turn-${number}`}
      class={`turn ${outcome}${isMeant ? ' meant' : ''}`}
      data-item
      tabindex={-1}
    >
      <div class="turn-when small muted">
        <time datetime={at} title={absolute(at)}>
          {isNewDay ? absolute(at) : timeOfDay(at)}
        </time>
        {turn.minutes > 0 && <span>{turn.minutes} min</span>}
      </div>
      <div class="turn-body">
        {asked && (
          <div class="asked">
            <span class="hidden">You: </span>
            <Words text={asked} most={700} />
          </div>
        )}
        {between.length > 0 && <Between texts={between} />}
        <Work turn={turn} />
        <Did turn={turn} />
        {answered && (
          <div class="answered">
            <span class="hidden">Agent: </span>
            <Words text={answered} most={900} />
            {!report && <PinAnswer text={answered} />}
          </div>
        )}
        {ended && ENDED[ended] && (
          <p class="small bad-text">
            {ENDED[ended]}
            {until && <>, until {absolute(until)}</>}
          </p>
        )}
        {!answered && ended === null && <p class="small muted">not answered</p>}
        {notes.length > 0 && (
          <Behind label={plural(notes.length, 'note')}>
            {notes.map((line) => (
              <p class="step">{line}</p>
            ))}
          </Behind>
        )}
      </div>
    </li>
  );
}

/** The agent's words between tool calls: the first few, the rest on request. */
function Between({ texts }: { texts: readonly string[] }): VNode {
  return (
    <div class="between">
      {texts.slice(0, 3).map((text) => (
        <Words text={text} most={280} />
      ))}
      {texts.length > 3 && (
        <Behind label={plural(texts.length - 3, 'more remark')}>
          {texts.slice(3).map((text) => (
            <Words text={text} most={280} />
          ))}
        </Behind>
      )}
    </div>
  );
}

/** Files, checks and commits of a turn. */
function Did({ turn: { files, runs, made } }: { turn: StoryTurn }): VNode {
  return (
    <>
      {files.length + runs.length + made.length > 0 && (
        <p class="chips">
          {fileChips(files)}
          {runs.map((run) => (
            <CheckChip run={run} />
          ))}
          {made.map((one) => (
            <MadeChip one={one} />
          ))}
        </p>
      )}
      {runs
        .filter(({ failing, outcomes }) => failing && outcomes.at(-1) === 'red')
        .map(({ failing }) => (
          <p class="failing">{failing}</p>
        ))}
    </>
  );
}

/** The tools that ran, and subagents below them. */
function Work({ turn: { tools, subagents } }: { turn: StoryTurn }): VNode | null {
  if (tools.length + subagents.length === 0) return null;
  return (
    <div class="work small muted">
      {tools.length > 0 && (
        <p>
          {tools.map(({ tool, count }) => (count > 1 ? `${tool} × ${count}` : tool)).join(' · ')}
        </p>
      )}
      {subagents.map(({ name, tools: count }) => (
        <p class="deeper">{`subagent ${name}${count > 0 ? `, ${plural(count, 'tool call')}` : ''}`}</p>
      ))}
    </div>
  );
}

const LONGEST_PIN = 300;

/** Keeps what the agent said: its first sentences, as far as a pin has room. */
function PinAnswer({ text }: { text: string }): VNode {
  const words =
    text.length <= LONGEST_PIN ? text : `${text.slice(0, LONGEST_PIN).replace(/\s+\S*$/, '')} …`;
  const about = words.slice(0, 60);
  return (
    <Action
      label="Pin this answer"
      about={about}
      operation="pin"
      input={{ content: words }}
      done={() => {}}
    />
  );
}

const MOST_CHIPS = 5;

/** Files by their names; where they lie is said on hover. */
function fileChips(files: readonly string[]): Children {
  const shown = files.slice(-MOST_CHIPS);
  return (
    <>
      {shown.map((path) => (
        <FileChip path={path} />
      ))}
      {files.length > MOST_CHIPS && (
        <span class="chip file" title={files.slice(0, -MOST_CHIPS).join('\n')}>
          {files.length - MOST_CHIPS} more
        </span>
      )}
    </>
  );
}

/** Leads to who wrote the lines of the file, where there are other pages. */
function FileChip({ path }: { path: string }): VNode {
  const name = path.split('/').at(-1);
  if (report)
    return (
      <span class="chip file" title={path}>
        {name}
      </span>
    );
  return (
    <a
      class="chip file"
      href={`#/why/${encodeURIComponent(path)}`}
      title={`Why are the lines of ${path} so?`}
    >
      {name}
    </a>
  );
}

/** A text whole; a long one opens on request. */
function Words({ text, most }: { text: string; most: number }): VNode {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > most * 1.3;
  const shown = isOpen || !isLong ? text : `${text.slice(0, most).replace(/\s+\S*$/, '')} …`;
  return (
    <>
      <Prose text={shown} />
      {isLong && (
        <button
          type="button"
          class="quiet inline"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'less' : 'all of it'}
        </button>
      )}
    </>
  );
}

function TitledList(title: string, lines: readonly Children[]): Children {
  return (
    lines.length > 0 && (
      <section>
        <h2>{title}</h2>
        <ul class="plain">
          {lines.map((line) => (
            <li>{line}</li>
          ))}
        </ul>
      </section>
    )
  );
}

interface Restore {
  readonly phase: string;
  readonly at: string;
  readonly preamble: string | null;
  readonly explanation: {
    readonly candidates?: readonly WeighedSession[];
    readonly preamble_chars?: number;
  } | null;
}

interface WeighedSession {
  readonly session_id: string;
  readonly relevance: number;
  readonly recency: number;
  readonly overlap: number;
  readonly tasks: number;
  readonly verdict: string;
}

const PHASES: Readonly<Record<string, string>> = {
  start: 'At its start',
  prompt: 'With the first prompt',
  compact: 'After its context began anew',
  resume: 'When it was resumed',
};

/** The texts that the session was told about those before it, and the reasons. */
function ToldAt({ id }: { id: string }): VNode | null {
  const { data } = useOperation<{ restores: Restore[] }>('told', {
    session_id: id,
    preamble: true,
  });
  if (!data) return null;
  return (
    <>
      <h2>What it was told</h2>
      {data.restores.length === 0 && (
        <p class="muted">Nothing: it was the first, or restoring was off.</p>
      )}
      {data.restores.map((one) => (
        <Restored restore={one} />
      ))}
    </>
  );
}

function Restored({ restore: { phase, at, preamble, explanation } }: { restore: Restore }): VNode {
  const candidates = explanation?.candidates ?? [];
  const length = preamble?.length ?? explanation?.preamble_chars ?? 0;
  return (
    <details class="behind">
      <summary>
        {PHASES[phase] ?? 'Continued from another'}, <Ago at={at} />:{' '}
        {length === 0 ? 'nothing' : plural(length, 'character')}
      </summary>
      {preamble && (
        <pre class="text" tabindex={0}>
          {preamble}
        </pre>
      )}
      {candidates.length > 0 && (
        <>
          <p class="muted small">Score = {scoreFormula()}</p>
          <Table
            label="Sessions that were weighed"
            rows={candidates}
            columns={[
              {
                title: 'Session',
                cell: (one: WeighedSession) => <SessionLink id={one.session_id} />,
              },
              {
                title: 'Score',
                isNumber: true,
                cell: (one: WeighedSession) => one.relevance.toFixed(2),
              },
              {
                title: 'Recency',
                isNumber: true,
                isSpare: true,
                cell: (one: WeighedSession) => one.recency.toFixed(2),
              },
              {
                title: 'Overlap',
                isNumber: true,
                isSpare: true,
                cell: (one: WeighedSession) => one.overlap.toFixed(2),
              },
              {
                title: 'Tasks',
                isNumber: true,
                isSpare: true,
                cell: (one: WeighedSession) => one.tasks.toFixed(2),
              },
              { title: 'Verdict', cell: (one: WeighedSession) => one.verdict },
            ]}
          />
        </>
      )}
    </details>
  );
}

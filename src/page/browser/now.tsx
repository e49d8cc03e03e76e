import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ToldSection } from '../../operations/restore/told.ts';
import { ASKS } from '../asks.ts';
import type { Headline, News } from '../views/now.ts';
import { surroundings, useOperation } from './api.ts';
import { Dot } from './marks.tsx';
import {
  Ago,
  agoInWords,
  Empty,
  number,
  plural,
  projectName,
  SessionLink,
  Trouble,
  Waiting,
} from './parts.tsx';
import { Told, wordsAlone } from './told.tsx';

interface Now {
  readonly scope: string;
  readonly branch: string | null;
  readonly enabled: boolean;
  readonly running: readonly { session_id: string; host: string; last_activity: string }[];
  readonly text: string | null;
  readonly sections: readonly ToldSection[];
  readonly tokens: number;
  /** Absent inside an agent's host, which shows only the text. */
  readonly headline?: Headline;
  readonly news?: News;
}

export function NowPage(): VNode {
  const { data, problem, again } = useOperation<Now>(...ASKS.now);
  // Whoever comes back from the terminal sees what happened there.
  useEffect(() => {
    if (!surroundings().hasPages) return;
    addEventListener('focus', again);
    return () => removeEventListener('focus', again);
  }, []);
  if (!data)
    return (
      <>
        <h1 class="lede" tabindex={-1}>
          Now
        </h1>
        {problem ? <Trouble problem={problem} /> : <Waiting />}
      </>
    );
  const { headline, news, text, sections } = data;
  return (
    <>
      <p class="eyebrow">
        <b>{projectName(data.scope)}</b>
        {data.branch && (
          <>
            {' '}
            <code>{data.branch}</code>
          </>
        )}
        {data.running.slice(0, 2).map((one) => (
          <span>
            <span class="dot running" aria-hidden="true"></span>
            {one.host} is running, <SessionLink id={one.session_id} />, active <Ago at={one.last_activity} />
          </span>
        ))}
      </p>
      {headline ? (
        <Lede headline={headline} />
      ) : (
        <h1 class="lede" tabindex={-1}>
          Today
        </h1>
      )}
      {!data.enabled && (
        <div class="notice">
          Restoring is switched off: nothing of this is told.{' '}
          <code>cortex config set restore.enabled true</code> switches it on.
        </div>
      )}
      <Since news={news} sections={sections} />
      {text === null ? (
        <Empty title="Start a session of your agent in this project">
          What you ask for, what it does and what is left open stand here afterwards.{' '}
          <code>cortex setup</code> connects agents.
        </Empty>
      ) : (
        <Sheet now={data} text={text} added={news?.added ?? []} again={again} />
      )}
    </>
  );
}

/** The state of things in a sentence: the facts stand out, the words between them do not. */
function Lede({ headline: { last, red, checked, waiting, open } }: { headline: Headline }): VNode {
  if (!last)
    return (
      <h1 class="lede" tabindex={-1}>
        Nothing has happened here yet.
      </h1>
    );
  const goal = <SessionLink id={last.session_id}>{last.goal ?? 'a session without words'}</SessionLink>;
  const when = <time datetime={last.last_activity}>{agoInWords(last.last_activity)}</time>;
  const stopped =
    last.outcome === 'running' ? (
      <>
        <i>{last.host} is at work on</i> {goal}
        <i>.</i>
      </>
    ) : last.outcome === 'cut' ? (
      <>
        <i>The last session was cut off</i> {when} <i>at</i> {goal}
        <i>.</i>
      </>
    ) : (
      <>
        <i>You stopped</i> {when} <i>at</i> {goal}
        <i>.</i>
      </>
    );
  return (
    <>
      <h1 class="lede" tabindex={-1}>
        {stopped} <Checks red={red.length} checked={checked} />
        <i>{open + waiting > 0 ? ', ' : ' and '}</i>
        {open > 0 ? <>{plural(open, 'task is', 'tasks are')} open</> : <i>no task is noted</i>}
        {waiting > 0 ? (
          <>
            <i>, and</i> {plural(waiting, 'thing is', 'things are')} in the way
          </>
        ) : (
          ''
        )}
        <i>.</i>
      </h1>
      {red.length > 0 && (
        <ul class="reds">
          {red.slice(0, 3).map(({ text, session, at }) => (
            <li>
              <span class="dot red" aria-hidden="true"></span>
              <span>
                {text}{' '}
                <span class="muted small">
                  <Ago at={at} />
                  {session && (
                    <>
                      , <SessionLink id={session} />
                    </>
                  )}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What is known of the checks; that nothing is red is not known. */
function Checks({ red, checked }: { red: number; checked: string | null }): VNode {
  if (red > 0) return <span class="bad-text">{red === 1 ? 'One check is' : `${red} checks are`} red</span>;
  if (checked === null) return <i>No check is known</i>;
  return (
    <>
      <i>The last check that is known passed</i> <time datetime={checked}>{agoInWords(checked)}</time>
    </>
  );
}

/** The difference to the last look: lines that came, and what was finished or is told no more. */
function Since({
  news,
  sections,
}: {
  news: News | undefined;
  sections: readonly ToldSection[];
}): VNode | null {
  const [isOpen, setOpen] = useState(true);
  if (!news?.since || !isOpen) return null;
  const { since, closed, sessions, gone } = news;
  // Its sessions stand there already, and tell their turns themselves.
  const lines = sections
    .flatMap((one) => one.lines)
    .filter(({ key, kind }) => news.added.includes(key) && kind !== 'session' && kind !== 'other');
  if (lines.length + closed.length + gone + sessions.length === 0) return null;
  return (
    <section class="since" aria-label="Since you looked">
      <div class="since-head">
        <h2>
          Since you looked <Ago at={since} />
        </h2>
        <button type="button" class="quiet" onClick={() => setOpen(false)}>
          Hide
        </button>
      </div>
      <ul>
        {sessions.slice(0, 4).map((one) => (
          <li>
            <Dot outcome={one.outcome} />
            <span>
              <SessionLink id={one.session_id}>{one.title ?? 'A session without words'}</SessionLink>{' '}
              <span class="muted small">{one.host}</span>
            </span>
          </li>
        ))}
        {lines.slice(0, 6).map(({ text }) => (
          <li class="came">
            <span class="sign" aria-hidden="true">
              +
            </span>
            <ins>{wordsAlone(text)}</ins>
          </li>
        ))}
        {lines.length > 6 && (
          <li class="came">
            <span class="sign" aria-hidden="true">
              +
            </span>
            <span>{plural(lines.length - 6, 'more line')}</span>
          </li>
        )}
        {closed.slice(0, 6).map((text) => (
          <li class="went">
            <span class="sign" aria-hidden="true">
              ✓
            </span>
            <del>{text}</del>
          </li>
        ))}
        {gone > 0 && (
          <li class="muted">
            <span class="sign" aria-hidden="true">
              −
            </span>
            <span>{plural(gone, 'line is', 'lines are')} no longer told</span>
          </li>
        )}
      </ul>
    </section>
  );
}

interface OfSheet {
  readonly now: Now;
  readonly text: string;
  readonly added: readonly string[];
  readonly again: () => void;
}

function Sheet({ now: { sections, tokens }, text, added, again }: OfSheet): VNode {
  const [isRaw, setRaw] = useState(false);
  const length = surroundings().hasPages ? (
    <>
      {' '}
      <span class="muted small">{number(tokens)} tokens</span>
    </>
  ) : (
    ''
  );
  return (
    <>
      <div class="sheet-head">
        <h2>The next session will be told{length}</h2>
        <button type="button" class="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          To the letter
        </button>
      </div>
      {isRaw ? (
        <pre class="text" tabindex={0}>
          {text}
        </pre>
      ) : (
        <div class="sheet">
          {sections.map((section) => (
            <Told section={section} added={added} again={again} />
          ))}
        </div>
      )}
    </>
  );
}

import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { DAY } from '../../domain/base/time.ts';
import type { ToldSection } from '../../operations/answer/told.ts';
import { ASKS } from '../asks.ts';
import type { News } from '../views/now.ts';
import { CopyCommand } from './actions.tsx';
import { readAddress, refine } from './address.ts';
import { report, useOperation } from './api.ts';
import { Lanes } from './lanes.tsx';
import { Dot } from './marks.tsx';
import {
  Ago,
  Empty,
  plural,
  projectTitle,
  relativeTimeInWords,
  SessionLink,
  Trouble,
  Waiting,
} from './parts.tsx';
import { wordsAlone } from './told.tsx';

interface MatterJson {
  readonly session_id: string;
  readonly title: string | null;
  readonly host: string;
  readonly last_activity: string;
  readonly open: readonly string[];
  readonly continue: string;
}

/** The answer of `cortex --json`. */
interface NowJson {
  readonly scope: string;
  readonly branch: string | null;
  readonly at: string;
  readonly running: readonly {
    readonly session_id: string;
    readonly host: string;
    readonly last_activity: string;
  }[];
  readonly last: (MatterJson & { readonly ending: string; readonly result: string | null }) | null;
  readonly red: readonly {
    readonly command: string | null;
    readonly failing: string | null;
    readonly at: string;
    readonly session: string | null;
    readonly isUnread: boolean;
  }[];
  readonly checked: { readonly at: string; readonly green: boolean } | null;
  readonly not_committed: readonly { readonly path: string; readonly how: string }[];
  readonly agent_asks: string | null;
  readonly you_asked: string | null;
  readonly in_the_way: readonly string[];
  readonly next: readonly string[];
}

export function NowPage(): VNode {
  const { data, problem, again } = useOperation<NowJson>(...ASKS.now);
  const isAll = readAddress().params.get('all') === '1';
  // A person who comes back from the terminal sees what happened there.
  useEffect(() => {
    addEventListener('focus', again);
    return () => removeEventListener('focus', again);
  }, []);
  return (
    <>
      {!data && (
        <h1 class="lede" tabindex={-1}>
          Now
        </h1>
      )}
      {!data && (problem ? <Trouble problem={problem} /> : <Waiting />)}
      {data && <Standing now={data} />}
      {data && <Since />}
      <Lanes isAll={isAll} controls={report ? null : <ProjectChoice isAll={isAll} />} />
    </>
  );
}

/** Chooses between one project and all. */
function ProjectChoice({ isAll }: { isAll: boolean }): VNode {
  const choices: readonly (readonly [label: string, value: boolean])[] = [
    ['This project', false],
    ['All projects', true],
  ];
  return (
    <div class="segments" role="group" aria-label="Whose work">
      {choices.map(([label, value]) => (
        <button
          type="button"
          aria-pressed={isAll === value}
          onClick={() => refine({ all: value ? '1' : null })}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function Standing({ now }: { now: NowJson }): VNode {
  const { scope, branch, running, last } = now;
  return (
    <section aria-label="Where you stopped">
      <p class="eyebrow">
        <b>{projectTitle(scope)}</b>
        {branch && <code>{branch}</code>}
        {running.slice(0, 2).map((one) => (
          <span>
            <span class="dot running" aria-hidden="true"></span>
            {one.host} is running, active <Ago at={one.last_activity} />
          </span>
        ))}
      </p>
      {last ? (
        <Lede last={last} />
      ) : (
        <h1 class="lede" tabindex={-1}>
          Nothing has happened here yet.
        </h1>
      )}
      {last ? (
        <Facts now={now} last={last} />
      ) : (
        <Empty title="Start a session of your agent in this project">
          What you ask for, what it does and what is left open stand here afterwards.{' '}
          <code>cortex setup</code> connects agents.
        </Empty>
      )}
    </section>
  );
}

/** The same words as the command's. */
const ENDED: Readonly<Record<string, string>> = {
  answered: 'the agent answered',
  'no reply': 'there was no reply',
  'broken off': 'you broke it off',
  limit: 'it stopped at its usage limit',
  failed: 'the agent failed',
  killed: 'it was cut off in the middle',
};

function Lede({ last }: { last: NonNullable<NowJson['last']> }): VNode {
  const title = last.title ?? 'a session without words';
  const link = <SessionLink id={last.session_id}>{title.replace(/[.?!]$/, '')}</SessionLink>;
  const ago = <time datetime={last.last_activity}>{relativeTimeInWords(last.last_activity)}</time>;
  return (
    <h1 class="lede" tabindex={-1}>
      {last.ending === 'running' ? (
        <>
          <i>{last.host} is at work on</i> {link}
          <i>.</i>
        </>
      ) : (
        <>
          <i>You stopped</i> {ago} <i>at</i> {link}
          <i>; {ENDED[last.ending]}.</i>
        </>
      )}
    </h1>
  );
}

const MOST = 4;

function Facts({ now, last }: { now: NowJson; last: NonNullable<NowJson['last']> }): VNode {
  const { red, not_committed: files, agent_asks, you_asked, in_the_way, next } = now;
  return (
    <dl class="standing">
      {last.result && <Fact name="Last">{last.result}</Fact>}
      {red.length > 0 ? <Red red={red} /> : <Fact name="Checks">{checkedWords(now, last)}</Fact>}
      {files.length > 0 && (
        <Fact name="Not committed">
          <span class="middling-text">
            {files
              .slice(0, MOST)
              .map(({ path }) => path)
              .join(', ')}
          </span>
          {files.length > MOST && ` and ${files.length - MOST} more`}
        </Fact>
      )}
      {you_asked && (
        <Fact name="You asked">
          {you_asked} <span class="muted">(no reply)</span>
        </Fact>
      )}
      {agent_asks && <Fact name="It asks you">{agent_asks}</Fact>}
      {in_the_way.length > 0 && <Fact name="In the way">{lines(in_the_way)}</Fact>}
      <Fact name="Next">
        {next.length > 0 ? lines(next) : <span class="muted">no task is noted</span>}
      </Fact>
      {!report && (
        <Fact name="Go on">
          <CopyCommand command={last.ending === 'running' ? last.continue : 'cortex continue'} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function lines(all: readonly string[]): VNode {
  return (
    <ul>
      {all.slice(0, MOST).map((one) => (
        <li>{one}</li>
      ))}
      {all.length > MOST && <li class="muted">{`and ${all.length - MOST} more`}</li>}
    </ul>
  );
}

function Red({ red }: { red: NowJson['red'] }): VNode {
  return (
    <Fact name="Red">
      <ul class="reds">
        {red.slice(0, 3).map(({ command, failing, at, session, isUnread }) => (
          <li>
            <span class="bad-text">{[command, failing].filter(Boolean).join(': ')}</span>{' '}
            <span class="muted small">
              failed <Ago at={at} />,{' '}
              {isUnread ? 'ran again since, outcome unknown' : 'not green since'}
              {session && (
                <>
                  {', '}
                  <SessionLink id={session} />
                </>
              )}
            </span>
          </li>
        ))}
        {red.length > 3 && <li class="muted">{`and ${red.length - 3} more`}</li>}
      </ul>
    </Fact>
  );
}

/** The last check in words, and no more than is known: that nothing is red is not. */
function checkedWords({ checked }: NowJson, last: MatterJson): string {
  if (checked === null) return 'no check is known to have run';
  const passed = checked.green ? 'passed' : 'ran';
  if (Date.parse(last.last_activity) - Date.parse(checked.at) > DAY)
    return `no check ran since ${new Date(checked.at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })}; that one ${passed}`;
  return `the last one ${passed} ${relativeTimeInWords(checked.at)}`;
}

interface ToldJson {
  readonly sections: readonly ToldSection[];
  readonly news: News;
}

/** The difference to the last look: sessions and lines that came, and what was finished or is told no more. */
function Since(): VNode | null {
  const [isOpen, setOpen] = useState(true);
  const { data } = useOperation<ToldJson>(...ASKS.told);
  if (!data?.news.since || !isOpen) return null;
  const { since, closed, sessions, gone, added } = data.news;
  // Its sessions stand there already, and tell their turns themselves.
  const came = data.sections
    .flatMap((one) => one.lines)
    .filter(({ key, kind }) => added.includes(key) && kind !== 'session' && kind !== 'other');
  if (came.length + closed.length + gone + sessions.length === 0) return null;
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
          <NewSession one={one} />
        ))}
        {came.slice(0, 6).map(({ text }) => (
          <NewsLine change="came" sign="+">
            <ins>{wordsAlone(text)}</ins>
          </NewsLine>
        ))}
        {came.length > 6 && (
          <NewsLine change="came" sign="+">
            <span>{plural(came.length - 6, 'more line')}</span>
          </NewsLine>
        )}
        {closed.slice(0, 6).map((text) => (
          <NewsLine change="went" sign="✓">
            <del>{text}</del>
          </NewsLine>
        ))}
        {gone > 0 && (
          <NewsLine change="muted" sign="−">
            <span>{plural(gone, 'line is', 'lines are')} no longer told</span>
          </NewsLine>
        )}
      </ul>
    </section>
  );
}

function NewSession({ one }: { one: News['sessions'][number] }): VNode {
  return (
    <li>
      <Dot outcome={one.outcome} />
      <span>
        <SessionLink id={one.session_id}>{one.title ?? 'A session without words'}</SessionLink>{' '}
        <span class="muted small">{one.host}</span>
      </span>
    </li>
  );
}

interface NewsLineProps {
  readonly change: 'came' | 'went' | 'muted';
  readonly sign: string;
  readonly children: ComponentChildren;
}

function NewsLine({ change, sign, children }: NewsLineProps): VNode {
  return (
    <li class={change}>
      <span class="sign" aria-hidden="true">
        {sign}
      </span>
      {children}
    </li>
  );
}

import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Control, ToldLine, ToldSection } from '../../../operations/today/told.ts';
import type { News } from '../seen.ts';
import { useOperation } from './api.ts';
import { Action, Ago, Empty, Head, number, plural, SessionLink, Trouble, Waiting } from './parts.ts';

interface Today {
  readonly scope: string;
  readonly branch: string | null;
  readonly enabled: boolean;
  readonly running: readonly { session_id: string; host: string; last_activity: string }[];
  readonly text: string | null;
  readonly sections: readonly ToldSection[];
  readonly tokens: number;
  readonly news?: News;
}

const WORDS: Readonly<Record<Control['does'], string>> = {
  unpin: 'Unpin',
  done: 'Done',
  drop: 'Drop',
  forget: 'Never tell this',
  confirm: 'True',
  contradict: 'Wrong',
  resolve: 'Resolved',
};

/** Headings as the model reads them, in words for people. */
const TITLES: Readonly<Record<string, string>> = {
  'LAST TIME': 'Last time',
  STATE: 'Where it stands',
  'PENDING TASKS': 'Unfinished',
  'THE USER SAID': 'What you said',
  'WORKING MEMORY RESTORED': 'Pins',
  'WORKING MEMORY': 'Pins',
  DECISIONS: 'Decided',
  'EARLIER SESSIONS': 'Earlier sessions',
  MEMORIES: 'Memories',
  'ACTIVE PROJECTS': 'Projects',
  'HOT TOPICS': 'Topics',
};

export function TodayPage(): VNode {
  const { data, problem, again } = useOperation<Today>('today');
  if (!data)
    return html`<${Head} title="Today" />${problem ? html`<${Trouble} problem=${problem} />` : html`<${Waiting} />`}`;
  const { running, sections, news, text } = data;
  return html`<${Head} title="Today" about=${
    data.text === null
      ? 'What the next session here would be told.'
      : `What the next session here would be told: ${number(data.tokens)} tokens, to the letter.`
  } />
    ${!data.enabled && html`<div class="notice">Restoring is switched off: nothing of this is told. <code>cortex config set restore.enabled true</code> switches it on.</div>`}
    <div class="facts">
      <span><b>${data.scope}</b>${data.branch && html` on <code>${data.branch}</code>`}</span>
      ${running.length === 0 && html`<span class="muted">no session is running</span>`}
      ${running.map((one) => html`<span><span class="dot" aria-hidden="true"></span>${one.host} is running, <${SessionLink} id=${one.session_id} />, active <${Ago} at=${one.last_activity} /></span>`)}
    </div>
    <${Since} news=${news} />
    ${text === null && html`<${Empty} title="Nothing yet">Work with a connected agent here. What it asks, does and leaves open stands here afterwards. <code>cortex setup</code> connects agents.<//>`}
    ${sections.map((section) => html`<${Section} section=${section} added=${news?.added ?? []} again=${again} />`)}
    ${text !== null && html`<details class="behind"><summary>The text as the model gets it</summary><pre class="text" tabindex="0">${text}</pre></details>`}`;
}

function Since({ news }: { news: News | undefined }): VNode | null {
  if (!news?.since || news.added.length + news.gone === 0) return null;
  const parts = [
    ...(news.added.length > 0 ? [`${plural(news.added.length, 'line is', 'lines are')} new`] : []),
    ...(news.gone > 0 ? [`${plural(news.gone, 'line is', 'lines are')} gone`] : []),
  ];
  return html`<div class="notice">Since you looked <${Ago} at=${news.since} />: ${parts.join(', ')}.</div>`;
}

interface OfSection {
  readonly section: ToldSection;
  readonly added: readonly string[];
  readonly again: () => void;
}

function Section({ section, added, again }: OfSection): VNode {
  const title = TITLES[section.heading] ?? section.heading;
  return html`<section class="told">
    <div class="told-head"><h2>${title}</h2>${section.about && html`<p class="muted">${section.about}</p>`}</div>
    <ul class="lines">
      ${section.lines.map((line) => html`<${Line} key=${line.key} line=${line} isNew=${added.includes(line.key)} again=${again} />`)}
      ${section.more && html`<li class="muted">and ${section.more}</li>`}
    </ul>
  </section>`;
}

function Line({ line, isNew, again }: { line: ToldLine; isNew: boolean; again: () => void }): VNode {
  const [isOpen, setOpen] = useState(false);
  const { text, why, controls, session_id, memory_id } = line;
  const [, lead, rest] =
    /^(asked|told|the agent|committed|failing|blocked \([^)]*\)|since then|next[^:]{0,30}|files|functions|phase|CRITICAL [^:]{1,80}): ([\s\S]*)$/.exec(
      text,
    ) ?? [];
  const hasMore = why.length > 0 || session_id !== null || memory_id !== null;
  const short = text.slice(0, 60);
  return html`<li class=${isNew ? 'line new' : 'line'}>
    <div class="line-text">${isNew && html`<span class="badge">new</span> `}${lead ? html`<span class="lead">${lead}</span> ${rest}` : text}</div>
    <div class="line-doing">
      ${hasMore && html`<button type="button" class="quiet" aria-expanded=${isOpen} aria-label=${`Why: ${short}`} onClick=${() => setOpen(!isOpen)}>Why</button>`}
      ${controls.map((one) => html`<${Action} label=${WORDS[one.does]} operation=${one.operation} input=${one.input} isDanger=${one.does === 'forget'} about=${short} done=${again} />`)}
    </div>
    ${
      isOpen &&
      html`<div class="why">
      ${why.map((one) => html`<p>${one}</p>`)}
      ${session_id && html`<p>From session <${SessionLink} id=${session_id} /></p>`}
      ${memory_id && html`<p>Memory <a class="id" href=${`#/memory/${memory_id}`}>${memory_id}</a></p>`}
    </div>`
    }
  </li>`;
}

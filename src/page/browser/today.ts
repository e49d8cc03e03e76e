import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { HEADINGS } from '../../domain/answer/headings.ts';
import type { Control, ToldLine, ToldSection } from '../../operations/restore/told.ts';
import { ASKS } from '../asks.ts';
import type { News } from '../seen.ts';
import { surroundings, useOperation } from './api.ts';
import {
  Action,
  Ago,
  Empty,
  Head,
  number,
  plural,
  projectName,
  SessionLink,
  Trouble,
  Waiting,
} from './parts.ts';

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
  mute: 'Never tell this',
};

/** Headings as the model reads them, in words for people. */
const TITLES: Readonly<Record<string, string>> = {
  [HEADINGS.lastTime]: 'Last time',
  [HEADINGS.beforeThat]: 'Before that',
  [HEADINGS.state]: 'Where it stands',
  [HEADINGS.tasks]: 'Unfinished',
  [HEADINGS.rules]: 'What you said',
  [HEADINGS.inherited]: 'Pins',
  [HEADINGS.pinned]: 'Pins',
  [HEADINGS.decisions]: 'Decided',
  [HEADINGS.earlier]: 'Earlier sessions',
  [HEADINGS.memories]: 'Memories',
  [HEADINGS.projects]: 'Projects',
  [HEADINGS.topics]: 'Topics',
};

export function TodayPage(): VNode {
  const { data, problem, again } = useOperation<Today>(...ASKS.today);
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
      <span><b>${projectName(data.scope)}</b>${data.branch && html` on <code>${data.branch}</code>`}</span>
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
  // One session stands behind all lines of where it stopped: its reason is said once.
  const isOne = section.heading === HEADINGS.lastTime || section.heading === HEADINGS.beforeThat;
  const [first] = section.lines;
  return html`<section class="told">
    <div class="told-head"><h2>${title}</h2>
      ${section.about && html`<p class="muted">${section.about}</p>`}
      ${isOne && first && html`<${Why} line=${first} short=${title} />`}
    </div>
    <ul class="lines">
      ${section.lines.map((line) => html`<${Line} key=${line.key} line=${line} isNew=${added.includes(line.key)} hasOwn=${!isOne} again=${again} />`)}
      ${section.more && html`<li class="muted small">and ${section.more}</li>`}
    </ul>
  </section>`;
}

interface OfLine {
  readonly line: ToldLine;
  readonly isNew: boolean;
  /** The line shows its own reason, not its section. */
  readonly hasOwn: boolean;
  readonly again: () => void;
}

function Line({ line, isNew, hasOwn, again }: OfLine): VNode {
  const { text, controls } = line;
  const short = text.replace(/^\[[^\]]*\] /, '').slice(0, 60);
  return html`<li class=${isNew ? 'line new' : 'line'}>
    <div class="line-text">${isNew && html`<span class="badge">new</span> `}${inParts(line)}</div>
    <div class="line-doing">
      ${controls.map((one) => html`<${Action} label=${WORDS[one.does]} operation=${one.operation} input=${one.input} isDanger=${one.does === 'forget'} about=${short} done=${again} />`)}
      ${hasOwn && html`<${Why} line=${line} short=${short} />`}
    </div>
  </li>`;
}

/** The words themselves first; names, ids and ages beside them are muted. Not a letter is left out. */
function inParts({ text, kind }: ToldLine) {
  const [, words, end] = /^([\s\S]*?)((?: \([^()]{1,90}\)| \[inherited from [^\]]*\])*)$/.exec(text) ?? [];
  const behind = end && html`<span class="lead">${end}</span>`;
  if (kind === 'task') {
    const [, id, title] = /^(\[[^\]]*\]) ([\s\S]*)$/.exec(words!) ?? [];
    return html`${title ?? words}${behind}${id && html` <span class="lead id">${id}</span>`}`;
  }
  const [, lead, rest] = LEAD.exec(words!) ?? [];
  return html`${lead && html`<span class="lead">${lead}</span> `}${rest ?? words}${behind}`;
}

/** `user: "…"`, `blocked (waiting): …`, `[0.89] …`. */
const LEAD =
  /^((?:[a-z][\w', ]{1,40}(?: \([^)]{1,40}\))?:)|CRITICAL(?: [^:]{1,80}:)?|\[\d\.\d\d\]) ([\s\S]*)$/;

function Why({ line, short }: { line: ToldLine; short: string }): VNode | null {
  const [isOpen, setOpen] = useState(false);
  const { why, session_id, memory_id } = line;
  if (why.length === 0 && session_id === null && memory_id === null) return null;
  return html`<button type="button" class="quiet" aria-expanded=${isOpen} aria-label=${`Why: ${short}`} onClick=${() => setOpen(!isOpen)}>Why</button>
    ${
      isOpen &&
      html`<div class="why">
      ${why.map((one) => html`<p>${one}</p>`)}
      ${session_id && html`<p>From session <${SessionLink} id=${session_id} /></p>`}
      ${memory_id && html`<p>Memory ${surroundings().hasPages ? html`<a class="id" href=${`#/memory/${memory_id}`}>${memory_id}</a>` : html`<span class="id">${memory_id}</span>`}</p>`}
    </div>`
    }`;
}

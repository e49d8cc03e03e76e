import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { scoreFormula } from '../../domain/restore/relevance.ts';
import type { StoryTurn, StoryView } from '../views/story.ts';
import { surroundings, useOperation } from './api.ts';
import { Check, Made, OUTCOMES, sums } from './marks.ts';
import {
  Ago,
  absolute,
  Behind,
  type Content,
  clock,
  Empty,
  Head,
  plural,
  projectName,
  SessionLink,
  Table,
  Trouble,
  Waiting,
} from './parts.ts';
import { Prose } from './prose.ts';

/** A session as a story: each turn with its request, what was done, and the answer. */
export function StoryPage({ id, turn }: { id: string; turn: number | null }): VNode {
  const { data, problem } = useOperation<StoryView>('page story', { session_id: id });
  useEffect(() => {
    if (data && turn !== null) document.getElementById(`turn-${turn}`)?.scrollIntoView({ block: 'center' });
  }, [data === null, turn]);
  if (!data)
    return html`<${Head} title="Session" />${problem ? html`<${Trouble} problem=${problem} />` : html`<${Waiting} />`}`;
  const { session, turns, earlier, left } = data;
  return html`<${Head} title=${session.title ?? 'Without words yet'} />
    <p class="facts"><span class=${`badge ${session.outcome}`}>${OUTCOMES[session.outcome]}</span>
      <span><${Ago} at=${session.start_time} />${lasted(session.start_time, session.end_time ?? session.last_activity)}</span>
      <span>${session.host}</span><span>${projectName(session.scope)}</span>${session.branch && html`<code>${session.branch}</code>`}
      <span>${sums(session)}</span><span class="id">${session.session_id.slice(0, 8)}</span></p>
    <nav class="neighbours" aria-label="Neighbouring sessions">
      ${session.previous && html`<span>← <${SessionLink} id=${session.previous.session_id}>${session.previous.title ?? 'the session before'}<//></span>`}
      ${session.next && html`<span class="push"><${SessionLink} id=${session.next.session_id}>${session.next.title ?? 'the session after it'}<//> →</span>`}
    </nav>
    ${earlier > 0 && html`<p class="muted small">${plural(earlier, 'earlier turn')} not shown; <code>cortex show ${session.session_id.slice(0, 8)} --facts</code> has all.</p>`}
    ${turns.length === 0 && html`<${Empty} title="Nothing was said in it">It was opened and closed again, or an older Cortex stored it whole.<//>`}
    <ol class="story">${turns.map((one, i) => html`<${TurnOf} turn=${one} before=${turns[i - 1]} isMeant=${one.number === turn} />`)}</ol>
    <div class="left-over">
      ${list(
        'Left open',
        left.tasks.map(({ title, stage }) => html`${title} <span class="muted small">${stage}</span>`),
      )}
      ${list(
        'Pins it held',
        left.pins.map(({ content, label }) => html`${label && html`<b>${label}</b> `}${content}`),
      )}
      ${list(
        'Files changed',
        left.files.slice(-12).map((path) => html`<code>${path}</code>`),
      )}
    </div>
    <${ToldAt} id=${session.session_id} />`;
}

function lasted(from: string, to: string): string {
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  if (minutes < 1) return '';
  return minutes < 90 ? `, ${minutes} min` : `, ${Math.round(minutes / 60)} h`;
}

const ENDED: Readonly<Record<string, string>> = {
  'broken off': 'broken off',
  'usage limit': 'stopped by a usage limit',
  failed: 'the host broke it off',
};

function TurnOf({
  turn,
  before,
  isMeant,
}: {
  turn: StoryTurn;
  before: StoryTurn | undefined;
  isMeant: boolean;
}): VNode {
  const { number, at, asked, between, answered, files, runs, made, notes, ended, until, outcome } = turn;
  const isNewDay = before !== undefined && before.at.slice(0, 10) !== at.slice(0, 10);
  return html`<li id=${`turn-${number}`} class=${`turn ${outcome}${isMeant ? ' meant' : ''}`} data-item tabindex="-1">
    <div class="turn-when small muted"><time datetime=${at} title=${absolute(at)}>${isNewDay ? absolute(at) : clock(at)}</time></div>
    <div class="turn-body">
      ${asked && html`<div class="asked"><span class="hidden">You: </span><${Words} text=${asked} most=${700} /></div>`}
      ${between.length > 0 && html`<div class="between">${between.slice(0, 3).map((text) => html`<${Words} text=${text} most=${280} />`)}${between.length > 3 && html`<${Behind} label=${plural(between.length - 3, 'more remark')}>${between.slice(3).map((text) => html`<${Words} text=${text} most=${280} />`)}<//>`}</div>`}
      ${files.length + runs.length + made.length > 0 && html`<p class="chips">${fileChips(files)}${runs.map((run) => html`<${Check} run=${run} />`)}${made.map((one) => html`<${Made} one=${one} />`)}</p>`}
      ${runs.filter(({ failing, outcomes }) => failing && outcomes.at(-1) === 'red').map(({ failing }) => html`<p class="failing">${failing}</p>`)}
      ${answered && html`<div class="answered"><span class="hidden">Agent: </span><${Words} text=${answered} most=${900} /></div>`}
      ${ended && ENDED[ended] && html`<p class="small bad-text">${ENDED[ended]}${until && html`, until ${absolute(until)}`}</p>`}
      ${!answered && ended === null && html`<p class="small muted">not answered</p>`}
      ${notes.length > 0 && html`<${Behind} label=${plural(notes.length, 'note')}>${notes.map((line) => html`<p class="step">${line}</p>`)}<//>`}
    </div>
  </li>`;
}

const MOST_CHIPS = 5;

/** Files by their names; where they lie is said on hover. */
function fileChips(files: readonly string[]): Content {
  const shown = files.slice(-MOST_CHIPS);
  return html`${shown.map(fileChip)}
    ${files.length > MOST_CHIPS && html`<span class="chip file" title=${files.slice(0, -MOST_CHIPS).join('\n')}>${files.length - MOST_CHIPS} more</span>`}`;
}

/** Leads to who wrote the lines of the file, where there are other pages. */
function fileChip(path: string): VNode {
  const name = path.split('/').at(-1);
  if (!surroundings().hasPages) return html`<span class="chip file" title=${path}>${name}</span>`;
  return html`<a class="chip file" href=${`#/why/${encodeURIComponent(path)}`} title=${`Why are the lines of ${path} so?`}>${name}</a>`;
}

/** A text whole; a long one opens on request. */
function Words({ text, most }: { text: string; most: number }): VNode {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > most * 1.3;
  const shown = isOpen || !isLong ? text : `${text.slice(0, most).replace(/\s+\S*$/, '')} …`;
  return html`<${Prose} text=${shown} />${isLong && html`<button type="button" class="quiet inline" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>${isOpen ? 'less' : 'all of it'}</button>`}`;
}

function list(title: string, lines: readonly Content[]): Content {
  return (
    lines.length > 0 &&
    html`<section><h2>${title}</h2><ul class="plain">${lines.map((line) => html`<li>${line}</li>`)}</ul></section>`
  );
}

interface Restore {
  readonly phase: string;
  readonly at: string;
  readonly preamble: string | null;
  readonly explanation: {
    readonly candidates?: readonly Candidate[];
    readonly preamble_chars?: number;
  } | null;
}

interface Candidate {
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
  const { data } = useOperation<{ restores: Restore[] }>('told', { session_id: id, preamble: true });
  if (!data) return null;
  return html`<h2>What it was told</h2>
    ${data.restores.length === 0 && html`<p class="muted">Nothing: it was the first, or restoring was off.</p>`}
    ${data.restores.map((one) => html`<${Restored} restore=${one} />`)}`;
}

function Restored({ restore: { phase, at, preamble, explanation } }: { restore: Restore }): VNode {
  const candidates = explanation?.candidates ?? [];
  const length = preamble?.length ?? explanation?.preamble_chars ?? 0;
  return html`<details class="behind">
    <summary>${PHASES[phase] ?? 'Continued from another'}, <${Ago} at=${at} />: ${length === 0 ? 'nothing' : plural(length, 'character')}</summary>
    ${preamble && html`<pre class="text" tabindex="0">${preamble}</pre>`}
    ${
      candidates.length > 0 &&
      html`<p class="muted small">Score = ${scoreFormula()}</p>
      <${Table} label="Sessions that were weighed" rows=${candidates} columns=${[
        { title: 'Session', cell: (one: Candidate) => html`<${SessionLink} id=${one.session_id} />` },
        { title: 'Score', isNumber: true, cell: (one: Candidate) => one.relevance.toFixed(2) },
        { title: 'Recency', isNumber: true, isSpare: true, cell: (one: Candidate) => one.recency.toFixed(2) },
        { title: 'Overlap', isNumber: true, isSpare: true, cell: (one: Candidate) => one.overlap.toFixed(2) },
        { title: 'Tasks', isNumber: true, isSpare: true, cell: (one: Candidate) => one.tasks.toFixed(2) },
        { title: 'Verdict', cell: (one: Candidate) => one.verdict },
      ]} />`
    }
  </details>`;
}

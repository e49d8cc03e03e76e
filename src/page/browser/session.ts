import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Fact } from '../../domain/fact.ts';
import { scoreFormula } from '../../domain/restore/relevance.ts';
import { factLine } from '../../operations/sessions/facts.ts';
import { useOperation } from './api.ts';
import {
  Ago,
  absolute,
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
import type { Listed } from './sessions.ts';

interface State {
  readonly session_id: string;
  readonly title: string | null;
  readonly scope: string;
  readonly project_path: string | null;
  readonly host: string;
  readonly branch: string | null;
  readonly start_time: string;
  readonly end_time: string | null;
  readonly last_activity: string;
  readonly crash_recovered: boolean;
  readonly turn_count: number;
  readonly files_modified: readonly string[];
  readonly working_memory: readonly { content: string; label?: string; critical?: boolean }[];
  readonly pending_tasks: readonly { task_id: string; title: string; stage: string }[];
  readonly hot_topics: readonly string[];
}

type Recorded = Fact & { readonly seq: number; readonly at: string };

interface Restore {
  readonly phase: string;
  readonly at: string;
  readonly preamble: string | null;
  readonly explanation: {
    readonly candidates?: readonly Candidate[];
    readonly preamble_chars?: number;
    readonly pins?: readonly Verdict[];
  } | null;
}

interface Candidate {
  readonly session_id: string;
  readonly title: string | null;
  readonly relevance: number;
  readonly recency: number;
  readonly overlap: number;
  readonly tasks: number;
  readonly verdict: string;
}

interface Verdict {
  readonly label: string;
  readonly from: string;
  readonly verdict: string;
}

export function SessionPage({ id }: { id: string }): VNode {
  const { data, problem } = useOperation<State>('show', { session_id: id });
  const told = useOperation<{ facts: Recorded[] }>('show', { session_id: id, facts: true });
  const restores = useOperation<{ restores: Restore[] }>('explain', { session_id: id });
  const chain = useOperation<{ sessions: Listed[] }>('chain', { session_id: id, depth: 6 });
  if (!data)
    return html`<${Head} title="Session" />${problem ? html`<${Trouble} problem=${problem} />` : html`<${Waiting} />`}`;
  const ended = data.end_time === null ? 'running' : data.crash_recovered ? STATES['crashed'] : 'ended';
  return html`<${Head} title=${data.title ?? 'Without words yet'} />
    <div class="facts">
      <span class="id">${data.session_id.slice(0, 8)}</span><span>${data.host}</span><span>${projectName(data.scope)}</span>
      ${data.branch && html`<code>${data.branch}</code>`}
      <span>started <${Ago} at=${data.start_time} /></span><span>${ended} <${Ago} at=${data.end_time ?? data.last_activity} /></span>
      <span>${plural(data.turn_count, 'turn')}</span>
    </div>
    <${Chain} sessions=${chain.data?.sessions ?? []} id=${data.session_id} />
    <div class="beside">
      <div>
        <h2>Conversation</h2>
        ${told.data ? html`<${Conversation} facts=${told.data.facts} root=${data.project_path} />` : html`<${Waiting} />`}
      </div>
      <aside aria-label="About this session">
        <${Lists} state=${data} />
        <h2>What it was told</h2>
        ${restores.data?.restores.length === 0 && html`<p class="muted">Nothing: it was the first, or restoring was off.</p>`}
        ${restores.data?.restores.map((one) => html`<${Told} restore=${one} />`)}
      </aside>
    </div>`;
}

function Chain({ sessions, id }: { sessions: readonly Listed[]; id: string }): VNode | null {
  if (sessions.length < 2) return null;
  return html`<nav aria-label="Sessions before this one"><ol class="chain">
    ${sessions.map(
      (one) => html`<li aria-current=${one.session_id === id ? 'true' : undefined}>
      ${one.session_id === id ? html`<b>${one.title ?? one.session_id.slice(0, 8)}</b>` : html`<${SessionLink} id=${one.session_id}>${one.title ?? one.session_id.slice(0, 8)}<//>`}
      <span class="muted small"><${Ago} at=${one.start_time} /></span></li>`,
    )}
  </ol></nav>`;
}

type Part = {
  readonly kind: 'asked' | 'said' | 'did' | 'note';
  readonly at: string;
  readonly lines: string[];
};

/** The conversation in order: asked, done, said; steps that follow each other are one block. */
function Conversation({ facts, root }: { facts: readonly Recorded[]; root: string | null }): VNode {
  const parts: Part[] = [];
  for (const fact of facts) {
    const kind =
      fact.kind === 'prompt'
        ? 'asked'
        : fact.kind === 'reply'
          ? 'said'
          : fact.kind === 'tool'
            ? 'did'
            : 'note';
    if (QUIET.has(fact.kind)) continue;
    const line =
      fact.kind === 'prompt' || fact.kind === 'reply'
        ? fact.text
        : factLine(fact).replaceAll(`${root ?? ''}/`, root === null ? '/' : '');
    const open = parts.at(-1);
    if (open && open.kind === kind && (kind === 'did' || kind === 'note')) open.lines.push(line);
    else parts.push({ kind, at: fact.at, lines: [line] });
  }
  if (parts.length === 0)
    return html`<${Empty} title="Nothing was said in it">It was opened and closed again, or an older Cortex stored it whole.<//>`;
  return html`<ol class="talk">${parts.map(
    (part) => html`<li class=${part.kind}>
    <div class="small muted who">${WHO[part.kind]} <time datetime=${part.at} title=${absolute(part.at)}>${new Date(part.at).toLocaleTimeString(undefined, { timeStyle: 'short' })}</time></div>
    ${
      part.kind === 'did' && part.lines.length > 3
        ? html`<details><summary>${plural(part.lines.length, 'step')}</summary>${part.lines.map(step)}</details>`
        : part.lines.map(part.kind === 'did' || part.kind === 'note' ? step : (line) => html`<p>${line}</p>`)
    }
  </li>`,
  )}</ol>`;
}

const step = (line: string) =>
  html`<div class=${line.startsWith('tool failed') ? 'step bad' : 'step'}>${line.replace(/^tool(?: failed)? {2}/, '')}</div>`;
const WHO = { asked: 'You', said: 'Agent', did: 'Did', note: 'Recorded' } as const;
/** Nobody who reads along needs it. */
const QUIET: ReadonlySet<string> = new Set([
  'turn-ended',
  'stood',
  'started',
  'pipeline',
  'recalled',
  'stated',
]);

function Lists({ state }: { state: State }): VNode {
  const list = (title: string, lines: readonly unknown[]) =>
    lines.length > 0 &&
    html`<h2>${title}</h2><ul class="plain">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  return html`
    ${list(
      'Pins',
      state.working_memory.map(
        ({ label, content, critical }) =>
          html`${critical && html`<span class="badge bad">critical</span> `}${label && html`<b>${label}</b> `}${content}`,
      ),
    )}
    ${list(
      'Left open',
      state.pending_tasks.map(({ title, stage }) => html`${title} <span class="muted small">${stage}</span>`),
    )}
    ${list(
      'Files changed',
      state.files_modified
        .slice(-12)
        .map((path) => html`<code>${path.split('/').slice(-3).join('/')}</code>`),
    )}
    ${state.hot_topics.length > 0 && html`<h2>Topics</h2><p class="muted">${state.hot_topics.slice(0, 12).join(', ')}</p>`}`;
}

const PHASES: Readonly<Record<string, string>> = {
  start: 'At its start',
  prompt: 'With the first prompt',
  compact: 'After its context began anew',
  resume: 'When it was resumed',
};

function Told({ restore: { phase, at, preamble, explanation } }: { restore: Restore }): VNode {
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

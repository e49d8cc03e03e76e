import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { confidenceAt } from '../../domain/memories/memory.ts';
import { ASKS } from '../asks.ts';
import { ask, report, useOperation } from './api.ts';
import {
  Action,
  Ago,
  Behind,
  Empty,
  Head,
  plural,
  projectName,
  SessionLink,
  say,
  Table,
  Trouble,
  Waiting,
} from './parts.ts';
import { Plot } from './plot.ts';

interface Pin {
  readonly content: string;
  readonly label?: string;
  readonly critical?: boolean;
  readonly pinnedAt: string;
}

export interface Memory {
  readonly id: string;
  readonly content: string;
  readonly categories: readonly string[];
  readonly importance: number;
  readonly scope: string;
  readonly source: string;
  readonly confidence: number;
  readonly stored_confidence: number;
  readonly access_count: number;
  readonly validation_count: number;
  readonly contradiction_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string | null;
  readonly session_id: string | null;
}

export function KeptPage(): VNode {
  const pins = useOperation<{ pins: Pin[]; waiting: Pin[]; next: Pin[] }>(...ASKS.pins);
  const memories = useOperation<{ memories: Memory[] }>(...ASKS.memories);
  const all = memories.data?.memories ?? [];
  const rules = all.filter(({ categories, source }) => categories.includes('rule') && source === 'person');
  const proposals = all.filter(
    (one) => !rules.includes(one) && /^(?:rule|proposal)$/m.test(one.categories.join('\n')),
  );
  const others = all.filter((one) => !rules.includes(one) && !proposals.includes(one));
  const held = pins.data ? [...pins.data.pins, ...pins.data.waiting, ...pins.data.next] : [];
  return html`<${Head} title="Pins, rules, memories" about="What is kept on purpose, and what you said holds." />
    <${Trouble} problem=${pins.problem ?? memories.problem} />
    <section><h2>Pins</h2>
      ${!report && html`<${NewOne} operation="pin" field="content" label="Pin" placeholder="Something to keep in mind" done=${pins.again} />`}
      ${pins.data && held.length === 0 && html`<${Empty} title="No pins">A pin is a short statement that the next sessions keep in mind. Write one above, or let an agent use working_memory.<//>`}
      <ul class="lines">${held.map(
        (pin) => html`<li class="line">
        <div class="line-text">${pin.critical && html`<span class="badge bad">critical</span> `}${nameOf(pin) && html`<b>${nameOf(pin)}</b> `}${pin.content} <span class="muted small"><${Ago} at=${pin.pinnedAt} /></span></div>
        <div class="line-doing"><${Action} label="Unpin" about=${pin.content.slice(0, 60)} operation="unpin" input=${{ pins: [nameOf(pin) || pin.content] }} done=${pins.again} /></div>
      </li>`,
      )}</ul>
    </section>
    <section><h2>Rules</h2>
      ${!report && html`<${NewOne} operation="rule" field="text" label="Make a rule" placeholder="Something that holds from now on" done=${memories.again} />`}
      ${memories.data && rules.length === 0 && html`<${Empty} title="No rules">Say "always …", "never …" or "from now on …" to an agent: the sentence is kept for this project.<//>`}
      <${Memories} list=${rules} again=${memories.again} />
      ${proposals.length > 0 && html`<h3>Proposed, told to nobody</h3>`}
      <ul class="lines">${proposals.map(
        (
          one,
        ) => html`<li class="line" key=${one.id}><div class="line-text">${one.content} <span class="muted small">${one.source}, <${Ago} at=${one.updated_at} /></span></div>
        <div class="line-doing"><${Action} label="Accept" about=${one.content.slice(0, 60)} operation="rule" input=${{ accept: one.id }} done=${memories.again} /><${Action} label="Dismiss" about=${one.content.slice(0, 60)} operation="rule" input=${{ end: one.id }} done=${memories.again} /></div></li>`,
      )}</ul>
    </section>
    <section><h2>Memories</h2>
      ${!memories.data && !memories.problem && html`<${Waiting} />`}
      ${memories.data && others.length === 0 && html`<${Empty} title="No memories"><code>cortex memory add "…"</code> keeps a piece of knowledge; agents do it with cortex_add.<//>`}
      <${Memories} list=${others} again=${memories.again} />
    </section>`;
}

/** Without the words that say where it was inherited from. */
function nameOf({ label = '' }: Pin): string {
  return label.replace(/\s*\[inherited from [^\]]*\]\s*$/, '');
}

interface Making {
  readonly operation: string;
  readonly field: string;
  readonly label: string;
  readonly placeholder: string;
  readonly done: () => void;
}

function NewOne({ operation, field, label, placeholder, done }: Making): VNode {
  const [text, setText] = useState('');
  const make = async (event: Event) => {
    event.preventDefault();
    if (!text.trim()) return;
    const outcome = await ask(operation, { [field]: text.trim() });
    if (outcome.kind === 'failed') return say(`${outcome.message} ${outcome.advice ?? ''}`, true);
    setText('');
    say('Kept.');
    done();
  };
  return html`<form class="row" onSubmit=${make}>
    <label class="grow"><span class="hidden">${placeholder}</span><input type="text" maxlength="500" placeholder=${placeholder} value=${text} onInput=${(event: InputEvent) => setText((event.target as HTMLInputElement).value)} /></label>
    <button type="submit" class="main">${label}</button>
  </form>`;
}

function Memories({ list, again }: { list: readonly Memory[]; again: () => void }): VNode {
  return html`<ul class="lines">${list.map(
    (one) => html`<li class="line" key=${one.id}>
    <div class="line-text">${one.content}
      <div class="small muted">${[`confidence ${one.confidence.toFixed(2)}`, one.source, projectName(one.scope), ...one.categories].join(' · ')} · <${Ago} at=${one.updated_at} />${!report && html` · <a href=${`#/memory/${one.id}`}>more</a>`}</div></div>
    <div class="line-doing"><${Action} label="True" about=${one.content.slice(0, 60)} operation="memory update" input=${{ id: one.id, outcome: 'confirmed' }} done=${again} />
      <${Action} label="Forget" isDanger about=${one.content.slice(0, 60)} operation="memory forget" input=${{ ids: [one.id] }} done=${again} /></div>
  </li>`,
  )}</ul>`;
}

interface Change {
  readonly timestamp: string;
  readonly old_score: number;
  readonly new_score: number;
  readonly reason: string;
  readonly session_id: string | null;
}

const DAYS = 120;

export function MemoryPage({ id }: { id: string }): VNode {
  const { data, problem, again } = useOperation<Memory>('memory show', { id });
  const history = useOperation<{ changes: Change[] }>('memory history', { id });
  const [words, setWords] = useState<string | null>(null);
  if (!data)
    return html`<${Head} title="Memory" />${problem ? html`<${Trouble} problem=${problem} />` : html`<${Waiting} />`}`;
  const trusted = {
    confidence: data.stored_confidence,
    validations: data.validation_count,
    contradictions: data.contradiction_count,
    updatedAt: Date.parse(data.updated_at),
  };
  const begins = trusted.updatedAt;
  const points = Array.from({ length: DAYS + 1 }, (_, day) => begins + day * 86_400_000);
  const curve = points.map((at) => Math.round(confidenceAt(trusted, at) * 100) / 100);
  const bothAgain = () => {
    again();
    history.again();
  };
  const save = async (event: Event) => {
    event.preventDefault();
    const outcome = await ask('memory update', { id: data.id, content: words });
    if (outcome.kind === 'failed') return say(`${outcome.message} ${outcome.advice ?? ''}`, true);
    setWords(null);
    say('Changed.');
    bothAgain();
  };
  return html`<${Head} title="Memory" about=${html`<span class="id">${data.id}</span>`} />
    ${
      words === null
        ? html`<blockquote>${data.content}</blockquote>`
        : html`<form onSubmit=${save}><label><span class="hidden">Its words</span><textarea rows="4" onInput=${(event: InputEvent) => setWords((event.target as HTMLTextAreaElement).value)}>${words}</textarea></label>
        <div class="row"><button type="submit" class="main">Save</button><button type="button" class="quiet" onClick=${() => setWords(null)}>Leave it</button></div></form>`
    }
    <div class="row">
      ${words === null && html`<button type="button" class="quiet" onClick=${() => setWords(data.content)}>Edit</button>`}
      <${Action} label="It proved true" operation="memory update" input=${{ id: data.id, outcome: 'confirmed' }} done=${bothAgain} />
      <${Action} label="It proved wrong" operation="memory update" input=${{ id: data.id, outcome: 'contradicted' }} done=${bothAgain} />
      <${Action} label="Forget" isDanger operation="memory forget" input=${{ ids: [data.id] }} done=${() => {
        location.hash = '#/kept';
      }} />
    </div>
    <div class="facts"><span>said by ${data.source}</span><span>${projectName(data.scope)}</span>${data.categories.map((one) => html`<span>${one}</span>`)}
      <span>made <${Ago} at=${data.created_at} /></span><span>used ${plural(data.access_count, 'time')}</span>
      ${data.session_id && html`<span>in session <${SessionLink} id=${data.session_id} /></span>`}
      ${data.expires_at && html`<span>until <${Ago} at=${data.expires_at} /></span>`}</div>
    <h2>Confidence</h2>
    <p class="muted">${data.confidence.toFixed(2)} now. It falls by a hundredth a day, and rises when the memory proves true or is said again.</p>
    <${Plot} label=${`Confidence over ${DAYS} days: from ${curve[0]!.toFixed(2)} to ${curve.at(-1)!.toFixed(2)}`} xs=${points} top=${1} series=${[{ label: 'Confidence', form: 'line', values: curve, colour: 'accent' }]} />
    <${Behind} label="As a table"><${Table} label="Confidence over time" rows=${points.map((at, i) => ({ at, value: curve[i]! })).filter((_, i) => i % 10 === 0)} columns=${[
      { title: 'Day', cell: (one: { at: number }) => new Date(one.at).toLocaleDateString() },
      { title: 'Confidence', isNumber: true, cell: (one: { value: number }) => one.value.toFixed(2) },
    ]} /><//>
    <h2>Changes</h2>
    ${history.data?.changes.length === 0 && html`<p class="muted">Nobody has confirmed or contradicted it.</p>`}
    ${
      (history.data?.changes.length ?? 0) > 0 &&
      html`<${Table} label="Changes of confidence" rows=${history.data!.changes} columns=${[
        { title: 'When', cell: (one: Change) => html`<${Ago} at=${one.timestamp} />` },
        { title: 'From', isNumber: true, cell: (one: Change) => one.old_score.toFixed(2) },
        { title: 'To', isNumber: true, cell: (one: Change) => one.new_score.toFixed(2) },
        { title: 'Why', cell: (one: Change) => one.reason.replaceAll('_', ' ') },
      ]} />`
    }`;
}

import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useOperation } from './api.ts';
import {
  Ago,
  absolute,
  type Content,
  Empty,
  Head,
  plural,
  projectName,
  SessionLink,
  Trouble,
  Waiting,
} from './parts.ts';

interface Hit {
  readonly kind: string;
  readonly id?: string;
  readonly session_id?: string;
  readonly title: string | null;
  /** A teammate's words have none. */
  readonly scope?: string;
  /** The teammate who shared it. */
  readonly author?: string;
  readonly host?: string | null;
  readonly branch?: string | null;
  readonly ended: string | null;
  readonly snippet?: string | null;
  readonly marks?: readonly (readonly [number, number])[];
}

export function SearchPage({ query }: { query: string }): VNode {
  const [typed, setTyped] = useState(query);
  const [isAll, setAll] = useState(true);
  const found = useOperation<{ times: { from: string | null; to: string | null }[]; results: Hit[] }>(
    'search',
    { query, limit: 30, ...(isAll && { all: true }) },
    query !== '',
  );
  const search = (event: Event) => {
    event.preventDefault();
    location.hash = `#/search?q=${encodeURIComponent(typed.trim())}`;
  };
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (query === '') field.current?.focus();
  }, []);
  const hits = found.data?.results ?? [];
  return html`<${Head} title="Search" />
    <form class="search-form" role="search" onSubmit=${search}>
      <label class="grow"><span class="hidden">What to look for</span><input type="search" ref=${field} placeholder="Words, or a time: what was I working on last Tuesday?" value=${typed} onInput=${(event: InputEvent) => setTyped((event.target as HTMLInputElement).value)} /></label>
      <button type="submit" class="main">Search</button>
      <label class="check"><input type="checkbox" checked=${isAll} onChange=${() => setAll(!isAll)} /> All projects</label>
    </form>
    <${Trouble} problem=${found.problem} />
    ${query !== '' && !found.data && !found.problem && html`<${Waiting} />`}
    ${query === '' && html`<${Empty} title="Nothing is asked yet">Sessions, threads and memories are searched: what you and the agents wrote, files, pins. Times are understood as well.<//>`}
    ${found.data && hits.length > 0 && html`<p class="muted small">${plural(hits.length, 'place')}${found.data.times.length > 0 && html`, read as ${found.data.times.map(({ from, to }) => [from && absolute(from), to && absolute(to)].filter(Boolean).join(' to ')).join('; ')}`}</p>`}
    ${found.data && hits.length === 0 && html`<${Empty} title="Nothing found">Try fewer words, or all projects.<//>`}
    <ol class="hits">${hits.map((hit) => html`<${Result} hit=${hit} />`)}</ol>`;
}

function Result({ hit }: { hit: Hit }): VNode {
  const id = hit.session_id ?? hit.id ?? '';
  const title = hit.title ?? 'Without words';
  const project = hit.scope === undefined ? null : projectName(hit.scope);
  const kind = hit.author === undefined ? hit.kind : `shared by ${hit.author}`;
  const about = [project, hit.host, hit.branch].filter(Boolean).join(' · ');
  const link =
    hit.kind === 'memory'
      ? html`<a href=${`#/memory/${id}`}>${title}</a>`
      : hit.kind === 'session'
        ? html`<${SessionLink} id=${id}>${title}<//>`
        : html`<b>${hit.author === undefined ? `Thread of ${project}` : title}</b>`;
  return html`<li class="hit" data-item tabindex="-1">
    <p class="session-title">${link}</p>
    ${hit.snippet && hit.snippet !== hit.title && html`<p class="snippet">${marked(hit.snippet, hit.marks ?? [])}</p>`}
    <p class="muted small"><span class="badge plain-badge">${kind}</span> ${about}${hit.ended && html` · <${Ago} at=${hit.ended} />`}</p>
  </li>`;
}

function marked(text: string, marks: readonly (readonly [number, number])[]): Content {
  const parts: Content[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from), html`<mark>${text.slice(from, to)}</mark>`);
    at = to;
  }
  return [...parts, text.slice(at)];
}

import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SearchView } from '../views/search.ts';
import { useOperation } from './api.ts';
import { Check, Dot, Made } from './marks.tsx';
import { Ago, absolute, type Content, Empty, Head, plural, projectName, Trouble, Waiting } from './parts.tsx';

export function SearchPage({ query }: { query: string }): VNode {
  const [typed, setTyped] = useState(query);
  const [isAll, setAll] = useState(true);
  const found = useOperation<SearchView>(
    'page search',
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
  return (
    <>
      <Head title="Search" />
      <form class="search-form" role="search" onSubmit={search}>
        <label class="grow">
          <span class="hidden">What to look for</span>
          <input
            type="search"
            ref={field}
            placeholder="Words, or a time: what was I working on last Tuesday?"
            value={typed}
            onInput={(event: InputEvent) => setTyped((event.target as HTMLInputElement).value)}
          />
        </label>
        <button type="submit" class="main">
          Search
        </button>
        <label class="check">
          <input type="checkbox" checked={isAll} onChange={() => setAll(!isAll)} /> All projects
        </label>
      </form>
      <Trouble problem={found.problem} />
      {query !== '' && !found.data && !found.problem && <Waiting />}
      {query === '' && (
        <Empty title="Nothing is asked yet">
          Sessions, threads and memories are searched: what you and the agents wrote, files, pins. Times are
          understood as well.
        </Empty>
      )}
      {found.data && hits.length > 0 && (
        <p class="muted small">
          {plural(hits.length, 'place')}
          {found.data.times.length > 0 && (
            <>
              , read as{' '}
              {found.data.times
                .map(({ from, to }) =>
                  [from && absolute(from), to && absolute(to)].filter(Boolean).join(' to '),
                )
                .join('; ')}
            </>
          )}
        </p>
      )}
      {found.data && found.data.respelled.length > 0 && (
        <p class="muted small">
          {found.data.respelled.map(({ word, as }) => `${word} was read as ${as}`).join(', ')}
        </p>
      )}
      {found.data && hits.length === 0 && (
        <Empty title="Nothing found">Try fewer words, or all projects.</Empty>
      )}
      <ol class="hits">
        {hits.map((hit) => (
          <Result hit={hit} />
        ))}
      </ol>
    </>
  );
}

type Found = SearchView['results'][number];

function Result({ hit }: { hit: Found }): VNode {
  const { id, kind, scope, author, around } = hit;
  const title = hit.title ?? 'Without words';
  const project = scope === undefined ? null : projectName(scope);
  const link =
    kind === 'memory' ? (
      <a href={`#/memory/${id}`}>{title}</a>
    ) : kind === 'session' ? (
      <a href={`#/session/${id}${around ? `?turn=${around.number}` : ''}`}>{title}</a>
    ) : (
      <span>{author === undefined ? `Thread of ${project}` : title}</span>
    );
  const about = [
    author === undefined ? kind : `shared by ${author}`,
    ...[project, hit.host, hit.branch, around && `turn ${around.number}`],
  ].filter(Boolean);
  return (
    <li class="hit" data-item tabindex={-1}>
      <p class="session-title">
        {around && (
          <>
            <Dot outcome={around.outcome} />{' '}
          </>
        )}
        {link}
      </p>
      {around ? (
        <TurnAround hit={hit} around={around} />
      ) : (
        hit.snippet &&
        hit.snippet !== hit.title && <p class="snippet">{marked(hit.snippet, hit.marks ?? [])}</p>
      )}
      <p class="muted small">
        {about.join(' · ')}
        {hit.ended && (
          <>
            {' '}
            · <Ago at={hit.ended} />
          </>
        )}
      </p>
    </li>
  );
}

const LONGEST = 320;

/** The turn that the place lies in, with the words that were found. */
function TurnAround({ hit, around }: { hit: Found; around: NonNullable<Found['around']> }): VNode {
  const words = (hit.marks ?? []).map(([from, to]) => hit.snippet!.slice(from, to));
  const shown = (text: string) => marked(...within(text, words));
  const chips = around.files.length + around.runs.length + around.made.length > 0;
  return (
    <div class="around">
      {around.asked && around.asked !== hit.title && (
        <p class="asked">
          <span class="who">You</span> {shown(around.asked)}
        </p>
      )}
      {around.answered && <p class="answered">{shown(around.answered)}</p>}
      {chips && (
        <p class="chips">
          {around.files.slice(-3).map((path) => (
            <span class="chip file" title={path}>
              {shown(path.split('/').at(-1)!)}
            </span>
          ))}
          {around.runs.map((run) => (
            <Check run={run} />
          ))}
          {around.made.map((one) => (
            <Made one={one} />
          ))}
        </p>
      )}
    </div>
  );
}

/** The part of a text around the first of some words, and where they stand in it. */
function within(text: string, words: readonly string[]): [string, [number, number][]] {
  const found = words.length === 0 ? null : new RegExp(words.map(escaped).join('|'), 'giu');
  const first = found ? Math.max(0, text.search(found)) : 0;
  const from = text.length <= LONGEST || first < LONGEST * 0.7 ? 0 : text.lastIndexOf(' ', first - 80) + 1;
  const part = `${from > 0 ? '… ' : ''}${text.slice(from, from + LONGEST)}${text.length > from + LONGEST ? ' …' : ''}`;
  const marks = found
    ? [...part.matchAll(found)].map(({ 0: word, index }): [number, number] => [index, index + word.length])
    : [];
  return [part, marks];
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function marked(text: string, marks: readonly (readonly [number, number])[]): Content {
  const parts: Content[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from), <mark>{text.slice(from, to)}</mark>);
    at = to;
  }
  return [...parts, text.slice(at)];
}

import type { Ref, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SearchView } from '../views/search.ts';
import { readAddress, refine } from './address.ts';
import { askOperation, type RequestProblem } from './api.ts';
import { CheckChip, Dot, MadeChip, OUTCOMES } from './marks.tsx';
import { Ago, absolute, type Children, Empty, plural, projectTitle, Trouble } from './parts.tsx';

/** The filters, as the address has them. */
interface Filters {
  readonly q: string;
  readonly agent: string;
  readonly since: string;
  readonly isRed: boolean;
  readonly isHere: boolean;
}

function filtersInAddress(): Filters {
  const { params } = readAddress();
  return {
    q: params.get('q') ?? '',
    agent: params.get('agent') ?? '',
    since: params.get('since') ?? '',
    isRed: params.get('red') === '1',
    isHere: params.get('here') === '1',
  };
}

const AT_ONCE = 12;

interface FoundState {
  readonly found: SearchView | null;
  readonly problem: RequestProblem | null;
}

/** Finds while one types: each letter asks, and an answer that comes too late is dropped. */
function useFound({ q, agent, since, isRed, isHere }: Filters): FoundState | null {
  const [answer, setAnswer] = useState<FoundState | null>(null);
  const query = q.trim();
  useEffect(() => {
    if (query === '') return setAnswer(null);
    let isWanted = true;
    const input = {
      query,
      limit: AT_ONCE,
      ...(!isHere && { all: true }),
      ...(agent && { host: agent }),
      ...(since && { since }),
      ...(isRed && { red: true }),
    };
    void askOperation<SearchView>('page search', input).then((outcome) => {
      if (!isWanted) return;
      if (outcome.kind === 'done') setAnswer({ found: outcome.data, problem: null });
      else if (outcome.kind === 'failed') setAnswer({ found: null, problem: outcome });
    });
    return () => {
      isWanted = false;
    };
  }, [query, agent, since, isRed, isHere]);
  return query === '' ? null : answer;
}

const ARROWS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function SearchPage(): VNode {
  const [filters, setFilters] = useState(filtersInAddress);
  const [at, setAt] = useState(0);
  const answer = useFound(filters);
  const list = useRef<HTMLOListElement>(null);
  const change = (part: Partial<Filters>) => {
    const next = { ...filters, ...part };
    setFilters(next);
    setAt(0);
    const { q, agent, since, isRed, isHere } = next;
    refine({ q, agent, since, red: isRed ? '1' : null, here: isHere ? '1' : null });
  };
  const hits = answer?.found?.results ?? [];
  const chosen = Math.min(at, Math.max(0, hits.length - 1));
  const pressed = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(hits.length - 1, chosen + step));
      setAt(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      list.current?.children[chosen]?.querySelector<HTMLElement>('a')?.click();
    }
  };
  return (
    <>
      <h1 class="hidden" tabindex={-1}>
        Search
      </h1>
      <search class="search-form">
        <Field
          query={filters.q}
          chosen={hits.length > 0 ? chosen : null}
          change={change}
          pressed={pressed}
        />
        <FilterRow filters={filters} change={change} />
      </search>
      <Results filters={filters} answer={answer} list={list} chosen={chosen} />
    </>
  );
}

interface ResultsProps {
  readonly filters: Filters;
  readonly answer: FoundState | null;
  readonly list: Ref<HTMLOListElement>;
  readonly chosen: number;
}

function Results({ filters, answer, list, chosen }: ResultsProps): VNode {
  const hits = answer?.found?.results ?? [];
  return (
    <>
      <Trouble problem={answer?.problem ?? null} />
      {filters.q.trim() === '' && (
        <Empty title="Type to search">
          Everything that you and your agents wrote, in every project: requests, answers, files,
          commits, pins, memories. Times are understood as well. Arrows choose, Enter opens.
        </Empty>
      )}
      {answer?.found && <Remarks found={answer.found} />}
      {answer?.found?.line && <pre>{answer.found.line}</pre>}
      {answer?.found && answer.found.line === null && hits.length === 0 && (
        <Empty title="Nothing found">
          Try fewer words{filters.isHere ? ', or all projects' : ''}.
        </Empty>
      )}
      <ol class="hits" id="hits" ref={list}>
        {hits.map((hit, i) => (
          <Result hit={hit} id={`hit-${i}`} isChosen={i === chosen} />
        ))}
      </ol>
    </>
  );
}

interface FieldProps {
  readonly query: string;
  /** The place of the chosen result; null where there is none. */
  readonly chosen: number | null;
  readonly change: (part: Partial<Filters>) => void;
  readonly pressed: (event: KeyboardEvent) => void;
}

function Field({ query, chosen, change, pressed }: FieldProps): VNode {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <label class="grow">
      <span class="hidden">What to look for</span>
      <input
        type="search"
        ref={field}
        aria-controls="hits"
        autocomplete="off"
        spellcheck={false}
        placeholder="Words, or a time: what was I working on last Tuesday?"
        value={query}
        onInput={(event) => change({ q: event.currentTarget.value })}
        onKeyDown={pressed}
      />
      <span class="hidden" role="status">
        {chosen === null ? '' : `Result ${chosen + 1} is chosen; Enter opens it`}
      </span>
    </label>
  );
}

const TIMES: readonly (readonly [value: string, label: string])[] = [
  ['', 'Any time'],
  ['1d', 'Since yesterday'],
  ['7d', 'Last week'],
  ['30d', 'Last month'],
];

function FilterRow({
  filters,
  change,
}: {
  filters: Filters;
  change: (part: Partial<Filters>) => void;
}): VNode {
  const { agent, since, isRed, isHere } = filters;
  return (
    <div class="filters">
      <label class="check">
        <input type="checkbox" checked={isHere} onChange={() => change({ isHere: !isHere })} /> This
        project only
      </label>
      <label class="check">
        <input type="checkbox" checked={isRed} onChange={() => change({ isRed: !isRed })} /> Red
        only
      </label>
      <label>
        <span class="hidden">Time</span>
        <select value={since} onChange={(event) => change({ since: event.currentTarget.value })}>
          {TIMES.map(([value, label]) => (
            <option value={value}>{label}</option>
          ))}
        </select>
      </label>
      <label>
        <span class="hidden">Agent</span>
        <input
          type="text"
          placeholder="Any agent"
          value={agent}
          onChange={(event) => change({ agent: event.currentTarget.value.trim() })}
        />
      </label>
    </div>
  );
}

function Remarks({ found: { results, times, respelled } }: { found: SearchView }): VNode {
  const read = times.map(({ from, to }) =>
    [from && absolute(from), to && absolute(to)].filter(Boolean).join(' to '),
  );
  const spelled = respelled.map(({ word, as }) => `${word} was read as ${as}`);
  const remarks = [
    plural(results.length, 'place'),
    ...(read.length > 0 ? [`read as ${read.join('; ')}`] : []),
    ...spelled,
  ];
  return <p class="muted small">{remarks.join(', ')}</p>;
}

type FoundHit = SearchView['results'][number];

function hrefOf({ kind, id, around }: FoundHit): string | null {
  if (kind === 'memory') return `#/memory/${id}`;
  if (kind === 'thread') return '#/board';
  return kind === 'session' ? `#/session/${id}${around ? `?turn=${around.number}` : ''}` : null;
}

function Result({ hit, id, isChosen }: { hit: FoundHit; id: string; isChosen: boolean }): VNode {
  const { kind, scope, author, around } = hit;
  const project = scope === undefined ? null : projectTitle(scope);
  const isThread = author === undefined && kind === 'thread';
  const title = isThread ? `Thread of ${project}` : (hit.title ?? 'Without words');
  const href = hrefOf(hit);
  const about = [
    author === undefined ? kind : `shared by ${author}`,
    project,
    hit.host,
    hit.branch,
    around && `turn ${around.number}`,
    around && OUTCOMES[around.outcome],
  ].filter(Boolean);
  return (
    <li id={id} class={isChosen ? 'hit chosen' : 'hit'} data-item tabindex={-1}>
      <p class="session-title">
        {around && <Dot outcome={around.outcome} />}{' '}
        {href === null ? title : <a href={href}>{title}</a>}
      </p>
      {around ? (
        <TurnAround hit={hit} around={around} />
      ) : (
        hit.snippet &&
        hit.snippet !== hit.title && (
          <p class="snippet">{highlightWords(hit.snippet, hit.marks ?? [])}</p>
        )
      )}
      <p class="muted small">
        {about.join(' · ')}
        {hit.ended && (
          <>
            {' · '}
            <Ago at={hit.ended} />
          </>
        )}
      </p>
    </li>
  );
}

const LONGEST = 320;

/** The turn that the place lies in, with the words that were found. */
function TurnAround({
  hit,
  around,
}: {
  hit: FoundHit;
  around: NonNullable<FoundHit['around']>;
}): VNode {
  const words = (hit.marks ?? []).map(([from, to]) => hit.snippet!.slice(from, to));
  const shown = (text: string) => highlightWords(...excerptAround(text, words));
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
            <CheckChip run={run} />
          ))}
          {around.made.map((one) => (
            <MadeChip one={one} />
          ))}
        </p>
      )}
    </div>
  );
}

/** The part of a text around the first of some words, and where they stand in it. */
function excerptAround(text: string, words: readonly string[]): [string, [number, number][]] {
  const found = words.length === 0 ? null : new RegExp(words.map(escaped).join('|'), 'giu');
  const first = found ? Math.max(0, text.search(found)) : 0;
  const from =
    text.length <= LONGEST || first < LONGEST * 0.7 ? 0 : text.lastIndexOf(' ', first - 80) + 1;
  const part = `${from > 0 ? '… ' : ''}${text.slice(from, from + LONGEST)}${text.length > from + LONGEST ? ' …' : ''}`;
  const marks = found
    ? [...part.matchAll(found)].map(({ 0: word, index }): [number, number] => [
        index,
        index + word.length,
      ])
    : [];
  return [part, marks];
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function highlightWords(text: string, marks: readonly (readonly [number, number])[]): Children {
  const parts: Children[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from), <mark>{text.slice(from, to)}</mark>);
    at = to;
  }
  return [...parts, text.slice(at)];
}

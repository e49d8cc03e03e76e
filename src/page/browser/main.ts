import { html } from 'htm/preact';
import { render, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PlacesView } from '../views/projects.ts';
import { chooseProject, chosenProject, report, takeToken, useOperation } from './api.ts';
import { BoardPage } from './board.ts';
import { HealthPage } from './health.ts';
import { KeptPage } from './kept.ts';
import { Keys } from './keys.ts';
import { LedgerPage } from './ledger.ts';
import { MemoryPage } from './memory.ts';
import { NowPage } from './now.ts';
import { absolute, Empty, Head, projectName, Said } from './parts.ts';
import { ProjectsPage } from './projects.ts';
import { SearchPage } from './search.ts';
import { SessionsPage } from './sessions.ts';
import { StoryPage } from './story.ts';
import { WhyPage } from './why.ts';

interface PageOf {
  readonly path: string;
  readonly title: string;
  readonly page: (choose: (project: string) => void) => VNode;
}

const PAGES: readonly PageOf[] = [
  { path: 'now', title: 'Now', page: () => html`<${NowPage} />` },
  {
    path: 'projects',
    title: 'Projects',
    page: (choose: unknown) => html`<${ProjectsPage} choose=${choose} />`,
  },
  { path: 'sessions', title: 'Sessions', page: () => html`<${SessionsPage} />` },
  {
    path: 'search',
    title: 'Search',
    page: () => html`<${SearchPage} key=${asked('q')} query=${asked('q')} />`,
  },
  { path: 'kept', title: 'Kept', page: () => html`<${KeptPage} />` },
  { path: 'more', title: 'More', page: () => html`<${MorePage} />` },
  // A report is of one project, and nobody answers a search.
].filter(({ path }) => !report || (path !== 'projects' && path !== 'search'));

const MORE: readonly (PageOf & { readonly about: string })[] = [
  {
    path: 'board',
    title: 'Board',
    about: 'What is next, in the way, decided and done.',
    page: () => html`<${BoardPage} />`,
  },
  {
    path: 'ledger',
    title: 'Ledger',
    about: 'Tokens that conversations were shown and spared.',
    page: () => html`<${LedgerPage} />`,
  },
  {
    path: 'health',
    title: 'Health',
    about: 'Whether all that Cortex needs is in order, and how long hooks take.',
    page: () => html`<${HealthPage} />`,
  },
];

/** Pages about one thing, and the page that lists it. */
const PARENTS: Readonly<Record<string, string>> = { session: 'sessions', memory: 'kept', why: 'sessions' };

function asked(name: string): string {
  return new URLSearchParams(location.hash.split('?')[1] ?? '').get(name) ?? '';
}

/** `#/session/1a2b`: the page and what it is about. */
function route(): { readonly page: string; readonly about: string } {
  const [page = '', about = ''] = location.hash.replace(/^#\/?/, '').split('?')[0]!.split('/');
  return { page: page || 'now', about: decodeURIComponent(about) };
}

function App(): VNode {
  const [at, setAt] = useState(location.hash);
  const [project, setProject] = useState(chosenProject());
  useEffect(() => {
    const moved = () => {
      setAt(location.hash);
      scrollTo(0, 0);
    };
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, []);
  // Keyboard users go on at the top of the page they asked for.
  useEffect(() => {
    if (document.activeElement?.closest('nav, input')) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [at]);
  const { page, about } = route();
  const open = PARENTS[page] ?? page;
  const title = [...PAGES, ...MORE].find(({ path }) => path === open)?.title ?? 'Cortex';
  useEffect(() => {
    document.title = `${title} · Cortex`;
  }, [title]);
  const choose = (value: string) => {
    chooseProject(value || null);
    setProject(value || null);
  };
  const skip = (event: Event) => {
    event.preventDefault();
    document.querySelector<HTMLElement>('main')?.focus();
  };
  return html`<a class="skip" href="#main" onClick=${skip}>To the content</a>
    <div class="shell">
      <header class="side">
        <div class="brand"><${Icon} name="mark" /><span>Cortex</span></div>
        ${report ? html`<p class="muted small">${report.project}, ${absolute(report.at)}</p>` : html`<${Places} key=${project ?? ''} choose=${choose} />`}
        <${Menu} open=${open} />
      </header>
      <main id="main" tabindex="-1" key=${project ?? ''}><${Page} page=${page} about=${about} choose=${choose} /></main>
    </div>
    <${Keys} pages=${PAGES.map(({ path }) => path)} />
    <${Said} />`;
}

function Menu({ open }: { open: string }): VNode {
  const link = ({ path, title }: PageOf, current: string | null) =>
    html`<li class=${`to-${path}`}><a href=${`#/${path}`} aria-current=${path === current ? 'page' : undefined}><${Icon} name=${path} /><span>${title}</span></a></li>`;
  // Without room for all, the last leads to the pages below it.
  const isBelow = MORE.some(({ path }) => path === open);
  return html`<nav aria-label="Pages"><ul>${PAGES.map((one) => link(one, isBelow && one.path === 'more' ? 'more' : open))}</ul>
    <ul class="below">${MORE.map((one) => link(one, open))}</ul></nav>`;
}

/** Lines of small drawings, 24 by 24. `mark`: a thread that goes on through three knots. */
const PATHS: Readonly<Record<string, string>> = {
  now: 'M12 7v5l3.5 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  projects: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  sessions: 'M6 4v16M6 7h12M6 12h8M6 17h10',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5L20.5 20.5',
  kept: 'M7 3.5h10v17l-5-4-5 4z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  board: 'M4 5h4.5v14H4zM10 5h4.5v9H10zM16 5h4v6h-4z',
  ledger: 'M5 20V11M10 20V5M15 20v-7M20 20V8',
  health: 'M3 12h4l2.5-6 4 12 2.5-6h5',
  mark: 'M3.5 17c4 0 4-10 8.5-10s4.5 10 8.5 10',
};

function Icon({ name }: { name: string }): VNode {
  return html`<svg class=${`icon icon-${name}`} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d=${PATHS[name]} />
    ${name === 'mark' && html`<circle cx="3.5" cy="17" r="2" /><circle cx="12" cy="7" r="2" /><circle cx="20.5" cy="17" r="2" />`}</svg>`;
}

function MorePage(): VNode {
  return html`<${Head} title="More" />
    <ul class="tiles">${MORE.map(({ path, title, about }) => html`<li class="tile" data-item tabindex="-1"><a href=${`#/${path}`}><b>${title}</b></a><p class="muted small">${about}</p></li>`)}</ul>`;
}

interface Shown {
  readonly page: string;
  readonly about: string;
  readonly choose: (project: string) => void;
}

function Page({ page, about, choose }: Shown): VNode {
  if (page === 'why' && about !== '') return html`<${WhyPage} key=${about} path=${about} />`;
  if (page === 'session' && about)
    return html`<${StoryPage} key=${about} id=${about} turn=${Number(asked('turn')) || null} />`;
  if (page === 'memory' && about) return html`<${MemoryPage} key=${about} id=${about} />`;
  const found = [...PAGES, ...MORE].find(({ path }) => path === page);
  return found
    ? found.page(choose)
    : html`<h1 tabindex="-1">Not here</h1><${Empty} title="There is no such page"><a href="#/now">Now</a> is the first.<//>`;
}

function Places({ choose }: { choose: (value: string) => void }): VNode {
  const { data } = useOperation<PlacesView>('page places');
  const names = (data?.places ?? []).map(({ label }) => label);
  const name = (label: string, root: string | null) =>
    names.filter((one) => one === label).length > 1 && root
      ? `${projectName(label)} (${root})`
      : projectName(label);
  return html`<label class="project"><span class="hidden">Project</span>
    <select aria-label="Project" onChange=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${(data?.places ?? []).map(({ key, label, root }) => html`<option value=${root ?? key} selected=${key === data!.here}>${name(label, root)}</option>`)}
      ${data && !data.places.some(({ key }) => key === 'global') && html`<option value="global">outside of projects</option>`}
    </select></label>`;
}

function Closed(): VNode {
  return html`<main class="alone"><h1>Cortex</h1><p>This page needs the address that <code>cortex ui</code> printed, whole.</p></main>`;
}

const place = document.getElementById('page')!;
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload();
});
render(takeToken() ? html`<${App} />` : html`<${Closed} />`, place);

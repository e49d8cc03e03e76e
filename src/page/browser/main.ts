import { html } from 'htm/preact';
import { render, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { chooseProject, chosenProject, report, takeToken, useOperation } from './api.ts';
import { HealthPage } from './health.ts';
import { KeptPage, MemoryPage } from './kept.ts';
import { LedgerPage } from './ledger.ts';
import { absolute, Empty, projectName, Said } from './parts.ts';
import { SearchPage } from './search.ts';
import { SessionPage } from './session.ts';
import { SessionsPage } from './sessions.ts';
import { ThreadPage } from './thread.ts';
import { TodayPage } from './today.ts';

const PAGES: readonly (readonly [path: string, title: string, page: () => VNode])[] = [
  ['today', 'Today', () => html`<${TodayPage} />`],
  ['sessions', 'Sessions', () => html`<${SessionsPage} />`],
  ['thread', 'Thread', () => html`<${ThreadPage} />`],
  ['kept', 'Pins & memories', () => html`<${KeptPage} />`],
  ...(report
    ? []
    : [['search', 'Search', () => html`<${SearchPage} key=${query()} query=${query()} />`] as const]),
  ['ledger', 'Ledger', () => html`<${LedgerPage} />`],
  ['health', 'Health', () => html`<${HealthPage} />`],
];

function query(): string {
  return new URLSearchParams(location.hash.split('?')[1] ?? '').get('q') ?? '';
}

/** `#/session/1a2b`: the page and what it is about. */
function route(): { readonly page: string; readonly about: string } {
  const [page = '', about = ''] = location.hash.replace(/^#\/?/, '').split('?')[0]!.split('/');
  return { page: page || 'today', about: decodeURIComponent(about) };
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
    if (document.activeElement?.closest('nav')) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [at]);
  const { page, about } = route();
  const open = page === 'session' ? 'sessions' : page === 'memory' ? 'kept' : page;
  const title = PAGES.find(([path]) => path === open)?.[1] ?? 'Cortex';
  useEffect(() => {
    document.title = `${title} · Cortex`;
  }, [title]);
  const choose = (value: string) => {
    chooseProject(value || null);
    setProject(value || null);
  };
  return html`<a class="skip" href="#main" onClick=${(event: Event) => {
    event.preventDefault();
    document.querySelector<HTMLElement>('main')?.focus();
  }}>To the content</a>
    <div class="shell">
      <header class="side">
        <div class="brand"><${Mark} /><span>Cortex</span></div>
        ${report ? html`<p class="muted small">${report.project}, ${absolute(report.at)}</p>` : html`<${Projects} project=${project} choose=${choose} />`}
        <nav aria-label="Pages"><ul>${PAGES.map(([path, name]) => html`<li><a href=${`#/${path}`} aria-current=${path === open ? 'page' : undefined}>${name}</a></li>`)}</ul></nav>
      </header>
      <main id="main" tabindex="-1" key=${project ?? ''}><${Page} page=${page} about=${about} /></main>
    </div>
    <${Said} />`;
}

function Page({ page, about }: { page: string; about: string }): VNode {
  if (page === 'session' && about) return html`<${SessionPage} key=${about} id=${about} />`;
  if (page === 'memory' && about) return html`<${MemoryPage} key=${about} id=${about} />`;
  const found = PAGES.find(([path]) => path === page);
  return found
    ? found[2]()
    : html`<h1 tabindex="-1">Not here</h1><${Empty} title="There is no such page"><a href="#/today">Today</a> is the first.<//>`;
}

interface Project {
  readonly key: string;
  readonly label: string;
  readonly root: string | null;
}

function Projects({ project, choose }: { project: string | null; choose: (value: string) => void }): VNode {
  const { data } = useOperation<{ projects: Project[] }>('project list');
  return html`<label class="project"><span class="small muted">Project</span>
    <select aria-label="Project" value=${project ?? ''} onChange=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      <option value="">Where it was started</option>
      ${(data?.projects ?? []).map(({ key, label, root }) => html`<option value=${root ?? key} selected=${(root ?? key) === project}>${projectName(label)}</option>`)}
      <option value="global" selected=${project === 'global'}>Outside of projects</option>
    </select></label>`;
}

/** A thread that goes on through three knots. */
function Mark(): VNode {
  return html`<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M3 17c4 0 4-10 9-10s5 10 9 10" fill="none" class="mark" /><circle cx="3.5" cy="17" r="2.2" class="knot" /><circle cx="12" cy="7" r="2.2" class="knot" /><circle cx="20.5" cy="17" r="2.2" class="knot" /></svg>`;
}

function Closed(): VNode {
  return html`<main class="alone"><h1>Cortex</h1><p>This page needs the address that <code>cortex ui</code> printed, whole.</p></main>`;
}

const place = document.getElementById('page')!;
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload();
});
render(takeToken() ? html`<${App} />` : html`<${Closed} />`, place);

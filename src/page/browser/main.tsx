import { render, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PlacesView } from '../views/projects.ts';
import { keepProject, projectInAddress, readAddress, refine } from './address.ts';
import { dropToken, report, takeToken, useOperation } from './api.ts';
import { BoardPage } from './board.tsx';
import { HealthPage } from './health.tsx';
import { Icon } from './icons.tsx';
import { KeptPage } from './kept.tsx';
import { Keys } from './keys.tsx';
import { LedgerPage } from './ledger.tsx';
import { followServer } from './live.ts';
import { MemoryPage } from './memory.tsx';
import { NowPage } from './now.tsx';
import { absolute, Empty, Head, projectTitle, Toast } from './parts.tsx';
import { ProjectsPage } from './projects.tsx';
import { SearchPage } from './search.tsx';
import { SessionsPage } from './sessions.tsx';
import { StoryPage } from './story.tsx';
import { ToldPage } from './told-page.tsx';
import { WhyPage } from './why.tsx';

interface PageOf {
  readonly path: string;
  readonly title: string;
  readonly page: () => VNode;
}

const PAGES: readonly PageOf[] = [
  { path: 'now', title: 'Now', page: () => <NowPage /> },
  { path: 'projects', title: 'Projects', page: () => <ProjectsPage /> },
  { path: 'sessions', title: 'Sessions', page: () => <SessionsPage /> },
  { path: 'search', title: 'Search', page: () => <SearchPage /> },
  { path: 'kept', title: 'Kept', page: () => <KeptPage /> },
  { path: 'more', title: 'More', page: () => <MorePage /> },
  // A report is of one project, and nobody answers a search.
].filter(({ path }) => !report || (path !== 'projects' && path !== 'search'));

interface PageBelow extends PageOf {
  readonly about: string;
  /** In the menu only where it has something to show. */
  readonly isSpare?: true;
}

const MORE: readonly PageBelow[] = [
  {
    path: 'told',
    title: 'Told next',
    about: 'The text that your agent gets at its next start, and why.',
    page: () => <ToldPage />,
  },
  {
    path: 'board',
    title: 'Board',
    about: 'What is next, in the way, decided and done.',
    page: () => <BoardPage />,
    isSpare: true,
  },
  {
    path: 'ledger',
    title: 'Ledger',
    about: 'Tokens that conversations were shown and spared.',
    page: () => <LedgerPage />,
    isSpare: true,
  },
  {
    path: 'health',
    title: 'Health',
    about: 'Whether everything is in order, and how long hooks take.',
    page: () => <HealthPage />,
  },
];

/** Pages about one thing, and the page that lists it. */
const PARENTS: Readonly<Record<string, string>> = {
  session: 'sessions',
  memory: 'kept',
  why: 'sessions',
};

function App({ token }: { token: string | null }): VNode {
  const [at, setAt] = useState(location.hash);
  const [server, setServer] = useState<'there' | 'lost' | 'gone'>('there');
  useEffect(() => followAddress(setAt), []);
  useEffect(() => {
    if (token === null) return;
    void followServer({
      token,
      found: () => setServer('there'),
      lost: () => setServer('lost'),
      refused: () => setServer('gone'),
    });
  }, [token]);
  const { page, about } = readAddress();
  // Keyboard users go on at the top of the page they asked for.
  useEffect(() => {
    if (document.activeElement?.closest('nav, input, select')) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [page, about]);
  const open = PARENTS[page] ?? page;
  const title = [...PAGES, ...MORE].find(({ path }) => path === open)?.title ?? 'Cortex';
  useEffect(() => {
    document.title = `${title} · Cortex`;
  }, [title]);
  if (server === 'gone') {
    dropToken();
    return <Closed />;
  }
  const project = projectInAddress() ?? '';
  const skip = () => document.querySelector<HTMLElement>('main')?.focus();
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        To the content
      </button>
      <div class="shell">
        <Side project={project} open={open} />
        <main id="main" tabindex={-1} key={project}>
          {server === 'lost' && (
            <div class="notice bad" role="alert">
              <strong>Cortex has ended.</strong> Run <code>cortex ui</code> to open this page again.
            </div>
          )}
          <Page key={`${page} ${about}`} page={page} about={about} at={at} />
        </main>
      </div>
      <Keys pages={PAGES.map(({ path }) => path)} />
      <Toast />
    </>
  );
}

/** Follows the address. A link says its page; the project stays until another one is chosen. */
function followAddress(setAt: (hash: string) => void): () => void {
  let project = projectInAddress();
  let page = '';
  const moved = () => {
    const { page: next, about, params } = readAddress();
    if (params.has('in')) project = params.get('in');
    else keepProject(project);
    setAt(location.hash);
    if (page !== `${next} ${about}`) scrollTo(0, 0);
    page = `${next} ${about}`;
  };
  addEventListener('hashchange', moved);
  return () => removeEventListener('hashchange', moved);
}

function Side({ project, open }: { project: string; open: string }): VNode {
  return (
    <header class="side">
      <div class="brand">
        <Icon name="mark" />
        <span>Cortex</span>
      </div>
      {report ? (
        <p class="muted small">
          {report.project}, {absolute(report.at)}
        </p>
      ) : (
        <Places key={project} />
      )}
      <Menu open={open} />
    </header>
  );
}

function Menu({ open }: { open: string }): VNode {
  const { data } = useOperation<PlacesView>('page places', {}, { when: !report });
  const isShown = ({ path, isSpare }: PageBelow) =>
    !isSpare || report || path === open || data?.shows.includes(path);
  const link = ({ path, title }: PageOf, current: string | null) => (
    <li class={`to-${path}`}>
      <a href={`#/${path}`} {...(path === current && { 'aria-current': 'page' })}>
        <Icon name={path} />
        <span>{title}</span>
      </a>
    </li>
  );
  // Without room for all, the last leads to the pages below it.
  const isBelow = MORE.some(({ path }) => path === open);
  return (
    <nav aria-label="Pages">
      <ul>{PAGES.map((one) => link(one, isBelow && one.path === 'more' ? 'more' : open))}</ul>
      <ul class="below">{MORE.filter(isShown).map((one) => link(one, open))}</ul>
    </nav>
  );
}

function MorePage(): VNode {
  return (
    <>
      <Head title="More" />
      <ul class="tiles">
        {MORE.map(({ path, title, about }) => (
          <li class="tile" data-item tabindex={-1}>
            <a href={`#/${path}`}>
              <b>{title}</b>
            </a>
            <p class="muted small">{about}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

interface PageProps {
  readonly page: string;
  readonly about: string;
  /** The whole address: filters are part of it. */
  readonly at: string;
}

function Page({ page, about }: PageProps): VNode {
  if (page === 'session' && about)
    return <StoryPage id={about} turn={Number(readAddress().params.get('turn')) || null} />;
  if (page === 'memory' && about) return <MemoryPage id={about} />;
  if (page === 'why' && about) return <WhyPage key={about} path={about} />;
  const found = [...PAGES, ...MORE].find(({ path }) => path === page);
  if (found) return found.page();
  return (
    <>
      <h1 tabindex={-1}>Page not found</h1>
      <Empty title="There is no such page">
        <a href="#/now">Go to Now</a>
      </Empty>
    </>
  );
}

function Places(): VNode {
  const { data } = useOperation<PlacesView>('page places');
  const names = (data?.places ?? []).map(({ label }) => label);
  const name = (label: string, root: string | null) => {
    const isAmbiguous = names.filter((one) => one === label).length > 1 && root;
    return isAmbiguous ? `${projectTitle(label)} (${root})` : projectTitle(label);
  };
  const choose = (event: Event) => refine({ in: (event.target as HTMLSelectElement).value });
  return (
    <label class="project">
      <span class="hidden">Project</span>
      <select aria-label="Project" onChange={choose}>
        {(data?.places ?? []).map(({ key, label, root }) => (
          <option value={root ?? key} selected={key === data!.here}>
            {name(label, root)}
          </option>
        ))}
        {data && !data.places.some(({ key }) => key === 'global') && (
          <option value="global">outside of projects</option>
        )}
      </select>
    </label>
  );
}

/** The page without a token, or with one of a server that is gone. */
function Closed(): VNode {
  return (
    <main class="alone">
      <h1>Open it with cortex ui</h1>
      <p>
        Type <code>cortex ui</code> in a terminal: it opens this page with a key that is good as
        long as that command runs. This page alone shows nothing.
      </p>
    </main>
  );
}

const place = document.getElementById('page')!;
const token = report ? null : takeToken();
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload();
});
render(report || token ? <App token={token} /> : <Closed />, place);

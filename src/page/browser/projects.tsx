import type { VNode } from 'preact';
import type { ProjectCard, ProjectsView } from '../views/projects.ts';
import { useOperation } from './api.ts';
import { Sparkline } from './marks.tsx';
import { Ago, Empty, Head, plural, projectTitle, Trouble, Waiting } from './parts.tsx';

export function ProjectsPage(): VNode {
  const { data, problem } = useOperation<ProjectsView>('page projects');
  const list = data?.projects ?? [];
  const red = list.filter((one) => one.red > 0).length;
  const about = data && (red > 0 ? `${plural(red, 'project is', 'projects are')} red.` : '');
  return (
    <>
      <Head title="Projects" about={about} />
      <Trouble problem={problem} />
      {!data && !problem && <Waiting />}
      {data && list.length === 0 && (
        <Empty title="No project yet">A folder under git becomes one with its first session.</Empty>
      )}
      <ul class="tiles">
        {list.map((one) => (
          <Tile project={one} isHere={one.key === data!.here} />
        ))}
      </ul>
      {data && data.more > 0 && (
        <p class="muted small">
          and {plural(data.more, 'project')} that you worked on before these; the list at the left
          has all.
        </p>
      )}
    </>
  );
}

interface TileProps {
  readonly project: ProjectCard;
  readonly isHere: boolean;
}

function Tile({
  project: { key, label, root, title, ended, red, open, last, days },
  isHere,
}: TileProps): VNode {
  const total = days.reduce((sum, one) => sum + one, 0);
  return (
    <li class="tile" data-item tabindex={-1}>
      <a href={`#/now?in=${encodeURIComponent(root ?? key)}`}>
        <b>{projectTitle(label)}</b>
      </a>
      {isHere && (
        <>
          {' '}
          <span class="badge">here</span>
        </>
      )}
      <p class="tile-title">{title ?? 'Without words yet'}</p>
      {ended && <p class="small muted">{ended}</p>}
      <p class="small muted tile-caption">Sessions a day, four weeks</p>
      <Sparkline values={days} label={`${plural(total, 'session')} in the last four weeks`} />
      <p class="tile-foot small">
        {red > 0 ? (
          <span class="bad-text">
            <span class="dot red" aria-hidden="true"></span>
            {red} red
          </span>
        ) : (
          ''
        )}
        {open > 0 ? <span>{open} open</span> : <span class="muted">no task is noted</span>}
        <span class="muted push">
          <Ago at={last} />
        </span>
      </p>
    </li>
  );
}

import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { ProjectCard, ProjectsView } from '../views/projects.ts';
import { useOperation } from './api.ts';
import { Sparkline } from './marks.ts';
import { Ago, Empty, Head, plural, projectName, Trouble, Waiting } from './parts.ts';

export function ProjectsPage({ choose }: { choose: (project: string) => void }): VNode {
  const { data, problem } = useOperation<ProjectsView>('page projects');
  const list = data?.projects ?? [];
  const red = list.filter((one) => one.red > 0).length;
  const about = data && (red > 0 ? `${plural(red, 'project is', 'projects are')} red.` : '');
  return html`<${Head} title="Projects" about=${about} />
    <${Trouble} problem=${problem} />
    ${!data && !problem && html`<${Waiting} />`}
    ${data && list.length === 0 && html`<${Empty} title="No project yet">A folder under git becomes one with its first session.<//>`}
    <ul class="tiles">${list.map((one) => html`<${Tile} project=${one} isHere=${one.key === data!.here} choose=${choose} />`)}</ul>
    ${data && data.more > 0 && html`<p class="muted small">and ${plural(data.more, 'project')} that you worked on before these; the list at the left has all.</p>`}`;
}

interface OfTile {
  readonly project: ProjectCard;
  readonly isHere: boolean;
  readonly choose: (project: string) => void;
}

function Tile({
  project: { key, label, root, title, red, open, last, days },
  isHere,
  choose,
}: OfTile): VNode {
  const total = days.reduce((sum, one) => sum + one, 0);
  return html`<li class="tile" data-item tabindex="-1">
    <a href="#/now" onClick=${() => choose(root ?? key)}><b>${projectName(label)}</b></a>
    ${isHere && html` <span class="badge">here</span>`}
    <p class="tile-title">${title ?? 'Without words yet'}</p>
    <${Sparkline} values=${days} label=${`${plural(total, 'session')} in the last four weeks`} />
    <p class="tile-foot small">
      ${red > 0 ? html`<span class="bad-text"><span class="dot red" aria-hidden="true"></span>${red} red</span>` : ''}
      <span class=${open > 0 ? '' : 'muted'}>${open} open</span>
      <span class="muted push"><${Ago} at=${last} /></span>
    </p>
  </li>`;
}

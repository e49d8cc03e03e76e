import { ALL_TRANSCRIPTS } from '../src/agents/all.ts';
import type { FilePlace, Host, HostEdit, InstallScope, Runtime } from '../src/ports/base/host.ts';
import { allHosts } from '../src/program/rooms/hosts.ts';
import { setupLine } from '../src/surfaces/cli/base/places.ts';

const IMPORTED = new Set(ALL_TRANSCRIPTS.map(({ host }) => host));

/** Any installation: the page names the places that setup writes to, which do not depend on it. */
const ANY: Runtime = { argv: ['cortex'], folder: '<folder of cortex>/dist' };

/** The table of the README. `pages` leads to the folder with a page for each agent. */
export function agentsTable(pages: string): string {
  return aligned([
    ['agent', 'connect it alone', 'it is told', 'sessions from before'],
    ...allHosts().map((host) => [
      `[${host.title}](${pages}/${host.name}.md)${standing(host)}`,
      `\`${setupLine(host)}\``,
      firstInjection(host.injection),
      IMPORTED.has(host.name) ? `\`cortex import ${host.name}\`` : '–',
    ]),
  ]);
}

function standing({ notRun, experimental }: Host): string {
  if (experimental) return ' (experimental)';
  return notRun ? ' (by contract, not run)' : '';
}

/** As the formatter writes tables. */
function aligned([head, ...rows]: readonly (readonly string[])[]): string {
  const widths = head!.map((_, i) => Math.max(...[head!, ...rows].map((row) => row[i]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  return [line(head!), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join(
    '\n',
  );
}

/** A section for each agent: what setup writes, what is left to a person, how to go on. */
export function quickStarts(pages: string): string {
  return allHosts()
    .map((host) => quickStart(host, pages))
    .join('\n\n');
}

function quickStart(host: Host, pages: string): string {
  const { name, title, install, reopens, notRun, experimental } = host;
  const project = written(host, 'project');
  const reopened =
    typeof reopens === 'string'
      ? `To go on with an old conversation: ${reopens}`
      : `\`${reopens('<its id>').join(' ')}\`, or \`cortex continue\`, goes on with an old conversation.`;
  const lines = [
    ...(experimental
      ? [
          `Experimental: Cortex follows its documents, and nobody ran the two together yet, for ${notRun}.`,
        ]
      : []),
    `Setup ${written(host, 'user')}.${project ? ` With \`--project\` it ${project}.` : ''}`,
    ...(install.afterwards.length > 0 ? install.afterwards : [`Start a new session of ${title}.`]),
    ...(install.goodToKnow ?? []),
    `${reopened} More: [${name}.md](${pages}/${name}.md).`,
  ];
  return `## ${title}

\`\`\`sh
${setupLine(host)}
\`\`\`

${lines.map((line) => `- ${line}`).join('\n')}`;
}

function firstInjection({ at }: Host['injection']): string {
  return at.includes('session-start') ? 'at its start' : 'with the first prompt';
}

/** Setup's work for a host, in words; null where it can do nothing. */
function written({ install }: Host, scope: InstallScope): string | null {
  const edits = install.edits(ANY, scope);
  const places = edits.flatMap((edit) => placeOf(edit) ?? []);
  if (places.length > 0) return `writes ${places.join(' and ')}`;
  const run = edits.flatMap((edit) => (edit.kind === 'command' ? [`\`${edit.run[0]}\``] : []))[0];
  return run ? `runs ${run}, which installs the plugin itself` : null;
}

function placeOf(edit: HostEdit): string | null {
  return edit.kind === 'command' ? null : `\`${pathOf(edit.place)}\``;
}

function pathOf({ base, path }: FilePlace): string {
  if (base === 'project') return path;
  const below = base === 'home' ? '' : base.otherwiseInHome;
  return ['~', below, path].filter(Boolean).join('/');
}

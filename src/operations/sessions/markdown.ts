import type { SessionState } from '../../domain/session/session.ts';
import type { Turn } from '../../domain/turns/turn.ts';
import { when } from '../words.ts';

/** A session as a Markdown page: its turns, and what it left. */
export function sessionMarkdown(state: SessionState): string {
  const { title, turns, pending_tasks: tasks, files_modified: files } = state;
  const where = [state.scope, state.branch].filter(Boolean).join(', ');
  const parts = [
    `# ${title ?? 'A session without words'}`,
    `${where} · ${state.host} · ${when(state.start_time)} to ${when(state.end_time ?? state.last_activity)}`,
    ...turns.map(turnMarkdown),
    ...section(
      'Open tasks',
      tasks.map((task) => `- [ ] ${task.title}`),
    ),
    ...section(
      'Files changed',
      files.map((path) => `- \`${path}\``),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function turnMarkdown({ number, at, asked, answered, files, runs, made, ended }: Turn): string {
  const did = [
    ...(files.length > 0 ? [`- changed ${files.map((path) => `\`${path}\``).join(', ')}`] : []),
    ...runs.map(
      ({ name, outcomes, failing }) =>
        `- \`${name}\`: ${outcomes.join(', then ')}${failing ? ` (${failing})` : ''}`,
    ),
    ...made.map(({ what, text }) => `- ${what}: ${text}`),
    ...(ended === 'answered' ? [] : [`- ${ended ?? 'not finished'}`]),
  ];
  return [
    `## ${number}. ${when(at)}`,
    ...(asked === null ? [] : [quoted(asked)]),
    ...(answered === null ? [] : [answered.trim()]),
    ...(did.length > 0 ? [did.join('\n')] : []),
  ].join('\n\n');
}

/** The person's words stand out from the agent's. */
function quoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${heading}`, lines.join('\n')];
}

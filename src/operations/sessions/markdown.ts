import type { SessionState } from '../../domain/sessions/session.ts';
import type { Turn } from '../../domain/turns/turn.ts';
import { localTime } from '../base/words.ts';

/** A session as a Markdown page: its turns, and what it left. */
export function sessionMarkdown(state: SessionState): string {
  const { turns, pending_tasks: tasks, files_modified: files } = state;
  const where = [state.scope, state.branch].filter(Boolean).join(', ');
  const parts = [
    `# ${state.title ?? 'A session without words'}`,
    `${where} · ${state.host} · ${localTime(state.start_time)} to ${localTime(state.end_time ?? state.last_activity)}`,
    ...turns.map(turnMarkdown),
    ...section('Open tasks', tasks, ({ title }) => `- [ ] ${title}`),
    ...section('Files changed', files, (path) => `- \`${path}\``),
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
    `## ${number}. ${localTime(at)}`,
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

function section<T>(
  heading: string,
  items: readonly T[],
  line: (item: T) => string,
): readonly string[] {
  return items.length === 0 ? [] : [`## ${heading}`, items.map(line).join('\n')];
}

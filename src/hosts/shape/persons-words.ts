import { NOTICE_ELEMENTS } from '../../domain/session/notices.ts';
import { words } from '../../domain/text/json.ts';
import { withoutElements } from './elements.ts';

/** `skill` alone is a word that people put into brackets; expanded by a host, it has a name. */
const openings = () =>
  new RegExp(
    `<(${NOTICE_ELEMENTS.join('|')})(?:\\s[^<>]*)?>|<(skill)(?:\\s+name="[^<>]*>|>\\s{0,20}(?=<name>))`,
    'g',
  );

/** A notice from its first character on: whatever follows it is the host's too. */
const ALL_NOTICE = /^(?:<task-notification[\s>]|<subagent_notification[\s>]|\[Request interrupted by user)/;

/** How Codex hands on the instructions of a repository. */
const AGENTS_HEADING = /^# AGENTS\.md instructions[^\n]*\n\s*(?=<INSTRUCTIONS>)/;

/** The person's own words in a prompt; null if there are none. */
export function personsWords(prompt: string): string | null {
  const said = prompt.trim();
  if (ALL_NOTICE.test(said)) return null;
  if (COMMAND_ALONE.test(said)) return null;
  if (!said.includes('<')) return words(prompt);
  if (EXPANDED.test(said)) return argumentsIn(said);
  const heading = AGENTS_HEADING.exec(said)?.[0];
  const rest =
    heading === undefined ? said : withoutElements(said.slice(heading.length), /<(INSTRUCTIONS)>/g);
  return words(withoutElements(rest, openings()).trim());
}

/** A command without a word more asks for nothing that could be told again. */
const COMMAND_ALONE = /^\/[a-z][\w:-]{0,80}$/i;
/** How transcripts of Claude Code hold a command: in elements, in one order or the other. */
const EXPANDED = /^<command-(?:name|message)>/;
const ARGUMENTS = '<command-args>';

/** The text typed behind a command. One word alone is a setting (`/model opus`) or a number, not a request. */
function argumentsIn(expanded: string): string | null {
  const from = expanded.indexOf(ARGUMENTS);
  const end = expanded.indexOf('</command-args>', from);
  const typed = from < 0 || end < 0 ? '' : expanded.slice(from + ARGUMENTS.length, end).trim();
  return /\s/.test(typed) ? typed : null;
}

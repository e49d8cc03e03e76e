import { NOTICE_ELEMENTS } from '../../domain/base/text/envelopes.ts';
import { words } from '../../domain/base/text/json.ts';

/** `skill` alone is a word that people put into brackets; expanded by a host, it has a name. */
const openings = () =>
  new RegExp(
    `<(${NOTICE_ELEMENTS.join('|')})(?:\\s[^<>]*)?>|<(skill)(?:\\s+name="[^<>]*>|>\\s{0,20}(?=<name>))`,
    'g',
  );

/** A host's notice, which must begin the text; everything after it is the host's too. */
const ALL_NOTICE =
  /^(?:<task-notification[\s>]|<subagent_notification[\s>]|\[Request interrupted by user)/;

/** How Codex hands on the instructions of a repository. */
const AGENTS_HEADING = /^# AGENTS\.md instructions[^\n]*\n\s*(?=<INSTRUCTIONS>)/;

/** A command without arguments contains no request to quote. */
const COMMAND_ALONE = /^\/[a-z][\w:-]{0,80}$/i;
/** How transcripts of Claude Code hold a command: in elements, in one order or the other. */
const EXPANDED = /^<command-(?:name|message)>/;
const ARGUMENTS = '<command-args>';

/** The person's own words in a prompt; null if there are none. */
export function withoutHostNotices(prompt: string): string | null {
  const said = prompt.trim();
  if (ALL_NOTICE.test(said) || COMMAND_ALONE.test(said)) return null;
  if (!said.includes('<')) return words(prompt);
  if (EXPANDED.test(said)) return argumentsIn(said);
  const heading = AGENTS_HEADING.exec(said)?.[0];
  const rest =
    heading === undefined ? said : withoutElements(said.slice(heading.length), /<(INSTRUCTIONS)>/g);
  return words(withoutElements(rest, openings()).trim());
}

/** The text typed behind a command. One word alone is a setting (`/model opus`) or a number, not a request. */
function argumentsIn(expanded: string): string | null {
  const from = expanded.indexOf(ARGUMENTS);
  const end = expanded.indexOf('</command-args>', from);
  const typed = from < 0 || end < 0 ? '' : expanded.slice(from + ARGUMENTS.length, end).trim();
  return /\s/.test(typed) ? typed : null;
}

/** The words of a compaction's summary: without the model's notes for itself, and without the elements around it. */
export function cleanSummary(sent: string): string | null {
  const summary = withoutElements(sent, /<(analysis|scratchpad)>/g);
  return words(summary.replace(/<\/?(?:summary|state_snapshot)>/g, '').trim());
}

/** A text without the elements that `opening` finds the beginnings of; one that is never closed stays. In linear time. */
function withoutElements(text: string, opening: RegExp): string {
  const unclosed = new Set<string>();
  let kept = '';
  let from = 0;
  for (const { index, 0: tag, 1: first, 2: second } of text.matchAll(opening)) {
    const name = first ?? second ?? '';
    if (index < from || unclosed.has(name)) continue;
    const end = text.indexOf(`</${name}>`, index + tag.length);
    if (end < 0) {
      unclosed.add(name);
      continue;
    }
    kept += text.slice(from, index);
    from = end + name.length + 3;
  }
  return kept + text.slice(from);
}

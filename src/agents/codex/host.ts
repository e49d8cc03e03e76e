import { has, readPlace, text } from '../../domain/base/text/json.ts';
import type { Injection } from '../../domain/facts/sender.ts';
import type { Host, Runtime } from '../../ports/base/host.ts';
import { CLAUDE_FORM, claudeAnswer } from '../base/claude.ts';
import { contentMark, makeParser } from '../base/form.ts';
import {
  type HookEvents,
  hookEntries,
  hookLine,
  placeInScope,
  serverEntry,
  settingsEdit,
} from '../base/install.ts';
import { printed, toolReaders } from '../base/tools.ts';

export const CODEX_TOOLS = toolReaders({
  names: {
    shell: 'Bash shell exec_command',
    patch: 'apply_patch',
    read: 'view_image',
    todos: 'update_plan',
    quiet: 'web_search',
  },
  // A patch that does not fit is answered with the reason, as if it were its output.
  answer: (response) => ({
    output: printed(response),
    failed:
      readPlace(response, 'isError') === true ||
      /^(?:apply_patch verification failed|Invalid patch|Failed to find)/.test(
        text(response) ?? '',
      ),
  }),
  hidesFailure: true,
});

const HOME = { env: 'CODEX_HOME', otherwiseInHome: '.codex' } as const;

const INJECTION = {
  at: ['session-start', 'prompt', 'tool-use'],
  keeps: true,
  notice: true,
} as const satisfies Injection;

/**
 * As seen in 0.166.0. SessionStart comes with the first turn, not at launch. All but it and SessionEnd have a `turn_id`; words that
 * are sent while a turn runs have the id of that turn.
 */
export const codex: Host = {
  name: 'codex',
  title: 'Codex CLI',
  injection: INJECTION,
  loads: {
    project: ['AGENTS.md', 'AGENTS.override.md'],
    user: { base: HOME, paths: ['AGENTS.md'] },
  },
  tools: CODEX_TOOLS.roles,
  marks: {
    // Without a transcript the field is null, which no other host of this form sends.
    proves: (sent) =>
      (has(sent, 'turn_id') && !has(sent, 'client_type')) ||
      (sent['transcript_path'] === null && !has(sent, 'timestamp') && !has(sent, 'cursor_version')),
    transcript: /[\\/]sessions[\\/]\d{4}[\\/]\d\d[\\/]\d\d[\\/]rollout-[^\\/]*$/,
    suggests: (env, sent) => !!env['PLUGIN_ROOT'] && !has(sent, 'timestamp'),
  },
  parse: makeParser({
    ...CLAUDE_FORM,
    tools: CODEX_TOOLS,
    idsOf: (event) => {
      if (event.endsWith('ToolUse')) return ['tool_use_id', 'turn_id'];
      if (event === 'UserPromptSubmit') return ['turn_id', contentMark('prompt')];
      return event === 'SubagentStop' ? ['agent_id', 'turn_id'] : ['turn_id'];
    },
  }),
  // Nothing beside `hookSpecificOutput`: an answer with a key that Codex does not know is dropped whole.
  // A `systemMessage` is shown to the person as a warning.
  render: claudeAnswer({ showsNotice: INJECTION.notice }),
  begins: (words) => ['codex', words],
  reopens: (id) => ['codex', 'resume', id],
  install: {
    signs: { folders: ['.codex'], commands: ['codex'] },
    edits: (runtime, scope) => {
      const place = (path: string) => placeInScope(scope, { base: HOME, path }, `.codex/${path}`);
      const lineAt = (event: string) => hookLine(runtime, 'codex', event);
      const hooks = hookEntries(eventsFor(runtime), lineAt, (event) => ({
        // In seconds. At the end of a session Codex gives 1 unless told otherwise, and 3 at most.
        timeout: event === 'SessionEnd' ? 3 : 10,
      }));
      const server = { ...serverEntry(runtime), at: ['mcp_servers', 'cortex'] };
      return [
        settingsEdit(place('hooks.json'), hooks),
        settingsEdit(place('config.toml'), [server], 'toml'),
      ];
    },
    approvals: {
      place: { base: HOME, path: 'config.toml' },
      format: 'toml',
      at: ['hooks', 'state'],
      key: (file, event, entry, handler) => `${file}:${snakeCase(event)}:${entry}:${handler}`,
    },
    afterwards: [
      'Codex runs a new or changed hook only after you have trusted it: start codex, type /hooks and trust those of cortex.',
    ],
    goodToKnow: ['In a project that Codex does not trust, its .codex folder is not read.'],
  },
};

/** The patterns are of a kind without lookahead: where only those that act are meant, they are named. */
const eventsFor = ({ instructs }: Runtime): HookEvents => ({
  SessionStart: null,
  UserPromptSubmit: null,
  ...(instructs && { PreToolUse: '^(Bash|apply_patch|mcp__.*)$' }),
  PostToolUse: null,
  Stop: null,
  SubagentStop: null,
  SessionEnd: null,
});

function snakeCase(name: string): string {
  return name.replace(/(?<=.)[A-Z]/g, '_$&').toLowerCase();
}

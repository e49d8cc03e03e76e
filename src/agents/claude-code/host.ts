import { commandLine } from '../../domain/base/text/command-line.ts';
import { has, idText } from '../../domain/base/text/json.ts';
import type { Injection } from '../../domain/facts/sender.ts';
import type { Addition, FilePlace, Host, Runtime } from '../../ports/base/host.ts';
import { CLAUDE_FORM, claudeAnswer, claudeEvents } from '../base/claude.ts';
import { makeParser } from '../base/form.ts';
import { hookEntries, hookLine, placeInScope, serverEntry, settingsEdit } from '../base/install.ts';

/** Moves both files, though only one of them lies in a folder of its own without it. */
const CONFIG_DIR = 'CLAUDE_CONFIG_DIR';

const SETTINGS: FilePlace = {
  base: { env: CONFIG_DIR, otherwiseInHome: '.claude' },
  path: 'settings.json',
};

const INJECTION = {
  at: ['session-start', 'prompt', 'tool-use'],
  keeps: true,
  notice: true,
} as const satisfies Injection;

export const claudeCode: Host = {
  name: 'claude-code',
  title: 'Claude Code',
  injection: INJECTION,
  loads: {
    project: ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md', '.claude/rules/'],
    user: {
      base: SETTINGS.base,
      paths: ['CLAUDE.md', 'rules/', 'projects/<project>/memory/MEMORY.md'],
    },
    imports: true,
  },
  marks: {
    transcript: /[\\/]\.claude[\\/]projects[\\/]/,
    denies: (sent) => has(sent, 'timestamp'),
  },
  parse: makeParser({
    ...CLAUDE_FORM,
    events: {
      ...CLAUDE_FORM.events,
      SubagentStart: {
        is: 'subagent-start',
        unless: (sent) => idText(sent['agent_type']) === null,
      },
    },
  }),
  render: claudeAnswer({ showsNotice: INJECTION.notice }),
  ownerVariable: 'CLAUDE_PID',
  client: { project: 'CLAUDE_PROJECT_DIR', session: 'CLAUDE_CODE_SESSION_ID' },
  begins: (words) => ['claude', words],
  reopens: (id) => ['claude', '--resume', id],
  install: {
    signs: { folders: ['.claude'], commands: ['claude'] },
    // The host's own timeout is 600 s, but for SessionEnd 1.5 shared by all hooks, which ours raises.
    edits: (runtime, scope) => [
      settingsEdit(placeInScope(scope, SETTINGS, '.claude/settings.local.json'), [
        ...hookEntries(claudeEvents(runtime), (event) => hookLine(runtime, 'claude-code', event)),
        ...statusLine(runtime),
      ]),
      settingsEdit(
        placeInScope(
          scope,
          { base: { env: CONFIG_DIR, otherwiseInHome: '' }, path: '.claude.json' },
          '.mcp.json',
        ),
        [serverEntry(runtime, { type: 'stdio' })],
      ),
    ],
    plugins: {
      place: SETTINGS,
      at: ['enabledPlugins'],
      name: 'cortex',
      remove: 'claude plugin uninstall cortex@cortex',
    },
    afterwards: [],
  },
};

function statusLine({ showsStatus, launchers, argv }: Runtime): readonly Addition[] {
  if (!showsStatus) return [];
  const command = commandLine(launchers ? [launchers.statusLine] : [...argv, 'statusline']);
  return [{ at: ['statusLine'], offer: { type: 'command', command } }];
}

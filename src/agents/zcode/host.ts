import type { Host } from '../../ports/base/host.ts';
import { CLAUDE_FORM, claudeAnswer } from '../base/claude.ts';
import { makeParser } from '../base/form.ts';
import { hookLine, serverEntry, settingsEdit, TIMEOUT } from '../base/install.ts';

/**
 * By its documents (September 2026) and what others read in its source (0.16.9): the events and fields of Claude Code, beside
 * fields of its own. Only what is said at a start is known to reach the model. Some versions were seen to leave out the events
 * of prompts and tools.
 */
export const zcode: Host = {
  name: 'zcode',
  title: 'ZCode',
  notRun: 'it is not on npm, and wants a login first',
  experimental: true,
  injection: { at: ['session-start'], keeps: false },
  marks: { transcript: /[\\/]\.zcode[\\/]/ },
  parse: makeParser(CLAUDE_FORM),
  render: claudeAnswer({ names: { 'session-start': 'SessionStart' } }),
  reopens: 'Open the folder in ZCode and take the conversation from its history.',
  install: {
    signs: { folders: ['.zcode'], commands: ['zcode'] },
    edits: (runtime, scope) => {
      // ZCode runs no hooks of a project, and a server without them would be half of it.
      if (scope === 'project') return [];
      const hooks = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop'].map((event) => ({
        at: ['hooks', 'events', event],
        append: {
          matcher: '',
          hooks: [
            { type: 'command', command: hookLine(runtime, 'zcode', event), timeout: TIMEOUT },
          ],
        },
      }));
      const server = { ...serverEntry(runtime), at: ['mcp', 'servers', 'cortex'] };
      return [
        settingsEdit({ base: 'home', path: '.zcode/cli/config.json' }, [
          { at: ['hooks', 'enabled'], ensure: true },
          ...hooks,
          server,
        ]),
      ];
    },
    afterwards: ['Start ZCode anew: it reads its hooks when it starts.'],
  },
};

import type { Host } from '../../ports/base/host.ts';
import { CLAUDE_FORM, claudeAnswer, claudeEvents } from '../base/claude.ts';
import { makeParser } from '../base/form.ts';
import {
  directHookLine,
  hookEntries,
  placeInScope,
  serverEntry,
  settingsEdit,
} from '../base/install.ts';

/** By its source (1.1.52): the events, fields, answers and tools of Claude Code, in settings of its own. */
export const qoder: Host = {
  name: 'qoder',
  title: 'Qoder CLI',
  notRun: 'it wants a login at its own service first',
  injection: { at: ['session-start', 'prompt', 'tool-use'], keeps: false },
  marks: { transcript: /[\\/]\.qoder(?:-cn)?[\\/]/ },
  parse: makeParser(CLAUDE_FORM),
  render: claudeAnswer(),
  reopens: (id) => ['qodercli', '--resume', id],
  install: {
    signs: { folders: ['.qoder'], commands: ['qodercli', 'qoder'] },
    edits: (runtime, scope) => {
      const base = { env: 'QODER_CONFIG_DIR', otherwiseInHome: '.qoder' };
      // A subagent is told nothing when it starts.
      const { SubagentStart: _, ...events } = claudeEvents(runtime);
      return [
        settingsEdit(
          placeInScope(scope, { base, path: 'settings.json' }, '.qoder/settings.local.json'),
          [
            ...hookEntries(events, (event) => directHookLine(runtime, 'qoder', event)),
            serverEntry(runtime),
          ],
        ),
      ];
    },
    afterwards: ['Start Qoder CLI anew: it finds the server of tools when it starts.'],
  },
};

import type { Host, Runtime } from '../../host.ts';
import { claudeEvents } from '../shape/claude-events.ts';
import { parseClaudeShape, renderClaudeShape } from '../shape/claude-shape.ts';
import { directHookLine, type HookEvents, hookEntries, server } from '../shape/install.ts';
import { readTool } from '../shape/tools.ts';

/** By its source (1.1.52): the events, fields, answers and tools of Claude Code, in settings of its own. */
export const qoder: Host = {
  name: 'qoder',
  title: 'Qoder CLI',
  notRun: 'it wants a login at its own service first',
  hearing: { at: ['session-start', 'prompt', 'tool-use'], keeps: false },
  marks: { transcript: /[\\/]\.qoder(?:-cn)?[\\/]/ },
  parse: (payload) => parseClaudeShape(payload, readTool),
  render: renderClaudeShape,
  reopens: (id) => ['qodercli', '--resume', id],
  install: {
    signs: { folders: ['.qoder'], commands: ['qodercli', 'qoder'] },
    edits: (runtime, scope) => {
      const command = directHookLine(runtime, 'qoder');
      return [
        {
          kind: 'settings',
          place:
            scope === 'user'
              ? { base: { env: 'QODER_CONFIG_DIR', otherwiseInHome: '.qoder' }, path: 'settings.json' }
              : { base: 'project', path: '.qoder/settings.local.json' },
          format: 'json',
          additions: [
            ...hookEntries(eventsFor(runtime), () => ({ type: 'command', command, timeout: TIMEOUT })),
            { at: ['mcpServers', 'cortex'], set: server(runtime) },
          ],
        },
      ];
    },
    afterwards: ['Start Qoder CLI anew: it finds the server of tools when it starts.'],
  },
};

/** A subagent is told nothing when it starts. */
function eventsFor(runtime: Runtime): HookEvents {
  const { SubagentStart: _, ...events } = claudeEvents(runtime);
  return events;
}

/** In seconds. */
const TIMEOUT = 10;

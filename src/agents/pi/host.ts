import { fingerprint } from '../../domain/base/text/hash.ts';
import { list, readPlace } from '../../domain/base/text/json.ts';
import type { Injection } from '../../domain/facts/sender.ts';
import type { FilePlace, Host, Payload } from '../../ports/base/host.ts';
import { answeringIn, makeParser } from '../base/form.ts';
import { placeInScope, pluginLoader } from '../base/install.ts';
import { messageText, toolReaders } from '../base/tools.ts';

export const PI_TOOLS = toolReaders({
  names: {
    shell: 'bash powershell',
    write: 'write',
    edit: 'edit',
    read: 'read grep find ls',
  },
});

const BASE: FilePlace['base'] = { env: 'PI_CODING_AGENT_DIR', otherwiseInHome: '.pi/agent' };

// Text added before the agent starts is a message that pi keeps.
const INJECTION: Injection = { at: ['prompt'], keeps: true };

/** The payloads are those of our extension: names and fields of pi's own events, as of 0.87, with the session. */
export const pi: Host = {
  name: 'pi',
  title: 'pi',
  injection: INJECTION,
  loads: { project: ['AGENTS.md'], user: { base: BASE, paths: ['AGENTS.md'] } },
  tools: PI_TOOLS.roles,
  parse: makeParser({
    name: 'event',
    // The same after `-c`, which nevertheless reports "startup".
    session: 'sessionId',
    cwd: 'cwd',
    source: ({ reason }) => (reason === 'new' ? 'clear' : reason),
    tool: 'toolName',
    input: 'input',
    response: 'content',
    failed: 'isError',
    reply: replyIn,
    reason: 'reason',
    tools: PI_TOOLS,
    events: {
      session_start: { is: 'session-start' },
      // Nothing was said where another extension started the agent.
      before_agent_start: { is: 'prompt', prompt: ({ prompt }) => prompt ?? '' },
      input: { is: 'prompt', prompt: ({ text }) => text ?? '' },
      tool_result: { is: 'tool-use', ids: ['toolCallId'] },
      // An answer has no id that every provider gives; its time and its words tell it from the next.
      agent_end: {
        is: 'turn-end',
        ids: ['message.timestamp', (sent) => fingerprint(replyIn(sent))],
      },
      session_before_compact: { is: 'compacting' },
      session_compact: { is: 'compacted' },
      // Extensions are loaded anew, and the conversation goes on.
      session_shutdown: { is: 'session-end', unless: ({ reason }) => reason === 'reload' },
    },
  }),
  render: answeringIn('context', INJECTION),
  begins: (words) => ['pi', words],
  reopens: (id) => ['pi', '--session', id],
  install: {
    module: 'pi',
    signs: { folders: ['.pi'], commands: ['pi'] },
    edits: (runtime, scope) => [
      {
        kind: 'file',
        place: placeInScope(
          scope,
          { base: BASE, path: 'extensions/cortex.js' },
          '.pi/extensions/cortex.js',
        ),
        content: pluginLoader(runtime, 'pi', [
          'export default async (pi) => {',
          '  try {',
          '    (await load()).cortex(pi, options);',
          '  } catch {',
          '    // Cortex is not there.',
          '  }',
          '};',
        ]),
      },
    ],
    afterwards: ['Start pi anew, or type /reload in it.'],
  },
};

function replyIn(sent: Payload): string {
  return messageText(list(readPlace(sent, 'message.content'))) ?? '';
}

import type { HostEvent, StartSource } from '../../domain/event.ts';
import { fingerprint } from '../../domain/text/hash.ts';
import { asRecord, idText, list, type Untrusted, words } from '../../domain/text/json.ts';
import { type Host, Malformed } from '../../host.ts';
import { personsWords } from '../shape/persons-words.ts';
import { commonOf, contextAt, keyOf, loader, reasonOf, sentBy, textIn } from '../shape/plugin-shape.ts';
import { readPiTool, TOOLS } from './tools.ts';
import type { Payload } from './wire.ts';

export const pi: Host = {
  name: 'pi',
  title: 'pi',
  // Text added before the agent starts is a message that pi keeps.
  hearing: { at: ['prompt'], keeps: true },
  loads: {
    project: ['AGENTS.md'],
    user: { base: { env: 'PI_CODING_AGENT_DIR', otherwiseInHome: '.pi/agent' }, paths: ['AGENTS.md'] },
  },
  tools: TOOLS.roles,
  parse,
  render: contextAt('prompt'),
  begins: (words) => ['pi', words],
  reopens: (id) => ['pi', '--session', id],
  install: {
    module: 'pi',
    signs: { folders: ['.pi'], commands: ['pi'] },
    edits: (runtime, scope) => [
      {
        kind: 'file',
        place:
          scope === 'user'
            ? {
                base: { env: 'PI_CODING_AGENT_DIR', otherwiseInHome: '.pi/agent' },
                path: 'extensions/cortex.js',
              }
            : { base: 'project', path: '.pi/extensions/cortex.js' },
        content: loader(runtime, 'pi', [
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

function parse(payload: unknown): HostEvent | null {
  const sent = sentBy<Payload>(payload);
  const name = words(sent.event) ?? 'An event';
  const common = () => commonOf(name, sent.sessionId, sent.cwd);
  switch (name) {
    case 'session_start':
      return { kind: 'session-start', ...common(), source: startSource(sent.reason) };
    case 'before_agent_start':
    case 'input':
      return promptOf(common(), name === 'input' ? sent.text : sent.prompt);
    case 'tool_result': {
      const tool = words(sent.toolName);
      if (tool === null) throw new Malformed('tool_result came without a toolName.');
      const use = readPiTool(tool, sent.input, sent.content, sent.isError === true);
      return { kind: 'tool-use', ...common(), key: keyOf(name, sent.toolCallId), use };
    }
    case 'agent_end': {
      const reply = replyOf(sent);
      return { kind: 'turn-end', ...common(), key: replyKey(sent, reply), reply: words(reply) };
    }
    case 'session_before_compact':
      return { kind: 'compacting', ...common() };
    case 'session_compact':
      return { kind: 'compacted', ...common() };
    case 'session_shutdown':
      // Extensions are loaded anew, and the conversation goes on.
      if (sent.reason === 'reload') return null;
      return { kind: 'session-end', ...common(), reason: reasonOf(sent.reason) };
    default:
      return null;
  }
}

/** Nothing was said where another extension started the agent. */
function promptOf(common: ReturnType<typeof commonOf>, said: unknown): HostEvent | null {
  const prompt = personsWords(words(said) ?? '');
  return prompt === null ? null : { kind: 'prompt', ...common, text: prompt };
}

function startSource(reason: unknown): StartSource {
  switch (reason) {
    case 'new':
      return 'clear';
    case 'startup':
    case 'resume':
    case 'fork':
      return reason;
    default:
      return 'unknown';
  }
}

function replyOf(sent: Untrusted<Payload>): string {
  return textIn(list(asRecord<Payload['message']>(sent.message)?.content));
}

/** An answer has no id that every provider gives; its time and its words tell it from the next. */
function replyKey(sent: Untrusted<Payload>, reply: string): string | null {
  const at = idText(asRecord<Payload['message']>(sent.message)?.timestamp);
  return at === null ? null : `agent_end:${at}:${fingerprint(reply)}`;
}

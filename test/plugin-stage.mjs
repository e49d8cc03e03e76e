// Plays a host that has loaded our plugin: node plugin-stage.mjs <host> <loader> <cwd> <steps as JSON>.
// Each step is a word of the stage with its arguments; prints what each returned, as JSON.
import { writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , host, loader, cwd, steps] = process.argv;
let count = 0;

const STAGES = {
  async opencode({ Cortex }) {
    const hooks = await Cortex({ directory: cwd });
    const bus = (type, properties) => hooks.event?.({ event: { type, properties } });
    return {
      start: (sessionID) =>
        bus('session.created', { sessionID, info: { id: sessionID, directory: cwd } }),
      async prompt(sessionID, text) {
        const id = String(++count);
        const parts = [{ id: `prt_${id}`, type: 'text', text }];
        await hooks['chat.message']?.({ sessionID }, { message: { id: `msg_${id}` }, parts });
        const added = parts.slice(1);
        for (const part of added)
          if (!part.synthetic || part.id <= parts[0].id) throw new Error('misplaced');
        return added.map((part) => part.text).join('');
      },
      write: (sessionID, filePath) =>
        hooks['tool.execute.after']?.(
          { tool: 'write', sessionID, callID: `call_${++count}`, args: { filePath, content: 'x' } },
          { title: '', output: 'Wrote file successfully.', metadata: {} },
        ),
      async answer(sessionID, text) {
        const messageID = `msg_${++count}`;
        await bus('message.updated', {
          sessionID,
          info: { id: messageID, sessionID, role: 'assistant' },
        });
        await bus('message.part.updated', {
          sessionID,
          part: { id: `prt_${count}`, sessionID, messageID, type: 'text', text },
        });
        await bus('session.idle', { sessionID });
      },
      compact: (sessionID) => bus('session.compacted', { sessionID }),
      end: () => hooks.dispose?.(),
    };
  },

  async pi({ default: extension }) {
    const handlers = new Map();
    await extension({ on: (name, handler) => handlers.set(name, handler) });
    const emit = (id, name, event) =>
      handlers.get(name)?.(
        { type: name, ...event },
        { cwd, sessionManager: { getSessionId: () => id } },
      );
    return {
      start: (id) => emit(id, 'session_start', { reason: 'startup' }),
      prompt: async (id, prompt) =>
        (await emit(id, 'before_agent_start', { prompt }))?.message?.content ?? '',
      write: (id, path) =>
        emit(id, 'tool_result', {
          toolName: 'write',
          toolCallId: `call_${++count}`,
          input: { path, content: 'x' },
          content: [{ type: 'text', text: 'Successfully wrote' }],
          isError: false,
        }),
      answer: (id, text) => {
        const message = {
          role: 'assistant',
          content: [{ type: 'text', text }],
          timestamp: Date.now(),
        };
        return emit(id, 'agent_end', { messages: [{ role: 'user', content: [] }, message] });
      },
      compact: (id) => emit(id, 'session_compact', {}),
      end: (id) => emit(id, 'session_shutdown', { reason: 'quit' }),
    };
  },

  async cline({ default: plugin }) {
    let rule;
    const snapshot = { agentId: 'agent_1', parentAgentId: null, conversationId: 'conv_1' };
    return {
      async start(sessionId) {
        const api = { registerRule: ({ content }) => (rule = content) };
        plugin.setup(api, { session: { sessionId }, workspaceInfo: { rootPath: cwd } });
        return (await rule?.()) ?? '';
      },
      async prompt(_, text) {
        const messages = [{ id: `m${++count}`, role: 'user', content: [{ type: 'text', text }] }];
        const result = await plugin.hooks?.beforeRun({ snapshot: { ...snapshot, messages } });
        return result?.appendContext ?? '';
      },
      write: (_, path) =>
        plugin.hooks?.afterTool({
          snapshot,
          tool: { name: 'write_to_file' },
          input: { path, content: 'x' },
          toolCall: { toolCallId: `call_${++count}` },
          result: { output: 'saved' },
        }),
      answer: (_, outputText) =>
        plugin.hooks?.afterRun({
          snapshot: { ...snapshot, runId: `run_${++count}` },
          result: { status: 'completed', outputText },
        }),
      // Its processes are ended by a signal.
      end: () => process.kill(process.pid, 'SIGTERM'),
    };
  },
};

process.on('unhandledRejection', () => process.exit(3));
const stage = await STAGES[host](await import(pathToFileURL(loader).href));
const heard = [];
for (const [word, ...args] of JSON.parse(steps)) {
  if (word === 'leave') {
    writeSync(1, JSON.stringify(heard));
    process.exit(0);
  }
  if (word === 'end') writeSync(1, JSON.stringify(heard));
  heard.push((await stage[word](...args)) ?? '');
}

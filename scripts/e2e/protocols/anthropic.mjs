import { json, named, sse, textIn } from './shared.mjs';

// Anthropic Messages.
export const anthropic = {
  accepts: (path) => /\/messages(?:\/count_tokens)?$/.test(path),
  streams: (body) => body.stream === true,
  plain: () => false,

  entries(body) {
    const first = body.system ? [{ kind: 'said', role: 'system', text: textIn(body.system) }] : [];
    return [...first, ...(body.messages ?? []).flatMap(entriesOf)];
  },

  tools: (body) => (body.tools ?? []).map((tool) => tool.name),

  reply(step, { body, id, path, usage, stream }) {
    if (path.endsWith('/count_tokens')) return json({ input_tokens: usage });
    const block = step.tool
      ? { type: 'tool_use', id: id('toolu'), name: step.tool, input: step.args ?? {} }
      : { type: 'text', text: step.text };
    const tokens = { input_tokens: usage, output_tokens: 8 };
    const message = {
      id: id('msg'),
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: [block],
      stop_reason: step.tool ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: tokens,
    };
    if (!stream) return json(message);
    const start = step.tool ? { ...block, input: {} } : { type: 'text', text: '' };
    const delta = step.tool
      ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
      : { type: 'text_delta', text: block.text };
    return sse([
      named('message_start', { message: { ...message, content: [], stop_reason: null } }),
      named('content_block_start', { index: 0, content_block: start }),
      named('content_block_delta', { index: 0, delta }),
      named('content_block_stop', { index: 0 }),
      named('message_delta', {
        delta: { stop_reason: message.stop_reason, stop_sequence: null },
        usage: tokens,
      }),
      named('message_stop', {}),
    ]);
  },
};

function entriesOf({ role, content }) {
  if (typeof content === 'string')
    return [{ kind: role === 'assistant' ? 'answer' : 'said', role, text: content }];
  const calls = content.some((block) => block.type === 'tool_use');
  return content.map((block) => {
    if (block.type === 'tool_result')
      return { kind: 'result', role: 'tool', text: textIn(block.content) };
    if (block.type === 'tool_use') return { kind: 'call', role, text: textIn(block.input) };
    return {
      kind: role === 'assistant' && !calls ? 'answer' : 'said',
      role,
      text: textIn(block.text),
    };
  });
}

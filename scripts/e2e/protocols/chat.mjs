import { json, sse, textIn, unnamed } from './shared.mjs';

// OpenAI Chat Completions.
export const chat = {
  accepts: (path) => path.endsWith('/chat/completions'),
  streams: (body) => body.stream === true,
  plain: (body) => body.response_format !== undefined && body.response_format.type !== 'text',

  entries(body) {
    return (body.messages ?? []).map((message) => {
      const text = textIn(message.content);
      if (message.role === 'tool') return { kind: 'result', role: 'tool', text };
      if (message.role !== 'assistant') return { kind: 'said', role: message.role, text };
      return { kind: message.tool_calls?.length ? 'call' : 'answer', role: 'assistant', text };
    });
  },

  tools: (body) => (body.tools ?? []).map((tool) => tool.function?.name ?? tool.name),

  reply(step, { body, id, usage, stream }) {
    const calls = step.tool && [
      {
        id: id('call'),
        type: 'function',
        function: { name: step.tool, arguments: JSON.stringify(step.args ?? {}) },
      },
    ];
    const reason = calls ? 'tool_calls' : 'stop';
    const tokens = { prompt_tokens: usage, completion_tokens: 8, total_tokens: usage + 8 };
    const head = { id: id('chat'), created: 0, model: body.model };
    const words = { role: 'assistant', content: calls ? null : step.text };
    if (!stream) {
      const message = { ...words, ...(calls && { tool_calls: calls }) };
      const choices = [{ index: 0, message, finish_reason: reason }];
      return json({ ...head, object: 'chat.completion', choices, usage: tokens });
    }
    const chunk = (rest) => unnamed({ ...head, object: 'chat.completion.chunk', ...rest });
    const delta = {
      ...words,
      ...(calls && { tool_calls: calls.map((call, index) => ({ index, ...call })) }),
    };
    return sse([
      chunk({ choices: [{ index: 0, delta, finish_reason: null }] }),
      chunk({ choices: [{ index: 0, delta: {}, finish_reason: reason }] }),
      chunk({ choices: [], usage: tokens }),
      unnamed('[DONE]'),
    ]);
  },
};

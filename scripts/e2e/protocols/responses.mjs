import { json, named, sse, textIn } from './shared.mjs';

// OpenAI Responses: input items in, output items out; a tool may live in a namespace.
export const responses = {
  accepts: (path) => path.endsWith('/responses'),
  streams: (body) => body.stream === true,
  plain: () => false,

  entries(body) {
    const input =
      typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : (body.input ?? []);
    const first = body.instructions
      ? [{ kind: 'said', role: 'system', text: body.instructions }]
      : [];
    return [...first, ...input.map(entryOf).filter(Boolean)];
  },

  tools: (body) => (body.tools ?? []).flatMap(namesOf),

  reply(step, { body, id, usage, stream }) {
    const item = itemOf(step, id);
    const done = {
      id: id('resp'),
      object: 'response',
      created_at: 0,
      model: body.model,
      status: 'completed',
      output: [item],
      usage: {
        input_tokens: usage,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 8,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: usage + 8,
      },
    };
    if (!stream) return json(done);
    const at = { item_id: item.id, output_index: 0 };
    return sse([
      named('response.created', {
        response: { ...done, status: 'in_progress', output: [], usage: null },
      }),
      named('response.output_item.added', { output_index: 0, item: { ...item, ...emptied(item) } }),
      ...(item.type === 'message' ? wordsOf(item, at) : argumentsOf(item, at)),
      named('response.output_item.done', { output_index: 0, item }),
      named('response.completed', { response: done }),
    ]);
  },
};

function entryOf(item) {
  if (item.type?.endsWith('_call_output'))
    return { kind: 'result', role: 'tool', text: textIn(item.output) };
  if (item.type?.endsWith('_call')) return { kind: 'call', role: 'assistant', text: textIn(item) };
  if (!item.role) return null;
  return {
    kind: item.role === 'assistant' ? 'answer' : 'said',
    role: item.role,
    text: textIn(item.content),
  };
}

function namesOf(tool) {
  if (Array.isArray(tool.tools)) return tool.tools.map((inner) => `${tool.name}/${inner.name}`);
  return [tool.name ?? tool.type];
}

function itemOf(step, id) {
  if (step.text !== undefined) {
    const content = [{ type: 'output_text', text: step.text, annotations: [] }];
    return { type: 'message', id: id('msg'), role: 'assistant', status: 'completed', content };
  }
  const call = { call_id: id('call'), name: step.tool, status: 'completed' };
  if (step.input !== undefined)
    return { type: 'custom_tool_call', id: id('ctc'), ...call, input: step.input };
  const where = step.namespace ? { namespace: step.namespace } : {};
  return {
    type: 'function_call',
    id: id('fc'),
    ...call,
    ...where,
    arguments: JSON.stringify(step.args ?? {}),
  };
}

function emptied(item) {
  if (item.type === 'message') return { status: 'in_progress', content: [] };
  return {
    status: 'in_progress',
    ...(item.type === 'function_call' ? { arguments: '' } : { input: '' }),
  };
}

function wordsOf(item, at) {
  const [part] = item.content;
  const place = { ...at, content_index: 0 };
  return [
    named('response.content_part.added', { ...place, part: { ...part, text: '' } }),
    named('response.output_text.delta', { ...place, delta: part.text }),
    named('response.output_text.done', { ...place, text: part.text }),
    named('response.content_part.done', { ...place, part }),
  ];
}

function argumentsOf(item, at) {
  const kind = item.type === 'function_call' ? 'function_call_arguments' : 'custom_tool_call_input';
  const key = item.type === 'function_call' ? 'arguments' : 'input';
  return [
    named(`response.${kind}.delta`, { ...at, delta: item[key] }),
    named(`response.${kind}.done`, { ...at, [key]: item[key] }),
  ];
}

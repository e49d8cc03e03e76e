import { json, sse, textIn, unnamed } from './shared.mjs';

// Gemini generateContent; the method is the end of the path.
export const gemini = {
  accepts: (path) => /:(streamGenerateContent|generateContent|countTokens)$/.test(path),
  streams: (_body, path) => path.endsWith(':streamGenerateContent'),
  plain: (body) => body.generationConfig?.responseMimeType === 'application/json',

  entries(body) {
    const system = body.systemInstruction;
    const first = system
      ? [{ kind: 'said', role: 'system', text: textIn(system.parts ?? system) }]
      : [];
    return [...first, ...(body.contents ?? []).flatMap(entriesOf)];
  },

  tools: (body) =>
    (body.tools ?? []).flatMap((tool) => (tool.functionDeclarations ?? []).map(({ name }) => name)),

  // Older calls without a signature are refused by the program itself.
  reply(step, { id, usage, stream, path }) {
    if (path.endsWith(':countTokens')) return json({ totalTokens: usage });
    const part = step.tool
      ? {
          functionCall: { id: id('call'), name: step.tool, args: step.args ?? {} },
          thoughtSignature: 'c2VhbA==',
        }
      : { text: step.text };
    const answer = {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: usage,
        candidatesTokenCount: 8,
        totalTokenCount: usage + 8,
      },
      modelVersion: 'scripted',
      responseId: id('response'),
    };
    return stream ? sse([unnamed(answer)]) : json(answer);
  },
};

function entriesOf({ role, parts = [] }) {
  const results = parts.filter((part) => part.functionResponse);
  const calls = parts.filter((part) => part.functionCall);
  const words = parts.filter((part) => part.text !== undefined && !part.thought);
  return [
    ...results.map((part) => ({
      kind: 'result',
      role: 'tool',
      text: textIn(part.functionResponse.response),
    })),
    ...calls.map((part) => ({ kind: 'call', role: 'assistant', text: textIn(part.functionCall) })),
    ...words.map((part) => ({
      kind: role === 'model' ? kindOfAnswer(calls) : 'said',
      role: role === 'model' ? 'assistant' : 'user',
      text: part.text,
    })),
  ];
}

/** Words beside calls belong to them. */
function kindOfAnswer(calls) {
  return calls.length > 0 ? 'call' : 'answer';
}

// The common part of the protocols: server-sent events, and the text in whatever way a host wrapped it.

export const sse = (frames) => ({ type: 'text/event-stream', body: frames.join('') });
export const json = (value) => ({ type: 'application/json', body: JSON.stringify(value) });
export const named = (event, data) =>
  `event: ${event}\ndata: ${JSON.stringify({ type: event, ...data })}\n\n`;
export const unnamed = (data) =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

const LABELS = new Set(['type', 'id', 'call_id', 'role', 'status', 'cache_control']);

/** Every string below a content value: hosts send a string, a part, or a list of parts of many kinds. */
export function textIn(value) {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textIn).filter(Boolean).join('\n');
  if (!value || typeof value !== 'object') return '';
  return textIn(Object.keys(value).flatMap((key) => (LABELS.has(key) ? [] : [value[key]])));
}

/** How many tool results came since the model last answered in words: the place in a turn's script. */
export function resultsSinceAnswer(entries) {
  let count = 0;
  for (const entry of entries) {
    if (entry.kind === 'answer') count = 0;
    if (entry.kind === 'result') count += 1;
  }
  return count;
}

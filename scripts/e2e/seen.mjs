// Questions about what the model received.

// Some hosts escape angle brackets; the words alone also stand in the instructions of our MCP server.
const ELEMENT = 'session-continuity hint=';

/** Text that the model was told, without what tools printed or it said itself. */
export const told = (request) =>
  request.entries
    .filter(({ kind }) => kind === 'said')
    .map(({ text }) => text)
    .join('\n');

/** Whether a line about the work names a file; words among the topics are none. */
export const tellsFile = (request, file) =>
  told(request)
    .split('\n')
    .some((line) => /impl:|not committed then:|committed:/.test(line) && line.includes(file));

export const times = (text, part) => text.split(part).length - 1;

/** The words of Cortex in a request; empty where there are none. */
export const element = (request) =>
  /<session-continuity hint=.*?<\/session-continuity>/s.exec(told(request))?.[0] ?? '';

export const elements = (request) => times(told(request), ELEMENT);

export const results = (request) =>
  request.entries.filter(({ kind }) => kind === 'result').map(({ text }) => text);

/** Why a request does not hold each of the texts exactly once; null when it does. */
export function notOnce(request, texts) {
  for (const text of texts) {
    const count = times(told(request), text);
    if (count !== 1)
      return `"${text}" ${count === 0 ? 'is missing' : `stands there ${count} times`}`;
  }
  return null;
}

// A model that says what it is told to say, in whichever protocol it is asked, and remembers every question.
import { createServer } from 'node:http';
import { anthropic } from './protocols/anthropic.mjs';
import { chat } from './protocols/chat.mjs';
import { gemini } from './protocols/gemini.mjs';
import { responses } from './protocols/responses.mjs';
import { resultsSinceAnswer } from './protocols/shared.mjs';

const PROTOCOLS = [responses, chat, anthropic, gemini];
const SMALL = 100;
const MODEL = { id: 'scripted', object: 'model', created: 0, owned_by: 'nobody' };

/**
 * A script is a list of steps: `{ tool, args }`, `{ text }`, `{ refused: { status, message } }` or `{ hang: true }`, which never answers. The step is
 * chosen by how many tool results the host has sent since the last answer, so that a repeated request repeats its
 * answer. Requests without tools are the host's own (a title, a summary) and get `aside`; `instead` is asked first and may
 * know another step for a request that is not of the conversation itself.
 */
export async function startModel() {
  const requests = [];
  let play = {
    label: '',
    steps: [{ text: 'Nothing was asked.' }],
    aside: 'A summary.',
    usage: SMALL,
  };
  let number = 0;
  const id = (prefix) => `${prefix}_${++number}`;
  const waiting = new Set();
  const listeners = new Set();

  /** The answer with its status; null: none at all. */
  const answer = (method, path, text) => {
    if (method === 'GET' && path.endsWith('/models'))
      return json({ object: 'list', data: [MODEL], models: [] });
    const protocol = PROTOCOLS.find((each) => each.accepts(path));
    const body = parsed(text);
    if (method !== 'POST' || !protocol || !body)
      return json({ error: { message: 'not served here' } }, 404);
    const asked = describe(protocol, body, play.label, path);
    if (asked.counts) requests.push(asked);
    for (const wake of [...waiting]) wake();
    for (const hear of listeners) hear();
    const special = play.instead?.(asked, play) ?? null;
    const step = special ?? stepFor(play, asked);
    if (step.hang) return null;
    if (step.refused) {
      const error = { type: 'rate_limit_error', message: step.refused.message };
      return json({ type: 'error', error }, step.refused.status);
    }
    const stream = protocol.streams(body, path);
    const usage = special ? SMALL : usageOf(play, asked);
    return { ...protocol.reply(step, { body, id, path, stream, usage }), status: 200 };
  };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (data) => (text += data));
    request.on('end', () => send(response, answer(request.method, pathOf(request), text)));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));

  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    /** The answers to the next requests. */
    play: (next) => (play = { aside: 'A summary.', usage: SMALL, ...next }),
    /** The requests of the turn so named that offer tools: those of the conversation itself. */
    conversation: (label) =>
      requests.filter((each) => each.label === label && each.tools.length > 0),
    /** Until a request fits, or false. */
    until: (fits, timeout) =>
      new Promise((resolve) => {
        const look = () => requests.some(fits) && finish(true);
        const timer = setTimeout(() => finish(false), timeout);
        const finish = (found) => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    /** Calls back at every request; a sign that a host is at work. Returns how to stop that. */
    listen: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}

function pathOf({ url }) {
  return url.split('?')[0];
}

function json(value, status = 200) {
  return { type: 'application/json', body: JSON.stringify(value), status };
}

/** A refusal says that it is final: hosts would try again for minutes. */
function send(response, answer) {
  if (answer === null) return;
  const { type, body, status } = answer;
  response.writeHead(status, {
    'content-type': type,
    ...(status >= 400 && { 'x-should-retry': 'false' }),
  });
  response.end(body);
}

function describe(protocol, body, label, path) {
  const entries = protocol.entries(body);
  const counts = !/[:/]count_?tokens$/i.test(path);
  return {
    label,
    path,
    counts,
    body,
    entries,
    tools: protocol.tools(body),
    plain: protocol.plain(body),
  };
}

function stepFor(play, asked) {
  if (asked.plain) return { text: '{"reasoning":"scripted","next_speaker":"user"}' };
  if (asked.tools.length === 0) return { text: play.aside };
  return play.steps[Math.min(resultsSinceAnswer(asked.entries), play.steps.length - 1)];
}

/** Tokens to report: a number, or one for each request of the conversation, the last for all that follow. */
function usageOf(play, asked) {
  if (asked.tools.length === 0) return SMALL;
  if (!Array.isArray(play.usage)) return play.usage;
  return play.usage.length > 1 ? play.usage.shift() : play.usage[0];
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

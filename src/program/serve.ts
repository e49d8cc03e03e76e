import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parseJson } from '../domain/base/text/json.ts';
import type { Resident } from '../door/resident.ts';
import { troubleText } from '../engine/base/errors.ts';
import {
  type FirstAnswers,
  LONGEST_LINE,
  makeFront,
  messageId,
  wholeLines,
  withoutAnswerTo,
} from '../surfaces/mcp/front.ts';
import { homeDirectory } from '../system/base/home.ts';
import type { StreamServer } from './mcp.ts';

/** Modules that are loaded on demand. */
export interface Behind {
  resident(): Resident | null;
  tools(): typeof import('./mcp.ts');
}

/** A client begins at once, and waits for the answer; events can wait until then. */
const ANSWERS_FIRST_MS = 20;
/** After which it looks again for a part of the program that was gone. */
const TRIES_AGAIN_MS = 1_000;
/** Time for the signal of a deliberate exit. */
const SIGNAL_WITHIN_MS = 50;

/**
 * `cortex mcp`: nothing on standard output but the protocol. The first answers come from what the build wrote; the tools are
 * loaded at the first request for one. Beside them the events of the same agent are taken in. Resolves when the client is gone.
 */
export function serve(folder: string, behind: Behind): Promise<void> {
  const { stdin, stdout } = process;
  const refused = refusedHome();
  if (refused !== null) {
    process.stderr.write(`cortex: ${refused}\n`);
    process.exitCode = 1;
    return Promise.resolve();
  }
  const messages = routeMessages(folder, behind);
  let resident: Resident | null = null;
  return new Promise((done) => {
    let isLeaving = false;
    const leave = async (reason: string, how: { readonly isSignal: boolean }) => {
      if (isLeaving) return;
      isLeaving = true;
      await resident?.close(how.isSignal).catch(() => {});
      await messages.close(reason);
      done();
    };
    const gone = () =>
      void setTimeout(
        () => leave('client gone', { isSignal: false }),
        resident ? SIGNAL_WITHIN_MS : 0,
      );
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.on(signal, () => void leave(signal, { isSignal: true }));
    stdin.once('end', gone);
    stdin.once('close', gone);
    stdout.on('error', gone);
    const tooLong = `A message may have ${LONGEST_LINE} bytes at most.`;
    stdin.pipe(wholeLines((id) => refuse(id, -32600, tooLong))).on('data', messages.take);
    const takeEvents = () => {
      if (isLeaving) return;
      try {
        resident = behind.resident();
      } catch {
        setTimeout(takeEvents, TRIES_AGAIN_MS).unref();
      }
    };
    setTimeout(takeEvents, ANSWERS_FIRST_MS);
  });
}

interface MessageRoute {
  /** Answers a message of the client, or has it answered. */
  readonly take: (message: Buffer) => void;
  /** Closes the server of tools, where one was needed. */
  close(reason: string): Promise<void>;
}

/** The client's messages: the first are answered by the front; at the first that it cannot answer, the server is loaded. */
function routeMessages(folder: string, behind: Behind): MessageRoute {
  const { stdout } = process;
  const first = readFirstAnswers(folder);
  const front = first && makeFront(first);
  const messages = new PassThrough();
  /** Messages for the server, once it is there: it has to know of those that it did not answer. */
  const held: Buffer[] = [];
  let server: StreamServer | null = null;

  const toServer = (message: Buffer) => {
    if (!server) {
      const answers = withoutAnswerTo(held[0] ? messageId(held[0]) : null);
      try {
        server = behind.tools().serveTools(messages, answers);
      } catch (error) {
        // The program may be gone for a moment, in the middle of an update: the next request tries again.
        const id = messageId(message);
        if (id !== null) refuse(id, -32603, `Cortex cannot answer now: ${troubleText(error)}`);
        return;
      }
      answers.pipe(stdout, { end: false });
      for (const said of held.splice(0)) messages.write(said);
    }
    messages.write(message);
  };
  return {
    take: (message) => {
      const answer = server ? null : front?.(message);
      if (!answer || answer.kind === 'left to the server') return toServer(message);
      if (answer.kind === 'silence' || held.length === 0) held.push(message);
      if (answer.kind === 'line') stdout.write(answer.line);
    },
    close: async (reason) => server?.close(reason),
  };
}

/** Why the home is refused, checked before anything is loaded; null if it is not. */
function refusedHome(): string | null {
  try {
    homeDirectory(process.env);
    return null;
  } catch (error) {
    return troubleText(error);
  }
}

function readFirstAnswers(folder: string): FirstAnswers | null {
  try {
    return parseJson(readFileSync(join(folder, 'front.json'), 'utf8')) as FirstAnswers;
  } catch {
    return null;
  }
}

function refuse(id: string | number | null, code: number, message: string): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
}

import { type PluginOptions, road } from '../shared/command.ts';
import { Courier } from '../shared/courier.ts';
import { type BusEvent, BusListener, type MessagePart, type OpencodeClient } from './listener.ts';

/** The plugin that opencode loads. It only carries: what an event means is read in `cortex hook opencode`. */
export async function cortex(
  // The working directory of this instance; one process may have several.
  { directory, client }: { readonly directory: string; readonly client?: OpencodeClient },
  options: PluginOptions = {},
) {
  const listener = new BusListener(client);
  const courier = new Courier(road(options.host ?? 'opencode', options, import.meta.url), {
    farewells: () =>
      listener
        .open()
        .map((sessionID) => ({ event: 'dispose', sessionID, directory, parentID: null })),
  });
  const about = (event: string, sessionID: string, more: object = {}) =>
    ({ event, sessionID, directory, parentID: listener.parentOf(sessionID), ...more }) as const;
  const tell = (event: string, sessionID: string, more?: object) =>
    courier.tell(listener.leaderOf(sessionID), about(event, sessionID, more));

  return {
    event: quietly(async ({ event }: { event: BusEvent }) => {
      for (const { name, sessionID, more } of listener.hear(event)) tell(name, sessionID, more);
    }),
    'chat.message': quietly(async (chat: OpencodeChat, output: ChatOutput) => {
      const { sessionID } = chat;
      await listener.meet(sessionID);
      const messageID = output.message?.id ?? chat.messageID;
      const asked = about('chat.message', sessionID, {
        input: { messageID },
        output: { parts: output.parts.map(spokenPart) },
      });
      const context = await courier.ask(listener.leaderOf(sessionID), asked);
      if (context !== null && messageID !== undefined)
        addPart(output, { sessionID, messageID, text: context });
    }),
    'tool.execute.after': quietly(async (input: { readonly sessionID: string }, output: unknown) =>
      tell('tool.execute.after', input.sessionID, { input, output }),
    ),
    'experimental.session.compacting': quietly(
      async ({ sessionID }: { readonly sessionID: string }) =>
        tell('experimental.session.compacting', sessionID),
    ),
    dispose: quietly(async () => {
      await courier.settle();
      courier.leave();
    }),
  };
}

/** A message that a person sends, and what becomes of it. */
interface OpencodeChat {
  readonly sessionID: string;
  readonly messageID?: string;
}

interface ChatOutput {
  readonly message?: { readonly id: string };
  readonly parts: MessagePart[];
}

function spokenPart({ id, type, text, synthetic }: MessagePart) {
  return { id, type, text, synthetic };
}

/** Parts are kept in the order of their ids: ours comes right behind the last. */
function addPart(
  { parts }: ChatOutput,
  { sessionID, messageID, text }: Record<'sessionID' | 'messageID' | 'text', string>,
): void {
  const id = `${parts.at(-1)?.id ?? `prt_${messageID.slice(4)}`}cortex`;
  parts.push({ id, sessionID, messageID, type: 'text', text, synthetic: true });
}

/** opencode would show a failure in the middle of somebody's conversation. */
function quietly<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
  return async (...args: Args): Promise<void> => {
    await work(...args).catch(() => {});
  };
}

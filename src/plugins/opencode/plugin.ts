import { type PluginOptions, road } from '../shared/command.ts';
import { createCourier } from '../shared/courier.ts';
import { createListener } from './listener.ts';
import type { BusEvent, ChatInput, ChatOutput, PluginInput, ToolInput } from './opencode.ts';

/** The plugin that opencode loads. It only carries: what an event means is read in `cortex hook opencode`. */
export async function cortex(input: PluginInput, options: PluginOptions = {}) {
  const { directory } = input;
  const listener = createListener(input.client);
  const courier = createCourier(road(options.host ?? 'opencode', options, import.meta.url), {
    farewells: () =>
      listener.open().map((sessionID) => ({ event: 'dispose', sessionID, directory, parentID: null })),
  });

  const about = (event: string, sessionID: string, more: object = {}) =>
    ({ event, sessionID, directory, parentID: listener.parentOf(sessionID), ...more }) as const;
  const tell = (event: string, sessionID: string, more?: object) =>
    courier.tell(listener.leaderOf(sessionID), about(event, sessionID, more));

  return {
    event: async ({ event }: { event: BusEvent }) => {
      await quietly(async () => {
        for (const { name, sessionID, more } of listener.hear(event)) tell(name, sessionID, more);
      });
    },
    'chat.message': async (chat: ChatInput, output: ChatOutput) => {
      await quietly(async () => {
        const { sessionID } = chat;
        await listener.meet(sessionID);
        const said = output.parts.map(({ id, type, text, synthetic }) => ({ id, type, text, synthetic }));
        const messageID = output.message?.id ?? chat.messageID;
        const asked = about('chat.message', sessionID, { input: { messageID }, output: { parts: said } });
        const context = await courier.ask(listener.leaderOf(sessionID), asked);
        if (context === null || messageID === undefined) return;
        // Parts are kept in the order of their ids: ours comes right behind the last.
        const id = `${output.parts.at(-1)?.id ?? `prt_${messageID.slice(4)}`}cortex`;
        output.parts.push({ id, sessionID, messageID, type: 'text', text: context, synthetic: true });
      });
    },
    'tool.execute.after': async (tool: ToolInput, output: unknown) => {
      await quietly(async () => {
        tell('tool.execute.after', tool.sessionID, { input: tool, output });
      });
    },
    'experimental.session.compacting': async ({ sessionID }: { sessionID: string }) => {
      await quietly(async () => {
        tell('experimental.session.compacting', sessionID);
      });
    },
    dispose: async () => {
      await quietly(async () => {
        await courier.settle();
        courier.leave();
      });
    },
  };
}

async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // opencode would show it in the middle of somebody's conversation.
  }
}

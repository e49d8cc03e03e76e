import { shortId } from '../domain/base/ids.ts';
import { oneLine } from '../domain/base/text/safe-text.ts';
import { troubleText } from '../engine/base/errors.ts';
import { sessionOfHost } from '../engine/presence/target.ts';
import { sessionHead, storedCounts } from '../engine/sessions/sessions.ts';
import { OPERATIONS } from '../operations/all.ts';
import { count } from '../operations/base/words.ts';
import type { CommandContext } from './api.ts';
import { audienceInWords } from './audience.ts';
import { chatCall } from './call.ts';
import type { Gateway, OpenConversation } from './gateway.ts';
import { type ChatCommand, chatCommandOf } from './of-operation.ts';

const COMMANDS = OPERATIONS.filter(({ chat }) => chat).map(chatCommandOf);

/** `status` is no operation: it tells of the gateway's own conversation. */
const HELP = [
  '/cortex status: what is kept, and where',
  ...COMMANDS.map(({ usage, summary }) => `/cortex ${usage}: ${summary}`),
].join('\n');

/** The description of `/cortex` in a gateway, before anything of Cortex is loaded. */
export function commandDescription(): string {
  const usages = ['status', ...COMMANDS.map(({ usage }) => usage)];
  return `What Cortex keeps of this conversation: ${usages.join(', ')}.`;
}

/** `/cortex`, answered without the model. */
export async function answerCommand(gateway: Gateway, ctx: CommandContext): Promise<string> {
  const [word = 'status', ...words] = (ctx.args ?? '').trim().split(/\s+/).filter(Boolean);
  const command = COMMANDS.find(({ names }) => names.includes(word));
  if (!command && word !== 'status')
    return word === 'help' ? HELP : `There is no /cortex ${oneLine(word, 40)}.\n${HELP}`;
  try {
    return await gateway.withinCommand(ctx, (within) =>
      command ? answer(command, within, words, ctx) : status(within),
    );
  } catch (error) {
    return `Cortex could not answer: ${troubleText(error)}`;
  }
}

async function answer(
  command: ChatCommand,
  within: OpenConversation,
  words: readonly string[],
  { senderId }: CommandContext,
): Promise<string> {
  const input = command.read(words);
  if (typeof input === 'string') return input;
  const live = command.session === 'opened' ? await within.open() : within.live;
  if (command.session === 'opened' && !live)
    return 'Capture is off, so this conversation has no session.';
  const head = await headOf({ ...within, live });
  if (command.session === 'begun' && !head) return 'This conversation has no session yet.';
  const sender = `${senderId ? `sender ${senderId}` : 'operator'} of openclaw`;
  const { text, told } = await command.run(chatCall({ ...within, live }, head, sender), input);
  for (const one of told) if (live && !live.said.includes(one)) live.said.push(one);
  return text;
}

async function status({ deps, place, live }: OpenConversation): Promise<string> {
  const { sessions, open, facts, cold } = await storedCounts(deps);
  const on = deps.config['session_persistence.enabled'] ? 'on' : 'off';
  const told =
    live && live.said.length > 0 ? `${live.said.join('\n\n').length} characters` : 'nothing';
  return [
    `Cortex: capture and restore are ${on}.`,
    `For: ${audienceInWords(place.audience)} (kept in cortex/${place.folder})`,
    `Stored: ${count(sessions, 'session')} (${open} open), ${count(facts, 'fact')}, ${cold} in cold storage.`,
    live
      ? `This session: ${shortId(live.session)}; told at its start: ${told}.`
      : 'This session: not begun yet.',
  ].join('\n');
}

async function headOf({ deps, place, live }: OpenConversation) {
  if (live) return sessionHead(deps, live.session);
  const known = await sessionOfHost(deps, 'openclaw', place.conversation);
  return known?.endedAt === null ? known : null;
}

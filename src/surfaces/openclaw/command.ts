import { shortId } from '../../domain/ids.ts';
import { oneLine } from '../../domain/text/safe-text.ts';
import { troubleOf } from '../../engine/errors.ts';
import { sessionOfHost } from '../../engine/session/of-host.ts';
import { sessionHead, storedCounts } from '../../engine/session/sessions.ts';
import type { Call, Operation } from '../../operations/operation.ts';
import { pins } from '../../operations/pins/pins.ts';
import { explain } from '../../operations/restore/explain.ts';
import { continueSession } from '../../operations/sessions/continue.ts';
import { history } from '../../operations/sessions/history.ts';
import { PLAIN, textOf } from '../../operations/view.ts';
import { count } from '../../operations/words.ts';
import type { CommandContext } from './api.ts';
import { audienceInWords } from './audience.ts';
import { chatCall } from './call.ts';
import type { Gateway, OpenConversation } from './gateway.ts';

const HELP = `/cortex status: what is kept, and where
/cortex pins: what is pinned in this session
/cortex history [number]: earlier sessions
/cortex explain: why this session was told what it was told
/cortex continue <id>: take over everything from an earlier session`;

const MOST_LISTED = 50;

/** `/cortex`, answered without the model. */
export async function answerCommand(gateway: Gateway, ctx: CommandContext): Promise<string> {
  const [word = 'status', argument = ''] = (ctx.args ?? '').trim().split(/\s+/).filter(Boolean);
  const asked = COMMANDS[word];
  if (!asked) return word === 'help' ? HELP : `There is no /cortex ${oneLine(word, 40)}.\n${HELP}`;
  try {
    return await gateway.withinCommand(ctx, (within) => asked(within, argument, ctx));
  } catch (error) {
    const { message, advice } = troubleOf(error);
    return `Cortex could not answer: ${[message, advice].filter(Boolean).join(' ')}`;
  }
}

type Answer = (within: OpenConversation, argument: string, ctx: CommandContext) => Promise<string>;

const COMMANDS: Readonly<Record<string, Answer | undefined>> = {
  // Without a prototype: `/cortex constructor` is no command.
  __proto__: null as never,
  status,
  pins: (within, _, ctx) => ask(within, ctx, pins, {}),
  // The home is that of this audience alone.
  history: (within, argument, ctx) => {
    const limit = Math.min(MOST_LISTED, Math.max(1, Number.parseInt(argument, 10) || 10));
    return ask(within, ctx, history, { all: true, limit });
  },
  explain: async (within, _, ctx) =>
    (await headOf(within)) ? ask(within, ctx, explain, {}) : 'This conversation has no session yet.',
  continue: continueBy,
};

async function ask(
  within: OpenConversation,
  ctx: CommandContext,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  const call = await callOf(within, ctx);
  return inWords(operation, call, await operation.run(call, input));
}

function inWords(operation: Operation, { deps }: Call, result: unknown): string {
  return textOf(operation.lines(result, { style: PLAIN, by: 'agent', now: deps.now() }));
}

async function callOf(within: OpenConversation, { senderId }: CommandContext): Promise<Call> {
  const sender = `${senderId ? `sender ${senderId}` : 'operator'} of openclaw`;
  return chatCall(within, await headOf(within), sender);
}

async function status({ deps, place, live }: OpenConversation): Promise<string> {
  const { sessions, open, facts, cold } = await storedCounts(deps);
  const on = deps.config['session_persistence.enabled'] ? 'on' : 'off';
  const told = live && live.said.length > 0 ? `${live.said.join('\n\n').length} characters` : 'nothing';
  return [
    `Cortex: capture and restore are ${on}.`,
    `For: ${audienceInWords(place.audience)} (kept in cortex/${place.folder})`,
    `Stored: ${count(sessions, 'session')} (${open} open), ${count(facts, 'fact')}, ${cold} in cold storage.`,
    live
      ? `This session: ${shortId(live.session)}; told at its start: ${told}.`
      : 'This session: not begun yet.',
  ].join('\n');
}

async function continueBy(within: OpenConversation, argument: string, ctx: CommandContext): Promise<string> {
  if (argument === '') return 'Which session? /cortex history lists their ids.';
  const live = await within.open();
  if (!live) return 'Capture is off, so there is no session that could inherit.';
  const call = await callOf({ ...within, live }, ctx);
  const done = await continueSession.run(call, { session_id: argument });
  // A command is not seen by the model: it is told with its next turn.
  for (const { continued } of done.inherited) {
    if (continued.text && !live.said.includes(continued.text)) live.said.push(continued.text);
  }
  return inWords(continueSession, call, done);
}

async function headOf({ deps, place, live }: OpenConversation) {
  if (live) return sessionHead(deps, live.session);
  const known = await sessionOfHost(deps, 'openclaw', place.conversation);
  return known?.endedAt === null ? known : null;
}

import { bullet, pinLine, sessionLine } from '../../domain/answer/lines.ts';
import { shortId } from '../../domain/ids.ts';
import { oneLine } from '../../domain/safe-text.ts';
import { millis } from '../../domain/time.ts';
import { continueFrom } from '../../engine/continue.ts';
import { pinsHere } from '../../engine/pins.ts';
import type { Explanation } from '../../engine/restore/explain.ts';
import { sessionOfHost } from '../../engine/session/of-host.ts';
import type { CommandContext } from './api.ts';
import { audienceInWords } from './audience.ts';
import type { Gateway, Within } from './gateway.ts';

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
    return `Cortex could not answer: ${error instanceof Error ? error.message : String(error)}`;
  }
}

type Answer = (within: Within, argument: string, ctx: CommandContext) => Promise<string>;

const COMMANDS: Readonly<Record<string, Answer | undefined>> = {
  // Without a prototype: `/cortex constructor` is no command.
  __proto__: null as never,
  status,
  pins,
  history,
  explain,
  continue: continueBy,
};

async function status({ deps, place, live }: Within): Promise<string> {
  const { sessions, open, facts, cold } = await deps.store.counts();
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

async function pins(within: Within): Promise<string> {
  const { deps, place } = within;
  const { scope } = deps.locate(place.cwd);
  const head = await headOf(within);
  const { pins: held, waiting } = await pinsHere(deps, head?.scope ?? scope, head ? [head] : []);
  const lines = [
    ...held.map((pin) => pinLine(pin)),
    ...waiting.map((pin) => `${pinLine(pin)} (for the next session)`),
  ];
  return lines.length > 0 ? lines.map((line, i) => `${i + 1}. ${line}`).join('\n') : 'No pins.';
}

async function history({ deps }: Within, argument: string): Promise<string> {
  const limit = Math.min(MOST_LISTED, Math.max(1, Number.parseInt(argument, 10) || 10));
  const states = await deps.store.history({ limit });
  if (states.length === 0) return 'No sessions yet.';
  return states
    .map((state) => {
      const end = state.end_time === null ? 'open' : state.crash_recovered ? 'broke off' : 'ended';
      const { session_id: id, title } = state;
      return sessionLine({ id, title, at: millis(state.start_time), about: [end, state.branch] }, deps.now());
    })
    .join('\n');
}

async function explain(within: Within): Promise<string> {
  const head = await headOf(within);
  if (!head) return 'This conversation has no session yet.';
  const records = await within.deps.store.restoresOf(head.id);
  const lines = records.flatMap(({ phase, explanation }) => {
    const why = explanation as Partial<Explanation> & { readonly resumption?: string };
    if (why.resumption) return [`${phase}: ${why.resumption}`];
    const candidates = (why.candidates ?? []).map(
      (one) =>
        `  ${shortId(one.session_id)}  relevance ${one.relevance.toFixed(2)} (recency ${one.recency.toFixed(2)}, overlap ${one.overlap.toFixed(2)}, tasks ${one.tasks.toFixed(2)}): ${one.verdict}`,
    );
    const kept = (why.pins ?? []).map((pin) => `  pin ${oneLine(pin.label, 60)}: ${pin.verdict}`);
    return [
      `${phase}: ${why.preamble_chars ?? 0} characters in ${Math.round(why.took_ms ?? 0)} ms`,
      ...candidates,
      ...kept,
    ];
  });
  return lines.length > 0 ? lines.join('\n') : 'Nothing was restored in this session yet.';
}

async function continueBy(within: Within, argument: string, ctx: CommandContext): Promise<string> {
  if (argument === '') return 'Which session? /cortex history lists their ids.';
  const { deps } = within;
  if (!/^[0-9a-f-]{4,36}$/i.test(argument)) return 'An id has at least 4 letters of 0-9 and a-f.';
  const ids = await deps.store.idsLike(argument.toLowerCase(), 2);
  if (ids.length > 1) return `${argument} fits several sessions: give more of the id.`;
  const from = ids[0] && (await deps.store.session(ids[0]));
  if (!from) return `No session has the id ${argument}. /cortex history lists them.`;
  const live = await within.open();
  const into = live && (await deps.store.head(live.session));
  if (!live || !into) return 'Capture is off, so there is no session that could inherit.';
  if (into.id === from.session_id) return 'That is the session that is running.';
  const by = `${ctx.senderId ? `sender ${ctx.senderId}` : 'operator'} of openclaw`;
  const { pins: taken, tasks, topics, text } = await continueFrom(deps, into, from, by);
  // A command is not seen by the model: it is told with its next turn.
  if (text && !live.said.includes(text)) live.said.push(text);
  return [
    `Continued from ${shortId(from.session_id)}: ${count(taken.length, 'pin')}, ${count(tasks.length, 'open task')}.`,
    ...taken.map((pin) => bullet(pinLine(pin))),
    ...(topics.length > 0 ? [`Topics: ${topics.slice(0, 10).join(', ')}`] : []),
  ].join('\n');
}

async function headOf({ deps, place, live }: Within) {
  if (live) return deps.store.head(live.session);
  const known = await sessionOfHost(deps, 'openclaw', place.conversation);
  return known?.endedAt === null ? known : null;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

import { NOTHING } from '../../../domain/answer/context.ts';
import { sectionsAt } from '../../../domain/answer/contributors.ts';
import { isGiven } from '../../../domain/answer/due.ts';
import type { SessionId } from '../../../domain/base/ids.ts';
import type { Reply } from '../../../ports/base/host.ts';
import type { LastPrompt, RestoreRecord, SessionHead } from '../../../store/store.ts';
import type { Deps } from '../../base/deps.ts';
import { SILENCE } from '../../base/reply.ts';
import { hasArrivedSince } from '../../base/team.ts';
import { giveAnswer } from '../answer.ts';
import { type Called, chooseCalled } from '../called.ts';
import { readScope } from '../read.ts';
import { CONTENT_ONLY, type Occasion } from '../select.ts';
import { leaveOutTold, readNoted, sessionsTold } from '../told.ts';
import { isOnlyResumed, tellDue } from './due.ts';
import { tellLater } from './later-prompt.ts';
import { oweToOthers } from './news.ts';
import { prepareStart, tellAtStart } from './start.ts';

/** A first prompt is told the matter that it means, and work that arrived from other machines since the start. */
export async function tellAtPrompt(deps: Deps, head: SessionHead, prompt: string): Promise<Reply> {
  const done = await deps.store.restoresOf(head.id);
  const first = done.find((record) => record.phase === 'start');
  if (done.length <= 1) {
    for (const room of deps.rooms) await room.prompts?.(deps, head.scope);
    await oweToOthers(deps, head);
  }
  if (!first) return tellAtStart(deps, head, prompt);
  if (!isFirstPrompt(head, done)) {
    const due = await tellDue(deps, head, done);
    return due.context === null ? tellLater(deps, head, prompt, done) : due;
  }
  const all = await chooseCalled(deps, head, prompt);
  const called = {
    ...all,
    recalled: leaveOutTold(all.recalled, await sessionsTold(deps, head.id)),
  };
  // Work that arrived while the start was being answered is in none of its inputs.
  const since = Math.min(first.at, head.startedAt);
  const hasArrived = await hasArrivedSince(deps, head.scope.key, since);
  const occasion = hasArrived
    ? await prepareArrival(deps, head, called, first)
    : preparePrompt(head.id, called);
  return giveAnswer(deps, head, occasion);
}

/** Whether nothing was told but the start. */
function isFirstPrompt({ epoch }: SessionHead, done: readonly RestoreRecord[]): boolean {
  const given = done.filter(isGiven);
  return epoch === 0 && given.length === 1 && !isOnlyResumed(given);
}

/** Tells what the words of a prompt call for. */
export function preparePrompt(into: SessionId, called: Called): Occasion {
  const { recalled, learnings, claims, startedAt } = called;
  return {
    ...CONTENT_ONLY,
    phase: 'prompt',
    into,
    startedAt,
    sections: sectionsAt('first prompt'),
    content: () => ({ ...NOTHING, recalled, mark: claims.mark }),
    learnings,
    claims,
    opens: recalled,
  };
}

/** After a sync also new items of all sections. The ledger withholds the others. */
async function prepareArrival(
  deps: Deps,
  head: SessionHead,
  called: Called,
  first: RestoreRecord,
): Promise<Occasion> {
  const whole = prepareStart(deps, 'prompt', await readScope(deps, head), called);
  const known = await deps.store.contributors(head.id);
  const { tasks: told = [] } = readNoted(first);
  return {
    ...whole,
    sections: sectionsAt('start'),
    from: new Map([...whole.from].filter(([id]) => !known.includes(id))),
    content: (pins) => {
      const content = whole.content(pins);
      return {
        ...content,
        shortForm: null,
        tasks: content.tasks.filter(({ task_id }) => !told.includes(task_id)),
      };
    },
  };
}

/** For hosts that hear no answer to a prompt: what is due, else what the newest prompt chose, with a tool's result. */
export async function tellAtTool(deps: Deps, head: SessionHead): Promise<Reply> {
  const done = await deps.store.restoresOf(head.id);
  const due = await tellDue(deps, head, done);
  const prompt = due.context === null ? await deps.store.lastPrompt(head.id) : null;
  return prompt ? tellUnheard(deps, head, prompt, done) : due;
}

/** Tells what a prompt chose, once. */
async function tellUnheard(
  deps: Deps,
  head: SessionHead,
  { seq, text }: LastPrompt,
  done: readonly RestoreRecord[],
): Promise<Reply> {
  if (done.some(({ phase }) => phase === `prompt:${seq}`)) return SILENCE;
  const isFirst = isFirstPrompt(head, done) && done.filter(isGiven)[0]!.phase === 'start';
  return isFirst ? tellAtPrompt(deps, head, text) : tellLater(deps, head, text, done);
}

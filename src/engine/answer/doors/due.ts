import { isGiven, marksDue } from '../../../domain/answer/due.ts';
import type { Reply } from '../../../ports/base/host.ts';
import type { RestoreRecord, SessionHead } from '../../../store/store.ts';
import type { Deps } from '../../base/deps.ts';
import { SILENCE } from '../../base/reply.ts';
import { giveAnswer } from '../answer.ts';
import { returnNotice } from '../notice.ts';
import { NO_PINS } from '../select.ts';
import { isResumption } from '../told.ts';
import { newsDue } from './news.ts';
import { prepareCompany, prepareResumption, tellOnResume } from './resume.ts';
import { tellAfterCompaction, tellAtStart } from './start.ts';

/** Delivers an answer that is still owed in this epoch, or news. */
export async function tellWhatIsDue(deps: Deps, head: SessionHead): Promise<Reply> {
  return tellDue(deps, head, await deps.store.restoresOf(head.id));
}

/** The same, by the answers that the session was given. */
export async function tellDue(
  deps: Deps,
  head: SessionHead,
  done: readonly RestoreRecord[],
): Promise<Reply> {
  const reply = await tellOwed(deps, head, done.filter(isGiven));
  return reply.context === null && marksDue(done).length > 0 ? tellNews(deps, head, done) : reply;
}

async function tellOwed(
  deps: Deps,
  head: SessionHead,
  given: readonly RestoreRecord[],
): Promise<Reply> {
  if (isOnlyResumed(given)) return tellOnResume(deps, head);
  if (given.some((record) => record.epoch === head.epoch)) return SILENCE;
  return head.epoch > 0 ? tellAfterCompaction(deps, head) : tellAtStart(deps, head);
}

export function isOnlyResumed(given: readonly RestoreRecord[]): boolean {
  return given.length === 1 && isResumption(given[0]!);
}

/** Delivers news to an open session: work of others while it waited, or sessions that work in parallel. */
async function tellNews(
  deps: Deps,
  head: SessionHead,
  done: readonly RestoreRecord[],
): Promise<Reply> {
  const news = newsDue(done);
  const occasion = news.isAfterLimit
    ? await prepareResumption(deps, head, head, news)
    : await prepareCompany(deps, head, news);
  const told = await giveAnswer(deps, head, occasion);
  if (told.context === null || !deps.config['restore.notice']) return told;
  return { ...told, notice: returnNotice(occasion.content(NO_PINS).turns, deps.now()) };
}

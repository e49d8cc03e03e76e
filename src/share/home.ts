import type { Environment } from '../domain/base/runtimes.ts';
import { mayHold, type Subject } from '../domain/keeping/forget.ts';
import type { Deps } from '../engine/base/deps.ts';
import type { Duty, DutyWorld, HomeRoom, OpenedHome } from '../engine/keeping/duty.ts';
import { memoriesOfSession, readForgettings } from '../engine/keeping/forget.ts';
import { SYNC } from './engine/auto.ts';
import { shareOf } from './sql/share.ts';

/** Syncs inside a process that goes on; the driver is loaded with the first. */
export function syncDuty({ env, home, load, start, failed }: DutyWorld): Duty {
  let underWay = 0;
  return {
    takes: (words) => {
      if (words.join() !== SYNC.join()) return false;
      underWay++;
      const { syncHome } = load('syncing') as {
        syncHome(home: OpenedHome, env: Environment): Promise<void>;
      };
      syncHome(home(), env)
        .catch(failed)
        .finally(() => underWay--);
      return true;
    },
    handOver: () => {
      if (underWay > 0) start(SYNC);
    },
  };
}

/** Withdraws a forgotten subject from other machines. Only ids are sent, and they are found while the words are still stored. */
async function withdraw(deps: Deps, subject: Subject): Promise<void> {
  if ((await shareOf(deps).sharedProjects()).length === 0) return;
  const ids = await collectForgottenIds(deps, subject);
  if (ids.length > 0) await shareOf(deps).withdraw(ids, deps.now());
}

async function collectForgottenIds(deps: Deps, subject: Subject): Promise<readonly string[]> {
  const { store, now } = deps;
  const { memories: ids = [], sessions = [], words = [], rules } = subject;
  const wordings = await readForgettings(deps, subject);
  const holds = (text: string) => wordings.some((one) => mayHold(text, one));
  const all =
    words.length > 0 ? await store.memories({ now: now(), limit: Number.MAX_SAFE_INTEGER }) : [];
  const holdings = await Promise.all(sessions.map((id) => store.sessionHolding(id)));
  return [
    ...ids,
    ...all.filter(({ content }) => holds(content)).map(({ id }) => id),
    ...sessions,
    ...holdings.flatMap((one) => (one ? memoriesOfSession(one, rules) : [])),
    ...(wordings.length > 0 ? await shareOf(deps).sharedFactsWhere(holds) : []),
  ];
}

/** Sharing for whoever opens a home: what is forgotten here is withdrawn from others, and servers sync by themselves. */
export const shareHome: HomeRoom = { forgets: withdraw, duty: syncDuty };

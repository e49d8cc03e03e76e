import { iso } from '../../domain/base/time.ts';
import { sessionsOf } from '../../engine/sessions/sessions.ts';
import { threadHere } from '../../engine/threads/threads.ts';
import { toldOperation } from '../../operations/answer/session-told.ts';
import type { OperationCall } from '../../operations/base/operation.ts';
import { nowOperation } from '../../operations/sessions/now.ts';
import { type Changes, type LookHistory, newSince } from '../seen.ts';
import { cardOf, type SessionCard } from './card.ts';

/** Changes in the project since somebody looked. */
export interface News extends Changes {
  /** Finished work and resolved blockers. */
  readonly closed: readonly string[];
  readonly sessions: readonly SessionCard[];
}

/** The state of the work, as `cortex` shows it. */
export async function nowView(call: OperationCall): Promise<unknown> {
  return nowOperation.json(await nowOperation.run(call, {}));
}

/** The latest are looked through for those that are new. */
const LOOKED_AT = 12;

/** The answer of `cortex told --json` about the next session, with the news beside it. */
export interface ToldView extends Readonly<Record<string, unknown>> {
  readonly news: News;
}

/** The text for the next session, and what changed since somebody looked; this look is kept. */
export async function toldView(call: OperationCall, seen: LookHistory): Promise<ToldView> {
  const { deps, scope } = call;
  const {
    start: _,
    pins: __,
    ...told
  } = toldOperation.json(await toldOperation.run(call, {})) as Record<string, unknown>;
  const { sessions } = await sessionsOf(deps, scope.key, LOOKED_AT);
  const thread = (await threadHere(deps, scope))?.thread;
  const look = newSince(seen, scope.key, told, deps.now());
  const { since } = look;
  const isNew = (at: string) => since !== null && at > since;
  const closed = [
    ...(thread?.done ?? []),
    ...(thread?.blockers ?? []).filter(({ resolved }) => resolved),
  ].filter(({ at }) => isNew(iso(at)));
  const news: News = {
    ...look,
    closed: closed.map(({ text }) => text),
    sessions: sessions
      .map(cardOf)
      .filter(({ last_activity, turns }) => turns > 0 && isNew(last_activity)),
  };
  return { ...told, news };
}

import fc from 'fast-check';
import type { SessionId } from '../src/domain/base/ids.ts';
import { DAY, HOUR, MINUTE } from '../src/domain/base/time.ts';
import { makePin } from '../src/domain/pins/pin.ts';
import { conversation, type TestDeps, used } from './deps.ts';

export const CWD = '/work/radio';
export const YEAR = 365 * DAY;

/** Runs something under a clock that is off by so much, and sets it right again. */
export async function under<T>(deps: TestDeps, off: number, act: () => Promise<T>): Promise<T> {
  deps.advance(off);
  try {
    return await act();
  } finally {
    deps.advance(-off);
  }
}

/** One session with a request, an edit, a list and a pin of its number; its id. */
export async function work(deps: TestDeps, n: number, cwd = CWD): Promise<SessionId> {
  const say = conversation(deps, `session ${n}`, cwd);
  await say({ kind: 'session-start', source: 'startup' });
  await say({ kind: 'prompt', text: `Write the importer of station number ${n} for the shop.` });
  const change = {
    path: `${cwd}/src/station${n}.ts`,
    kind: 'edit' as const,
    added: 'x',
    removed: null,
  };
  await say(used({ changes: [change] }));
  const { id } = (await deps.store.sessionOfHost('claude-code', `session ${n}`))!;
  const pin = makePin(
    { content: `the port is ${8000 + n}`, label: 'port', by: 'person' },
    deps.now(),
  )!;
  await deps.store.append(id, [{ fact: { kind: 'pinned', pin }, key: null }], {
    via: 'test',
    at: deps.now(),
  });
  deps.advance(MINUTE);
  await say({ kind: 'turn-end', reply: `The importer of station ${n} reads its first file.` });
  await say({ kind: 'session-end', reason: null });
  return id;
}

export interface Start {
  readonly text: string;
  readonly last: string | null;
  readonly taken: readonly string[];
}

/** What a new session is told, with the session that was told as LAST TIME. It leaves without a word. */
export async function start(deps: TestDeps, name: string, cwd = CWD): Promise<Start> {
  const say = conversation(deps, name, cwd);
  const { context } = await say({ kind: 'session-start', source: 'startup' });
  const { id } = (await deps.store.sessionOfHost('claude-code', name))!;
  const [restore] = await deps.store.restoresOf(id);
  const taken = await deps.store.contributors(id);
  await say({ kind: 'session-end', reason: null });
  const { last_time: last } = restore!.explanation as { last_time: string | null };
  return { text: context ?? '', last, taken };
}

/** How far off a clock is while somebody works. */
export const offs = fc.constantFrom(0, 0, 0, YEAR, DAY, HOUR, -HOUR, -DAY, -2 * DAY);

import { type Thread, withoutSessions } from './thread.ts';

/** The branches of sessions, by id. */
export type Branches = Readonly<Record<string, string>>;

/** The thread without the work of other branches. An item that was said outside of branches holds on all of them. */
export function workOn(thread: Thread, branches: Branches, branch: string): Thread {
  const others = Object.keys(branches).filter((id) => branches[id] !== branch);
  return withoutSessions(thread, new Set(others));
}

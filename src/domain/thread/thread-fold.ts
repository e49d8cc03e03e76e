import { looseIdentity } from '../text/near.ts';
import { type Green, settles, stillRed } from './check.ts';
import { replaces, withSubject } from './decision.ts';
import { textIdentity } from './text-identity.ts';
import type {
  Mark,
  NextAction,
  RecordedThreadFact,
  Said,
  Thread,
  ThreadBlocker,
  ThreadFact,
} from './thread.ts';
import {
  actionKey,
  asLatest,
  blockerKey,
  type Desk,
  decisionKey,
  fileKey,
  finish,
  functionKey,
  keepWithinLimits,
  layOut,
  takeUp,
  tidy,
} from './thread-desk.ts';
import { foldTodoUpdate } from './thread-todos.ts';

const MAX_NAME = 120;
const MAX_TYPE = 40;

/** Goes on from a folded thread: folding in parts gives what folding at once does. */
export function foldThread(thread: Thread, facts: readonly RecordedThreadFact[]): Thread {
  if (facts.length === 0) return thread;
  const desk = layOut(thread);
  for (const recorded of facts) {
    apply(desk, recorded);
    keepWithinLimits(desk);
    desk.startedAt = desk.startedAt || recorded.at;
    desk.lastActivity = Math.max(desk.lastActivity, recorded.at);
  }
  return takeUp(desk);
}

function apply(desk: Desk, recorded: RecordedThreadFact): void {
  const { fact } = recorded;
  const { at, seq, sessionId, from } = recorded;
  const mark: Mark = {
    ...{ ...said(fact), at, seq },
    ...(sessionId && { session: sessionId }),
    ...(from !== undefined && { from }),
  };
  switch (fact.kind) {
    case 'file':
      if (fact.path) asLatest(desk.files, { path: fact.path, how: fact.how, ...mark }, fileKey);
      return;
    case 'function': {
      const name = tidy(fact.name, MAX_NAME);
      if (name) asLatest(desk.functions, { name, path: fact.path, ...mark }, functionKey);
      return;
    }
    case 'decision':
      decide(desk, fact, mark);
      return;
    case 'blocker': {
      const text = tidy(fact.text);
      const type = tidy(fact.type, MAX_TYPE) || 'blocked';
      const { identity = null, runs, sole } = fact;
      const check = { ...(runs && { runs }), ...(sole && { sole: tidy(sole) }) };
      const blocker = { type, text, identity, resolved: false, ...check, ...mark };
      if (text) asLatest(desk.blockers, blocker, blockerKey);
      return;
    }
    case 'blocker-resolved':
      resolve(desk, fact, mark);
      return;
    case 'check-unread': {
      const failed = desk.blockers.get(fact.identity);
      if (failed && !failed.resolved) desk.blockers.set(fact.identity, { ...failed, unread: true });
      return;
    }
    case 'next':
      plan(desk, tidy(fact.text), mark);
      return;
    case 'done': {
      const text = tidy(fact.text);
      if (text) finish(desk, { text, list: null, id: null, ...mark });
      return;
    }
    case 'dropped':
      desk.next.delete(actionKey({ text: tidy(fact.text) }));
      return;
    case 'todos':
      foldTodoUpdate(desk, fact.update, recorded.sessionId, mark);
      return;
    case 'phase':
      desk.phase = tidy(fact.text, MAX_NAME) || null;
      return;
    case 'turn':
      desk.turns += 1;
      return;
    case 'completed':
      desk.status = 'completed';
      return;
    case 'reopened':
      desk.status = 'active';
      return;
  }
}

function said(fact: ThreadFact): Said {
  return fact.subagent ? { by: fact.by, subagent: fact.subagent } : { by: fact.by };
}

function plan(desk: Desk, text: string, mark: Mark): void {
  if (!text) return;
  const key = actionKey({ text });
  // Said again, it is whose word it is now.
  const { from: _, ...known } = desk.next.get(key) ?? NEW_ACTION;
  desk.done.delete(key);
  desk.next.set(key, { ...known, text: known.text || text, noted: true, ...mark });
}

const NEW_ACTION: Omit<NextAction, keyof Mark | 'noted'> & Partial<Mark> = {
  ...{ text: '', status: 'pending', list: null, id: null },
};

function decide(desk: Desk, fact: Extract<ThreadFact, { kind: 'decision' }>, mark: Mark): void {
  const decided = withSubject(tidy(fact.choice), tidy(fact.subject, MAX_NAME) || null);
  if (!decided.choice) return;
  for (const [key, earlier] of desk.decisions)
    if (!earlier.replaced && replaces(decided, earlier))
      desk.decisions.set(key, { ...earlier, replaced: true });
  const known = desk.decisions.get(decisionKey(decided));
  const reason = tidy(fact.reason) || (known?.reason ?? null);
  asLatest(desk.decisions, { ...decided, reason, replaced: false, ...mark }, decisionKey);
}

function resolve(desk: Desk, fact: Extract<ThreadFact, { kind: 'blocker-resolved' }>, mark: Mark): void {
  if (fact.runs) narrow(desk, fact);
  const open = [...desk.blockers].filter(([, blocker]) => !blocker.resolved);
  const ended = namedBy(fact.identity, open);
  for (const [key, blocker] of ended) desk.blockers.set(key, { ...blocker, resolved: true, ...mark });
}

/** The checks of a failed line may become green one after the other. */
function narrow(desk: Desk, green: Green): void {
  for (const [key, blocker] of desk.blockers) {
    if (blocker.resolved || !blocker.runs || blocker.identity === null) continue;
    const runs = stillRed({ ...blocker, identity: blocker.identity }, green);
    if (runs.length < blocker.runs.length) desk.blockers.set(key, { ...blocker, runs });
  }
}

type Keyed = readonly [string, ThreadBlocker];

/** Blockers of that identity or of those words; where there are none, those whose words differ only in small ones and marks. */
function namedBy(identity: string, open: readonly Keyed[]): readonly Keyed[] {
  const said = tidy(identity);
  const words = textIdentity(said.replace(': ', ':'));
  const exact = open.filter(
    ([key, blocker]) =>
      key === identity ||
      key === words ||
      textIdentity(blocker.text) === words ||
      blocker.runs?.length === 0 ||
      (blocker.identity !== null && settles(identity, blocker.identity)),
  );
  if (exact.length > 0) return exact;
  const loose = looseIdentity(said);
  if (loose === '') return [];
  return open.filter(([, { type, text }]) =>
    [text, `${type}: ${text}`].some((one) => looseIdentity(one) === loose),
  );
}

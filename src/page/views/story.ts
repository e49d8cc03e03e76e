import type { SessionId } from '../../domain/base/ids.ts';
import { iso, MINUTE } from '../../domain/base/time.ts';
import type { RecordedFact } from '../../domain/facts/fact.ts';
import { readRequest } from '../../domain/turns/asked.ts';
import { foldTurns, NO_TURNS, type Turn } from '../../domain/turns/turn.ts';
import { sessionFacts, sessionRecord, sessionState } from '../../engine/sessions/sessions.ts';
import { resolveSession } from '../../operations/base/meant.ts';
import type { OperationCall } from '../../operations/base/operation.ts';
import { factLine } from '../../operations/sessions/show.ts';
import { cardOf, outcomeOfTurn, type SessionCard, type WorkOutcome } from './card.ts';

/** A turn as it is read: in the words of both, whole. */
export interface StoryTurn {
  readonly number: number;
  readonly at: string;
  readonly asked: string | null;
  /** The agent's words between tool calls. */
  readonly between: readonly string[];
  readonly answered: string | null;
  readonly files: readonly string[];
  readonly runs: Turn['runs'];
  readonly made: Turn['made'];
  /** Other facts of the turn: pins, memories, to-dos. */
  readonly notes: readonly string[];
  readonly ended: Turn['ended'];
  readonly until: string | null;
  readonly outcome: WorkOutcome;
  /** From the request to the last thing that happened in it. */
  readonly minutes: number;
  /** How often each tool ran, the most used first. */
  readonly tools: readonly ToolCount[];
  /** Subagents that worked in it. */
  readonly subagents: readonly { readonly name: string; readonly tools: number }[];
}

export interface ToolCount {
  readonly tool: string;
  readonly count: number;
}

/** The previous or next session. */
export interface Neighbour {
  readonly session_id: string;
  readonly title: string | null;
}

export interface StoryView {
  readonly session: SessionCard & {
    readonly end_time: string | null;
    readonly previous: Neighbour | null;
    readonly next: Neighbour | null;
  };
  readonly turns: readonly StoryTurn[];
  /** The number of earlier turns that are left out. */
  readonly earlier: number;
  readonly left: {
    readonly pins: readonly { readonly content: string; readonly label?: string }[];
    readonly tasks: readonly { readonly title: string; readonly stage: string }[];
    readonly files: readonly string[];
  };
}

/** The most turns of a page; a longer session shows its last ones. */
const MOST_TURNS = 80;
/** A longer text is cut: nobody reads a log of a megabyte on a page. */
const LONGEST = 12_000;

/** A session as its turns. */
export async function storyView(
  call: OperationCall,
  { session_id }: Readonly<Record<string, unknown>>,
): Promise<StoryView> {
  const meant = await resolveSession(call, String(session_id));
  const record = await sessionRecord(call.deps, meant);
  const { state } = record;
  const recorded = await sessionFacts(call.deps, state.session_id);
  const root = state.project_path;
  const turns =
    recorded.length > 0
      ? splitTurns(recorded).map((facts, i, all) =>
          turnOf(facts, { number: i + 1, root, isLast: i === all.length - 1 }),
        )
      : state.turns.map(fromFoldedTurn);
  return {
    session: {
      ...cardOf(record),
      end_time: state.end_time,
      previous: await neighbour(call, state.previous_session_id),
      next: await neighbour(call, state.continued_by),
    },
    turns: turns.slice(-MOST_TURNS),
    earlier: Math.max(0, turns.length - MOST_TURNS),
    left: {
      pins: state.working_memory,
      tasks: state.pending_tasks.map(({ title, stage }) => ({ title, stage })),
      files: state.files_modified.map((path) => below(path, root)),
    },
  };
}

async function neighbour({ deps }: OperationCall, id: string | null): Promise<Neighbour | null> {
  const state = id === null ? null : await sessionState(deps, id as SessionId);
  return state && { session_id: state.session_id, title: state.title };
}

/** The facts of each turn; those before the first request belong to it. */
function splitTurns(recorded: readonly RecordedFact[]): RecordedFact[][] {
  const parts: RecordedFact[][] = [];
  for (const one of recorded) {
    const isRequest = one.fact.kind === 'prompt' && readRequest(one.fact.text) !== '';
    const open = parts.at(-1);
    const isBegun = open?.some(
      ({ fact }) => fact.kind === 'prompt' || fact.kind === 'tool' || fact.kind === 'reply',
    );
    if (!open || (isRequest && isBegun)) parts.push([one]);
    else open.push(one);
  }
  return parts.filter((facts) => facts.some(({ fact }) => SPOKEN.has(fact.kind)));
}

const SPOKEN: ReadonlySet<string> = new Set(['prompt', 'reply', 'tool', 'made']);

interface TurnPlace {
  readonly number: number;
  readonly root: string | null;
  readonly isLast: boolean;
}

function turnOf(facts: readonly RecordedFact[], { number, root, isLast }: TurnPlace): StoryTurn {
  const folded = foldTurns(NO_TURNS, facts, root).all.at(-1);
  const asked = facts.find(({ fact }) => fact.kind === 'prompt')?.fact;
  const replies = facts.flatMap(({ fact }) =>
    fact.kind === 'reply' && !fact.subagent ? [fact] : [],
  );
  const answered = replies.findLast(({ between }) => !between)?.text ?? null;
  const turn = folded && {
    ...folded,
    ended: folded.ended ?? (isLast ? null : endingBefore(answered)),
  };
  return {
    number,
    at: iso(facts.find(({ fact }) => SPOKEN.has(fact.kind))!.at),
    asked: asked?.kind === 'prompt' ? cut(readRequest(asked.text) || asked.text) : null,
    between: replies
      .filter(({ between, text }) => between && text !== answered)
      .map(({ text }) => cut(text)),
    answered: answered && cut(answered),
    files: turn?.files ?? [],
    runs: turn?.runs ?? [],
    made: turn?.made ?? [],
    notes: facts.filter(({ fact }) => NOTED.has(fact.kind)).map(({ fact }) => factLine(fact)),
    ended: turn?.ended ?? null,
    until: turn?.until === undefined ? null : iso(turn.until),
    outcome: turn ? outcomeOfTurn(turn) : 'talk',
    minutes: minutesIn(facts),
    tools: toolsIn(facts),
    subagents: subagentsIn(facts),
  } as StoryTurn;
}

/** The end of a turn that no host reported, and that another one followed. */
function endingBefore(answered: string | null): 'broken off' | 'answered' {
  return answered === null ? 'broken off' : 'answered';
}

/** A session whose facts are not kept any more has its folded turns. */
function fromFoldedTurn(turn: Turn): StoryTurn {
  const { number, asked, answered, files, runs, made, ended } = turn;
  return {
    number,
    asked,
    answered,
    files,
    runs,
    made,
    ended,
    between: [],
    notes: [],
    at: iso(turn.at),
    until: turn.until === undefined ? null : iso(turn.until),
    outcome: outcomeOfTurn(turn),
    minutes: 0,
    tools: [],
    subagents: [],
  };
}

function minutesIn(facts: readonly RecordedFact[]): number {
  const spoken = facts.filter(({ fact }) => SPOKEN.has(fact.kind) || fact.kind === 'turn-ended');
  return spoken.length === 0 ? 0 : Math.round((spoken.at(-1)!.at - spoken[0]!.at) / MINUTE);
}

const MOST_TOOLS = 4;

function toolsIn(facts: readonly RecordedFact[]): readonly ToolCount[] {
  const own = facts.flatMap(({ fact }) =>
    fact.kind === 'tool' && !fact.subagent ? [fact.tool] : [],
  );
  const counted = [...Map.groupBy(own, (tool) => tool)].map(([tool, all]) => ({
    tool,
    count: all.length,
  }));
  return counted.sort((a, b) => b.count - a.count).slice(0, MOST_TOOLS);
}

function subagentsIn(facts: readonly RecordedFact[]): StoryTurn['subagents'] {
  const found = new Map<string, number>();
  for (const { fact } of facts) {
    if ((fact.kind !== 'tool' && fact.kind !== 'reply') || !fact.subagent) continue;
    found.set(fact.subagent, (found.get(fact.subagent) ?? 0) + Number(fact.kind === 'tool'));
  }
  return [...found].map(([name, tools]) => ({ name, tools }));
}

/** Facts that say something beside the dialogue. */
const NOTED: ReadonlySet<string> = new Set([
  'pinned',
  'unpinned',
  'todos',
  'todos-carried',
  'undone',
  'summary',
  'sop-injected',
  'sop-ignored',
  'epoch-began',
  'revived',
]);

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()} …`;
}

function below(path: string, root: string | null): string {
  return root !== null && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

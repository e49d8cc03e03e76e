import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Fact } from '../src/domain/facts/fact.ts';

/** Public data as sessions to be stored, and questions with the sessions that answer them. */

export interface StoredSession {
  readonly at: number;
  readonly facts: readonly Fact[];
}

export interface Asked {
  readonly text: string;
  readonly category: number;
  readonly gold: ReadonlySet<number>;
}

export interface Conversation {
  readonly sessions: readonly StoredSession[];
  readonly questions: readonly Asked[];
}

interface Turn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}

interface Locomo {
  readonly qa: readonly {
    readonly question: string;
    readonly category: number;
    readonly evidence?: readonly string[];
  }[];
  readonly conversation: Readonly<Record<string, string | readonly Turn[]>>;
}

function read(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** `1:56 pm on 8 May, 2023`, taken as UTC. */
function momentOf(text: string): number {
  const [, hour, minute, half, day, month, year] = /(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)/.exec(
    text,
  )!;
  const clock = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return Date.parse(`${day} ${month} ${year} ${clock}:${minute} UTC`);
}

/** The first speaker is taken for the user, the second for the agent. Questions without resolvable evidence are left out. */
export function readLocomo(file: string): Conversation[] {
  return (JSON.parse(read(file)) as Locomo[]).map(({ qa, conversation }) => {
    const sessions: StoredSession[] = [];
    const sessionOfTurn = new Map<string, number>();
    for (let n = 1; conversation[`session_${n}_date_time`]; n++) {
      const turns = conversation[`session_${n}`] as readonly Turn[] | undefined;
      if (!turns) continue;
      for (const turn of turns) sessionOfTurn.set(turn.dia_id, sessions.length);
      sessions.push({
        at: momentOf(conversation[`session_${n}_date_time`] as string),
        facts: turns.map(({ speaker, text, blip_caption }) => ({
          kind: speaker === conversation['speaker_a'] ? 'prompt' : 'reply',
          text: `${speaker}: ${text} ${blip_caption ?? ''}`,
        })),
      });
    }
    const questions = qa.flatMap(({ question, category, evidence = [] }) => {
      const turns = evidence.flatMap((one) =>
        [...one.matchAll(/D(\d+):(\d+)/g)].map(
          (match) => `D${Number(match[1])}:${Number(match[2])}`,
        ),
      );
      const gold = new Set(turns.flatMap((turn) => sessionOfTurn.get(turn) ?? []));
      return gold.size > 0 ? [{ text: question, category, gold }] : [];
    });
    return { sessions, questions };
  });
}

interface CodingSession {
  readonly start: string;
  readonly user: readonly string[];
  readonly agent: readonly string[];
  readonly edited: readonly string[];
  readonly read: readonly string[];
}

export interface StartQuery {
  /** The place of the session that starts; all before it are candidates. */
  readonly t: number;
  readonly prompt: string;
  readonly gold: ReadonlySet<number>;
}

/** Files that every session touches say nothing about what it was for. */
const SHARED = /(?:^|\/)(?:main\.go|README\.md|changelog\.md|go\.mod|go\.sum)$|\.claude/i;
const LONGEST_PROMPT = 1_500;
const FIRST_QUERY = 10;
const TOO_COMMON = 0.12;

export function readCoding(file: string): { sessions: StoredSession[]; queries: StartQuery[] } {
  const lines = read(file)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CodingSession);
  const files = lines.map(({ edited }) => new Set(edited.filter((path) => !SHARED.test(path))));
  const editors = new Map<string, number>();
  for (const path of files.flatMap((set) => [...set]))
    editors.set(path, (editors.get(path) ?? 0) + 1);
  const queries = lines.flatMap((session, t) => {
    const own = [...files[t]!].filter((path) => editors.get(path)! <= TOO_COMMON * lines.length);
    const earlier = files.slice(0, t).map((edited, i) => ({ edited, i }));
    const gold = new Set(
      earlier.filter(({ edited }) => own.some((path) => edited.has(path))).map(({ i }) => i),
    );
    const prompt = session.user[0]?.slice(0, LONGEST_PROMPT);
    return t >= FIRST_QUERY && gold.size > 0 && prompt ? [{ t, prompt, gold }] : [];
  });
  const sessions = lines.map((line) => ({
    at: Date.parse(`${line.start}Z`),
    facts: factsOf(line),
  }));
  return { sessions, queries };
}

function factsOf({ user, agent, edited, read: looked }: CodingSession): Fact[] {
  const facts: Fact[] = [];
  for (let i = 0; i < Math.max(user.length, agent.length); i++) {
    if (user[i]) facts.push({ kind: 'prompt', text: user[i]! });
    if (agent[i]) facts.push({ kind: 'reply', text: agent[i]! });
  }
  const touched = [
    ...edited.map((path) => ({ path, how: 'edit' as const })),
    ...looked.map((path) => ({ path, how: 'read' as const })),
  ];
  return touched.length > 0 ? [...facts, { kind: 'tool', tool: 'Edit', ok: true, touched }] : facts;
}

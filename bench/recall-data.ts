import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Fact } from '../src/domain/facts/fact.ts';
import { turnAfter } from '../src/domain/turns/turn.ts';

/** A session of somebody's past, and the numbers of its turns. */
export interface PastSession {
  readonly id: string;
  readonly project: string;
  readonly at: number;
  readonly facts: readonly Fact[];
  /** The number that the program gives to each prompt. */
  readonly turns: readonly number[];
}

/** Something to ask, with the turn that answers it. */
export interface Asked {
  readonly id: string;
  readonly project: string;
  readonly text: string;
  readonly kind: string;
  /** Sessions that answer it; the turn and the words are of the first. */
  readonly gold: readonly string[];
  /** Sessions that repeat the words: neither right nor wrong. */
  readonly also: readonly string[];
  readonly turn: number;
  readonly words: string;
  readonly at: number;
}

export interface Questions {
  readonly questions: readonly Asked[];
  readonly work: readonly Asked[];
  /** First prompts of other projects, and such as have no past at all. */
  readonly noPast: readonly string[];
}

interface Entry {
  readonly id: string;
  readonly project: string;
  readonly question?: string;
  readonly prompt?: string;
  readonly kind?: string;
  readonly gold: readonly string[];
  readonly also?: readonly string[];
  readonly turn: number;
  readonly words: string;
  readonly asked_at: string;
}

export function readQuestions(file: string): Questions {
  const { questions, work_prompts, no_past } = JSON.parse(read(file)) as {
    questions: Entry[];
    work_prompts: Entry[];
    no_past: { prompt: string }[];
  };
  return {
    questions: questions.map(asked),
    work: work_prompts.map(asked),
    noPast: no_past.map(({ prompt }) => prompt),
  };
}

function asked({ question, prompt, kind = 'work', asked_at, also = [], ...one }: Entry): Asked {
  return { ...one, kind, also, text: question ?? prompt ?? '', at: Date.parse(asked_at) };
}

/** Invented sessions: JSON lines of turns. */
export function readInvented(file: string): PastSession[] {
  return linesOf(file).map((line) => {
    const { sid, project, start, turns } = JSON.parse(line) as {
      sid: string;
      project: string;
      start: string;
      turns: { user: string; agent: string }[];
    };
    return sessionOf(
      { id: sid, project, at: Date.parse(`${start}Z`) },
      turns.map(({ user, agent }) => ({ user, agent: [agent] })),
      [],
    );
  });
}

/** Recorded sessions: prompts and replies are lists of their own, in order. Each reply goes to a prompt that shares words with it. */
export function readRecorded(file: string, project: string): PastSession[] {
  return linesOf(file).map((line) => {
    const { sid, start, user, agent, edited } = JSON.parse(line) as {
      sid: string;
      start: string;
      user: string[];
      agent: string[];
      edited: string[];
    };
    const places = placesOf(user, agent);
    const turns = user.map((text, turn) => ({
      user: text,
      agent: agent.filter((_, i) => places[i] === turn),
    }));
    return sessionOf({ id: sid, project, at: Date.parse(`${start}Z`) }, turns, edited);
  });
}

/** The prompt that each reply follows: of all ways that keep the order, the one in which both share most words. */
function placesOf(user: readonly string[], agent: readonly string[]): number[] {
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? []);
  const asked = user.map(wordsOf);
  const holders = new Map<string, number>();
  for (const words of asked)
    for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  // Without a word in common replies spread evenly.
  const likeness = (turn: number, reply: number) => {
    const shared = [...wordsOf(agent[reply]!)].filter((word) => asked[turn]!.has(word));
    const even = Math.abs((reply + 0.5) / agent.length - (turn + 0.5) / user.length);
    return (
      shared.reduce((sum, word) => sum + 1 / holders.get(word)!, 0) /
        Math.sqrt(asked[turn]!.size + 1) -
      even
    );
  };
  let best: { readonly sum: number; readonly places: readonly number[] }[] = user.map(() => ({
    sum: 0,
    places: [],
  }));
  for (let reply = 0; reply < agent.length; reply++) {
    let before = { sum: Number.NEGATIVE_INFINITY, places: [] as readonly number[] };
    best = best.map((one, turn) => {
      if (one.sum > before.sum) before = one;
      return { sum: before.sum + likeness(turn, reply), places: [...before.places, turn] };
    });
  }
  return [
    ...best.reduce((most, one) => (one.sum > most.sum ? one : most), {
      sum: Number.NEGATIVE_INFINITY,
      places: [] as readonly number[],
    }).places,
  ];
}

function sessionOf(
  head: Pick<PastSession, 'id' | 'project' | 'at'>,
  said: readonly { readonly user: string; readonly agent: readonly string[] }[],
  edited: readonly string[],
): PastSession {
  const facts: Fact[] = [];
  const turns: number[] = [];
  let number = 0;
  const add = (fact: Fact) => {
    facts.push(fact);
    number = turnAfter(number, fact, null);
  };
  for (const { user, agent } of said) {
    add({ kind: 'prompt', text: user });
    turns.push(number);
    agent.forEach((text, i) => {
      add(i < agent.length - 1 ? { kind: 'reply', text, between: true } : { kind: 'reply', text });
    });
    add({ kind: 'turn-ended' });
  }
  if (edited.length > 0) {
    const touched = edited.map((path) => ({ path, how: 'edit' as const }));
    add({ kind: 'tool', tool: 'Edit', ok: true, touched });
  }
  return { ...head, facts, turns };
}

function linesOf(file: string): string[] {
  return read(file).trim().split('\n');
}

function read(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

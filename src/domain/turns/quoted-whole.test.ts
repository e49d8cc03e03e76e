import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import type { SessionId } from '../base/ids.ts';
import { oneLine } from '../base/text/safe-text.ts';
import type { RecordedFact } from '../facts/fact.ts';
import { joinPassages, passageId, splitPassages } from '../index/passage.ts';
import { MARK, quoteTurn, snippet } from '../search/snippet.ts';
import { readRequest } from './asked.ts';
import { dialogues } from './dialogue.ts';
import { findGoal, foldTurns, NO_TURNS } from './turn.ts';

/** Sessions by several authors, whose messages are as long as real ones. */
interface Session {
  readonly turns: readonly {
    readonly prompt: string;
    readonly reply?: string;
    readonly between?: readonly string[];
  }[];
}

const CORPUS = new URL('../../../bench/continuity/corpus/stories/', import.meta.url);
const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`${name}.json`, CORPUS), 'utf8'));
const SESSIONS: readonly Session[] = [
  ...['dev', 'held', 'held2', 'held3'].flatMap((half) =>
    read<readonly { sessions: readonly Session[] }[]>(half).flatMap(({ sessions }) => sessions),
  ),
  ...read<readonly { text: string }[]>('long').map(({ text }) => ({
    turns: [{ prompt: text, reply: text }],
  })),
];

/** Letters and figures alone: marks of lists, emphasis and quotation are written in another way. */
const letters = (text: string) => text.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '');
interface Source {
  readonly all: string;
  /** Places in the letters at which a sentence, a line or a cell begins or ends. */
  readonly borders: ReadonlySet<number>;
  readonly clauses: ReadonlySet<number>;
  readonly words: ReadonlySet<number>;
}

const BORDER = /[\n|。！？]|[.!?…]["'”»)*`\]]*(?:\s|$)/;

function sourceOf(text: string): Source {
  const [borders, clauses, words] = [new Set([0]), new Set<number>(), new Set<number>()];
  let all = '';
  for (const [part] of text
    .replace(/\]\([^)\n]*\)/g, ']')
    .matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu)) {
    if (/^[\p{L}\p{N}]/u.test(part)) all += letters(part);
    else {
      words.add(all.length);
      if (BORDER.test(part)) borders.add(all.length);
      if (/[,;，；–—]/.test(part)) clauses.add(all.length);
    }
  }
  borders.add(all.length);
  return { all, borders, clauses, words };
}

/** Whether a text is whole sentences of a source, one after the other; with `…` last it may end early at one of `ends`. */
function isWhole(text: string, sources: readonly Source[], ends: 'clauses' | 'words'): boolean {
  const own = letters(text);
  const isBeginning = text.endsWith('…');
  return sources.some((source) => {
    for (let at = source.all.indexOf(own); at >= 0; at = source.all.indexOf(own, at + 1)) {
      const end = at + own.length;
      const isEnd = source.borders.has(end) || (isBeginning && source[ends].has(end));
      if (source.borders.has(at) && isEnd) return true;
    }
    return false;
  });
}

const QUOTES = /(?:user|agent|somebody): ((?:"[^"]*"(?: \(\d+ more\))?(?:; | )?)+)/g;

function quotesIn(line: string): string[] {
  return [...line.matchAll(QUOTES)].flatMap(([, said]) =>
    [...said!.matchAll(/"([^"]*)"/g)].map((match) => match[1]!),
  );
}

function fold({ turns }: Session) {
  const facts = turns.flatMap(({ prompt, reply, between = [] }): RecordedFact['fact'][] => [
    { kind: 'prompt', text: prompt },
    ...between.map((text) => ({ kind: 'reply' as const, text, between: true as const })),
    ...(reply ? [{ kind: 'reply' as const, text: reply }] : []),
    { kind: 'turn-ended' },
  ]);
  const sessionId = 's' as SessionId;
  return foldTurns(
    NO_TURNS,
    facts.map((fact, i) => ({ seq: i + 1, at: i + 1, sessionId, fact })),
    null,
  ).all;
}

function sourcesOf({ turns }: Session): Source[] {
  return turns
    .flatMap(({ prompt, reply = '', between = [] }) => [readRequest(prompt), reply, ...between])
    .map(sourceOf);
}

/** Code is left as it is: a quotation mark in it would end a quotation here. */
const plain = (text: string) => text.replaceAll('`', '').replaceAll('"', "'");
const PLAIN = SESSIONS.map(({ turns }) => ({
  turns: turns.map(({ prompt, reply = '', between = [] }) => ({
    prompt: plain(prompt),
    reply: plain(reply),
    between: between.map(plain),
  })),
}));
const MESSAGES = PLAIN.flatMap(({ turns }) =>
  turns.flatMap(({ prompt, reply }) => [readRequest(prompt), reply]),
).filter((text) => /\p{L}/u.test(text));

const session = fc.constantFrom(...PLAIN);
const message = fc.constantFrom(...MESSAGES);
const RUNS = { numRuns: runs(120, 2_000) };

describe('no sentence is cut in its middle', () => {
  it('in a dialogue, however little room there is', () => {
    fc.assert(
      fc.property(session, fc.integer({ min: 300, max: 6_000 }), (said, room) => {
        const [told] = dialogues([{ turns: fold(said), rank: 0, isKilled: false }], room);
        const sources = sourcesOf(said);
        for (const { text } of told!.lines)
          for (const quote of quotesIn(text))
            expect([quote, isWhole(quote, sources, 'clauses')]).toEqual([quote, true]);
      }),
      RUNS,
    );
  });

  it('in a title and in a notice, but for an end at a clause or a word', () => {
    fc.assert(
      fc.property(session, (said) => {
        const goal = findGoal(fold(said));
        // A title passes over what was pasted.
        const requests = said.turns.map(({ prompt }) =>
          readRequest(prompt).replace(/\[pasted, [^\]]*\]/g, ' '),
        );
        const sources = requests.map(sourceOf);
        for (const text of goal === null ? [] : [goal, oneLine(goal, 60)])
          expect([text, isWhole(text, sources, 'words')]).toEqual([text, true]);
      }),
      RUNS,
    );
  });

  it('in what a search shows of a turn', () => {
    fc.assert(
      fc.property(message, fc.nat(10_000), fc.constantFrom('user', 'agent'), (said, at, field) => {
        const words = said.match(/\p{L}{4,}/gu) ?? [];
        const marked =
          words.length === 0
            ? said
            : said.replaceAll(words[at % words.length]!, (word) => MARK.open + word + MARK.close);
        const pieces = splitPassages(said).map((text, i) => ({
          id: passageId(1, 1, i, field as 'user'),
          text:
            words.length === 0
              ? text
              : text.replaceAll(words[at % words.length]!, (word) => MARK.open + word + MARK.close),
        }));
        const source = [sourceOf(said)];
        const { asked, answered } = quoteTurn(pieces, 420);
        for (const { text } of [...asked, ...answered])
          expect([text, isWhole(text, source, 'clauses')]).toEqual([text, true]);
        const shown = snippet(marked).text;
        expect([shown, isWhole(shown, source, 'words')]).toEqual([shown, true]);
        const whole = snippet(joinPassages(pieces.map(({ text }) => text))).text;
        expect([whole, isWhole(whole, source, 'words')]).toEqual([whole, true]);
      }),
      RUNS,
    );
  });
});

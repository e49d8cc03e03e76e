import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { table } from '../../../test/table.ts';
import { estimateTokens } from '../base/text/tokens.ts';
import { DAY } from '../base/time.ts';
import { inheritPin, makePin } from '../pins/pin.ts';
import type { SessionSnapshot } from '../sessions/snapshot.ts';
import type { PendingTask } from '../todos/task.ts';
import type { Turn } from '../turns/turn.ts';
import { type Context, NOTHING, type PreambleLimits } from './context.ts';
import type { QuotedTurns } from './last-time.ts';
import { makePreamble } from './preamble.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const ID = '7d9f0c52-8a64-4a1e-9f0b-2f3c4d5e6f70';
const LIMITS: PreambleLimits = {
  maxChars: 9_500,
  maxTokens: 2_400,
  topics: 10,
  projects: 5,
  dates: 'relative',
  shares: {
    last_time: 1200,
    state: 150,
    tasks: 200,
    rules: 200,
    pins: 300,
    decisions: 100,
    open: 150,
    memories: 100,
    team: 200,
    recall: 400,
  },
};

const task = (id: string, title: string, at = '2026-11-13T11:00:00Z'): PendingTask => ({
  task_id: id,
  title,
  stage: 'build',
  flagged_incomplete: false,
  source: 'pipeline_state',
  last_activity: at,
});
const pin = (label: string | null, content: string, critical = false) =>
  makePin({ label, content, critical }, NOW)!;
const given = (label: string | null, content: string, critical = false) =>
  inheritPin(pin(label, content, critical), {
    sessionId: ID,
    at: Date.parse('2026-11-13T10:00:00Z'),
  });

const turn = (number: number, asked: string | null, answered: string | null): Turn => ({
  number,
  at: NOW,
  asked,
  answered,
  files: [],
  runs: [],
  made: [],
  ended: 'answered',
});
const told = (turns: readonly Turn[]): QuotedTurns => ({
  session: { id: ID, host: 'claude-code', at: NOW } as unknown as SessionSnapshot,
  turns,
  role: 'last',
});

const renderPreamble = (content: Context, limits: PreambleLimits, now: number) =>
  makePreamble(content, limits, now)?.text ?? null;

describe('the preamble', () => {
  it('is nothing when there is nothing to say', () => {
    expect(renderPreamble(NOTHING, LIMITS, NOW)).toBeNull();
    expect(renderPreamble({ ...NOTHING, sessions: 2 }, LIMITS, NOW)).toBeNull();
  });

  it('has the form of the specification', () => {
    const content: Context = {
      ...NOTHING,
      sessions: 2,
      tasks: [task('task-004-session-persistence', 'Cross-session state')],
      projects: ['helios', 'lbf-ham-radio'],
      project: 'helios',
      topics: ['cortex', 'session', 'brain.db', 'ttyUSB0'],
      inheritedPins: [given('port', 'use /dev/ttyUSB0'), given(null, 'Hz, not kHz', true)],
      ownPins: [],
      memories: [],
    };
    expect(renderPreamble(content, LIMITS, NOW)).toBe(
      `<session-continuity hint="inherited from prior sessions">
[SESSION CONTINUITY — inherited from 2 prior session(s)]

PENDING TASKS:
- [task-004-session-persistence] Cross-session state (last stage: build, 2d ago)

WORKING MEMORY RESTORED: 2 pins inherited (use working_memory view to see all)
- CRITICAL Hz, not kHz [inherited from 7d9f0c52 @ 2026-11-13]
- port: use /dev/ttyUSB0 [inherited from 7d9f0c52 @ 2026-11-13]

ACTIVE PROJECTS: lbf-ham-radio

HOT TOPICS: brain.db
</session-continuity>`,
    );
  });

  it.each(table<[string, string]>('preamble-ages'))('says of %s: %s', (at, words) => {
    const text = renderPreamble(
      { ...NOTHING, sessions: 1, tasks: [task('t', 'T', at)] },
      LIMITS,
      NOW,
    );
    expect(text).toContain(`(last stage: build, ${words})`);
  });

  it('tells the sessions that a prompt means as dialogues, the newest with most room', () => {
    const session = (id: string, at: number): QuotedTurns => ({
      session: { id, host: 'codex', at } as unknown as SessionSnapshot,
      turns: [turn(3, 'why do events come twice', 'The sandbox sends each event twice.')],
      role: 'matter',
      matching: [3],
    });
    const recalled = [session('1111aaaa', NOW - 9 * DAY), session('2222bbbb', NOW - 2 * DAY)];
    const text = renderPreamble({ ...NOTHING, recalled }, LIMITS, NOW)!;
    const headings = text.split('\n').filter((line) => line.startsWith('FROM AN EARLIER SESSION'));
    expect(headings.map((line) => /codex (\w+)/.exec(line)![1])).toEqual(['1111aaaa', '2222bbbb']);
    expect(
      text.split(
        '- user: "why do events come twice" → agent: "The sandbox sends each event twice."',
      ),
    ).toHaveLength(3);
  });

  it('can give dates instead of ages', () => {
    const text = renderPreamble(
      { ...NOTHING, tasks: [task('t', 'T')] },
      { ...LIMITS, dates: 'absolute' },
      NOW,
    );
    expect(text).toContain('(last stage: build, 2026-11-13)');
  });

  it('tells memories after the pins, with their confidence now, and lets them go first', () => {
    const memories = Array.from({ length: 60 }, (_, i) => ({
      content: `the radio of kind ${i} answers only to commands that end with a semicolon`,
      id: `mem-${i}`,
      confidence: 0.88571,
    }));
    const few = renderPreamble(
      { ...NOTHING, ownPins: [pin('cable', 'order it')], memories: memories.slice(0, 2) },
      LIMITS,
      NOW,
    )!;
    expect(few).toContain(
      `- cable: order it\n\nMEMORIES (confidence softened by age):\n- [0.89] ${memories[0]!.content}\n- [0.89] `,
    );
    const tasks = Array.from({ length: 400 }, (_, i) =>
      task(`task-${i}`, `Something rather long about ${i}`),
    );
    const many = renderPreamble({ ...NOTHING, tasks, memories, topics: ['ft991a'] }, LIMITS, NOW)!;
    const told = many.match(/- \[0\.89\]/g)?.length ?? 0;
    expect(told).toBeLessThan(memories.length / 2);
    expect(many).toContain(`… and ${memories.length - told} more`);
    expect(many).toContain('HOT TOPICS: ft991a');
  });

  it('says how many more there are where it had to cut, and keeps pins longest', () => {
    const tasks = Array.from({ length: 400 }, (_, i) =>
      task(`task-${i}`, `Something rather long to be done about number ${i}`),
    );
    const pins = Array.from({ length: 5 }, (_, i) =>
      given(`p${i}`, 'the radio answers only when it is on; '.repeat(12)),
    );
    const text = renderPreamble(
      { ...NOTHING, sessions: 1, tasks, inheritedPins: pins },
      LIMITS,
      NOW,
    )!;
    expect(text.length).toBeLessThanOrEqual(9_500);
    expect(text.match(/- p\d:/g)).toHaveLength(5);
    const shown = text.match(/- \[task-/g)!.length;
    expect(text).toContain(`… and ${400 - shown} more`);
    expect(shown).toBeGreaterThan(20);
  });

  it('keeps within characters and real tokens, never cutting a line', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 600, unit: 'grapheme' }),
      fc
        .array(
          fc.constantFrom(
            ...'修复会话|迁移|getSessionChainFromPreviousSessionId|ft991a|и ещё|<b>'.split('|'),
          ),
          { maxLength: 80 },
        )
        .map((w) => w.join(' ')),
    );
    const pins = fc.array(
      text.map((t) => makePin({ content: t || 'x' }, NOW) ?? pin(null, 'x')),
      { maxLength: 10 },
    );
    const tasks = fc.array(
      text.map((t) => task('t', t)),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(
        pins,
        pins,
        tasks,
        fc.array(text, { maxLength: 20 }),
        (own, others, open, topics) => {
          const content = {
            ...NOTHING,
            sessions: 3,
            tasks: open,
            topics,
            projects: topics,
            inheritedPins: others,
            ownPins: own,
            memories: topics.map((content) => ({ id: content, content, confidence: 0.8857 })),
          };
          const rendered = renderPreamble(content, LIMITS, NOW);
          if (rendered === null) return;
          expect(rendered.length).toBeLessThanOrEqual(9_500);
          expect(countTokens(rendered)).toBeLessThanOrEqual(2_400);
          expect(rendered.match(/<\/?(?:session-continuity|channel)[^\n]*/g)).toEqual([
            '<session-continuity hint="inherited from prior sessions">',
            '</session-continuity>',
          ]);
        },
      ),
      { numRuns: runs(16, 150) },
    );
  });

  describe('within narrow limits', () => {
    const critical = Array.from({ length: 5 }, (_, i) =>
      given(
        `p${i}`,
        `never key transmitter ${i}: ${'the antenna is being worked on by others. '.repeat(10)}`,
        true,
      ),
    );
    const content = { ...NOTHING, sessions: 3, inheritedPins: critical };

    it('short sections give back their share: five CRITICAL pins and one task are all told', () => {
      const { text } = makePreamble(
        { ...content, tasks: [task('cable', 'Order the cable')] },
        LIMITS,
        NOW,
      )!;
      expect(text.match(/- CRITICAL p\d:/g)).toHaveLength(5);
      expect(text).toContain('[cable] Order the cable');
    });

    it.each([4000, 2000, 1000, 700])(
      '%i characters hold CRITICAL pins before anything else',
      (maxChars) => {
        const many = {
          ...content,
          tasks: Array.from({ length: 50 }, (_, i) => task(`task-${i}`, 'Something to be done')),
        };
        const { text } = makePreamble(many, { ...LIMITS, maxChars }, NOW)!;
        expect(text.length).toBeLessThanOrEqual(maxChars);
        expect(text.match(/- CRITICAL p\d:/g) ?? []).toHaveLength(
          Math.min(5, Math.floor((maxChars - 250) / 500)),
        );
      },
    );

    it('is nothing rather than a header without content', () => {
      expect(makePreamble(content, { ...LIMITS, maxChars: 500 }, NOW)).toBeNull();
    });

    it.each(['pins', 'tasks', 'memories', 'recall', 'last_time'] as const)(
      'a larger share of %s is used for it where room is short',
      (part) => {
        const much = {
          ...NOTHING,
          sessions: 1,
          tasks: Array.from({ length: 90 }, (_, i) =>
            task(`task-${i}`, 'Something rather long to be done'),
          ),
          topics: Array.from({ length: 10 }, (_, i) => `topic-${i}`),
          projects: [],
          inheritedPins: Array.from({ length: 10 }, (_, i) =>
            given(`p${i}`, 'rather long words, '.repeat(20)),
          ),
          ownPins: [],
          memories: Array.from({ length: 40 }, (_, i) => ({
            content: `memory ${i} ${'words '.repeat(20)}`,
            id: 'mem-1',
            confidence: 1,
          })),
          recalled: [
            {
              ...told(
                Array.from({ length: 16 }, (_, i) =>
                  turn(i + 1, `matter ${i} of 16`, 'words of it. '.repeat(40)),
                ),
              ),
              role: 'matter' as const,
            },
          ],
          turns: [
            told(
              Array.from({ length: 16 }, (_, i) =>
                turn(i + 1, `step ${i} of 16`, 'words of it. '.repeat(40)),
              ),
            ),
          ],
        };
        // Enough for the others to leave nothing over.
        const each = { pins: 900, tasks: 600 }[part as string] ?? 350;
        const others = {
          ...LIMITS.shares,
          pins: each,
          tasks: each,
          memories: each,
          recall: each,
          last_time: each,
        };
        const length = (share: number) => {
          const { text } = makePreamble(
            much,
            { ...LIMITS, shares: { ...others, [part]: share } },
            NOW,
          )!;
          return estimateTokens(
            text
              .split('\n')
              .filter((line) => LINES[part].test(line))
              .join('\n'),
          );
        };
        expect(length(400)).toBeGreaterThan(length(0));
      },
    );
  });
});

const LINES = {
  pins: /^- p\d/,
  tasks: /^- \[task/,
  memories: /^- \[1\.00/,
  recall: /^- user: "matter/,
  last_time: /^- user: "step/,
};

describe('a fact that several places hold', () => {
  const linesOf = (content: Partial<Context>) =>
    renderPreamble({ ...NOTHING, sessions: 1, ...content }, LIMITS, NOW)!
      .split('\n')
      .filter((line) => /^- |^HOT/.test(line));

  it('a memory that a quoted turn says has no line', () => {
    const memory = {
      id: 'mem-1',
      confidence: 0.6,
      content: 'The lock row has an empty Info field.',
    };
    const turns = [
      told([turn(1, 'unlock it', 'No unlock: the lock row has an empty Info field.')]),
    ];
    const made = makePreamble({ ...NOTHING, sessions: 1, turns, memories: [memory] }, LIMITS, NOW)!;
    expect(made.text).not.toContain('MEMORIES');
  });

  it('a rule that is pinned to the letter stands as a pin, and counts as told', () => {
    const rule = { memoryId: 'm', text: 'No apply without a plan.', at: NOW, sessionId: null };
    const content = {
      ...NOTHING,
      ...NOTHING,
      sessions: 1,
      rules: [rule],
      inheritedPins: [given(null, 'no apply without a plan')],
    };
    const made = makePreamble(content, LIMITS, NOW)!;
    expect(made.text).not.toContain('RULES OF THE USER');
    expect(made.told.has(rule)).toBe(true);
  });

  it('a decision stands in the rule that holds it', () => {
    const rule = {
      memoryId: 'm1',
      text: 'We use Redis because it is fast.',
      at: NOW,
      sessionId: null,
    };
    const decision = { subject: null, replaced: false, by: 'person', at: NOW };
    const decisions = [
      { ...decision, choice: 'use Redis', reason: null },
      { ...decision, choice: 'Redis', reason: 'the licence' },
    ] as never;
    expect(linesOf({ rules: [rule], decisions })).toEqual([
      '- We use Redis because it is fast. (0m ago)',
      '- Redis, because the licence (0m ago)',
    ]);
  });

  it('a decision stands in the words that the person told it in', () => {
    const words = 'Let us go with materialised rows, the doctors move single sessions.';
    const decision = {
      subject: null,
      choice: 'materialised rows',
      reason: 'the doctors move single sessions',
    };
    const decisions = [{ ...decision, replaced: false, by: 'person', at: NOW } as never];
    expect(linesOf({ turns: [told([turn(1, words, null)])], decisions })).toEqual([
      `- user: "${words}"`,
    ]);
  });
});

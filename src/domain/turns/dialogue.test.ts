import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialogues } from './dialogue.ts';
import type { Turn } from './turn.ts';

const turn = (asked: string | null, answered: string | null = null, more: Partial<Turn> = {}): Turn => ({
  ...{ number: 1, at: 0, asked, answered, files: [], runs: [], made: [], ended: 'answered', ...more },
});

/** The lines of one session within `room` characters. */
function told(turns: readonly Turn[], room: number, more: { rank?: number; isOwn?: boolean } = {}): string {
  const [only] = dialogues([{ turns, rank: 0, isKilled: false, ...more }], room);
  return only!.lines.map(({ text }) => text).join('\n');
}

const FILLER = 'Nothing of that sort happened here, and nobody said a word about it either way. '.repeat(6);

describe('a session as a dialogue', () => {
  it('quotes everything where there is room, oldest turn first', () => {
    const turns = [turn('Add a retry. Three times.', 'Added.'), turn('Five times.', 'Changed.')];
    expect(told(turns, 500)).toBe(
      '- user: "Add a retry. Three times." → agent: "Added."\n- user: "Five times." → agent: "Changed."',
    );
  });

  it('always ends with the closing question of the newest reply and its options', () => {
    const reply = `${FILLER}\n\nWhich rounding:\n- half up\n- bankers\nTell me, please?`;
    expect(told([turn('compare them', reply)], 260)).toMatch(
      /Which rounding: · half up · bankers Tell me, please\?"$/,
    );
  });

  it('tells a choice in the line of its request, which stays the present or unfinished one', () => {
    const asked = turn('switch the mail queue to solid_queue', 'Own database or the primary one?', {
      files: ['queue.yml'],
    });
    const chosen = turn('own database', null, { number: 2, chosen: true, ended: null });
    const line = `→ agent: "Own database or the primary one?"`;
    expect(told([asked, chosen], 500, { isOwn: true })).toBe(
      `- user: "switch the mail queue to solid_queue" (the present request) ${line} [so far: changed queue.yml] → user: "own database"`,
    );
    expect(told([asked, { ...chosen, ended: 'usage limit' }], 500)).toBe(
      `- user: "switch the mail queue to solid_queue" ${line} [changed queue.yml] → user: "own database" (not finished: usage limit)`,
    );
    // Nobody knows which question it answers, where the turn before it was dropped.
    expect(told([asked, { ...chosen, number: 7 }], 500)).toContain('\n- user: "own database"');
  });

  it('keeps short requests whole, whatever else gives way', () => {
    const turns = ['yes', 'b. and 6 fins', 'stop there'].map((asked) => turn(asked, FILLER));
    for (const { asked } of turns) expect(told(turns, 300)).toContain(`"${asked}"`);
  });

  it('prefers the last word on a subject to the first', () => {
    const turns = [
      turn('The horizon of the forecast is 48 hours for all turbines.', FILLER),
      turn(`${FILLER} The horizon of the forecast is 72 hours for all turbines.`, FILLER),
      turn('ok', 'Fine.'),
    ];
    const text = told(turns, 180);
    expect(text).toContain('72 hours');
    expect(text).not.toContain('48 hours');
  });

  it('tells of older turns their commits and what they left red', () => {
    const did = {
      files: ['src/a.ts'],
      runs: [
        { name: 'npm test', outcomes: ['green'] as const },
        { name: 'npm run lint', outcomes: ['red'] as const },
      ],
      made: [{ what: 'commit', text: 'fix retry', ref: 'a1b2c3d' } as const],
    };
    const turns = [turn('one', null, did), ...['two', 'three', 'four'].map((asked) => turn(asked))];
    expect(told(turns, 900)).toContain(`"one" [npm run lint red; committed a1b2c3d 'fix retry']`);
    expect(told(turns, 900, { isOwn: true })).toContain(
      '"one" [changed a.ts; npm test green; npm run lint red',
    );
  });

  it('counts turns that find no room, the oldest first', () => {
    const turns = Array.from({ length: 40 }, (_, i) => turn(`request ${i}`, FILLER));
    const [only] = dialogues([{ turns, rank: 0, isKilled: false }], 600);
    expect(only!.lines.at(-1)!.text).toContain('request 39');
    expect(only!.left).toBe(40 - only!.lines.length);
  });
});

it('keeps to its room', () => {
  const words = fc.array(fc.constantFrom('It drifts by 12.', 'Why?', '\n- one', '先看调谐器。', FILLER, '…'));
  const message = words.map((parts) => parts.join(' '));
  const turns = fc.array(fc.tuple(message, message), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(turns, fc.integer({ min: 400, max: 5_000 }), (all, room) => {
      const text = told(
        all.map(([asked, answered]) => turn(asked, answered)),
        room,
      );
      expect(text.length).toBeLessThanOrEqual(room + 10);
    }),
  );
});

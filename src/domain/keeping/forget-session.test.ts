import { describe, expect, it } from 'vitest';
import type { SessionId } from '../base/ids.ts';
import { erase } from './forget.ts';
import { eraserOfSession } from './forget-session.ts';

const ID = '0c0ffee0-2d4a-7c56-9a7e-0f3c8d21b7a4' as SessionId;
const AT = Date.parse('2026-11-13T10:00:00.000Z');
const content = 'the client is called Umbrella';
const eraser = eraserOfSession({
  id: ID,
  tasks: [],
  kept: [],
  pins: [{ identity: content.toLowerCase(), content }],
});
const other = { content: 'the mast stands', pinnedAt: '2026-11-13T10:00:00.000Z' };

describe('a pin that was made in a session', () => {
  it.each([
    ['as a mirror has it', { content, pinnedAt: '2026-11-13T10:00:00.000Z' }],
    ['inherited', { content, label: '[inherited from beside @ 2026-11-13]' }],
    ['as a fact', { kind: 'pinned', pin: { content, label: null, pinnedAt: AT, origin: null } }],
    [
      'as a row',
      { body: JSON.stringify({ kind: 'pinned', pin: { content, label: null, pinnedAt: AT } }) },
    ],
    ['as the key of an entry', JSON.stringify([content, false, ''])],
  ])('goes from another session, %s', (_how, pin) => {
    const copy = { working_memory: [pin, other] };
    expect(eraser.mayHold(JSON.stringify(copy))).toBe(true);
    expect(erase(copy, eraser)).toEqual({ working_memory: [other] });
  });

  it('is another pin if its words differ, even under the same label', () => {
    const copy = {
      working_memory: [other, { content: 'the client is called Acme', label: content }],
    };
    expect(erase(copy, eraser)).toBe(copy);
  });
});

it.each([
  ['names it', `LAST TIME (…, claude-code 0c0ffee0):`],
  ['tells a pin of it', `- ${content}`],
])('a text that another session was told and that %s goes', (_how, preamble) => {
  expect(erase({ preamble, explanation: { with_prompt: true } }, eraser)).toEqual({
    preamble: null,
    explanation: { brief: true, forgotten: true, with_prompt: true },
  });
});

import { describe, expect, it } from 'vitest';
import type { SessionId } from '../ids.ts';
import { type ForgettingSession, namesSession, withoutSession } from './forget-session.ts';

const ID = '0c0ffee0-2d4a-7c56-9a7e-0f3c8d21b7a4' as SessionId;
const AT = Date.parse('2026-11-13T10:00:00.000Z');
const content = 'the client is called Umbrella';
const forgetting: ForgettingSession = {
  ...{ id: ID, quotes: [], kept: [], topics: ['umbrella', 'mast'] },
  own: { pins: [content.toLowerCase()], tasks: [] },
  made: [{ identity: content.toLowerCase(), pinnedAt: AT }],
};
const other = { content: 'the mast stands', pinnedAt: '2026-11-13T10:00:00.000Z' };

describe('a pin that was made in a session', () => {
  it.each([
    ['as a mirror has it', { content, pinnedAt: '2026-11-13T10:00:00.000Z' }],
    [
      'inherited from a session that took it over',
      { content, pinnedAt: '2026-11-13T10:00:00.000Z', label: '[inherited from beside @ 2026-11-13]' },
    ],
    ['as a fact', { kind: 'pinned', pin: { content, label: null, pinnedAt: AT, origin: null } }],
    ['as a row', { body: JSON.stringify({ kind: 'pinned', pin: { content, label: null, pinnedAt: AT } }) }],
  ])('goes from another session, %s', (_how, pin) => {
    const copy = { working_memory: [pin, other] };
    expect(namesSession(JSON.stringify(copy), forgetting)).toBe(true);
    expect(withoutSession(copy, forgetting)).toEqual({ working_memory: [other] });
  });

  it('is another one where the time or the words differ', () => {
    const copy = { working_memory: [other, { content, pinnedAt: '2026-11-13T10:00:00.001Z' }] };
    expect(withoutSession(copy, forgetting)).toBe(copy);
  });

  it('goes from the file of pins, inherited or not', () => {
    const label = '[inherited from beside @ 2026-11-13]';
    const written = [JSON.stringify([content, false, label]), JSON.stringify([other.content, false, ''])];
    expect(withoutSession({ file: 'x', written }, forgetting)).toEqual({ file: 'x', written: [written[1]] });
    expect(withoutSession({ items: [{ content, label }, other] }, forgetting)).toEqual({ items: [other] });
  });
});

it.each([
  ['HOT TOPICS: mast, umbrella stand, umbrella', 'HOT TOPICS: umbrella stand'],
  ['HOT TOPICS: umbrella', 'HOT TOPICS: [forgotten]'],
  ['HOT TOPICS: keel, umbrellas', 'HOT TOPICS: keel, umbrellas'],
])('its topics go from what another session was told: %s', (line, left) => {
  expect(withoutSession({ preamble: line }, forgetting)).toEqual({ preamble: left });
});

import { describe, expect, it } from 'vitest';
import { makePin, type Pin } from '../pins/pin.ts';
import { inheritPins, type PinOffer } from './inherit.ts';

const AT = Date.parse('2026-11-13T10:00:00Z');
const LIMITS = { maxInherited: 5 };
const NONE: ReadonlySet<string> = new Set();

function pin(label: string, critical = false, at = AT): Pin {
  return makePin({ content: `about ${label}`, label, critical }, at)!;
}

function offers(sessionId: string, ...pins: Pin[]): PinOffer[] {
  return pins.map((held) => ({ pin: held, sessionId, heldAt: AT }));
}

function labels(pins: readonly Pin[]): (string | null)[] {
  return pins.map((taken) => taken.label);
}

describe('inheriting pins', () => {
  it('takes five at most, counting those inherited before', () => {
    const seven = Array.from({ length: 7 }, (_, i) => pin(`p${i}`));
    expect(inheritPins([], offers('a', ...seven), NONE, LIMITS).taken).toHaveLength(5);
    const before = inheritPins([], offers('a', pin('x'), pin('y')), NONE, LIMITS).taken;
    expect(inheritPins(before, offers('b', ...seven), NONE, LIMITS).taken).toHaveLength(3);
  });

  it("prefers this session's pin of the same label", () => {
    const { taken, decisions } = inheritPins([pin('Port')], offers('a', pin('port')), NONE, LIMITS);
    expect(taken).toEqual([]);
    expect(decisions[0]?.refused).toBe('own pin of that name');
  });

  it('tells a pin that the session holds itself as its own', () => {
    const { taken, decisions } = inheritPins([pin('port')], offers('a', pin('port')), NONE, LIMITS);
    expect(taken).toEqual([]);
    expect(decisions[0]?.refused).toBe('told as your own pin');
  });

  it('takes CRITICAL first, the newest of them first, then session by session the newest', () => {
    const first = offers(
      'best',
      pin('old', false, AT),
      pin('new', false, AT + 1),
      pin('crit-old', true, AT),
    );
    const second = offers('second', pin('other', false, AT + 9), pin('crit-new', true, AT + 9));
    expect(labels(inheritPins([], [...first, ...second], NONE, LIMITS).taken)).toEqual([
      'crit-new',
      'crit-old',
      'new',
      'old',
      'other',
    ]);
  });

  it('changes nothing when done twice', () => {
    const given = [...offers('a', pin('x'), pin('y')), ...offers('b', pin('x'))];
    const once = inheritPins([], given, NONE, LIMITS).taken;
    expect(inheritPins(once, given, NONE, LIMITS).taken).toEqual([]);
  });
});

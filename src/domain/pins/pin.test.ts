import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import {
  addPin,
  fromWorkingMemory,
  inheritPin,
  isCritical,
  makePin,
  type Pin,
  pinIdentity,
  toWorkingMemory,
} from './pin.ts';

const AT = Date.parse('2026-11-13T10:00:00Z');
const ID = '0b6f7f0e-54a7-4f6b-9a51-0c1f2e3d4a5b';

function pin(label: string | null, content = 'some content'): Pin {
  return makePin({ content, label }, AT)!;
}

describe('a pin', () => {
  it('is identified by its label, else its content, whatever case and spaces', () => {
    expect(pinIdentity(pin(' Radio  Port '))).toBe('radio port');
    expect(pinIdentity(pin(null, 'Use\n/dev/ttyUSB0'))).toBe('use /dev/ttyusb0');
  });

  it('keeps its identity when it is inherited, and its first origin when inherited again', () => {
    const once = inheritPin(pin('port'), { sessionId: ID, at: AT });
    const twice = inheritPin(once, { sessionId: 'another', at: AT + 1e9 });
    expect(toWorkingMemory(twice).label).toBe(`port [inherited from ${ID} @ 2026-11-13]`);
    expect(pinIdentity(fromWorkingMemory(toWorkingMemory(twice))!)).toBe('port');
    expect(fromWorkingMemory(toWorkingMemory(twice))).toEqual(twice);
  });

  it('carries its provenance also without a label', () => {
    const stored = toWorkingMemory(inheritPin(pin(null), { sessionId: ID, at: AT }));
    expect(stored.label).toBe(`[inherited from ${ID} @ 2026-11-13]`);
    expect(fromWorkingMemory(stored)?.label).toBeNull();
  });

  it.each(table<[string | null, string, boolean]>('pins-critical'))(
    'with label %j and content %j is critical: %s',
    (label, content, critical) => {
      expect(isCritical(label, content)).toBe(critical);
    },
  );

  it('is refused without content, and cut to its limit', () => {
    expect(makePin({ content: ' \u0000\n ' }, AT)).toBeNull();
    expect([...makePin({ content: '𝒳'.repeat(600) }, AT)!.content]).toHaveLength(500);
  });

  it.each([[null], [{}], [{ content: 5 }], [{ content: ' ' }]])('is not made of %j', (stored) => {
    expect(fromWorkingMemory(stored as never)).toBeNull();
  });
});

describe('working memory', () => {
  const full = Array.from({ length: 10 }, (_, i) => pin(`p${i}`));

  it('replaces a pin of the same name, even when full', () => {
    const outcome = addPin(full, pin('P3', 'newer'));
    expect(outcome!).toHaveLength(10);
    expect(outcome!.at(-1)?.content).toBe('newer');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { sampleOf, seeded } from '../../../test/sample.ts';
import { table } from '../../../test/table.ts';
import { formats, startsLikeToken } from './formats.ts';
import { isPlain, safeId } from './ids.ts';
import { redactText } from './redact.ts';

const token = ['ghp', sampleOf('<a36>', seeded(7)).text].join('_');
const other = ['ghp', sampleOf('<a36>', seeded(8)).text].join('_');

describe('an id', () => {
  it.each(table<string>('ids-kept'))('%s stays', (id) => {
    expect(safeId(id, {})).toBe(id);
    expect(safeId(id, { strict: true })).toBe(id);
  });

  it('loses a secret, and stays equal to itself and to no other', () => {
    const safe = safeId(`session-${token}`, {});
    expect(safe).not.toContain(token);
    expect(safe).toMatch(/^session-\[REDACTED\]~[0-9a-z]+$/);
    expect(safeId(`session-${token}`, {})).toBe(safe);
    expect(safeId(safe, {})).toBe(safe);
    expect(safeId(`session-${other}`, {})).not.toBe(safe);
  });

  it('is called plain only if no rule finds a secret in it', () => {
    const forms = formats().flatMap(({ forms }) => forms);
    fc.assert(
      fc.property(
        fc.constantFrom(...forms),
        fc.constantFrom(
          ...'|call_|toolu_|toolu_vrtx_|tooluse_|agent-|session_|PostToolUse:|a/'.split('|'),
        ),
        fc.nat(),
        (form, before, seed) => {
          const id = before + sampleOf(form, seeded(seed)).text;
          if (redactText(id) !== id) expect(safeId(id, {})).not.toBe(id);
        },
      ),
      { numRuns: runs(2_000, 20_000) },
    );
  });
});

describe('a plain text', () => {
  it.each(table<[string, boolean]>('plain-texts'))('%j: %s', (text, plain) => {
    expect(isPlain(text)).toBe(plain);
  });

  it('is never changed by a rule', () => {
    const part = fc.oneof(
      fc.stringMatching(/^[\w-]{1,27}$/),
      fc.stringMatching(/^[a-z]{1,28}$/),
      fc.constantFrom(
        ...'password secret token api-key ghp_abc sk-abc AKIA12345 bearer private'.split(' '),
      ),
    );
    const path = fc
      .tuple(fc.array(part, { maxLength: 8 }), fc.constantFrom('/', '\\', '.'))
      .map(([parts, by]) => parts.join(by));
    fc.assert(
      fc.property(path, (text) => {
        fc.pre(isPlain(text));
        // Nobody draws a token's beginning with only small letters behind it.
        fc.pre(!text.split(/[\\/]/).some((part) => part.length >= 16 && startsLikeToken(part)));
        expect(redactText(text)).toBe(text);
      }),
      { numRuns: runs(500, 5_000) },
    );
  });

  it('is no token of any known form, alone or in a path', () => {
    const taken: string[] = [];
    for (const row of formats()) {
      for (const form of row.forms) {
        for (let seed = 0; seed < 50; seed++) {
          const { text } = sampleOf(form, seeded(seed));
          if (isPlain(text) || isPlain(`/tmp/${text}/x`)) taken.push(`${row.name}: ${form}`);
        }
      }
    }
    expect([...new Set(taken)]).toEqual([]);
  });
});

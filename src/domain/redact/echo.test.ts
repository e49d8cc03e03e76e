import { describe, expect, it } from 'vitest';
import { sampleOf, seeded } from '../../../test/sample.ts';
import { redactText } from './redact.ts';

describe('a value once found', () => {
  it('is redacted everywhere in the text', () => {
    const { text: value } = sampleOf('<a24>', seeded(5));
    expect(
      redactText(`first ${value}, then API_TOKEN=${value}\nlast "${value}" and x${value}y`),
    ).toBe('first [REDACTED], then API_TOKEN=[REDACTED]\nlast "[REDACTED]" and x[REDACTED]y');
  });

  it('is redacted if it is one of many', () => {
    const draw = seeded(6);
    const values = Array.from({ length: 300 }, () => sampleOf('<a20>', draw).text);
    const text = `${values.map((value, i) => `K${i}_TOKEN=${value}`).join('\n')}\n${values.join('\n')}`;
    const out = redactText(text);
    expect(values.filter((value) => out.includes(value))).toEqual([]);
  });

  it('is redacted only as a whole word if it is short', () => {
    expect(redactText('password=hunter2 and hunter2, not hunter22')).toBe(
      'password=[REDACTED] and [REDACTED], not hunter22',
    );
  });

  it('leaves ordinary words that someone used as a password', () => {
    expect(redactText('postgres://postgres:postgres@db/postgres, so postgres runs')).toBe(
      'postgres://postgres:[REDACTED]@db/postgres, so postgres runs',
    );
  });
});

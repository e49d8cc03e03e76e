import { describe, expect, it } from 'vitest';
import { memoryFits, memoryMatch, tellingWords, wordsOf } from './memory-match.ts';

const fits = (prompt: string, memory: string, held = 0): boolean =>
  memoryFits(memoryMatch(wordsOf(prompt), tellingWords(memory)), held);

describe('memories at a prompt', () => {
  it.each([
    ['install left-pad with pnpm', 'Use pnpm, never npm.', true],
    ['why do webhook retries come twice?', 'Webhook retries are idempotent.', true],
    ['tune the antenna', 'Webhook retries are idempotent by event id.', false],
    // One word of many is a coincidence.
    ['the webhook has a typo', 'Webhook signatures rotate every Friday at the payment provider.', false],
    ['continue', 'Use pnpm, never npm.', false],
  ])('%s / %s: %s', (prompt, memory, expected) => {
    expect(fits(prompt, memory)).toBe(expected);
  });

  it('counts what the memory holds of the prompt as well', () => {
    const memory =
      'Payment webhooks of the sandbox come twice; signatures rotate on Friday, and polling stays until spring.';
    expect(fits('payment webhooks', memory, 1)).toBe(true);
    expect(fits('payment webhooks', memory, 0)).toBe(false);
  });
});

import { expect, it } from 'vitest';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import { estimateTokens } from '../../domain/base/text/tokens.ts';
import { memoryPiece, type WeighedMemory } from './pieces.ts';

function told(content: string, most: number): string {
  const memory = { id: 'mem-1', content, categories: [] };
  const weighed = { memory, confidence: 1 } as unknown as WeighedMemory;
  return (memoryPiece(weighed, most).record!(false) as { content: string }).content;
}

it.each([
  ['words', 'the radio speaks at 38400 baud '.repeat(20)],
  ['letters beyond U+FFFF, which are two units each', '\u{10305}\u{f1234}\u{2070e}'.repeat(40)],
  ['families', '👩‍👩‍👧‍👦'.repeat(40)],
  ['marks', `e${'\u0301'.repeat(200)}`],
  ['brackets, which grow', '<'.repeat(200)],
])('a memory of %s is cut to its tokens, whatever they are', (_kind, content) => {
  const whole = estimateTokens(oneLine(content));
  for (let most = 1; most < whole; most = Math.ceil(most * 1.1)) {
    const text = told(content, most);
    expect(text.endsWith('…')).toBe(true);
    if ([...text].length > 1) expect(estimateTokens(text)).toBeLessThanOrEqual(most);
  }
});

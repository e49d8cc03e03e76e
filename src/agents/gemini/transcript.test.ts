import { expect, it } from 'vitest';
import { geminiTranscripts } from './transcript.ts';

it.each([
  [{}, 30],
  [{ general: { sessionRetention: { maxAge: '7d' } } }, 7],
  [{ general: { sessionRetention: { maxAge: '2w' } } }, 14],
  [{ general: { sessionRetention: { maxAge: '48h', enabled: true } } }, 2],
  [{ general: { sessionRetention: { maxAge: 'soon' } } }, 30],
  [{ general: { sessionRetention: { enabled: false } } }, null],
])('by %j it deletes after %j days', (settings, days) => {
  expect(geminiTranscripts.deletes!.daysIn(settings)).toBe(days);
});

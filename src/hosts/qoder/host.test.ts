import { expect, it } from 'vitest';
import { recordedOf } from '../../../test/recorded-payloads.ts';
import { qoder } from './host.ts';

it('is answered as Claude Code is, without a line for the person', () => {
  const start = qoder.parse(recordedOf('qoder')[0])!;
  expect(JSON.parse(qoder.render(start, { context: 'x', notice: 'n' }))).toEqual({
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'x' },
  });
});

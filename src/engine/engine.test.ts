import { expect, it } from 'vitest';
import { conversation, testDeps } from '../../test/deps.ts';

it('nothing is captured while it is switched off', async () => {
  const deps = testDeps({ 'session_persistence.enabled': false });
  await conversation(deps)({ kind: 'session-start', source: 'startup' });
  expect(await deps.store.sessionOfHost('claude-code', 'one')).toBeNull();
});

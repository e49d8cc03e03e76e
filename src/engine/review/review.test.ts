import { expect, it } from 'vitest';
import { conversation, locate, testDeps } from '../../../test/deps.ts';
import { holdingOfSource } from './review.ts';

it('looks at every session once for what came from a source', async () => {
  const plain = testDeps();
  await conversation(plain)({ kind: 'session-start', source: 'startup' });
  const asked: string[] = [];
  const store = {
    ...plain.store,
    history: (...args: Parameters<typeof plain.store.history>) => {
      asked.push('history');
      return plain.store.history(...args);
    },
    importedSessions: () => {
      asked.push('importedSessions');
      return plain.store.importedSessions();
    },
  };
  const { scope } = locate('/work/radio');
  const { sessions } = await holdingOfSource({ ...plain, store }, 'claude-code', scope);
  expect(sessions).toHaveLength(1);
  expect(asked).toEqual(['history', 'importedSessions']);
});

import { expect, it } from 'vitest';
import { historyOperation } from '../operations/sessions/history.ts';
import { chatCommandOf } from './of-operation.ts';

it('the command of an operation in a chat has its names, its usage and its input from the declaration', () => {
  const command = chatCommandOf(historyOperation);
  expect(command).toMatchObject({
    names: ['sessions', 'history', 'log', 'chain'],
    usage: 'sessions [limit]',
  });
  expect(command.read(['3'])).toMatchObject({ limit: 3, all: true });
  expect(command.read(['three'])).toContain('does not take three');
});

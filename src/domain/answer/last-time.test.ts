import { expect, test } from 'vitest';
import { NOTHING_STOPPED } from '../session/stopped.ts';
import { lastTimeItems } from './last-time.ts';

test('sentences that stand elsewhere in the text are left out', () => {
  const stopped = {
    ...NOTHING_STOPPED,
    told: ['Invoices of Acme have 3 decimals.', 'The host is called Berta.'],
    noted: ['The cause is the time zone of the export.', 'Port 5433 is taken.'],
  };
  const elsewhere = ['Invoices of Acme have 3 decimals.', 'The cause is the time zone of the export.'];
  expect(lastTimeItems(stopped, elsewhere).map(({ text }) => text)).toEqual([
    '- told: "The host is called Berta."',
    '- earlier, the agent: "Port 5433 is taken."',
  ]);
});

import { beforeEach, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../domain/base/time.ts';
import type { Desk } from './desk.ts';
import { keepClients } from './http.ts';

let now = 0;
let said: string[];
let clients: ReturnType<typeof keepClients>;

function desk(name: string): Desk {
  return {
    serve: () => Promise.reject(new Error('not asked for')),
    failed: () => {},
    close: async (reason) => void said.push(`${name}: ${reason}`),
  };
}

const client = (name: string, own: Desk | null = desk(name)) => ({
  desk: own,
  transport: { close: async () => void said.push(`forgot ${name}`) } as never,
});

beforeEach(() => {
  now = 0;
  said = [];
  clients = keepClients(() => now);
  clients.add('a', client('a'));
});

it('a quiet client loses its session once, and finds itself again', async () => {
  now = 29 * MINUTE;
  await clients.sweep();
  expect(said).toEqual([]);
  now = 31 * MINUTE;
  await clients.sweep();
  await clients.sweep();
  expect(said).toEqual(['a: client quiet']);
  expect(clients.find('a')).not.toBeNull();
  now += 31 * MINUTE;
  await clients.sweep();
  expect(said).toEqual(['a: client quiet', 'a: client quiet']);
});

it('one that was not heard of for a day is forgotten', async () => {
  now = 25 * HOUR;
  await clients.sweep();
  expect(said).toEqual(['a: client gone', 'forgot a']);
  expect(clients.find('a')).toBeNull();
});

it('who connects without end drives out the one that called least recently', async () => {
  for (let i = 0; i < 500; i++) {
    clients.find('a');
    clients.add(`c${i}`, { desk: desk(`c${i}`) });
  }
  expect(clients.find('a')).not.toBeNull();
  expect(clients.find('c0')).toBeNull();
  expect(clients.find('c1')).not.toBeNull();
  expect(said).toEqual(['c0: too many clients']);
});

it('all are told when the server goes; one that belongs to another entry has nothing to end', async () => {
  clients.add('b', client('b', null));
  await clients.close('SIGTERM');
  expect(said).toEqual(['a: SIGTERM', 'forgot a', 'forgot b']);
});

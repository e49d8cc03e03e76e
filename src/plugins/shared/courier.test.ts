import { afterEach, describe, expect, it, vi } from 'vitest';
import { Courier, type CourierOptions } from './courier.ts';

interface Carried {
  readonly payload: { readonly name: string };
  answer(text: string | null): void;
}

const couriers: Courier[] = [];
afterEach(() => {
  for (const courier of couriers.splice(0)) courier.leave();
  vi.useRealTimers();
});

/** A road whose far end is the test. */
function setUp(options: CourierOptions = {}, hangs = false) {
  const carried: Carried[] = [];
  const atOnce: unknown[] = [];
  const road = {
    carry: (payload: string) =>
      new Promise<string | null>((answer) =>
        carried.push({ payload: JSON.parse(payload), answer }),
      ),
    carryNow: (payload: string) => void atOnce.push(JSON.parse(payload)),
    clear: () => hangs,
    close: () => {},
  };
  const courier = new Courier(road, options);
  couriers.push(courier);
  return { courier, carried, atOnce };
}

const said = (context: string) => JSON.stringify({ context });
const names = (carried: readonly Carried[]) => carried.map(({ payload }) => payload.name);
const turn = () => new Promise((done) => setImmediate(done));

describe('a courier', () => {
  it('carries the events of a session one after the other, and those of others beside them', async () => {
    const { courier, carried } = setUp();
    courier.tell('a', { name: 'a1' });
    courier.tell('a', { name: 'a2' });
    courier.tell('b', { name: 'b1' });
    expect(names(carried)).toEqual(['a1', 'b1']);
    carried[0]!.answer('');
    await turn();
    expect(names(carried)).toEqual(['a1', 'b1', 'a2']);
  });

  it('brings the answer to a question', async () => {
    const { courier, carried } = setUp();
    const answer = courier.ask('a', { name: 'prompt' });
    carried[0]!.answer(said('words'));
    expect(await answer).toBe('words');
  });

  it.each([null, '', 'no JSON', '[]', '7', 'null', '{"context":7}', '{"context":""}'])(
    'takes %j for silence',
    async (text) => {
      const { courier, carried } = setUp();
      const answer = courier.ask('a', { name: 'prompt' });
      carried[0]!.answer(text);
      expect(await answer).toBeNull();
    },
  );

  it('waits no longer than its patience, and brings what came late with the next answer', async () => {
    const { courier, carried } = setUp({ patienceMs: 1 });
    expect(await courier.ask('a', { name: 'first' })).toBeNull();
    carried[0]!.answer(said('late'));
    await turn();
    const next = courier.ask('a', { name: 'second' });
    carried[1]!.answer(said('new'));
    expect(await next).toBe('late\n\nnew');
  });

  it('waits only once in vain, until something arrives', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { courier, carried } = setUp({ patienceMs: 300 });
    const after = async <T>(millis: number, answer: Promise<T>) => {
      await vi.advanceTimersByTimeAsync(millis);
      return answer;
    };
    expect(await after(300, courier.ask('a', { name: 'first' }))).toBeNull();
    // No time passes any more: who waited would wait for ever.
    for (let i = 0; i < 20; i++)
      expect(await after(0, courier.ask('a', { name: 'next' }))).toBeNull();
    await after(0, courier.settle());
    carried[0]!.answer('');
    await turn();
    const answer = courier.ask('b', { name: 'again' });
    carried.at(-1)!.answer(said('words'));
    expect(await answer).toBe('words');
  });

  it('keeps what is answered to what nobody asked, for its own session only', async () => {
    const { courier, carried } = setUp();
    courier.tell('a', { name: 'start' });
    carried[0]!.answer(said('kept'));
    await turn();
    const other = courier.ask('b', { name: 'prompt' });
    carried[1]!.answer('');
    expect(await other).toBeNull();
    const own = courier.ask('a', { name: 'prompt' });
    carried[2]!.answer('');
    expect(await own).toBe('kept');
  });

  it('drops the oldest of too many', async () => {
    const { courier, carried } = setUp();
    for (let i = 0; i < 600; i++) courier.tell('a', { name: String(i) });
    for (let i = 0; i < 2; i++) {
      carried[i]!.answer('');
      await turn();
    }
    expect(names(carried)).toEqual(['0', '100', '101']);
  });

  it('cannot be made to fail by what it is given', async () => {
    const { courier, carried } = setUp();
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(await courier.ask('a', circle)).toBeNull();
    expect(await courier.ask('a', undefined)).toBeNull();
    courier.tell('a', { name: 'big', size: 12n, text: 'x'.repeat(300_000) });
    const sent = carried[0]!.payload as unknown as { size: string; text: string };
    expect(sent.size).toBe('12');
    expect(sent.text.length).toBeLessThan(140_000);
  });

  it('delivers what is left and the farewells when the host leaves, once', async () => {
    const { courier, atOnce } = setUp({ farewells: () => [{ name: 'end' }] });
    courier.tell('a', { name: 'under way' });
    courier.tell('a', { name: 'waiting' });
    courier.leave();
    courier.leave();
    expect(atOnce).toEqual([{ name: 'waiting' }, { name: 'end' }]);
    expect(await courier.ask('a', { name: 'too late' })).toBeNull();
  });

  it('lets everything go where Cortex hangs', () => {
    const { courier, atOnce } = setUp({ farewells: () => [{ name: 'end' }] }, true);
    courier.tell('a', { name: 'under way' });
    courier.tell('a', { name: 'waiting' });
    courier.leave();
    expect(atOnce).toEqual([]);
  });

  it('settles when all has arrived, or when patience ends', async () => {
    const { courier, carried } = setUp();
    await courier.settle();
    courier.tell('a', { name: 'one' });
    const settled = courier.settle();
    carried[0]!.answer('');
    await settled;
    const impatient = setUp({ patienceMs: 1 });
    impatient.courier.tell('a', { name: 'one' });
    await impatient.courier.settle();
  });
});
